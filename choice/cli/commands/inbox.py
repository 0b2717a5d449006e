"""`choicewire inbox` if the shared local server is not running: list or watch the open questions.

In a terminal, `--watch` redraws the list in place. Otherwise it prints a line for each change.
"""

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from choice.assembly.desk import open_desk
from choice.assembly.local import local_person
from choice.cli.commands.shared_server import columns, print_inbox
from choice.desk import Desk, Interaction, most_urgent_first, snapshot
from choice.resident.server import MOST_LISTED, listed
from choice.terminal.text import NO_CURSOR, ended_line, fitting_lines, inbox_line

_POLL_SECONDS = 0.5


def run(args: argparse.Namespace) -> int:
    """Print the open questions, or with `--watch` every change until interrupted."""
    return asyncio.run(_list_or_watch(args))


async def _list_or_watch(args: argparse.Namespace) -> int:
    async with open_desk(args.database) as desk:
        if args.watch:
            await _watch(desk, as_json=args.json)
        print_inbox(args, await listed(desk, columns()))
    return 0


async def _watch(desk: Desk, *, as_json: bool) -> NoReturn:
    """Print new, changed and ended questions until interrupted."""
    has_cursor = sys.stdout.isatty() and os.environ.get("TERM", "") not in NO_CURSOR
    watcher = _Watcher(desk, _Screen() if has_cursor and not as_json else _Lines(as_json=as_json))
    while True:
        await watcher.poll()
        await asyncio.sleep(_POLL_SECONDS)


class _Watcher:
    """Polls the desk and prints new, changed and ended questions."""

    def __init__(self, desk: Desk, printer: "_Screen | _Lines") -> None:
        self._desk, self._printer = desk, printer
        self._open: dict[str, str] = {}

    async def poll(self) -> None:
        now = self._desk.store.now()
        shown = most_urgent_first(await self._desk.list(local_person(), most=MOST_LISTED), now)
        new = [one for one in shown if self._open.get(one.id) != one.version]
        open_now = {one.id: one.version for one in shown}
        ended = [
            await self._desk.look(each, by=local_person()) for each in self._open if each not in open_now
        ]
        self._open = open_now
        self._printer.show(self._desk, shown, new, ended)


class _Lines:
    """Prints a line for each change."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def show(
        self,
        desk: Desk,
        _shown: Sequence[Interaction],
        new: Sequence[Interaction],
        ended: Sequence[Interaction],
    ) -> None:
        now = desk.store.now()
        for one in (*new, *ended):
            if self._as_json:
                print(json.dumps(snapshot(one, now), ensure_ascii=False), flush=True)
            else:
                line = inbox_line(one, now) if one.outcome is None else f"{one.id}  {one.state}"
                print(line, flush=True)


class _Screen:
    """Redraws the list of open questions in place, below the ended ones."""

    def __init__(self) -> None:
        self._drawn: list[str] = []

    def show(
        self,
        desk: Desk,
        shown: Sequence[Interaction],
        _new: Sequence[Interaction],
        ended: Sequence[Interaction],
    ) -> None:
        now, size = desk.store.now(), os.get_terminal_size(sys.stdout.fileno())
        columns, rows = size.columns or 80, size.lines or 24
        lines = fitting_lines(shown, now, columns, rows)
        if lines == self._drawn and not ended:
            return
        lines_above = [ended_line(one, columns) for one in ended]
        back = f"\x1b[{len(self._drawn)}A\r\x1b[J" if self._drawn else ""
        sys.stdout.write(back + "".join([f"{line}\n" for line in (*lines_above, *lines)]))
        sys.stdout.flush()
        self._drawn = lines
