"""The terminal of this process as a surface of the desk. Needs the extra `terminal`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from choice.answers import Outcome
from choice.assembly.local import language_of, local_person, preferences_file
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.errors import ChoiceError
from choice.settings import Settings
from choice.terminal.console import Console, open_console
from choice.terminal.state import Drafts
from choice.terminal.surface import TerminalSurface


class NoTerminal(ChoiceError):
    """A prompt is needed, and this process has no terminal."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"There is no terminal here. Give a choice: choicewire answer {interaction_id} CHOICE"
        )


class TerminalClosed(ChoiceError):
    """The terminal was closed while a prompt was open."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"The terminal was closed. The question stays open: choicewire answer {interaction_id}"
        )


def terminal_surface(
    desk: Desk, console: Console, settings: Settings, drafts: Drafts | None = None
) -> TerminalSurface:
    """Return the terminal of this machine's person as a surface that is not attached yet."""
    preferences = preferences_file(settings)
    # Other languages would be shown as escapes where the terminal only has ASCII.
    language = language_of(preferences) if console.shows_more_than_ascii else "en"
    return TerminalSurface(desk, local_person(), console, preferences, language=language, drafts=drafts)


async def ask_in_terminal(
    desk: Desk,
    interaction: Interaction,
    console: Console,
    settings: Settings,
    drafts: Drafts | None = None,
) -> Outcome:
    """Show one interaction in the terminal and return its outcome, wherever it is answered.

    Raises:
        StoreError: The answer could not be stored. `drafts` holds what the person typed.
        TerminalClosed: The terminal was closed. The interaction stays open.
    """
    surface = terminal_surface(desk, console, settings, drafts)
    await desk.attach(surface, only=interaction.id)
    await surface.show(interaction)
    loop = asyncio.get_running_loop()
    prompting = loop.create_task(surface.run())
    waiting = loop.create_task(desk.wait(interaction.id, asked_by=interaction.asked_by))
    try:
        await asyncio.wait([prompting, waiting], return_when=asyncio.FIRST_COMPLETED)
        if prompting.done():
            _raise_failure(prompting, interaction.id)
        outcome = await waiting
        await surface.close(await desk.look(interaction.id, by=interaction.asked_by))
        with suppress(TimeoutError):
            await surface.quiet()
        return outcome
    finally:
        desk.detach(surface)
        prompting.cancel()
        waiting.cancel()
        await asyncio.wait([prompting, waiting])


def _raise_failure(prompting: asyncio.Task[None], interaction_id: str) -> None:
    try:
        prompting.result()
    except EOFError as error:
        raise TerminalClosed(interaction_id) from error


async def ask_in_this_terminal(
    desk: Desk, interaction: Interaction, settings: Settings, drafts: dict[str, str] | None = None
) -> Outcome:
    """Show one interaction in the terminal of this process and return its outcome.

    `drafts` receives what the person types, by field.

    Raises:
        NoTerminal: This process has no terminal.
        StoreError: The answer could not be stored.
    """
    with open_console() as console:
        if console is None:
            raise NoTerminal(interaction.id)
        return await ask_in_terminal(desk, interaction, console, settings, Drafts(drafts))


@asynccontextmanager
async def asking_in_terminal(desk: Desk, settings: Settings) -> AsyncIterator[None]:
    """Ask all open interactions in this process's terminal, if it has one."""
    with open_console() as console:
        if console is None:
            yield
            return
        surface = terminal_surface(desk, console, settings)
        await desk.attach(surface)
        asking = asyncio.get_running_loop().create_task(surface.run())
        try:
            yield
        finally:
            asking.cancel()
            await asyncio.wait([asking])
