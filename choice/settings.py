"""How this installation runs, read from variables that somebody else fetched."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from choice.errors import InvalidSetting

KNOWN = frozenset(
    {
        "CHOICE_DATABASE_URL",
        "CHOICE_REDIS_URL",
        "CHOICE_HOST",
        "CHOICE_PORT",
        "CHOICE_JWT_SECRET",
        "CHOICE_JWT_PUBLIC_KEY",
        "CHOICE_JWT_ISSUER",
        "CHOICE_JWT_AUDIENCE",
        "CHOICE_MODEL",
        "CHOICE_DATA_DIR",
        "CHOICE_LOG_FORMAT",
        "CHOICE_MAX_OPEN",
        "CHOICE_RETENTION_DAYS",
    }
)
"""Every name that starts with CHOICE_ and means something."""

MOST_OPEN = 5

_PREFIX = "CHOICE_"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the desk."""

    database_url: str
    most_open: int = MOST_OPEN
    """How many questions of one agent a person may have open."""
    retention_days: int | None = None
    """After how many days the decision log is purged; never, if not set."""
    unknown: tuple[str, ...] = ()
    """Names that look like settings and are none."""


def read_settings(variables: Mapping[str, str], home: Path) -> Settings:
    """Return the settings that variables give.

    Raises:
        InvalidSetting: One of them cannot be used.
    """
    data_dir = (
        Path(variables["CHOICE_DATA_DIR"]) if variables.get("CHOICE_DATA_DIR") else _data_dir(variables, home)
    )
    return Settings(
        database_url=variables.get("CHOICE_DATABASE_URL") or f"sqlite:///{data_dir / 'desk.db'}",
        most_open=_whole(variables, "CHOICE_MAX_OPEN") or MOST_OPEN,
        retention_days=_whole(variables, "CHOICE_RETENTION_DAYS"),
        unknown=tuple(sorted([name for name in variables if name.startswith(_PREFIX) and name not in KNOWN])),
    )


def read_env_file(text: str) -> dict[str, str]:
    """Return the variables of a `.env` file: lines of NAME=value, the value perhaps in quotes."""
    variables: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            variables[name.strip()] = _unquoted(value.strip())
    return variables


def _unquoted(value: str) -> str:
    for quote in ("'", '"'):
        if len(value) > 1 and value.startswith(quote) and value.endswith(quote):
            return value[1:-1]
    return value


def _whole(variables: Mapping[str, str], name: str) -> int | None:
    given = variables.get(name)
    if not given:
        return None
    if not given.isascii() or not given.isdigit() or int(given) < 1:
        raise InvalidSetting(name, f"must be a whole number of at least 1, not {given!r}.")
    return int(given)


def _data_dir(variables: Mapping[str, str], home: Path) -> Path:
    """Return where this system's programs keep the data of their users."""
    if sys.platform == "win32":
        return Path(variables.get("LOCALAPPDATA") or home / "AppData" / "Local") / "choicewire"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "choicewire"
    return Path(variables.get("XDG_DATA_HOME") or home / ".local" / "share") / "choicewire"
