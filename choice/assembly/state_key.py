"""The key that seals what clients carry for us between two rounds."""

import hashlib

from choice.chat.secret_file import secret_in
from choice.settings import Settings


def state_key(settings: Settings) -> bytes:
    """Return the key: the same after a restart."""
    return hashlib.sha256(f"mcp:{secret_in(settings.data_dir)}".encode()).digest()
