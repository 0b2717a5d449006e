"""The terminal of this process while another one draws on it: its modes, its keys, its size.

The standard library alone is used: what is drawn is made where the toolkit is loaded already.
"""

import locale
import os
import signal
import termios
from collections.abc import Mapping
from typing import Any

from choice.terminal.tty_files import TtyFiles, spoken_here

_MOST_KEYS = 4096
_INPUT, _LOCAL, _CHARACTERS = 0, 3, 6
"""Places in what `termios` returns."""
_TRANSLATED = termios.IXON | termios.IXOFF | termios.ICRNL | termios.INLCR | termios.IGNCR
_COOKED = termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG

_BROKEN_OFF = "\x1b[0m\x1b[?25h\x1b[?2004l\r\n\x1b[J"
"""Usual colours, the cursor, pasting as usual, a new line, and nothing of the prompt behind that."""


class LentTerminal:
    """A terminal that is as it was until something is drawn on it, and again when it is given back.

    `typed` is what its person has typed and not sent, for whoever draws next if this one dies.
    """

    def __init__(self, files: TtyFiles, typed: dict[str, str]) -> None:
        self._files = files
        self._before: list[Any] | None = None
        self.typed = typed

    @property
    def is_in_use(self) -> bool:
        """Whether keys are for whoever draws."""
        return self._before is not None

    @property
    def size(self) -> tuple[int, int]:
        """How many columns and rows it has."""
        return self._files.size()

    def about(self, variables: Mapping[str, str] = os.environ) -> dict[str, Any]:
        """Return what whoever draws must know."""
        return {
            "size": self.size,
            "typed": self.typed,
            "term": variables["TERM"],
            "has_colour": not variables.get("NO_COLOR"),
            "encoding": self._files.write.encoding,
            "key_encoding": self._files.read.encoding,
            "locale_encoding": locale.getencoding(),
            "spoken": spoken_here(variables),
        }

    def fileno(self) -> int:
        """Return the file that says when a key was pressed."""
        return self._files.read.fileno()

    def keys(self) -> bytes:
        """Return what was typed; nothing where the terminal is gone."""
        try:
            return os.read(self.fileno(), _MOST_KEYS)
        except OSError:
            return b""

    def draw(self, text: str) -> None:
        """Show what was drawn. From the first time on every key is for whoever draws."""
        if not self.is_in_use:
            # Keys that were typed before the question could be seen are not meant for it.
            termios.tcflush(self.fileno(), termios.TCIFLUSH)
            self.take()
        data = text.encode(self._files.write.encoding, "replace")
        while data:
            data = data[os.write(self._files.write.fileno(), data) :]

    def take(self) -> None:
        """Let keys come one by one, none of them with a meaning of its own."""
        self._before = self._before or termios.tcgetattr(self.fileno())
        modes = termios.tcgetattr(self.fileno())
        modes[_INPUT] &= ~_TRANSLATED
        modes[_LOCAL] &= ~_COOKED
        modes[_CHARACTERS][termios.VMIN] = 1
        termios.tcsetattr(self.fileno(), termios.TCSANOW, modes)

    def give_back(self) -> None:
        """Leave the terminal as it was."""
        if self._before is not None:
            termios.tcsetattr(self.fileno(), termios.TCSADRAIN, self._before)
        self._before = None

    def break_off(self) -> None:
        """Leave the terminal as it was although a prompt still stands there."""
        if self.is_in_use:
            self.draw(_BROKEN_OFF)
        self.give_back()

    def put_aside(self) -> None:
        """Stop this job with the terminal as it was; return when the shell goes on with it."""
        self.give_back()
        os.kill(0, signal.SIGTSTP)
        self.take()
