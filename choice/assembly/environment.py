"""Settings and other information from the process environment. Imports neither pydantic nor a framework."""

import logging
import os
import sys
from pathlib import Path

from choice.errors import InvalidSetting
from choice.plain_text import plain_line
from choice.settings import Settings, read_env_file, read_settings, settings_file

logger = logging.getLogger(__name__)


def environment_variables() -> dict[str, str]:
    """Return the environment variables, with those of the user's settings file as defaults.

    The working directory is never searched: it may belong to another person, such as a cloned repository.

    Raises:
        InvalidSetting: The file exists and cannot be read.
    """
    file = settings_file(os.environ, Path.home())
    return (_read(file) if file.is_file() else {}) | dict(os.environ)


def load_env_file(file: Path) -> None:
    """Add the variables of a file to the environment. Variables that are set already are kept.

    Raises:
        InvalidSetting: The file cannot be read.
    """
    for name, value in _read(file).items():
        os.environ.setdefault(name, value)


def _read(file: Path) -> dict[str, str]:
    try:
        return read_env_file(file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidSetting(str(file.absolute()), f"cannot be read: {reason}.") from error


def environment_settings() -> Settings:
    """Return the settings of the environment and of the user's settings file; log unknown names."""
    settings = read_settings(environment_variables(), Path.home())
    for name in settings.unknown:
        logger.warning("Ignoring unknown setting %s.", name)
    return settings


def project_name(folder: Path) -> str | None:
    """Return the name of a directory for display. Bytes that are not UTF-8 are replaced."""
    name = folder.name
    if name.isascii() and name.isprintable():
        return name or None
    return plain_line(os.fsencode(name).decode(errors="replace"))


def has_display() -> bool:
    """Return whether a browser window would be visible: not over SSH, not in CI, only with a display."""
    if os.environ.get("SSH_CONNECTION") or os.environ.get("CI"):
        return False
    has_display = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return sys.platform in {"darwin", "win32"} or has_display


def open_in_browser(address: str) -> None:
    """Open a page in the user's browser."""
    import webbrowser  # noqa: PLC0415 - slow to import and rarely needed

    webbrowser.open(address)
