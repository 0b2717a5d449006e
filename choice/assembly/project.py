"""The project that a question belongs to: the folder in which it is asked."""

import os
from pathlib import Path


def project_name(folder: Path) -> str | None:
    """Return the name of a folder as it can be kept and shown: it may hold any byte but two."""
    name = folder.name
    if name.isascii() and name.isprintable():
        return name or None
    from choice.plain_text import plain_line  # noqa: PLC0415 - seldom needed, and clients wait for this

    return plain_line(os.fsencode(name).decode(errors="replace"))
