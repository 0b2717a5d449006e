"""Reads files of rows: all of a file or nothing, and every mistake with its line and field."""

import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Literal, NamedTuple, NoReturn

from typing_extensions import override

from choice.errors import ChoiceError
from choice.plain_text import plain, plain_line
from choice.sources.protocol import Incident, Kind
from choice.sources.schema import ROW_CLASSES, SEVERITIES
from choice.sources.sql import ROLE, NewRow

_BOM = b"\xef\xbb\xbf"
_DELIMITERS = (",", ";", "\t")


class Unreadable(ValueError):
    """From this line on a file cannot be read."""

    def __init__(self, line: int, rule: str, field: str | None = None) -> None:
        super().__init__(rule)
        self.line = line
        self.rule = rule
        self.field = field


def csv_records(
    data: bytes, known: Collection[str], required: Sequence[str]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the records of a CSV file, whose first line names the columns.

    Raises:
        Unreadable: The columns are wrong, or a line has not as many fields as there are columns.
    """
    text = _decoded(data)
    head = text.partition("\n")[0]
    delimiter = next((mark for mark in _DELIMITERS if mark in head), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        columns = [name.strip() for name in next(reader, [])]
        _check_columns(columns, known, required)
        begins = reader.line_num + 1
        for fields in reader:
            if fields:
                if len(fields) != len(columns):
                    raise Unreadable(begins, f"has {len(fields)} fields, the first line names {len(columns)}")
                yield begins, dict(zip(columns, fields, strict=True))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise Unreadable(begins, f"is no CSV ({error})") from error


def json_records(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the records of a file with one JSON object on each line.

    Raises:
        Unreadable: A line is no JSON object.
    """
    for line, text in enumerate(_decoded(data).split("\n"), start=1):
        if text and not text.isspace():
            yield line, _object(line, text)


def _object(line: int, text: str) -> dict[str, Any]:
    def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            name = Counter([name for name, _ in pairs]).most_common(1)[0][0]
            raise Unreadable(line, "is given twice", name)
        return members

    def refuse(constant: str) -> NoReturn:
        raise Unreadable(line, f"has {constant}, which is no JSON")

    try:
        value = json.loads(text, object_pairs_hook=without_repeats, parse_constant=refuse)
    except Unreadable:
        raise
    except (ValueError, RecursionError) as error:
        raise Unreadable(line, "is no JSON") from error
    if not isinstance(value, dict):
        raise Unreadable(line, "must be a JSON object")
    return value


def _check_columns(columns: Sequence[str], known: Collection[str], required: Sequence[str]) -> None:
    repeated = [name for name, times in Counter(columns).items() if times > 1]
    unknown = [name for name in columns if name not in known]
    missing = [name for name in required if name not in columns]
    if not columns:
        raise Unreadable(1, f"must name the columns; {', '.join(known)} are known")
    for names, rule in (
        (unknown, "unknown columns; known are " + ", ".join(known)),
        (repeated, "columns that are named twice"),
        (missing, "columns that are missing"),
    ):
        if names:
            raise Unreadable(1, rule, ", ".join(repr(name) for name in names))


def _decoded(data: bytes) -> str:
    """Return the text of a file in UTF-8; a byte order mark is no part of it."""
    try:
        return data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise Unreadable(line, "is not in UTF-8") from error


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


Format = Literal["csv", "jsonl"]
MOST_PROBLEMS = 20
"""After how many mistakes the rest of a file is not looked at."""

_EVERY = 1000
_MISSING = "is missing or empty"


class Problem(NamedTuple):
    """One mistake in a file."""

    line: int
    field: str | None
    rule: str

    @override
    def __str__(self) -> str:
        place = f"line {self.line}" if self.field is None else f"line {self.line}, field {self.field}"
        return f"{place}: {self.rule}."


class BadFile(ChoiceError):
    """A file of rows has mistakes; nothing of it was loaded."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def read_rows(
    data: bytes, kind: Kind, form: Format, progress: Callable[[int], None] = lambda _read: None
) -> list[NewRow]:
    """Return the rows of a file; `progress` hears how many are read by now.

    Raises:
        BadFile: At least one line is wrong.
    """
    lines: dict[str, int] = {}
    rows: list[NewRow] = []
    problems: list[Problem] = []
    for line, values in _records(data, kind, form, problems):
        found = list(_problems_of(line, values, kind))
        new = None if found else _row(line, values, kind, found)
        if new is not None and lines.setdefault(new.row.id, line) != line:
            found.append(Problem(line, "id", f"{new.row.id!r} is on line {lines[new.row.id]} already"))
        elif new is not None:
            rows.append(new)
        problems += found
        if len(problems) >= MOST_PROBLEMS:
            break
        if len(rows) % _EVERY == 0:
            progress(len(rows))
    if problems:
        raise BadFile(tuple(problems[:MOST_PROBLEMS]))
    return rows


def _records(
    data: bytes, kind: Kind, form: Format, problems: list[Problem]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each record with its line; what ends the reading is put among the problems."""
    fields = FIELDS[kind]
    required = [name for name, field in fields.items() if field.required]
    records = csv_records(data, fields, required) if form == "csv" else json_records(data)
    try:
        yield from records
    except Unreadable as error:
        problems.append(Problem(error.line, error.field, error.rule))


def _problems_of(line: int, values: dict[str, Any], kind: Kind) -> Iterable[Problem]:
    """Yield what is wrong with the names of a record's fields."""
    fields = FIELDS[kind]
    if values.keys() <= fields.keys():
        return
    for name in values.keys() - fields.keys():
        yield Problem(line, str(name)[:100], f"is no field of {kind}; they have {', '.join(fields)}")


def _row(line: int, values: dict[str, Any], kind: Kind, problems: list[Problem]) -> NewRow | None:
    """Return the row of a record, or None after noting what is wrong with it."""
    read: dict[str, Any] = {}
    for name, field in FIELDS[kind].items():
        try:
            value = _value(values.get(name), field)
        except Refused as refused:
            problems.append(Problem(line, name, str(refused)))
            continue
        if value is not None:
            read[name] = value
    if problems:
        return None
    visible_to: frozenset[str] = read.pop("visible_to", frozenset())
    if kind == "incidents":
        read.setdefault("resolved_at", None)
    row = ROW_CLASSES[kind](**read)
    if isinstance(row, Incident) and (rule := _wrong_end(row)) is not None:
        problems.append(Problem(line, "resolved_at", rule))
        return None
    return NewRow(row, visible_to)


def _value(value: object, field: Field) -> object:
    """Read one value; an empty one is none."""
    if value is None or (isinstance(value, str) and not value.strip()):
        if field.required:
            raise Refused(_MISSING)
        return None
    return field.read(value)


def _wrong_end(incident: Incident) -> str | None:
    """Return what is wrong with the end of an incident, if anything is."""
    if incident.resolved_at is None:
        return None
    if incident.resolved_at < incident.started_at:
        return "is before started_at"
    return None if incident.status == "resolved" else "is given although the status is not resolved"
