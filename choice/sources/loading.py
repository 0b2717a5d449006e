"""Parse files of rows (CSV, JSON Lines) and write the rows to the database."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Literal, NamedTuple, NoReturn

import sqlalchemy as sa
from typing_extensions import override

from choice.desk.sql.transaction import Transaction
from choice.errors import ChoiceError
from choice.sources.fields import ALIASES, FIELDS, Field, InvalidValue
from choice.sources.protocol import Incident, Kind, Row
from choice.sources.schema import ROW_CLASSES, TABLES, column_names, values_of

Format = Literal["csv", "jsonl"]
MAX_PROBLEMS = 20
"""Parsing stops after this many problems."""

_PROGRESS_INTERVAL = 1000
_MISSING = "is missing or empty"
_BOM = b"\xef\xbb\xbf"
_DELIMITERS = (",", ";", "\t")
_BATCH_SIZE = 2000
"""Rows per statement. Small batches stay below the statement timeout of PostgreSQL."""


@dataclass(frozen=True, slots=True)
class NewRow:
    """A row to write, and the roles that may see it. Without roles, every user of the tenant may."""

    row: Row
    visible_to: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Written:
    """Number of rows added and replaced."""

    added: int
    replaced: int


class Problem(NamedTuple):
    """A problem in a file: the line, the field or None, and the violated rule."""

    line: int
    field: str | None
    rule: str

    @override
    def __str__(self) -> str:
        place = f"line {self.line}" if self.field is None else f"line {self.line}, field {self.field}"
        return f"{place}: {self.rule}."


class BadFile(ChoiceError):
    """A file of rows has problems. None of its rows is loaded."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


def parse_rows(
    data: bytes, kind: Kind, form: Format, progress: Callable[[int], None] = lambda _parsed: None
) -> list[NewRow]:
    """Return the rows of a file.

    `progress` is called with the number of rows parsed so far.

    Raises:
        BadFile: At least one line has a problem.
    """
    lines: dict[str, int] = {}
    rows: list[NewRow] = []
    problems: list[Problem] = []
    for line, values in _records(data, kind, form, problems):
        in_line = _unknown_fields(line, values, kind)
        new = None if in_line else _row(line, values, kind, in_line)
        if new is not None and lines.setdefault(new.row.id, line) != line:
            in_line.append(Problem(line, "id", f"{new.row.id!r} is already on line {lines[new.row.id]}"))
        elif new is not None:
            rows.append(new)
        problems += in_line
        if len(problems) >= MAX_PROBLEMS:
            break
        if len(rows) % _PROGRESS_INTERVAL == 0:
            progress(len(rows))
    if problems:
        raise BadFile(tuple(problems[:MAX_PROBLEMS]))
    return rows


