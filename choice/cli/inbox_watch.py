"""`inbox --watch`: each change once for programs; for people the list itself, its times counting down."""

import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from choice.assembly.inbox import MOST
from choice.assembly.local import local_person
from choice.desk.desk import Desk
from choice.desk.headline import most_urgent_first
from choice.desk.interaction import Interaction
from choice.desk.snapshot import snapshot
from choice.terminal.inbox_lines import ended_line, fitting_lines, inbox_line

_LOOK_SECONDS = 0.5
_NO_CURSOR = {"dumb", "unknown", ""}


async def watch(desk: Desk, *, as_json: bool) -> NoReturn:
    """Tell what is asked and what ends, until interrupted."""
    has_cursor = sys.stdout.isatty() and os.environ.get("TERM", "") not in _NO_CURSOR
    watching = Watching(desk, _Living() if has_cursor and not as_json else _Telling(as_json=as_json))
    while True:
        await watching.look()
        await asyncio.sleep(_LOOK_SECONDS)


class Watching:
    """Sees what is shown on any surface, and tells what is new."""

    def __init__(self, desk: Desk, told: "_Living | _Telling") -> None:
        self._desk, self._told = desk, told
        self._open: dict[str, str] = {}

    async def look(self) -> None:
        """Look at the desk once."""
        now = self._desk.store.now()
        shown = most_urgent_first(await self._desk.list(local_person(), most=MOST), now)
        new = [one for one in shown if self._open.get(one.id) != one.version]
        here = {one.id: one.version for one in shown}
        gone = [await self._desk.look(each, by=local_person()) for each in self._open if each not in here]
        self._open = here
        self._told.tell(self._desk, shown, new, gone)


class _Telling:
    """A line for each change."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def tell(
        self,
        desk: Desk,
        _shown: Sequence[Interaction],
        new: Sequence[Interaction],
        gone: Sequence[Interaction],
    ) -> None:
        now = desk.store.now()
        for one in (*new, *gone):
            if self._as_json:
                print(json.dumps(snapshot(one, now), ensure_ascii=False), flush=True)
            else:
                line = inbox_line(one, now) if one.outcome is None else f"{one.id}  {one.state}"
                print(line, flush=True)


class _Living:
    """What is open, drawn anew in its place; what has ended stays above it."""

    def __init__(self) -> None:
        self._drawn: list[str] = []

    def tell(
        self,
        desk: Desk,
        shown: Sequence[Interaction],
        _new: Sequence[Interaction],
        gone: Sequence[Interaction],
    ) -> None:
        now, size = desk.store.now(), os.get_terminal_size(sys.stdout.fileno())
        columns, rows = size.columns or 80, size.lines or 24
        lines = fitting_lines(shown, now, columns, rows)
        if lines == self._drawn and not gone:
            return
        ended = [ended_line(one, columns) for one in gone]
        back = f"\x1b[{len(self._drawn)}A\r\x1b[J" if self._drawn else ""
        sys.stdout.write(back + "".join([f"{line}\n" for line in (*ended, *lines)]))
        sys.stdout.flush()
        self._drawn = lines
