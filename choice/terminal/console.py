"""Open the terminal of this process, even if standard input and output are redirected."""

import locale
import os
import termios
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TextIO

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.styles import Style

from choice.terminal.text import TtyFiles, tty_files

REFRESH_SECONDS = 0.5
"""Seconds between redraws of a prompt, which update its countdown."""
ESCAPE_SECONDS = 0.1
"""Seconds to wait after Escape for the rest of an escape sequence."""
STYLE = Style.from_dict(
    {
        "title": "bold",
        "pointed": "bold",
        "recommended": "ansigreen",
        "note": "italic",
        "hint": "",
        "problem": "bold ansired",
        "time": "ansicyan",
    }
)
_ASCII = {"ascii", "us-ascii", "ansi_x3.4-1968", "646"}
"""Names of ASCII on different systems."""


@dataclass(frozen=True, slots=True)
class Console:
    """Input and output of prompts. Standard output is reserved for the answer."""

    keys: Input
    screen: Output
    file: TextIO
    """Receives whole lines: the summary that stays on the screen."""
    has_colour: bool = True
    locale_encoding: str = "utf-8"
    """Encoding of the locale. Python may write UTF-8 even if the terminal cannot show it."""

    @property
    def encoding(self) -> str:
        """Encoding that the terminal can show."""
        written = self.screen.encoding() or "ascii"
        return self.locale_encoding if _is_utf(written) else written

    @property
    def is_unicode(self) -> bool:
        """Whether the terminal shows every character."""
        return _is_utf(self.encoding)

    @property
    def shows_more_than_ascii(self) -> bool:
        """Whether the terminal shows letters that ASCII lacks."""
        return self.encoding.lower() not in _ASCII

    @property
    def width(self) -> int:
        """Number of columns, at least 20."""
        return max(20, self.screen.get_size().columns)

    def drop_typed_ahead(self) -> None:
        """Discard keys that were pressed before the question was visible."""
        clear_typeahead(self.keys)
        try:
            termios.tcflush(self.keys.fileno(), termios.TCIFLUSH)
        except (termios.error, OSError, NotImplementedError):
            return  # Not a terminal, as in tests.

    def say(self, line: str) -> None:
        """Write one line that stays on the screen."""
        self.file.write(f"{line}\n")
        self.file.flush()


@contextmanager
def open_console(variables: Mapping[str, str] = os.environ) -> Iterator[Console | None]:
    """Open the terminal. Yields None without a terminal that can move its cursor."""
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
            # The reply to a cursor position request would be read as key presses.
            enable_cpr=False,
        )
        yield Console(create_input(files.read), screen, files.write, has_colour, locale.getencoding())


def bind_suspend(keys: KeyBindings) -> None:
    """Let Ctrl-Z suspend the command and restore the terminal; `fg` brings the prompt back."""

    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    keys.add("c-z")(suspend)


def _is_utf(encoding: str) -> bool:
    return encoding.lower().replace("-", "").startswith("utf")


def _size(files: TtyFiles) -> Size:
    columns, rows = files.size()
    return Size(rows=rows, columns=columns)