def _records(
    data: bytes, kind: Kind, form: Format, problems: list[Problem]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield each record with its line number. If parsing fails, add a problem and stop."""
    fields = FIELDS[kind]
    required = [name for name, field in fields.items() if field.required]
    aliases = ALIASES[kind]
    try:
        if form == "csv":
            yield from csv_records(data, fields, required, aliases)
        else:
            for line, values in json_records(data):
                yield line, with_known_names(values, aliases)
    except UnreadableFile as error:
        problems.append(Problem(error.line, error.field, error.rule))


def _unknown_fields(line: int, values: dict[str, Any], kind: Kind) -> list[Problem]:
    fields = FIELDS[kind]
    rule = f"is not a field of {kind}; known fields are {', '.join(fields)}"
    return [Problem(line, str(name)[:100], rule) for name in values.keys() - fields.keys()]


def _row(line: int, values: dict[str, Any], kind: Kind, problems: list[Problem]) -> NewRow | None:
    """Return the row of a record. If it is invalid, add its problems to the list and return None."""
    parsed: dict[str, Any] = {}
    for name, field in FIELDS[kind].items():
        try:
            value = _value(values.get(name), field)
        except InvalidValue as error:
            problems.append(Problem(line, name, str(error)))
            continue
        if value is not None:
            parsed[name] = value
    if problems:
        return None
    visible_to: frozenset[str] = parsed.pop("visible_to", frozenset())
    if kind == "signals":
        parsed.pop("status", None)
    if kind == "incidents":
        parsed.setdefault("resolved_at", None)
    row = ROW_CLASSES[kind](**parsed)
    if isinstance(row, Incident) and (rule := _invalid_end(row)) is not None:
        problems.append(Problem(line, "resolved_at", rule))
        return None
    return NewRow(row, visible_to)


def row_of_values(kind: Kind, values: Mapping[str, object]) -> NewRow:
    """Return the row with these fields, whose values may be those of a database driver.

    Raises:
        InvalidValue: A field is invalid, missing or unknown.
    """
    plain = {
        name: _plain_value(name, value) for name, value in with_known_names(values, ALIASES[kind]).items()
    }
    problems = _unknown_fields(0, plain, kind)
    new = None if problems else _row(0, plain, kind, problems)
    if new is None:
        raise InvalidValue("; ".join([f"{problem.field} {problem.rule}" for problem in problems]))
    return new


def _plain_value(name: str, value: object) -> object:
    """Return a value of a database driver as JSON has it."""
    if isinstance(value, datetime) and value.tzinfo is None:
        value = value.replace(tzinfo=UTC)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, AbstractSet | tuple):
        return list(value)
    return str(value) if name == "id" else value


def _value(value: object, field: Field) -> object:
    """Parse a value. Return None for an empty optional value."""
    if value is None or (isinstance(value, str) and not value.strip()):
        if field.required:
            raise InvalidValue(_MISSING)
        return None
    return field.parse(value)


def _invalid_end(incident: Incident) -> str | None:
    """Return the rule that `resolved_at` violates, or None."""
    if incident.resolved_at is None:
        return None
    if incident.resolved_at < incident.started_at:
        return "is before started_at"
    return None if incident.status == "resolved" else "must be empty unless the status is resolved"


class UnreadableFile(ValueError):
    """A file cannot be parsed beyond a line."""

    def __init__(self, line: int, rule: str, field: str | None = None) -> None:
        super().__init__(rule)
        self.line = line
        self.rule = rule
        self.field = field


def with_known_names(values: Mapping[str, Any], aliases: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a record under our names. A field that has both names keeps them."""
    return {
        aliases[name] if name in aliases and aliases[name] not in values else name: value
        for name, value in values.items()
    }


def csv_records(
    data: bytes, known: Collection[str], required: Sequence[str], aliases: Mapping[str, str]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the line number and the fields of each record of a CSV file. The first line names the columns.

    Raises:
        UnreadableFile: A column is unknown, repeated or missing, or a line has too many or too few fields.
    """
    text = _decode(data)
    head = text.partition("\n")[0]
    delimiter = next((mark for mark in _DELIMITERS if mark in head), ",")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    begins = 1
    try:
        named = [name.strip() for name in next(reader, [])]
        columns = [aliases.get(name, name) for name in named]
        _check_columns(columns, known, required)
        begins = reader.line_num + 1
        for fields in reader:
            if fields:
                if len(fields) != len(columns):
                    raise UnreadableFile(
                        begins, f"has {len(fields)} fields, but there are {len(columns)} columns"
                    )
                yield begins, dict(zip(columns, fields, strict=True))
            begins = reader.line_num + 1
    except csv.Error as error:
        raise UnreadableFile(begins, f"is not valid CSV ({error})") from error


def json_records(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the line number and the fields of each record of a JSON Lines file.

    Raises:
        UnreadableFile: A line is not a JSON object.
    """
    for line, text in enumerate(_decode(data).split("\n"), start=1):
        if text and not text.isspace():
            yield line, _json_object(line, text)


def _json_object(line: int, text: str) -> dict[str, Any]:
    def reject_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            name = Counter([name for name, _ in pairs]).most_common(1)[0][0]
            raise UnreadableFile(line, "appears twice", name)
        return members

    def reject_constant(constant: str) -> NoReturn:
        raise UnreadableFile(line, f"has {constant}, which is not valid JSON")

    try:
        value = json.loads(text, object_pairs_hook=reject_repeats, parse_constant=reject_constant)
    except UnreadableFile:
        raise
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(line, "is not valid JSON") from error
    if not isinstance(value, dict):
        raise UnreadableFile(line, "must be a JSON object")
    return value


def _check_columns(columns: Sequence[str], known: Collection[str], required: Sequence[str]) -> None:
    repeated = [name for name, times in Counter(columns).items() if times > 1]
    unknown = [name for name in columns if name not in known]
    missing = [name for name in required if name not in columns]
    if not columns:
        raise UnreadableFile(1, f"must name the columns; known columns are {', '.join(known)}")
    for names, rule in (
        (unknown, "unknown columns; known columns are " + ", ".join(known)),
        (repeated, "repeated columns"),
        (missing, "missing columns"),
    ):
        if names:
            raise UnreadableFile(1, rule, ", ".join(repr(name) for name in names))


def _decode(data: bytes) -> str:
    """Decode UTF-8, and remove a byte order mark."""
    try:
        return data.removeprefix(_BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise UnreadableFile(line, "is not valid UTF-8") from error


def write_rows(
    tx: Transaction,
    kind: Kind,
    tenant: str,
    rows: Sequence[NewRow],
    progress: Callable[[int], None] = lambda _count: None,
) -> Written:
    """Insert or replace rows of a tenant.

    `progress` is called with the number of rows written so far.
    """
    before = _count(tx.connection, kind, tenant)
    write = _write_to_postgresql if tx.connection.dialect.name == "postgresql" else _write_to_sqlite
    for start in range(0, len(rows), _BATCH_SIZE):
        batch = [
            values_of(kind, tenant, new.visible_to, new.row) for new in rows[start : start + _BATCH_SIZE]
        ]
        write(tx.connection, kind, batch)
        progress(start + len(batch))
    added = _count(tx.connection, kind, tenant) - before
    return Written(added, len(rows) - added)


def _write_to_sqlite(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    placeholders = ", ".join("?" for _ in column_names(kind))
    connection.exec_driver_sql(_upsert(kind, f"VALUES ({placeholders})"), batch)


def _write_to_postgresql(connection: sa.Connection, kind: Kind, batch: list[tuple[object, ...]]) -> None:
    """Write a batch in one round trip, with one array parameter per column."""
    table = TABLES[kind]
    types = [table.c[name].type.compile(connection.dialect) for name in column_names(kind)]
    arrays = ", ".join([f"${index}::{name}[]" for index, name in enumerate(types, start=1)])
    columns = tuple(map(list, zip(*batch, strict=True)))
    values = f"SELECT * FROM unnest({arrays})"  # noqa: S608 - only names of column types
    connection.exec_driver_sql(_upsert(kind, values), columns)


def _count(connection: sa.Connection, kind: Kind, tenant: str) -> int:
    table = TABLES[kind]
    query = sa.select(sa.func.count()).select_from(table).where(table.c.tenant == tenant)
    return connection.execute(query).scalar_one()


def _upsert(kind: Kind, values: str) -> str:
    """Return the SQL statement that inserts or replaces rows. It contains no untrusted text."""
    names = column_names(kind)
    changed = ", ".join([f"{name} = excluded.{name}" for name in names if name not in {"tenant", "id"}])
    listed = ", ".join(names)
    return f"INSERT INTO {kind} ({listed}) {values} ON CONFLICT (tenant, id) DO UPDATE SET {changed}"
