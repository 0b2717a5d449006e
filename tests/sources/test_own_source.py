"""Data sources of one's own: loading by name, checked rows, enforced tenant and roles."""

import logging
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest

from choice.auth import Principal
from choice.errors import InvalidSetting, StoreError
from choice.sources.follow_ups import asked_in
from choice.sources.lookup import look_up
from choice.sources.own import OwnSource, open_source
from choice.sources.protocol import Found, Query
from tests.sources.rows import ANNA, NOW

ROW: dict[str, Any] = {
    "id": 7,
    "tenant": "acme",
    "title": "Slow checkout",
    "team": "Payments",
    "severity": "HIGH",
    "status": "open",
    "created_at": datetime(2026, 3, 10, 9, tzinfo=UTC),
}
QUERY = Query("acme", frozenset({"hr"}), ("issues",))


class Fixed:
    """A source that returns the same rows for every query."""

    def __init__(self, *rows: Mapping[str, Any], of: int | None = None) -> None:
        self.found = Found(rows, of)
        self.queries: list[Query] = []

    async def find(self, query: Query) -> Mapping[str, Found]:
        self.queries.append(query)
        return {"issues": self.found}


async def found(*rows: Mapping[str, Any], of: int | None = None, query: Query = QUERY) -> Found:
    return (await OwnSource(Fixed(*rows, of=of).find, "mine").find(query))["issues"]


@pytest.mark.requirement("DI9")
async def test_rows_may_have_the_values_and_names_of_a_database_driver() -> None:
    (row,) = (await found(ROW | {"due_date": date(2026, 3, 20)})).rows

    assert row == (
        "7",
        "Slow checkout",
        "Payments",
        "high",
        "open",
        datetime(2026, 3, 10, 9, tzinfo=UTC),
        date(2026, 3, 20),
        None,
        None,
    )
    source = OwnSource(
        lambda _query: {"metrics": Found([{"id": "m", "tenant": "acme", "name": "M", "value": Decimal("7.5"),
                                           "previous_value": 8, "measured_at": datetime(2026, 3, 1, 9)}])},  # noqa: DTZ001 - as drivers return it
        "mine",
    )  # fmt: skip
    metrics = await source.find(QUERY._replace(kinds=("metrics",)))
    assert metrics["metrics"].rows[0][2:5] == (7.5, 8, date(2026, 3, 1))


@pytest.mark.requirement("DI9", "CH9")
async def test_rows_of_other_tenants_and_roles_are_dropped_and_not_counted(
    caplog: pytest.LogCaptureFixture,
) -> None:
    rows = [
        ROW,
        ROW | {"id": 8, "tenant": "other"},
        ROW | {"id": 9, "visible_to": ["board"]},
        ROW | {"id": 10, "visible_to": ["hr", "board"]},
    ]
    with caplog.at_level(logging.ERROR):
        all_returned, cut = await found(*rows, of=4), await found(*rows, of=90)

    assert [row.id for row in all_returned.rows] == ["7", "10"]  # type: ignore[union-attr]
    assert (all_returned.of, cut.of) == (2, None)
    assert "returned 2 rows of issues that this person may not see" in caplog.text


@pytest.mark.requirement("DI9", "DI2")
async def test_filters_that_a_source_ignores_are_applied_and_its_rows_are_sorted() -> None:
    rows = [
        ROW,
        ROW | {"id": 8, "severity": "critical"},
        ROW | {"id": 9, "severity": "low"},
        ROW | {"id": 10, "severity": "critical", "created_at": "2025-01-01T00:00:00Z"},
        ROW | {"id": 11, "severity": "critical", "status": "done"},
    ]
    source = OwnSource(Fixed(*rows, of=5).find, "mine")

    findings = await look_up(source, asked_in("open critical or high issues this month", NOW), ANNA, NOW)

    assert [row.id for row in findings.issues] == ["8", "7"]
    assert findings.total("issues").of == 2


@pytest.mark.requirement("DI9")
async def test_a_source_gets_the_tenant_roles_and_filters_of_the_question() -> None:
    fixed = Fixed()

    await look_up(
        OwnSource(fixed.find, "mine"),
        asked_in("top 3 critical issues from Payments since Monday", NOW),
        Principal("anna", "acme", frozenset({"hr"})),
        NOW,
    )

    first, without_name = fixed.queries
    assert first._replace(until=None) == Query(
        "acme",
        frozenset({"hr"}),
        ("issues",),
        ("critical",),
        (),
        datetime(2026, 3, 9, tzinfo=UTC),
        text=("payment",),
        in_names=True,
        limit=3,
    )
    assert without_name == first._replace(text=())


@pytest.mark.requirement("DI9")
@pytest.mark.parametrize(
    ("rows", "of", "words"),
    [
        ([{"id": 1}], None, "a row of issues has no tenant. Add the tenant that the row belongs to."),
        ([ROW | {"severity": "huge"}], None, "severity must be one of critical, high, medium, low"),
        ([ROW | {"colour": "red"}], None, "colour is not a field of issues"),
        ([{**ROW, "title": None}], None, "title is missing or empty"),
        ([ROW], 0, "of is 0 for issues, but 1 rows were returned"),
        (["text"], None, "a row of issues must be a mapping, not str"),
    ],
)
async def test_a_wrong_row_is_an_error_that_says_what_to_change(
    rows: list[Any], of: int | None, words: str
) -> None:
    with pytest.raises(StoreError) as caught:
        await found(*rows, of=of)

    assert words in caught.value.problem


@pytest.mark.requirement("DI9")
async def test_a_source_that_fails_or_returns_something_else_is_an_error() -> None:
    def broken(_query: Query) -> Mapping[str, Found]:
        message = "no such table: tickets"
        raise LookupError(message)

    for find, words in (
        (broken, "The data source failed: no such table: tickets"),
        (lambda _query: [], "find must return a mapping of kinds to Found(rows, of)"),
        (lambda _query: {"issues": []}, "the value of 'issues' must be Found(rows, of)"),
    ):
        with pytest.raises(StoreError) as caught:
            await OwnSource(find, "mine").find(QUERY)
        assert words in caught.value.problem


@pytest.mark.requirement("DI9")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tickets", "must look like package.module:name"),
        ("no_such_module:Tickets", "No module named 'no_such_module'"),
        ("json:Tickets", "has no attribute 'Tickets'"),
        ("json:dumps", "must have a method find(query)"),
    ],
)
def test_a_source_that_cannot_be_loaded_is_an_invalid_setting(name: str, words: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        open_source(name)

    assert words in str(caught.value)


@pytest.mark.requirement("DI9")
@pytest.mark.parametrize(("returned", "number"), [(3, None), (2, 2)])
async def test_without_a_count_a_full_page_has_an_unknown_number(returned: int, number: int | None) -> None:
    rows = [ROW | {"id": at} for at in range(returned)]

    assert (await found(*rows, query=QUERY._replace(limit=3))).of == number
