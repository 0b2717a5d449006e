"""The socket of the shared server: nobody but its owner can reach it."""

import os
import secrets
import shutil
import socket
import tempfile
from pathlib import Path

_LONGEST_PATH = 100
"""What the address of a socket may have, on every system."""
_OWN_FOLDER = "choicewire-"


def listening(folder: Path) -> socket.socket:
    """Return a socket in a folder, or in one of its own where the path is too long for a socket."""
    name = f"resident-{secrets.token_hex(4)}.sock"
    if len(os.fsencode(folder / name)) > _LONGEST_PATH:
        folder = Path(tempfile.mkdtemp(prefix=_OWN_FOLDER))
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        listener.bind(str(folder / name))
    finally:
        os.umask(before)
    listener.listen(128)
    return listener


def remove_listener(address: str) -> None:
    """Remove what `listening` made."""
    path = Path(address)
    path.unlink(missing_ok=True)
    if path.parent.name.startswith(_OWN_FOLDER) and path.parent.parent == Path(tempfile.gettempdir()):
        shutil.rmtree(path.parent, ignore_errors=True)
