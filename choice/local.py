"""The tenant and user for local use without authentication, and the command that started this process."""

import getpass
import os
import shutil
import sys
from pathlib import Path

LOCAL_TENANT = "local"
"""The tenant of interactions that are asked and answered without a token."""


def own_command() -> str:
    """Return the command as a person types it here: the name if it is on the PATH, else its relative path."""
    started = Path(sys.argv[0])
    name = started.name if started.name.startswith("choicewire") else "choicewire"
    found = shutil.which(name)
    if found is not None and (not started.is_file() or Path(found).samefile(started)):
        return name
    beside = Path(sys.executable).with_name(name)
    if not beside.is_file():
        return name
    path = os.path.relpath(beside)
    return str(beside) if path.startswith("..") else path


def local_user() -> str:
    """Return the name of the operating system user, or `you` if it is unknown."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "you"
