"""The terminal that a person sits at, found even where input and output are redirected."""

import locale
import os
import sys
import termios
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output

_TTY = Path("/dev/tty")
_ASCII = {"ascii", "us-ascii", "ansi_x3.4-1968", "646"}
"""What systems call it."""
_USUAL = Size(rows=24, columns=80)


@dataclass(frozen=True, slots=True)
class Console:
    """Where keys come from and where the prompt is drawn. Standard output stays free for the answer."""

    keys: Input
    screen: Output
    file: TextIO
    """Takes whole lines: the summary that stays."""
    has_colour: bool = True
    locale_encoding: str = "utf-8"
    """What the locale says; Python writes UTF-8 also where that is less."""

    @property
    def encoding(self) -> str:
        """What the terminal can show."""
        written = self.screen.encoding() or "ascii"
        return self.locale_encoding if _is_utf(written) else written

    @property
    def is_unicode(self) -> bool:
        """Whether the terminal shows every character."""
        return _is_utf(self.encoding)

    @property
    def shows_more_than_ascii(self) -> bool:
        """Whether there are letters of other languages than English."""
        return self.encoding.lower() not in _ASCII

    @property
    def width(self) -> int:
        """How many columns a line has."""
        return max(20, self.screen.get_size().columns)

    def drop_typed_ahead(self) -> None:
        """Forget keys that were typed before the question could be seen."""
        try:
            termios.tcflush(self.keys.fileno(), termios.TCIFLUSH)
        except (termios.error, OSError, NotImplementedError):
            return  # No terminal of the system, as in tests: there is nothing to forget.

    def say(self, line: str) -> None:
        """Write one line that stays."""
        self.file.write(f"{line}\n")
        self.file.flush()


@contextmanager
def open_console(variables: Mapping[str, str] = os.environ) -> Iterator[Console | None]:
    """Find the terminal; None where there is none, or one that cannot move its cursor."""
    with ExitStack() as stack:
        read, write = _files(stack)
        if read is None or write is None or variables.get("TERM", "dumb") in {"dumb", "unknown", ""}:
            yield None
            return
        has_colour = not variables.get("NO_COLOR")
        depth = None if has_colour else ColorDepth.DEPTH_1_BIT
        screen = Vt100_Output(
            write,
            lambda: _size(write),
            term=variables.get("TERM"),
            default_color_depth=depth,
            enable_bell=False,
            # A terminal that is asked where its cursor is replies as if keys were pressed.
            enable_cpr=False,
        )
        yield Console(create_input(read), screen, write, has_colour, locale.getencoding())


def _files(stack: ExitStack) -> tuple[TextIO | None, TextIO | None]:
    """Return the standard streams where they are a terminal, the terminal itself where they are not."""
    read = sys.stdin if _is_terminal(sys.stdin) else None
    write = next((file for file in (sys.stderr, sys.stdout) if _is_terminal(file)), None)
    try:
        if read is None:
            read = stack.enter_context(_TTY.open(encoding="utf-8"))
        if write is None:
            write = stack.enter_context(_TTY.open("w", encoding="utf-8"))
    except OSError:
        return None, None  # No terminal controls this process.
    return read, write


def _is_utf(encoding: str) -> bool:
    return encoding.lower().replace("-", "").startswith("utf")


def _size(file: TextIO) -> Size:
    try:
        columns, rows = os.get_terminal_size(file.fileno())
    except OSError:
        columns, rows = 0, 0
    return Size(rows=rows or _USUAL.rows, columns=columns or _USUAL.columns)


def _is_terminal(file: TextIO | None) -> bool:
    try:
        return file is not None and file.isatty()
    except ValueError:
        return False  # It was closed.
