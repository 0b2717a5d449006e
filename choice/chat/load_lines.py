"""Splits a file of rows into records, each with the line it begins on."""

import csv
import io
import json
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NoReturn

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
