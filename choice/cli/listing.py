"""Prints what is open on the desk for the person of this machine."""

import argparse
import asyncio
import json

from choice.assembly.desk import open_desk
from choice.assembly.local import local_person
from choice.desk.access import may_see
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.snapshot import snapshot
from choice.terminal.safe_text import safe_line
from choice.terminal.situation import clock_face

_MOST = 500
_TEXT = 100


async def listing(given: argparse.Namespace) -> int:
    """Print what is open; with `--watch` whatever happens from then on, until interrupted."""
    async with open_desk(given.database) as desk:
        if given.watch:
            await desk.attach(_Watch(desk, as_json=given.json))
            await asyncio.Event().wait()
        shown = await desk.list(local_person(), most=_MOST)
        now = desk.store.now()
        if given.json:
            print(json.dumps([snapshot(one, now) for one in shown], ensure_ascii=False))
        for one in [] if given.json else shown:
            print(one.id if given.ids else _line(desk, one))
    return 0


def _line(desk: Desk, one: Interaction) -> str:
    left = clock_face(one.remaining(desk.store.now()).total_seconds())
    what = safe_line(one.form.title or one.form.questions[0].text, limit=_TEXT)
    return f"{one.id}  {left:>8}  {safe_line(one.asked_by.agent, limit=20)}  {what}"


class _Watch:
    """A surface that prints each change once."""

    name = "inbox"

    def __init__(self, desk: Desk, *, as_json: bool) -> None:
        self._desk, self._as_json = desk, as_json
        self._seen: dict[str, str] = {}

    async def show(self, interaction: Interaction) -> None:
        """Tell of a new question, or of one that was changed."""
        self._tell(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Tell how a question ended."""
        if interaction.id in self._seen:
            self._tell(interaction)

    def _tell(self, interaction: Interaction) -> None:
        state = f"{interaction.state} {interaction.version}"
        if not may_see(interaction, local_person()) or self._seen.get(interaction.id) == state:
            return
        self._seen[interaction.id] = state
        if self._as_json:
            print(json.dumps(snapshot(interaction, self._desk.store.now()), ensure_ascii=False), flush=True)
        elif interaction.outcome is None:
            print(_line(self._desk, interaction), flush=True)
        else:
            print(f"{interaction.id}  {interaction.state}", flush=True)
            del self._seen[interaction.id]
