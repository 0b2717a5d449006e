"""A shell at the other end of a line to the shared server, with its terminal where it lends one."""

import asyncio
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from choice.terminal.far_terminal import FarTerminal

_MOST_UNREAD = 1 << 18
"""Whoever reads so little any more has stopped; it finds its question again when it goes on."""


class Shell:
    """What is said to a shell, and what it says."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._terminal: FarTerminal | None = None

    def say(self, told: Mapping[str, Any]) -> None:
        """Say something; nobody waits for it, and whoever is gone does not hear it."""
        if self._writer.is_closing():
            return
        self._writer.write(json.dumps(told).encode() + b"\n")
        if self._writer.transport.get_write_buffer_size() > _MOST_UNREAD:
            self._writer.transport.abort()

    def terminal(self, about: Mapping[str, Any]) -> "FarTerminal":
        """Return the terminal that the shell lends, and speaks of in its own words."""
        # The kit takes a while to load, and only shells with a terminal need it.
        from choice.terminal.far_terminal import FarTerminal  # noqa: PLC0415 - see above

        self._terminal = FarTerminal(about, self.say)
        return self._terminal

    async def takes_back(self) -> bool:
        """Wait until the shell does not want to know any more: it says so, or it is gone."""
        while line := await self._line():
            said = json.loads(line)
            if not said:
                return True
            if self._terminal is not None:
                self._terminal.heard(said)
        return False

    async def _line(self) -> bytes:
        try:
            return await self._reader.readline()
        except OSError:
            return b""  # It was cut off.
