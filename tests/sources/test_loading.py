"""Parsing files of rows: formats, field rules and problems with line and field."""

import json
from contextlib import suppress
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.sources.loading import MAX_PROBLEMS, BadFile, Format, parse_rows
from choice.sources.protocol import Incident, Kind, Metric, Signal

HEADER = "id,title,department,severity,impact_score,detected_on,affected,analysis"
ROW = "WS-1,Quiet,Sales,high,7.5,2026-03-01,12,Nobody speaks"
SIGNAL = {
    "id": "WS-1",
    "title": "Quiet",
    "department": "Sales",
    "severity": "high",
    "impact_score": 7.5,
    "detected_on": "2026-03-01",
    "affected": 12,
    "analysis": "Nobody speaks",
}
EXPECTED = Signal("WS-1", "Quiet", "Sales", "high", 7.5, date(2026, 3, 1), 12, "Nobody speaks")
INCIDENT = {
    "id": "INC-1",
    "title": "Down",
    "category": "App",
    "severity": "low",
    "status": "resolved",
    "started_at": "2026-03-01T10:00:00+09:00",
    "resolved_at": "2026-03-01 02:30",
    "users_affected": 0,
}


def problems(
    data: bytes | str, kind: Kind = "signals", form: Format = "csv"
) -> list[tuple[int, str | None, str]]:
    with pytest.raises(BadFile) as caught:
        parse_rows(data.encode() if isinstance(data, str) else data, kind, form)
    return [(problem.line, problem.field, problem.rule) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "data",
    [
        f"{HEADER}\n{ROW}\n",
        f"{HEADER}\n{ROW}",
        f"\ufeff{HEADER}\r\n{ROW}\r\n\r\n",
        f"{HEADER}\n{ROW}\n".replace(",", ";"),
        f"{HEADER}\n{ROW}\n".replace(",", "\t"),
        f"{HEADER},risk,visible_to\n{ROW},,\n",
        f" {HEADER} \n{ROW.replace('high', ' High ')}\n",
    ],
    ids=["plain", "no last line end", "bom and crlf", "semicolons", "tabs", "empty optional", "spaces"],
)
def test_csv_variants_are_parsed(data: str) -> None:
    (new,) = parse_rows(data.encode(), "signals", "csv")

    assert new.row == EXPECTED
    assert new.visible_to == frozenset()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n"])
def test_json_lines_are_parsed(end: str) -> None:
    data = f"\ufeff{json.dumps(SIGNAL)}{end}{json.dumps(SIGNAL | {'id': 'WS-2', 'risk': None})}{end}"

    rows = parse_rows(data.encode(), "signals", "jsonl")

    assert [new.row.id for new in rows] == ["WS-1", "WS-2"]
    assert rows[0].row == EXPECTED


def test_timestamps_are_converted_to_utc() -> None:
    (new,) = parse_rows(json.dumps(INCIDENT).encode(), "incidents", "jsonl")

    assert isinstance(new.row, Incident)
    assert new.row.started_at == datetime(2026, 3, 1, 1, tzinfo=UTC)
    assert new.row.resolved_at == datetime(2026, 3, 1, 2, 30, tzinfo=UTC)


def test_roles_are_a_list_or_separated_by_semicolons() -> None:
    as_csv = parse_rows(f"{HEADER},visible_to\n{ROW},hr; manager\n".encode(), "signals", "csv")
    as_json = parse_rows(json.dumps(SIGNAL | {"visible_to": ["hr", "manager"]}).encode(), "signals", "jsonl")

    assert as_csv == as_json
    assert as_csv[0].visible_to == {"hr", "manager"}


def test_line_numbers_account_for_fields_of_several_lines() -> None:
    data = f'{HEADER}\n{ROW[:-13]}"two\nlines"\n{ROW.replace("WS-1", "WS-2").replace("high", "huge")}\n'

    assert problems(data) == [(4, "severity", "must be one of critical, high, medium, low, not 'huge'")]


def test_each_invalid_field_is_reported_with_its_line() -> None:
    rows = [
        SIGNAL | {"impact_score": 11},
        SIGNAL | {"id": "WS 2"},
        SIGNAL | {"id": "WS-3", "affected": -1, "detected_on": "yesterday"},
        SIGNAL | {"id": "WS-4", "title": ""},
        SIGNAL | {"id": "WS-5", "title": 5},
        SIGNAL | {"id": "WS-6", "affected": True},
        SIGNAL | {"id": "WS-7", "visible_to": ['a"b']},
        SIGNAL | {"id": "WS-8", "analysis": "x" * 5000},
    ]
    reported = problems("\n".join(map(json.dumps, rows)), form="jsonl")

    assert [(line, field) for line, field, _ in reported] == [
        (1, "impact_score"),
        (2, "id"),
        (3, "detected_on"),
        (3, "affected"),
        (4, "title"),
        (5, "title"),
        (6, "affected"),
        (7, "visible_to"),
        (8, "analysis"),
    ]


