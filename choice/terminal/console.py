"""The terminal that a person sits at, found even where input and output are redirected."""

import locale
import os
import termios
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TextIO

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output

from choice.terminal.tty_files import TtyFiles, tty_files

_ASCII = {"ascii", "us-ascii", "ansi_x3.4-1968", "646"}
"""What systems call it."""


class Elsewhere(Protocol):
    """Whoever knows a terminal that another process holds."""

    def will_show(self, application: Application[Any]) -> None:
        """Learn what is drawn from now on, and draws itself anew when the size changes."""
        ...

    async def put_aside(self) -> None:
        """Give the terminal back to its shell; return when the person comes back."""
        ...


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
    elsewhere: Elsewhere | None = None
    """Where the terminal is, if it is not that of this process."""

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
        clear_typeahead(self.keys)
        try:
            termios.tcflush(self.keys.fileno(), termios.TCIFLUSH)
        except (termios.error, OSError, NotImplementedError):
            return  # No terminal of this process: whoever holds it forgets.

    def say(self, line: str) -> None:
        """Write one line that stays."""
        self.file.write(f"{line}\n")
        self.file.flush()


@contextmanager
def open_console(variables: Mapping[str, str] = os.environ) -> Iterator[Console | None]:
    """Find the terminal; None where there is none, or one that cannot move its cursor."""
    with ExitStack() as stack:
        files = tty_files(stack, variables)
        if files is None:
            yield None
            return
        has_colour = not variables.get("NO_COLOR")
        depth = None if has_colour else ColorDepth.DEPTH_1_BIT
        screen = Vt100_Output(
            files.write,
            lambda: _size(files),
            term=variables.get("TERM"),
            default_color_depth=depth,
            enable_bell=False,
            # A terminal that is asked where its cursor is replies as if keys were pressed.
            enable_cpr=False,
        )
        yield Console(create_input(files.read), screen, files.write, has_colour, locale.getencoding())


def _is_utf(encoding: str) -> bool:
    return encoding.lower().replace("-", "").startswith("utf")


def _size(files: TtyFiles) -> Size:
    columns, rows = files.size()
    return Size(rows=rows, columns=columns)
