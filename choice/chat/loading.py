"""Reads files of rows: all of a file or nothing, and every mistake with its line and field."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, NamedTuple

from typing_extensions import override

from choice.chat.load_fields import FIELDS, Field, Refused
from choice.chat.load_lines import Unreadable, csv_records, json_records
from choice.chat.sources.findings import Incident, Kind
from choice.chat.sources.row_values import ROW_CLASSES
from choice.chat.sources.writing import NewRow
from choice.errors import ChoiceError

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
