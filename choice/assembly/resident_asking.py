"""A question from a shell that the shared server asks: it says where to answer, and then how that ended."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from choice.assembly.portal import LocalReach
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.people import Asker
from choice.desk.snapshot import outcome_snapshot
from choice.errors import ChoiceError, InvalidRequest
from choice.validation import parse_form


class ResidentAsking:
    """One question from a shell."""

    def __init__(self, desk: Desk, reach: LocalReach, asking: Mapping[str, Any]) -> None:
        self._desk, self._reach, self._asking = desk, reach, asking

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask, and say how it ended; the question stays open if the shell leaves without a word."""
        try:
            interaction = await self._opened()
        except InvalidRequest as error:
            _say(writer, {"error": error.rule, "field": error.field})
            return
        except ChoiceError as error:
            _say(writer, {"error": str(error)})
            return
        _say(writer, {"where": await self._where(interaction)})
        loop = asyncio.get_running_loop()
        waiting = loop.create_task(self._desk.wait(interaction.id, asked_by=interaction.asked_by))
        leaving = loop.create_task(reader.readline())
        try:
            await asyncio.wait([waiting, leaving], return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done() and not leaving.result():
                return
            if not waiting.done():
                with suppress(InteractionClosed):
                    await self._desk.cancel(interaction.id, by=interaction.asked_by)
            outcome = await waiting
        finally:
            waiting.cancel()
            leaving.cancel()
        _say(writer, {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)})
        self._desk.acknowledge_soon(interaction)

    async def _opened(self) -> Interaction:
        asking = self._asking
        terms: Terms = {
            "asked_by": Asker("choicewire ask", project=asking["project"]),
            "surfaces": () if asking["surface"] == "auto" else (asking["surface"],),
            "policy": "use_defaults" if asking["use_defaults"] else "fail",
            "key": asking["key"],
        }
        if asking["timeout"] is not None:
            terms["timeout"] = asking["timeout"]
        return await self._desk.open(parse_form(asking["form"]), **terms)

    async def _where(self, interaction: Interaction) -> str:
        command = f"choicewire answer {interaction.id}"
        if self._asking["surface"] in {"auto", "web"}:
            page = await self._reach.page(interaction.id, starts_server=True)
            if page is not None:
                return f"Answer at {page} or with: {command}"
        return f"Answer with: {command}"


def _say(writer: asyncio.StreamWriter, told: Mapping[str, Any]) -> None:
    writer.write(json.dumps(told).encode() + b"\n")
