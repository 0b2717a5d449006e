"""Parsers and validation rules for the fields of rows in files."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import NoReturn

from choice.plain_text import plain, plain_line
from choice.sources.protocol import Kind
from choice.sources.schema import ROLE, SEVERITIES

MAX_ID, MAX_LINE, MAX_TEXT, MAX_ROLES = 100, 300, 4000, 50

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]*")
_NUMBER = re.compile(r"[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})")
_MAX_COUNT = 2**53
_MAX_REPR = 40
_ISO_DAY = len("2026-03-09")

Parser = Callable[[object], object]


class InvalidValue(ValueError):
    """A value is invalid for its field. The message states the rule."""


@dataclass(frozen=True, slots=True)
class Field:
    """The parser of a field, and whether the field is required."""

    parse: Parser
    required: bool = True


def identifier(value: object) -> str:
    """Parse an id: letters, digits and `. _ : -`."""
    text = _text(value, MAX_ID)
    if not _ID.fullmatch(text):
        _reject(f"must contain only letters, digits and . _ : -, not {_short_repr(text)}")
    return text


def line(value: object) -> str:
    """Parse a text and return it as one line."""
    return plain_line(_text(value, MAX_LINE))


def prose(value: object) -> str:
    """Parse a text that may have several lines."""
    return plain(_text(value, MAX_TEXT))


def one_of(*allowed: str) -> Parser:
    """Return a parser that accepts only these values, in any case."""

    def parse(value: object) -> str:
        text = _text(value, MAX_LINE).strip().casefold().replace(" ", "_")
        if text not in allowed:
            _reject(f"must be one of {', '.join(allowed)}, not {_short_repr(value)}")
        return text

    return parse


def number(minimum: float, maximum: float) -> Parser:
    """Return a parser for numbers from `minimum` to `maximum`."""

    def parse(value: object) -> float:
        parsed = _number(value)
        if not minimum <= parsed <= maximum:
            _reject(f"must be a number from {minimum:g} to {maximum:g}, not {_short_repr(value)}")
        return parsed

    return parse


def count(value: object) -> int:
    """Parse a non-negative integer."""
    parsed = _number(value)
    if not 0 <= parsed <= _MAX_COUNT or parsed != int(parsed):
        _reject(f"must be a whole number of at least 0, not {_short_repr(value)}")
    return int(parsed)


def day(value: object) -> date:
    """Parse a day such as 2026-03-09, or the day of a timestamp."""
    text = _text(value, MAX_LINE).strip()
    try:
        return date.fromisoformat(text) if len(text) <= _ISO_DAY else datetime.fromisoformat(text).date()
    except ValueError:
        _reject(f"must be a day such as 2026-03-09, not {_short_repr(value)}")


def instant(value: object) -> datetime:
    """Parse a timestamp such as 2026-03-09T14:30:00Z; without a time zone it is UTC."""
    text = _text(value, MAX_LINE).strip()
    try:
        at = datetime.fromisoformat(text)
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        _reject(f"must be a timestamp such as 2026-03-09T14:30:00Z, not {_short_repr(value)}")


def roles(value: object) -> frozenset[str]:
    """Parse the roles that may see a row: a list, or a text with roles separated by `;`."""
    if isinstance(value, str):
        value = [role.strip() for role in value.split(";") if role.strip()]
    if not isinstance(value, list) or len(value) > MAX_ROLES:
        _reject(f"must be a list of at most {MAX_ROLES} roles")
    for role in value:
        if not isinstance(role, str) or not ROLE.fullmatch(role):
            _reject(
                "must contain only names of roles (letters, digits, spaces and . _ : @ / + & -), "
                f"not {_short_repr(role)}"
            )
    return frozenset(value)


def _reject(rule: str) -> NoReturn:
    raise InvalidValue(rule)


def _text(value: object, limit: int) -> str:
    if not isinstance(value, str):
        _reject(f"must be text, not {_short_repr(value)}")
    if len(value) > limit:
        _reject(f"must have at most {limit} characters, not {len(value)}")
    return value


def _number(value: object) -> float:
    if isinstance(value, str):
        if not _NUMBER.fullmatch(value.strip()):
            _reject(f"must be a number, not {_short_repr(value)}")
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        _reject(f"must be a number, not {_short_repr(value)}")
    return float(value)


def _short_repr(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _MAX_REPR else f"{text[:_MAX_REPR]}…"


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
        # Other systems keep resolved signals in the same table. The status is checked but not stored.
        "status": Field(one_of("active"), required=False),
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

ALIASES: dict[Kind, Mapping[str, str]] = {
    "signals": {
        "detected_date": "detected_on",
        "detected_at": "detected_on",
        "impact": "impact_score",
        "team": "department",
        "affected_count": "affected",
        "description": "analysis",
        "recommendation": "action",
    },
    "incidents": {"created_at": "started_at", "affected_users": "users_affected", "type": "category"},
    "issues": {
        "created_at": "opened_at",
        "due_date": "due_on",
        "owner": "assignee",
        "department": "team",
        "description": "summary",
    },
    "metrics": {
        "measured_at": "measured_on",
        "measured_date": "measured_on",
        "value": "score",
        "previous_score": "previous",
        "previous_value": "previous",
    },
}
"""Other names of fields, as they are common in tables of other systems."""
