"""A question from a shell that the shared server asks: it says where to answer, and then how that ended."""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from choice.answers import Answered
from choice.assembly.portal import LocalReach
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.people import Asker
from choice.desk.snapshot import outcome_snapshot
from choice.dialects.registry import tool_named
from choice.errors import ChoiceError, InvalidRequest
from choice.validation import parse_form


class ResidentAsking:
    """One question from a shell."""

    def __init__(self, desk: Desk, reach: LocalReach, asking: Mapping[str, Any]) -> None:
        self._desk, self._reach, self._asking = desk, reach, asking
        self._tool = tool_named(asking["tool"]) if "tool" in asking else None
        """In whose words it is asked and answered; None where it is a form as such."""

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
        _say(writer, await self._where(interaction))
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
        told = {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)}
        if self._tool is not None and isinstance(outcome, Answered):
            told["reply"] = self._tool.reply(interaction.form, outcome)
        _say(writer, told)
        self._desk.acknowledge_soon(interaction)

    async def _opened(self) -> Interaction:
        asking = self._asking
        terms: Terms = {
            "asked_by": Asker(asking.get("agent", "choicewire ask"), project=asking["project"]),
            "surfaces": () if asking["surface"] == "auto" else (asking["surface"],),
            "policy": "use_defaults" if asking["use_defaults"] else "fail",
            "key": asking["key"],
        }
        if asking["timeout"] is not None:
            terms["timeout"] = asking["timeout"]
        if self._tool is None:
            return await self._desk.open(parse_form(asking["form"]), **terms)
        terms["dialect"] = self._tool.name
        return await self._desk.open(self._tool.read(asking["form"]), **terms)

    async def _where(self, interaction: Interaction) -> dict[str, Any]:
        """Return where to answer, in words, and the page to open where there is a screen for it."""
        command = f"choicewire answer {interaction.id}"
        page = None
        if self._asking["surface"] in {"auto", "web"}:
            page = await self._reach.page(interaction.id, starts_server=True)
        if page is None:
            return {"where": f"Answer with: {command}"}
        link = self._reach.link_to_open(page) if self._asking.get("screen") else None
        return {"where": f"Answer at {page} or with: {command}", "page": link}


def _say(writer: asyncio.StreamWriter, told: Mapping[str, Any]) -> None:
    writer.write(json.dumps(told).encode() + b"\n")
