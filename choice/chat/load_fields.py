"""What each field of a row may hold: one reader for each, strict, with a rule for what it refuses."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NoReturn

from choice.chat.sources.findings import Kind
from choice.chat.sources.row_values import SEVERITIES
from choice.chat.sources.wanted_rows import ROLE
from choice.plain_text import plain, plain_line

MAX_ID, MAX_LINE, MAX_TEXT, MAX_ROLES = 100, 300, 4000, 50

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]*")
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})")
_MOST = 2**53
_SHOWN = 40

Reader = Callable[[object], object]


class Refused(ValueError):
    """A value breaks the rule of its field; the text is the rule."""


@dataclass(frozen=True, slots=True)
class Field:
    """How to read one field, and whether a row must have it."""

    read: Reader
    required: bool = True


def identifier(value: object) -> str:
    """Read an id: letters, digits and `. _ : -`."""
    text = _text(value, MAX_ID)
    if not _ID.fullmatch(text):
        _refuse(f"must be letters, digits and . _ : - only, not {_shown(text)}")
    return text


def line(value: object) -> str:
    """Read a text of one line."""
    return plain_line(_text(value, MAX_LINE))


def prose(value: object) -> str:
    """Read a text of any number of lines."""
    return plain(_text(value, MAX_TEXT))


def one_of(*allowed: str) -> Reader:
    """Return the reader of a field with few values."""

    def read(value: object) -> str:
        text = _text(value, MAX_LINE).strip().casefold().replace(" ", "_")
        if text not in allowed:
            _refuse(f"must be one of {', '.join(allowed)}, not {_shown(value)}")
        return text

    return read


def number(least: float, most: float) -> Reader:
    """Return the reader of a number within bounds."""

    def read(value: object) -> float:
        found = _number(value)
        if not least <= found <= most:
            _refuse(f"must be a number from {least:g} to {most:g}, not {_shown(value)}")
        return found

    return read


def count(value: object) -> int:
    """Read a whole number that is not negative."""
    found = _number(value)
    if not 0 <= found <= _MOST or found != int(found):
        _refuse(f"must be a whole number of at least 0, not {_shown(value)}")
    return int(found)


def day(value: object) -> date:
    """Read a day such as 2026-03-09."""
    text = _text(value, MAX_LINE).strip()
    try:
        return date.fromisoformat(text)
    except ValueError:
        _refuse(f"must be a day such as 2026-03-09, not {_shown(value)}")


def instant(value: object) -> datetime:
    """Read a moment such as 2026-03-09T14:30:00Z; without a zone it is UTC."""
    text = _text(value, MAX_LINE).strip()
    try:
        at = datetime.fromisoformat(text)
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        _refuse(f"must be a moment such as 2026-03-09T14:30:00Z, not {_shown(value)}")


def roles(value: object) -> frozenset[str]:
    """Read the roles that may see a row: a list, or one text with `;` between them."""
    if isinstance(value, str):
        value = [role.strip() for role in value.split(";") if role.strip()]
    if not isinstance(value, list) or len(value) > MAX_ROLES:
        _refuse(f"must be a list of at most {MAX_ROLES} roles")
    for role in value:
        if not isinstance(role, str) or not ROLE.fullmatch(role):
            _refuse(f"must be names of roles (letters, digits and . _ : @ / -), not {_shown(role)}")
    return frozenset(value)


def _refuse(rule: str) -> NoReturn:
    raise Refused(rule)


def _text(value: object, limit: int) -> str:
    if not isinstance(value, str):
        _refuse(f"must be text, not {_shown(value)}")
    if len(value) > limit:
        _refuse(f"must have at most {limit} characters, not {len(value)}")
    return value


def _number(value: object) -> float:
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value.strip()):
            _refuse(f"must be a number, not {_shown(value)}")
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        _refuse(f"must be a number, not {_shown(value)}")
    return float(value)


def _shown(value: object) -> str:
    written = repr(value)
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"


_SEVERITY = Field(one_of(*SEVERITIES))
_OPTIONAL_LINE = Field(line, required=False)
_OPTIONAL_PROSE = Field(prose, required=False)
_COMMON = {"id": Field(identifier), "visible_to": Field(roles, required=False)}

FIELDS: dict[Kind, Mapping[str, Field]] = {
    "signals": {
        **_COMMON,
        "title": Field(line),
        "department": Field(line),
        "severity": _SEVERITY,
        "impact_score": Field(number(0, 10)),
        "detected_on": Field(day),
        "affected": Field(count),
        "analysis": Field(prose),
        "risk": _OPTIONAL_PROSE,
        "action": _OPTIONAL_PROSE,
    },
    "incidents": {
        **_COMMON,
        "title": Field(line),
        "category": Field(line),
        "severity": _SEVERITY,
        "status": Field(one_of("resolved", "in_progress", "open")),
        "started_at": Field(instant),
        "resolved_at": Field(instant, required=False),
        "users_affected": Field(count),
        "root_cause": _OPTIONAL_PROSE,
        "resolution": _OPTIONAL_PROSE,
        "code": _OPTIONAL_PROSE,
        "code_language": _OPTIONAL_LINE,
    },
    "issues": {
        **_COMMON,
        "title": Field(line),
        "team": Field(line),
        "severity": _SEVERITY,
        "status": Field(one_of("open", "in_progress", "done")),
        "opened_at": Field(instant),
        "due_on": Field(day, required=False),
        "assignee": _OPTIONAL_LINE,
        "summary": _OPTIONAL_PROSE,
    },
    "metrics": {
        **_COMMON,
        "name": Field(line),
        "score": Field(number(-1e12, 1e12)),
        "previous": Field(number(-1e12, 1e12)),
        "measured_on": Field(day),
        "unit": _OPTIONAL_LINE,
        "note": _OPTIONAL_PROSE,
    },
}
