"""What is open, a line each: whole ids for programs, lines that fit for people at a terminal."""

from collections.abc import Sequence
from datetime import datetime

from choice.desk.headline import headline
from choice.desk.interaction import Interaction
from choice.terminal.safe_text import safe_line
from choice.terminal.situation import clock_face
from choice.terminal.wrapping import fitted

NOTHING = "Nothing is open."
_TEXT, _AGENT = 100, 20
_SHORT_ID = 8
"""So many letters of an id are enough for `answer`."""
_FEW_COLUMNS = 60


def inbox_line(one: Interaction, now: datetime) -> str:
    """Return id, time left, who asks and what, for a program to read."""
    return f"{one.id}  {_left(one, now):>8}  {_agent(one)}  {safe_line(headline(one.form), limit=_TEXT)}"


def fitting_line(one: Interaction, now: datetime, columns: int) -> str:
    """Return the same for a person: it fits into one line, and on a narrow one who asks is left out."""
    parts = [one.id[:_SHORT_ID], f"{_left(one, now):>8}"]
    parts += [_agent(one)] if columns >= _FEW_COLUMNS else []
    return fitted("  ".join([*parts, safe_line(headline(one.form))]), columns - 1)


def ended_line(one: Interaction, columns: int) -> str:
    """Return that a question has ended, and how, for a person."""
    said = f"{one.id[:_SHORT_ID]}  {one.state}  {safe_line(headline(one.form))}"
    return fitted(said, columns - 1)


def shown_lines(shown: Sequence[Interaction], now: datetime, columns: int | None) -> list[str]:
    """Return a line for each; without columns they are for a program."""
    if columns is None:
        return [inbox_line(one, now) for one in shown]
    return [fitting_line(one, now, columns) for one in shown] or [NOTHING]


def fitting_lines(shown: Sequence[Interaction], now: datetime, columns: int, rows: int) -> list[str]:
    """Return the lines that a screen has room for; the last says how many more there are."""
    if not shown:
        return [NOTHING]
    room = max(rows - 2, 1)
    lines = [fitting_line(one, now, columns) for one in shown[:room]]
    return lines if len(shown) <= room else [*lines[:-1], f"… {len(shown) - room + 1} more"]


def _left(one: Interaction, now: datetime) -> str:
    """Return the time that is left; in the queue it runs as well, but nobody sees the question yet."""
    left = clock_face(one.remaining(now).total_seconds())
    return f"{left} queued" if one.queued else left


def _agent(one: Interaction) -> str:
    return safe_line(one.asked_by.agent, limit=_AGENT)
