"""A question from a shell that the shared server asks: it says where to answer, and then how that ended."""

from collections.abc import Mapping
from typing import Any

from choice.answers import Answered, Outcome
from choice.assembly.local import preferences_file
from choice.assembly.portal import LocalReach
from choice.assembly.resident_shell import Shell
from choice.assembly.resident_waiting import outcome_at_terminal, outcome_for
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
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

    async def serve(self, shell: Shell) -> None:
        """Ask, and say how it ended; the question stays open if the shell leaves without a word."""
        try:
            interaction = await self._opened()
        except InvalidRequest as error:
            shell.say({"error": error.rule, "field": error.field})
            return
        except ChoiceError as error:
            shell.say({"error": str(error)})
            return
        outcome = await self._outcome(interaction, shell)
        if outcome is None:
            return
        told = {"id": interaction.id, "state": outcome.kind, "outcome": outcome_snapshot(outcome)}
        if self._tool is not None and isinstance(outcome, Answered):
            told["reply"] = self._tool.reply(interaction.form, outcome)
        shell.say(told)
        self._desk.acknowledge_soon(interaction)

    async def _outcome(self, interaction: Interaction, shell: Shell) -> Outcome | None:
        """Return how it ended; None if the shell left."""
        about = self._asking.get("terminal")
        wanted = self._asking["surface"]
        if wanted == "auto":
            # Where the person names no place, it is this terminal, if it is one.
            wanted = preferences_file(self._reach.settings).read().transport
        if about is not None and wanted in {"auto", "terminal"}:
            return await outcome_at_terminal(self._desk, interaction, shell, about, self._reach.settings)
        shell.say(await self._where(interaction))
        return await outcome_for(self._desk, interaction, shell)

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
