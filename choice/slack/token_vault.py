"""Encrypts the tokens of workspaces before they are written down."""

import os
import secrets
import stat
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from choice.errors import InvalidSetting

FILE = "slack_token_key"
_KEY = "CHOICE_SLACK_TOKEN_KEY"
_DATA_DIR = "CHOICE_DATA_DIR"


class TokenVault:
    """Seals and opens tokens with one key."""

    def __init__(self, key: str) -> None:
        try:
            self._fernet = Fernet(key)
        except ValueError as error:
            raise InvalidSetting(
                _KEY, "must be 32 bytes in URL-safe base64, as Fernet makes them."
            ) from error

    def sealed(self, token: str | None) -> str | None:
        """Return a token as it may be written down."""
        return None if token is None else self._fernet.encrypt(token.encode()).decode("ascii")

    def opened(self, sealed: str | None) -> str | None:
        """Return the token that was sealed; none where another key did it."""
        if sealed is None:
            return None
        try:
            return self._fernet.decrypt(sealed.encode()).decode()
        except InvalidToken:
            return None


def key_in(folder: Path) -> str:
    """Return the key kept in a folder; where there is none, make one that its owner alone can read.

    Raises:
        InvalidSetting: The file cannot be used, or others could read it.
    """
    path = folder / FILE
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make(path)
        if os.name == "posix" and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise InvalidSetting(_DATA_DIR, f"{path} can be read by others; chmod 600 {path}")
        return path.read_text("ascii").strip()
    except OSError as error:
        raise InvalidSetting(_DATA_DIR, f"{path} cannot be used ({error.strerror}).") from error


def _make(path: Path) -> None:
    """Put a whole file in place, or leave the one that somebody else was faster to put there."""
    draft = path.with_name(f"{FILE}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(Fernet.generate_key().decode("ascii"))
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()
