"""Prints what is open on the desk for the person of this machine."""

import argparse
import asyncio
import json

from choice.assembly.desk import open_desk
from choice.assembly.local import local_person
from choice.desk.desk import Desk
from choice.desk.headline import headline, most_urgent_first
from choice.desk.interaction import Interaction
from choice.desk.snapshot import snapshot
from choice.terminal.safe_text import safe_line
from choice.terminal.situation import clock_face

_MOST = 500
_TEXT = 100
_LOOK_SECONDS = 0.5


async def listing(given: argparse.Namespace) -> int:
    """Print what is open; with `--watch` whatever happens from then on, until interrupted."""
    async with open_desk(given.database) as desk:
        if given.watch:
            watch = _Watch(desk, as_json=given.json)
            while True:
                await watch.look()
                await asyncio.sleep(_LOOK_SECONDS)
        now = desk.store.now()
        shown = most_urgent_first(await desk.list(local_person(), most=_MOST), now)
        if given.json:
            print(json.dumps([snapshot(one, now) for one in shown], ensure_ascii=False))
        for one in [] if given.json else shown:
            print(one.id if given.ids else _line(desk, one))
    return 0


def _line(desk: Desk, one: Interaction) -> str:
    left = clock_face(one.remaining(desk.store.now()).total_seconds())
    what = safe_line(headline(one.form), limit=_TEXT)
    return f"{one.id}  {left:>8}  {safe_line(one.asked_by.agent, limit=20)}  {what}"


class _Watch:
    """Prints each change once; it sees what is shown on any surface."""

    def __init__(self, desk: Desk, *, as_json: bool) -> None:
        self._desk, self._as_json = desk, as_json
        self._open: dict[str, str] = {}

    async def look(self) -> None:
        """Look at the desk, and tell what is new."""
        shown = {one.id: one for one in await self._desk.list(local_person(), most=_MOST)}
        for one in shown.values():
            if self._open.get(one.id) != one.version:
                self._tell(one)
        for gone in [each for each in self._open if each not in shown]:
            self._tell(await self._desk.look(gone, by=local_person()))
        self._open = {one.id: one.version for one in shown.values()}

    def _tell(self, interaction: Interaction) -> None:
        if self._as_json:
            print(json.dumps(snapshot(interaction, self._desk.store.now()), ensure_ascii=False), flush=True)
        elif interaction.outcome is None:
            print(_line(self._desk, interaction), flush=True)
        else:
            print(f"{interaction.id}  {interaction.state}", flush=True)
