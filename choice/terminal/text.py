"""Terminal files, escaping of text for a terminal, and the lines of the inbox."""

import codecs
import os
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import NamedTuple, TextIO

from choice.desk import Interaction, headline
from choice.plain_text import cut, plain, plain_line

NOTHING = "Nothing is open."
NO_CURSOR = {"dumb", "unknown", ""}
"""Values of TERM for terminals that cannot move their cursor."""
_TTY = Path("/dev/tty")
_DEFAULT_COLUMNS, _DEFAULT_ROWS = 80, 24
_MOST_TEXT, _MOST_AGENT = 100, 20
_SHORT_ID = 8
"""Characters of an id in a terminal; `answer` accepts such a prefix."""
_FEW_COLUMNS = 60
_TAB = 4
_PLAIN = {"↑↓": "Up/Down", "←": "Left", "…": "...", "·": "|", "–": "-", "—": "-"}
_PLAIN |= dict.fromkeys("“”", '"') | dict.fromkeys("‘’", "'")
"""ASCII replacements for signs that the terminal's encoding may lack."""
_ZERO_WIDTH = {"Mn", "Me", "Cf"}
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def safe_text(text: str, encoding: str = "utf-8") -> str:
    """Return a text without control characters except line feeds.

    Characters that the encoding lacks are written as escapes.
    """
    return _encodable(plain(text).expandtabs(_TAB), encoding)


def safe_line(text: str, encoding: str = "utf-8", limit: int | None = None) -> str:
    """Return a text for one line of a terminal, truncated to `limit` characters."""
    line = plain_line(text)
    return _encodable(line if limit is None else cut(line, limit), encoding)


def columns_of(text: str) -> int:
    """Return how many columns a terminal uses for a text."""
    return len(text) if text.isascii() else sum(map(_character_columns, text))


def wrapped(text: str, columns: int) -> str:
    """Wrap a text to a number of columns. Only words that are wider than a line are broken."""
    return "\n".join([line for whole in text.split("\n") for line in _wrapped_line(whole, columns)])


def fitted(line: str, columns: int, more: str = "…") -> str:
    """Truncate a line to a number of columns. A truncated line ends with `more`."""
    if columns_of(line) <= columns:
        return line
    head, _ = _broken(line, max(columns - columns_of(more), 1))
    return head.rstrip() + more


def _character_columns(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _wrapped_line(line: str, columns: int) -> list[str]:
    lines, current = [], ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and columns_of(longer) > columns:
            lines.append(current)
            longer = word
        while columns_of(longer) > columns:
            head, longer = _broken(longer, columns)
            lines.append(head)
        current = longer
    return [*lines, current]


def _broken(text: str, columns: int) -> tuple[str, str]:
    """Split a text after as many characters as fit, at least one."""
    width = 0
    for at, character in enumerate(text):
        width += _character_columns(character)
        if width > columns and at:
            return text[:at], text[at:]
    return text, ""


def _encodable(text: str, encoding: str) -> str:
    known = encoding if _is_known(encoding) else "ascii"
    if _fits(text, known):
        return text
    for sign, plain_form in _PLAIN.items():
        if not _fits(sign, known):
            text = text.replace(sign, plain_form)
    return text.encode(known, "backslashreplace").decode(known)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _is_known(encoding: str) -> bool:
    try:
        codecs.lookup(encoding)
    except LookupError:
        return False
    return True


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
    if variables.get("TERM", "dumb") in NO_CURSOR:
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


def inbox_line(one: Interaction, now: datetime) -> str:
    """Return id, remaining time, asker and headline for a program."""
    return f"{one.id}  {_left(one, now):>8}  {_agent(one)}  {safe_line(headline(one.form), limit=_MOST_TEXT)}"


def fitting_line(one: Interaction, now: datetime, columns: int) -> str:
    """Return the same line truncated to the width of a terminal. Narrow terminals omit the asker."""
    parts = [one.id[:_SHORT_ID], f"{_left(one, now):>8}"]
    parts += [_agent(one)] if columns >= _FEW_COLUMNS else []
    return fitted("  ".join([*parts, safe_line(headline(one.form))]), columns - 1)


def ended_line(one: Interaction, columns: int) -> str:
    """Return a line that says how an interaction ended, truncated to the width of a terminal."""
    line = f"{one.id[:_SHORT_ID]}  {one.state}  {safe_line(headline(one.form))}"
    return fitted(line, columns - 1)


def shown_lines(shown: Sequence[Interaction], now: datetime, columns: int | None) -> list[str]:
    """Return a line for each interaction; for programs if `columns` is None."""
    if columns is None:
        return [inbox_line(one, now) for one in shown]
    return [fitting_line(one, now, columns) for one in shown] or [NOTHING]


def fitting_lines(shown: Sequence[Interaction], now: datetime, columns: int, rows: int) -> list[str]:
    """Return as many lines as fit on the screen; the last one counts the rest."""
    if not shown:
        return [NOTHING]
    room = max(rows - 2, 1)
    lines = [fitting_line(one, now, columns) for one in shown[:room]]
    return lines if len(shown) <= room else [*lines[:-1], f"… {len(shown) - room + 1} more"]


def _left(one: Interaction, now: datetime) -> str:
    """Return the remaining time. It also runs while an interaction is queued and not shown yet."""
    left = format_seconds(one.remaining(now).total_seconds())
    return f"{left} queued" if one.queued else left


def _agent(one: Interaction) -> str:
    """Return the asker, marked as an agent: it chooses its own name."""
    return f"agent {safe_line(one.asked_by.agent, limit=_MOST_AGENT)}"


def format_seconds(seconds: float) -> str:
    """Return a duration as `4:59`, as `2:03:00` from one hour on, and in days from two days on."""
    whole = int(seconds + 0.999)
    if whole >= 2 * _DAY:
        return f"{whole // _DAY} d"
    hours, rest = divmod(whole, _HOUR)
    minutes, left = divmod(rest, _MINUTE)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
