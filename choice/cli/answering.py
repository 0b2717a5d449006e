"""Answers one interaction of the desk in this process, where no shared server does it."""

from collections.abc import Mapping
from typing import Any

from choice.assembly.answering import answered
from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings
from choice.assembly.found import NoTerminal
from choice.assembly.local import local_person
from choice.assembly.terminal import asking_in, terminal_surface
from choice.desk.interaction import Interaction
from choice.terminal.console import open_console
from choice.terminal.typed_words import TypedWords


async def answered_here(
    wanted: Mapping[str, Any], database: str | None, typed: dict[str, str]
) -> dict[str, Any]:
    """Answer, and return how it ended; a prompt begins with what was `typed` before, and keeps it there."""
    async with open_desk(database) as desk:

        async def prompt(interaction: Interaction) -> Interaction:
            with open_console() as console:
                if console is None:
                    raise NoTerminal(interaction.id)
                surface = terminal_surface(
                    desk, console, environment_settings(), typed=TypedWords(typed, typed.__setitem__)
                )
                async with asking_in(surface, desk, interaction):
                    await desk.wait(interaction.id, asked_by=interaction.asked_by)
            return await desk.look(interaction.id, by=local_person())

        return await answered(desk, wanted, prompt)
