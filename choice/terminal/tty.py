"""The terminal's files and the user's language, with the standard library only: no extra is needed."""

import os
import sys
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, TextIO

_TTY = Path("/dev/tty")
_NO_CURSOR = {"dumb", "unknown", ""}
_DEFAULT_COLUMNS, _DEFAULT_ROWS = 80, 24


class TtyFiles(NamedTuple):
    """Where keys are read and prompts are drawn."""

    read: TextIO
    write: TextIO

    def size(self) -> tuple[int, int]:
        """Return columns and rows; 80 and 24 where the terminal does not report them."""
        try:
            columns, rows = os.get_terminal_size(self.write.fileno())
        except OSError:
            columns, rows = 0, 0
        return columns or _DEFAULT_COLUMNS, rows or _DEFAULT_ROWS


def has_tty() -> bool:
    """Return whether this process has a terminal that can show a prompt."""
    with ExitStack() as stack:
        return tty_files(stack) is not None


def tty_files(stack: ExitStack, variables: Mapping[str, str] = os.environ) -> TtyFiles | None:
    """Return the standard streams where they are a terminal, and `/dev/tty` where they are redirected.

    Returns None where there is no terminal, or it cannot move its cursor.
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
        return None  # This process has no controlling terminal.
    return TtyFiles(read, write)


def system_language(variables: Mapping[str, str] = os.environ) -> str:
    """Return the locale of the environment, such as `ko_KR.UTF-8`, or an empty string."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((variables[name] for name in names if variables.get(name)), "")


def _is_terminal(file: TextIO | None) -> bool:
    try:
        return file is not None and file.isatty()
    except ValueError:
        return False  # The file is closed.
