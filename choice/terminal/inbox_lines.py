"""Open interactions as lines of text: full ids for programs, fitted lines for a terminal."""

from collections.abc import Sequence
from datetime import datetime

from choice.desk.interaction import Interaction, headline
from choice.terminal.context import format_seconds
from choice.terminal.text import fitted, safe_line

NOTHING = "Nothing is open."
_TEXT, _AGENT = 100, 20
_SHORT_ID = 8
"""Characters of an id in a terminal; `answer` accepts such a prefix."""
_FEW_COLUMNS = 60


def inbox_line(one: Interaction, now: datetime) -> str:
    """Return id, remaining time, asker and headline for a program."""
    return f"{one.id}  {_left(one, now):>8}  {_agent(one)}  {safe_line(headline(one.form), limit=_TEXT)}"


def fitting_line(one: Interaction, now: datetime, columns: int) -> str:
    """Return the same for a terminal, cut to its width; narrow terminals omit the asker."""
    parts = [one.id[:_SHORT_ID], f"{_left(one, now):>8}"]
    parts += [_agent(one)] if columns >= _FEW_COLUMNS else []
    return fitted("  ".join([*parts, safe_line(headline(one.form))]), columns - 1)


def ended_line(one: Interaction, columns: int) -> str:
    """Return a fitted line on how an interaction ended."""
    said = f"{one.id[:_SHORT_ID]}  {one.state}  {safe_line(headline(one.form))}"
    return fitted(said, columns - 1)


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
    return safe_line(one.asked_by.agent, limit=_AGENT)
