"""The settings of this installation, read from where it runs."""

import logging
import os
from pathlib import Path

from choice.errors import InvalidSetting
from choice.settings import Settings, read_env_file, read_settings

logger = logging.getLogger(__name__)


def environment_variables() -> dict[str, str]:
    """Return the variables of the environment, and those of `.env` here that it does not have.

    Raises:
        InvalidSetting: There is such a file, and it cannot be read.
    """
    file = Path(".env")
    try:
        from_file = read_env_file(file.read_text("utf-8")) if file.is_file() else {}
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise InvalidSetting(str(file.absolute()), f"cannot be read: {reason}.") from error
    return from_file | dict(os.environ)


def environment_settings() -> Settings:
    """Return the settings of the environment and of `.env` here; report names that mean nothing."""
    settings = read_settings(environment_variables(), Path.home())
    for name in settings.unknown:
        logger.warning("%s is no setting of choicewire; it was ignored.", name)
    return settings