@pytest.mark.parametrize(
    ("data", "line", "field"),
    [
        (f"{HEADER},colour,size\n{ROW},red,5\n", 1, "'colour', 'size'"),
        (f"{HEADER},title\n{ROW},Again\n", 1, "'title'"),
        (
            "id,title\nWS-1,Quiet\n",
            1,
            "'department', 'severity', 'impact_score', 'detected_on', 'affected', 'analysis'",
        ),
        ("", 1, None),
        (f"{HEADER}\n{ROW}\n{ROW},more\n", 3, None),
        (f"{HEADER}\n{ROW[:-14]}\n", 2, None),
        (f'{HEADER}\n{ROW[:-13]}"open\n', 2, None),
        (f"{HEADER}\n{ROW}\n".encode() + b"\xff\n", 3, None),
    ],
    ids=["unknown", "twice", "missing", "empty", "too many", "too few", "open quote", "no utf-8"],
)
def test_an_invalid_csv_file_is_rejected(data: bytes | str, line: int, field: str | None) -> None:
    assert [problem[:2] for problem in problems(data)] == [(line, field)]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("{", None),
        ("[]", None),
        ('{"id": NaN}', None),
        ('{"id": "a", "id": "b"}', "id"),
        ("[" * 100_000, None),
    ],
)
def test_an_invalid_json_line_is_rejected(text: str, field: str | None) -> None:
    reported = problems(f"{json.dumps(SIGNAL)}\n{text}\n", form="jsonl")

    assert [problem[:2] for problem in reported] == [(2, field)]


def test_a_repeated_id_is_reported_with_both_lines() -> None:
    reported = problems(f"{HEADER}\n{ROW}\n{ROW.replace('WS-1', 'WS-2')}\n{ROW}\n")

    assert reported == [(4, "id", "'WS-1' is already on line 2")]


def test_unknown_json_fields_are_reported() -> None:
    reported = problems(json.dumps(SIGNAL | {"colour": "red"}), form="jsonl")

    assert [problem[:2] for problem in reported] == [(1, "colour")]


@pytest.mark.parametrize("change", [{"resolved_at": "2026-02-01T00:00Z"}, {"status": "open"}])
def test_an_incident_must_end_after_its_start_and_be_resolved(change: dict[str, str]) -> None:
    reported = problems(json.dumps(INCIDENT | change), "incidents", "jsonl")

    assert [problem[:2] for problem in reported] == [(1, "resolved_at")]


def test_parsing_stops_after_the_maximum_number_of_problems() -> None:
    reported = problems(f"{HEADER}\n" + f"{ROW.replace('high', 'huge')}\n" * 1000)

    assert len(reported) == MAX_PROBLEMS


def test_the_error_message_has_one_line_per_problem() -> None:
    with pytest.raises(BadFile) as caught:
        parse_rows(f"{HEADER}\n{ROW.replace('12', 'many')}\n".encode(), "signals", "csv")

    assert str(caught.value) == "line 2, field affected: must be a number, not 'many'."


def test_optional_fields_of_a_metric_have_defaults() -> None:
    data = b"id,name,score,previous,measured_on\nm,Morale,70,-3.5,2026-03-01\n"

    (new,) = parse_rows(data, "metrics", "csv")

    assert new.row == Metric("m", "Morale", 70, -3.5, date(2026, 3, 1), "points", None)


def test_control_characters_are_escaped() -> None:
    (new,) = parse_rows(json.dumps(SIGNAL | {"title": "a\x00b\u202ec\nd"}).encode(), "signals", "jsonl")

    assert isinstance(new.row, Signal)
    assert new.row.title == "a<U+0000>b<U+202E>c d"


@given(st.binary(max_size=200), st.sampled_from(["csv", "jsonl"]))
def test_any_bytes_give_rows_or_problems(data: bytes, form: Format) -> None:
    prefix = HEADER.encode() + b"\n" if form == "csv" else b""
    with suppress(BadFile):
        rows = parse_rows(prefix + data, "signals", form)

        assert all(isinstance(new.row, Signal) for new in rows)


@pytest.mark.requirement("DI9")
def test_columns_may_have_the_names_of_other_systems() -> None:
    columns = "id,title,department,severity,impact_score,detected_date,status,affected_count,description"
    text = f"{columns}\nWS-1,Quiet,Sales,HIGH,7.5,2026-03-01T08:00:00Z,active,12,Nobody speaks\n"
    line = {"id": "INC-1", "title": "Down", "type": "App", "severity": "critical", "status": "In Progress",
            "created_at": "2026-03-01T08:00:00Z", "affected_users": 5}  # fmt: skip

    (signal,) = parse_rows(text.encode(), "signals", "csv")
    (incident,) = parse_rows(json.dumps(line).encode(), "incidents", "jsonl")

    assert signal.row[5:8] == (date(2026, 3, 1), 12, "Nobody speaks")
    assert incident.row[2:8] == (
        "App",
        "critical",
        "in_progress",
        datetime(2026, 3, 1, 8, tzinfo=UTC),
        None,
        5,
    )


@pytest.mark.requirement("DI9")
def test_a_signal_that_is_not_active_is_rejected_instead_of_shown() -> None:
    columns = "id,title,department,severity,impact_score,detected_date,status,affected,analysis"
    text = f"{columns}\nWS-1,Quiet,Sales,high,7.5,2026-03-01,resolved,12,Nobody speaks\n"

    with pytest.raises(BadFile) as caught:
        parse_rows(text.encode(), "signals", "csv")

    assert str(caught.value) == "line 2, field status: must be one of active, not 'resolved'."


@pytest.mark.requirement("DI9")
@pytest.mark.parametrize("role", ["hr", "Human Resources", "인사팀", "R&D", "team:blue/green"])
def test_a_role_may_have_any_name(role: str) -> None:
    row = {
        "id": "m",
        "name": "M",
        "score": 1,
        "previous": 1,
        "measured_on": "2026-03-01",
        "visible_to": [role],
    }

    (new,) = parse_rows(json.dumps(row, ensure_ascii=False).encode(), "metrics", "jsonl")

    assert new.visible_to == {role}
