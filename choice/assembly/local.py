"""The person of this machine, and the places where they can be asked."""

import asyncio
import getpass
import os
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from choice.catalogues.catalogue import closest
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.people import Person
from choice.preferences import PreferencesFile
from choice.settings import Settings
from choice.terminal.console import Console
from choice.terminal.surface import TerminalSurface

TENANT = "local"
"""Whose everything is that is asked and answered on this machine without a token."""
_SECONDS = 1.0


def local_person() -> Person:
    """Return whoever runs this program."""
    try:
        return Person(getpass.getuser(), TENANT)
    except (KeyError, OSError):
        return Person("you", TENANT)


def preferences_file(settings: Settings) -> PreferencesFile:
    """Return the file in which the person's settings are kept, for pages and terminals alike."""
    return PreferencesFile(settings.data_dir / "preferences.json")


def language_of(preferences: PreferencesFile) -> str:
    """Return the language in which the person is spoken to: as they chose, else as their system."""
    spoken = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    return preferences.read().language or closest(spoken)


def terminal_surface(
    desk: Desk, console: Console, settings: Settings, *, only: str | None = None
) -> TerminalSurface:
    """Return the terminal of this machine's person as a surface; it is not attached yet."""
    preferences = preferences_file(settings)
    return TerminalSurface(
        desk, local_person(), console, preferences, language=language_of(preferences), only=only
    )


@asynccontextmanager
async def asking_in(surface: TerminalSurface, desk: Desk, interaction: Interaction) -> AsyncIterator[None]:
    """Ask one interaction in a terminal, wherever else it is shown, for as long as the block lasts."""

    async def take_away() -> None:
        await desk.wait(interaction.id, asked_by=interaction.asked_by)
        await surface.close(await desk.look(interaction.id, by=interaction.asked_by))

    await desk.attach(surface)
    await surface.show(interaction)
    loop = asyncio.get_running_loop()
    tasks = [loop.create_task(surface.run()), loop.create_task(take_away())]
    try:
        yield
        with suppress(TimeoutError):
            await surface.quiet()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def page_of(settings: Settings, interaction_id: str) -> str:
    """Return the address of the page of one interaction."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}/choice/{interaction_id}"


async def serves_pages(settings: Settings) -> bool:
    """Tell whether the server of these settings answers now."""
    return await asyncio.to_thread(_answers, page_of(settings, "").removesuffix("/choice/") + "/healthz")


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as reply:  # noqa: S310 - our own, over HTTP
            return bool(reply.status == 200)  # noqa: PLR2004 - the code for all is well
    except (urllib.error.URLError, OSError, ValueError):
        return False
