"""The terminal of this machine's person, as a place to be asked."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from choice.assembly.local import language_of, local_person, preferences_file
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.settings import Settings
from choice.terminal.console import Console
from choice.terminal.surface import TerminalSurface
from choice.terminal.typed_words import TypedWords


def terminal_surface(
    desk: Desk,
    console: Console,
    settings: Settings,
    spoken: str | None = None,
    typed: TypedWords | None = None,
) -> TerminalSurface:
    """Return the terminal of this machine's person as a surface; it is not attached yet.

    Where the terminal is not that of this process, `spoken` is the language of the system that it belongs
    to. `typed` is what the person has typed there before.
    """
    preferences = preferences_file(settings)
    # Other languages would be written out in numbers where there is nothing but ASCII.
    language = language_of(preferences, spoken) if console.shows_more_than_ascii else "en"
    return TerminalSurface(desk, local_person(), console, preferences, language=language, typed=typed)


@asynccontextmanager
async def asking_in(surface: TerminalSurface, desk: Desk, interaction: Interaction) -> AsyncIterator[None]:
    """Ask one interaction in a terminal, wherever else it is shown, for as long as the block lasts."""

    async def take_away() -> None:
        await desk.wait(interaction.id, asked_by=interaction.asked_by)
        await surface.close(await desk.look(interaction.id, by=interaction.asked_by))

    await desk.attach(surface, only=interaction.id)
    await surface.show(interaction)
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(surface.run()), loop.create_task(take_away())]
    try:
        yield
        with suppress(TimeoutError):
            await surface.quiet()
    finally:
        desk.detach(surface)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
