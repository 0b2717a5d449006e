"""A question that a person answers or cancels from a shell, by way of the shared server."""

from collections.abc import Mapping
from typing import Any

from choice.assembly.answering import answered, cancelled
from choice.assembly.found import NoTerminal
from choice.assembly.local import local_person
from choice.assembly.resident_shell import Shell
from choice.assembly.resident_waiting import outcome_at_terminal
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.errors import ChoiceError
from choice.settings import Settings


class _PersonLeft(Exception):
    """The shell is gone in which somebody was asked."""


class ResidentAnswering:
    """One answer from a shell."""

    def __init__(self, desk: Desk, settings: Settings, shell: Shell) -> None:
        self._desk, self._settings, self._shell = desk, settings, shell

    async def answer(self, wanted: Mapping[str, Any]) -> None:
        """Answer with words, or in the terminal that the shell lends; say how it ended."""

        async def prompt(interaction: Interaction) -> Interaction:
            if wanted.get("terminal") is None:
                raise NoTerminal(interaction.id)
            outcome = await outcome_at_terminal(
                self._desk, interaction, self._shell, wanted["terminal"], self._settings
            )
            if outcome is None:
                raise _PersonLeft
            return await self._desk.look(interaction.id, by=local_person())

        try:
            self._shell.say(await answered(self._desk, wanted, prompt))
        except _PersonLeft:
            return  # The question stays open.
        except ChoiceError as error:
            self._shell.say({"error": str(error)})

    async def cancel(self, wanted: Mapping[str, Any]) -> None:
        """End it without an answer; say how it ended."""
        try:
            self._shell.say(await cancelled(self._desk, wanted))
        except ChoiceError as error:
            self._shell.say({"error": str(error)})
