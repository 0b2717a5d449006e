"""The person of this machine, their preferences, and the address of their pages."""

import asyncio

from choice.desk.people import Person
from choice.i18n import closest
from choice.local import LOCAL_TENANT, local_user
from choice.preferences import PreferencesFile
from choice.settings import Settings
from choice.terminal.text import system_language

_HEALTH_SECONDS = 1.0


def local_person() -> Person:
    """Return the user who runs this process."""
    return Person(local_user(), LOCAL_TENANT)


def preferences_file(settings: Settings) -> PreferencesFile:
    """Return the file with the person's preferences, shared by pages and terminals."""
    return PreferencesFile(settings.data_dir / "preferences.json")


def language_of(preferences: PreferencesFile) -> str:
    """Return the person's language: their preference, else that of the system."""
    return preferences.read().language or closest(system_language())


def page_of(settings: Settings, interaction_id: str) -> str:
    """Return the address of an interaction's page."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}/choice/{interaction_id}"


async def serves_pages(settings: Settings) -> bool:
    """Return whether the server of these settings answers now."""
    return await asyncio.to_thread(_is_healthy, page_of(settings, "").removesuffix("/choice/") + "/healthz")


def _is_healthy(address: str) -> bool:
    import urllib.error  # noqa: PLC0415 - a prompt in a terminal does without it
    import urllib.request  # noqa: PLC0415 - the same

    try:
        with urllib.request.urlopen(address, timeout=_HEALTH_SECONDS) as reply:  # noqa: S310 - our own, over HTTP
            return bool(reply.status == 200)  # noqa: PLR2004 - HTTP OK
    except (urllib.error.URLError, OSError, ValueError):
        return False
