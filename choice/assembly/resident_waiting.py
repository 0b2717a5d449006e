"""Waits for an outcome on behalf of a shell, which may lend its terminal meanwhile."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from choice.answers import Outcome
from choice.assembly.resident_shell import Shell
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.settings import Settings


async def outcome_for(desk: Desk, interaction: Interaction, shell: Shell) -> Outcome | None:
    """Return how it ended, by the shell itself if it takes its question back; None if the shell left."""
    loop = asyncio.get_running_loop()
    waiting = loop.create_task(desk.wait(interaction.id, asked_by=interaction.asked_by))
    leaving = loop.create_task(shell.takes_back())
    try:
        await asyncio.wait([waiting, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not waiting.done() and not leaving.result():
            return None
        if not waiting.done():
            with suppress(InteractionClosed):
                await desk.cancel(interaction.id, by=interaction.asked_by)
        return await waiting
    finally:
        waiting.cancel()
        leaving.cancel()


async def outcome_at_terminal(
    desk: Desk, interaction: Interaction, shell: Shell, about: Mapping[str, Any], settings: Settings
) -> Outcome | None:
    """Ask in the terminal that the shell lends, and return the same."""
    from choice.assembly.terminal import asking_in, terminal_surface  # noqa: PLC0415 - not for every question

    terminal = shell.terminal(about)
    surface = terminal_surface(desk, terminal.console, settings, about["spoken"], terminal.typed)
    async with asking_in(surface, desk, interaction):
        outcome = await outcome_for(desk, interaction, shell)
        if outcome is None:
            # Nobody sees the prompt any more: it must not be waited for.
            await surface.close(interaction)
        return outcome
