"""The person of this machine, their settings, and the address of their pages."""

import asyncio
import urllib.error
import urllib.request

from choice.catalogues.catalogue import closest
from choice.desk.people import Person
from choice.local import LOCAL_TENANT, local_user
from choice.preferences import PreferencesFile
from choice.settings import Settings
from choice.terminal.tty_files import spoken_here

_SECONDS = 1.0


def local_person() -> Person:
    """Return whoever runs this program."""
    return Person(local_user(), LOCAL_TENANT)


def preferences_file(settings: Settings) -> PreferencesFile:
    """Return the file in which the person's settings are kept, for pages and terminals alike."""
    return PreferencesFile(settings.data_dir / "preferences.json")


def language_of(preferences: PreferencesFile, spoken: str | None = None) -> str:
    """Return the language in which the person is spoken to: as they chose, else as their system."""
    return preferences.read().language or closest(spoken_here() if spoken is None else spoken)


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
