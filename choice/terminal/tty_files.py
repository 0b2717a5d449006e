"""The files of the terminal that a person sits at, found even where input and output are redirected.

The standard library alone is used: commands that lend their terminal to another process look here first.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TextIO

_TTY = Path("/dev/tty")
_NO_CURSOR = {"dumb", "unknown", ""}
USUAL_COLUMNS, USUAL_ROWS = 80, 24


class TtyFiles(NamedTuple):
    """Where keys come from and where a prompt is drawn."""

    read: TextIO
    write: TextIO

    def size(self) -> tuple[int, int]:
        """Return how many columns and rows the terminal has; the usual ones where it does not say."""
        try:
            columns, rows = os.get_terminal_size(self.write.fileno())
        except OSError:
            columns, rows = 0, 0
        return columns or USUAL_COLUMNS, rows or USUAL_ROWS


def tty_files(stack: ExitStack, variables: Mapping[str, str] = os.environ) -> TtyFiles | None:
    """Return the standard streams where they are a terminal, the terminal itself where they are not.

    None where there is no terminal, or one that cannot move its cursor.
    """
    if variables.get("TERM", "dumb") in _NO_CURSOR:
        return None
    read = sys.stdin if _is_terminal(sys.stdin) else None
    write = next((file for file in (sys.stderr, sys.stdout) if _is_terminal(file)), None)
    try:
        if read is None:
            read = stack.enter_context(_TTY.open(encoding="utf-8"))
        if write is None:
            write = stack.enter_context(_TTY.open("w", encoding="utf-8"))
    except OSError:
        return None  # No terminal controls this process.
    return TtyFiles(read, write)


def spoken_here(variables: Mapping[str, str] = os.environ) -> str:
    """Return what the system says of the person's language."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((variables[name] for name in names if variables.get(name)), "")


def _is_terminal(file: TextIO | None) -> bool:
    try:
        return file is not None and file.isatty()
    except ValueError:
        return False  # It was closed.
