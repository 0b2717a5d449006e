"""Sample rows of the demo: their dates, roles and repeated loading."""

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from choice.assembly.desk import open_database
from choice.auth import Principal
from choice.demo.data import demo_rows, load_demo
from choice.sources.follow_ups import asked_in
from choice.sources.lookup import look_up
from choice.sources.protocol import KINDS
from choice.sources.sql import SqlSource

TODAY = date(2026, 3, 11)
NOON = datetime(2026, 3, 11, 12, tzinfo=UTC)


async def test_loading_the_demo_again_moves_its_dates_and_adds_no_rows(tmp_path: Path) -> None:
    everybody = Principal("anna", "demo", frozenset({"manager", "hr", "security"}))
    async with open_database(f"sqlite:///{tmp_path}/demo.db") as database:
        source = SqlSource(database)
        found = []
        for days in (0, 0, 30):
            await load_demo(database, "demo", TODAY + timedelta(days=days))
            now = NOON + timedelta(days=days)
            asked = asked_in("an overview", now)
            found.append(await look_up(source, asked, everybody, now, token_budget=100_000))

    assert found[0] == found[1]
    assert found[0].counts == found[2].counts == {kind: len(demo_rows(kind, TODAY)) for kind in KINDS}
    moved = found[2].signals[0].detected_on - found[0].signals[0].detected_on
    assert moved == timedelta(days=30)


def test_some_rows_of_the_demo_need_a_role() -> None:
    hidden = {kind: sum(bool(new.visible_to) for new in demo_rows(kind, TODAY)) for kind in KINDS}

    assert hidden == {"signals": 1, "incidents": 1, "issues": 1, "metrics": 0}
