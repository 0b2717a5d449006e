"""The file with the secret that signs tokens: made once, readable by its owner alone."""

import os
import secrets
import stat
from pathlib import Path

from choice.errors import InvalidSetting

NAME = "jwt_secret"

_DATA_DIR = "CHOICE_DATA_DIR"
_MOST_BYTES = 4096
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def secret_in(folder: Path) -> str:
    """Return the secret kept in a folder; where there is none, make one of 256 bits.

    However many processes start at once, all get the same one.

    Raises:
        InvalidSetting: The folder cannot be used, or others could read the file.
    """
    path = folder / NAME
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
        return _read(path)
    except OSError as error:
        raise InvalidSetting(_DATA_DIR, f"{path} cannot be used ({error.strerror}).") from error


def _make(path: Path) -> None:
    """Put a whole file in place, or leave the one that somebody else was faster to put there."""
    draft = path.with_name(f"{NAME}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _read(path: Path) -> str:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if os.name == "posix":
            _check_owner(path, found)
        return file.read(_MOST_BYTES).decode("utf-8", "replace").strip()


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid != os.geteuid():
        raise InvalidSetting(_DATA_DIR, f"{path} belongs to another user; remove it.")
    if not stat.S_ISREG(found.st_mode) or found.st_mode & _OTHERS:
        raise InvalidSetting(_DATA_DIR, f"{path} can be read by others; remove it, or: chmod 600 {path}")
