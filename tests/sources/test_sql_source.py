"""The SQL source: tenants, roles, filters and order of rows."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from choice.assembly.desk import open_database
from choice.auth import Principal
from choice.desk.sql.schema import upgrade
from choice.desk.sql.transaction import EVERY_TENANT, Database, Transaction
from choice.desk.sqlite.file import sqlite3
from choice.sources.follow_ups import asked_in
from choice.sources.intent import parse_intent
from choice.sources.loading import NewRow, Written, parse_rows, write_rows
from choice.sources.lookup import look_up, query_of
from choice.sources.protocol import Findings, Kind, Source
from choice.sources.schema import TABLES
from choice.sources.sql import SqlSource, rows_query
from tests.desk.postgres_server import PostgresServer
from tests.sources.rows import ANNA, NOW, incident, issue, metric, signal


async def write(
    database: Database, rows: Mapping[Kind, Sequence[NewRow]], tenant: str = "acme"
) -> list[Written]:
    return [await database.write(partial(_write, kind, tenant, new), tenant) for kind, new in rows.items()]


def _write(kind: Kind, tenant: str, rows: Sequence[NewRow], tx: Transaction) -> Written:
    return write_rows(tx, kind, tenant, rows)


def _tenants_in(table: sa.Table, connection: sa.Connection) -> list[str]:
    return sorted(connection.execute(sa.select(table.c.tenant)).scalars())


async def found(database: Database, message: str, principal: Principal = ANNA) -> Findings:
    source: Source = SqlSource(database)
    return await look_up(source, asked_in(message, NOW), principal, NOW)


def ids(findings: Findings) -> list[str]:
    return [
        row.id
        for rows in (findings.signals, findings.incidents, findings.issues, findings.metrics)
        for row in rows
    ]


@pytest.mark.requirement("CH9")
async def test_rows_of_other_tenants_are_never_found(database_url: str) -> None:
    async with open_database(database_url) as database:
        await write(database, {"signals": [signal("WS-1")], "incidents": [incident("INC-1")]}, "acme")
        await write(database, {"signals": [signal("WS-1"), signal("WS-2")]}, "other")

        mine = [ids(await found(database, message)) for message in ("signals and incidents", "WS-1 WS-2")]
        unknown_tenant = ids(await found(database, "signals", Principal("eve", "' OR 1=1 --")))

    assert mine == [["WS-1", "INC-1"], ["WS-1"]]
    assert unknown_tenant == []


@pytest.mark.requirement("CH9")
@pytest.mark.parametrize(
    ("roles", "seen"),
    [
        (set(), ["WS-1"]),
        ({"hr"}, ["WS-1", "WS-2"]),
        ({"HR"}, ["WS-1"]),
        ({"h"}, ["WS-1"]),
        ({"hr", "manager"}, ["WS-1", "WS-2", "WS-3"]),
        ({"인사 팀"}, ["WS-1", "WS-4"]),
        ({"인사"}, ["WS-1"]),
        ({"R&D"}, ["WS-1", "WS-4"]),
        ({'"', '","', "[]", '["hr"]', "%", "_r", ""}, ["WS-1"]),
    ],
)
async def test_a_row_with_roles_is_visible_only_to_these_roles(
    database_url: str, roles: set[str], seen: list[str]
) -> None:
    async with open_database(database_url) as database:
        rows = [
            signal("WS-1"),
            signal("WS-2", roles=("hr", "board")),
            signal("WS-3", roles=("manager",)),
            signal("WS-4", roles=("인사 팀", "R&D")),
        ]
        await write(database, {"signals": rows})
        person = Principal("anna", "acme", frozenset(roles))

        listed = ids(await found(database, "signals", person))
        named = ids(await found(database, "WS-1 WS-2 WS-3 WS-4", person))

    assert sorted(listed) == sorted(named) == seen


@pytest.mark.requirement("CH12")
async def test_rows_are_ordered_by_severity_then_impact_then_newest_first(database_url: str) -> None:
    rows = [
        signal("WS-1", "low", "2026-03-11"),
        signal("WS-2", "critical", "2026-01-01", impact=9.0),
        signal("WS-3", "high"),
        signal("WS-4", "critical", "2026-03-02"),
        signal("WS-5", "critical", "2026-03-03"),
    ]
    async with open_database(database_url) as database:
        await write(database, {"signals": rows})

        findings = await found(database, "show signals")

    assert ids(findings) == ["WS-2", "WS-5", "WS-4", "WS-3", "WS-1"]
    assert findings.signals[2] == rows[3].row


@pytest.mark.requirement("CH12", "CH2")
async def test_the_intent_filters_rows(database_url: str) -> None:
    async with open_database(database_url) as database:
        await write(
            database,
            {
                "signals": [signal("WS-1", "critical"), signal("WS-2", "low", "2026-01-05")],
                "incidents": [incident("INC-1", "critical", 2), incident("INC-2", "low", 10)],
                "issues": [issue("ISS-1")],
                "metrics": [metric("morale")],
            },
        )
        asked = {
            message: ids(await found(database, message))
            for message in (
                "critical signals",
                "signals in January",
                "incidents this week",
                "critical incidents this week",
                "ws-2 in json",
                "issues",
                "metrics last year",
                "organizational health",
                "an overview",
                "hello",
            )
        }
        counts = (await found(database, "organizational health")).counts

    assert asked == {
        "critical signals": ["WS-1"],
        "signals in January": ["WS-2"],
        "incidents this week": ["INC-2"],
        "critical incidents this week": [],
        "ws-2 in json": ["WS-2"],
        "issues": ["ISS-1"],
        "metrics last year": ["morale"],
        "organizational health": ["WS-1", "WS-2", "INC-1", "INC-2", "morale"],
        "an overview": ["WS-1", "WS-2", "INC-1", "INC-2", "ISS-1", "morale"],
        "hello": [],
    }
    assert counts == {"signals": 2, "incidents": 2, "issues": 0, "metrics": 1}


@pytest.mark.requirement("CH12")
async def test_excluded_periods_are_not_returned(database_url: str) -> None:
    days = ("2025-11-30", "2025-12-01", "2025-12-31", "2026-01-01", "2026-01-31", "2026-02-01")
    async with open_database(database_url) as database:
        await write(database, {"signals": [signal(f"WS-{day}", "low", day) for day in days]})
        asked = {
            message: [each.removeprefix("WS-") for each in sorted(ids(await found(database, message)))]
            for message in (
                "signals not in January",
                "signals except December and January",
                "signals in November and January",
                "signals in 2025 except November",
            )
        }

    assert asked == {
        "signals not in January": [*days[:3], days[5]],
        "signals except December and January": [days[0], days[5]],
        "signals in November and January": [days[0], *days[3:5]],
        "signals in 2025 except November": [*days[1:3]],
    }


async def test_writing_an_existing_id_replaces_the_row(database_url: str) -> None:
    async with open_database(database_url) as database:
        first = await write(database, {"signals": [signal("WS-1", "low"), signal("WS-2")]})
        again = await write(database, {"signals": [signal("WS-1", "critical"), signal("WS-3")]})
        other = await write(database, {"signals": [signal("WS-1", "low")]}, "other")

        findings = await found(database, "signals")

    assert (first, again, other) == ([Written(2, 0)], [Written(1, 1)], [Written(1, 0)])
    assert [(row.id, row.severity) for row in findings.signals] == [
        ("WS-1", "critical"),
        ("WS-2", "high"),
        ("WS-3", "high"),
    ]


@pytest.mark.requirement("CH9")
async def test_postgresql_row_security_hides_other_tenants_without_a_filter(
    postgres: PostgresServer,
) -> None:
    async with open_database(postgres.new_database()) as database:
        for tenant in ("acme", "other"):
            await write(
                database,
                {
                    "signals": [signal("WS-1")],
                    "incidents": [incident("INC-1")],
                    "issues": [issue("ISS-1")],
                    "metrics": [metric("m")],
                },
                tenant,
            )
        for table in TABLES.values():
            unit = partial(_tenants_in, table)
            seen = [await database.read(unit, whose) for whose in (None, "acme", EVERY_TENANT)]
            assert seen == [[], ["acme"], ["acme", "other"]]


def test_no_query_scans_a_whole_table() -> None:
    messages = ("signals", "critical signals", "incidents this week", "issues", "metrics", "WS-1")
    engine = sa.create_engine("sqlite://", module=sqlite3)
    with engine.begin() as connection:
        upgrade(connection, "test")

        plans = [_plan(connection, kind, message) for kind in TABLES for message in messages]

    assert not [plan for plan in plans if "SCAN" in plan]


def _plan(connection: sa.Connection, kind: Kind, message: str) -> str:
    statement, parameters = rows_query(kind, query_of(parse_intent(message, NOW), ANNA))
    compiled = statement.params(parameters).compile(
        dialect=connection.dialect, compile_kwargs={"render_postcompile": True}
    )
    explained = sa.text(f"EXPLAIN QUERY PLAN {compiled}".replace("?", "NULL"))
    return "\n".join(row[3] for row in connection.execute(explained))


async def test_twenty_thousand_rows_are_written_in_batches(tmp_path: Path) -> None:
    header = "id,title,department,severity,impact_score,detected_on,affected,analysis"
    lines = [f"WS-{number},Quiet,Sales,high,7.5,2026-03-01,12,Nobody speaks" for number in range(20_000)]
    data = "\n".join([header, *lines]).encode()
    async with open_database(f"sqlite:///{tmp_path}/big.db") as database:
        (written,) = await write(database, {"signals": parse_rows(data, "signals", "csv")})

    assert written == Written(20_000, 0)
