"""A terminal that another process holds: what is drawn goes there, what its person does comes back."""

import asyncio
import io
from collections.abc import Callable, Mapping
from typing import Any, TextIO, cast

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from choice.terminal.console import Console
from choice.terminal.far_keys import FarKeys
from choice.terminal.typed_words import TypedWords

Say = Callable[[Mapping[str, Any]], None]
"""Tells the process that holds the terminal: `draw` a text, keep what was `typed`, or `put_aside` the job."""


class FarTerminal:
    """One lent terminal. `about` is what its holder says of it."""

    def __init__(self, about: Mapping[str, Any], say: Say) -> None:
        self._say = say
        self._size, self._typed = _size(about["size"]), about["typed"]
        self._keys = FarKeys(about["key_encoding"])
        self._is_back = asyncio.Event()
        self._shown: Application[Any] | None = None
        file = cast("TextIO", cast("object", _Drawn(about["encoding"], say)))
        screen = Vt100_Output(
            file,
            lambda: self._size,
            term=about["term"],
            default_color_depth=None if about["has_colour"] else ColorDepth.DEPTH_1_BIT,
            enable_bell=False,
            enable_cpr=False,
        )
        self.console = Console(
            self._keys, screen, file, about["has_colour"], about["locale_encoding"], elsewhere=self
        )

    @property
    def typed(self) -> TypedWords:
        """What its person has typed; the holder keeps it too, for whoever draws after us."""
        return TypedWords(self._typed, lambda where, text: self._say({"typed": [where, text]}))

    def heard(self, said: Mapping[str, Any]) -> None:
        """Take what the holder says: keys, or a size."""
        if "keys" in said:
            self._keys.feed(said["keys"].encode("latin-1"))
        if "size" in said:
            self._size = _size(said["size"])
            self._is_back.set()
            if self._shown is not None and self._shown.is_running:
                self._shown.renderer.erase()
                self._shown.invalidate()

    def will_show(self, application: Application[Any]) -> None:
        """Draw this one anew when the size changes."""
        self._shown = application

    async def put_aside(self) -> None:
        """Let the holder stop its job; return when it goes on."""
        self._is_back.clear()
        self._say({"put_aside": True})
        await self._is_back.wait()


class _Drawn:
    """The file that a prompt is drawn on."""

    def __init__(self, encoding: str, say: Say) -> None:
        self.encoding, self._say = encoding, say

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise io.UnsupportedOperation

    def write(self, text: str) -> int:
        self._say({"draw": text})
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""


def _size(said: list[int]) -> Size:
    columns, rows = said
    return Size(rows=rows, columns=columns)
