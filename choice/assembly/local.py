"""The local user: preferences, page addresses and terminal."""

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING

from choice.desk import Desk, Interaction, Person, Principal
from choice.errors import ChoiceError, MissingExtra
from choice.i18n import closest
from choice.local import LOCAL_TENANT, local_user
from choice.models import Outcome
from choice.preferences import PreferencesFile
from choice.settings import Settings
from choice.terminal.text import system_language

if TYPE_CHECKING:
    from choice.terminal.surface import TerminalSurface

_HEALTH_SECONDS = 1.0
_LONGEST_HEALTH = 4096
_TERMINAL = "A prompt in a terminal"


class NoTerminal(ChoiceError):
    """The question cannot be asked, because this process has no terminal."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"No terminal is available. Pass the answer: choicewire answer {interaction_id} CHOICE"
        )


class TerminalClosed(ChoiceError):
    """The terminal was closed while a prompt was open."""

    def __init__(self, interaction_id: str) -> None:
        super().__init__(
            f"The terminal was closed. The question stays open: choicewire answer {interaction_id}"
        )


def local_principal() -> Principal:
    """Return the user who runs this process as a caller, who needs no token."""
    return Principal(local_user(), LOCAL_TENANT, frozenset({"member", "analyst"}))


def local_person() -> Person:
    """Return the user who runs this process."""
    return Person(local_user(), LOCAL_TENANT)


def preferences_file(settings: Settings) -> PreferencesFile:
    """Return the file with the person's preferences, shared by pages and terminals."""
    return PreferencesFile(settings.data_dir / "preferences.json")


def language_of(preferences: PreferencesFile) -> str:
    """Return the person's preferred language or, if none is set, the language of the system."""
    return preferences.read().language or closest(system_language())


def interaction_url(settings: Settings, interaction_id: str) -> str:
    """Return the URL of an interaction's page."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}/choice/{interaction_id}"


def desk_name(settings: Settings) -> str:
    """Return a name of the desk that is different for other data directories, users and databases."""
    from choice.auth import secret_in  # noqa: PLC0415 - slow to import

    named = f"desk:{secret_in(settings.data_dir)}:{settings.database_url}"
    return hashlib.sha256(named.encode()).hexdigest()[:16]


async def is_server_running(settings: Settings) -> bool:
    """Return whether a server at the address of these settings serves the desk of these settings."""
    return await asyncio.to_thread(_serves_desk, settings)


def _serves_desk(settings: Settings) -> bool:
    connection = HTTPConnection(settings.host, settings.port, timeout=_HEALTH_SECONDS)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        health = json.loads(response.read(_LONGEST_HEALTH))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return (
        response.status == HTTPStatus.OK
        and isinstance(health, dict)
        and health.get("desk") == desk_name(settings)
    )


@contextmanager
def terminal_surface(
    desk: Desk, settings: Settings, drafts: dict[str, str] | None = None
) -> Iterator["TerminalSurface | None"]:
    """Yield an unattached surface for the terminal, or None if this process has no terminal.

    Raises:
        MissingExtra: The packages of the extra `terminal` are not installed.
    """
    try:
        from choice.terminal.surface import open_terminal  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_TERMINAL, extra="terminal") from error
    preferences = preferences_file(settings)
    with open_terminal(desk, local_person(), preferences, language_of(preferences), drafts) as surface:
        yield surface


async def ask_in_this_terminal(
    desk: Desk, interaction: Interaction, settings: Settings, drafts: dict[str, str] | None = None
) -> Outcome:
    """Show one interaction in the terminal of this process and return its outcome.

    `drafts` collects the text that the person types, by field.

    Raises:
        NoTerminal: This process has no terminal.
        MissingExtra: The packages of the extra `terminal` are not installed.
        StoreError: The answer could not be stored.
        TerminalClosed: The terminal was closed. The interaction stays open.
    """
    with terminal_surface(desk, settings, drafts) as surface:
        if surface is None:
            raise NoTerminal(interaction.id)
        return await ask_in_terminal(desk, interaction, surface)


async def ask_in_terminal(desk: Desk, interaction: Interaction, surface: "TerminalSurface") -> Outcome:
    """Show one interaction in a terminal and return its outcome, even if it is answered elsewhere.

    Raises:
        StoreError: The answer could not be stored.
        TerminalClosed: The terminal was closed. The interaction stays open.
    """
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


@asynccontextmanager
async def asking_in_terminal(desk: Desk, settings: Settings) -> AsyncIterator[None]:
    """Prompt for all open interactions in the terminal of this process, if it has one.

    Raises:
        MissingExtra: The packages of the extra `terminal` are not installed.
    """
    with terminal_surface(desk, settings) as surface:
        if surface is None:
            yield
            return
        await desk.attach(surface)
        asking = asyncio.get_running_loop().create_task(surface.run())
        try:
            yield
        finally:
            asking.cancel()
            await asyncio.wait([asking])
