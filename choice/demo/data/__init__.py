"""Sample rows of the demo, dated relative to today."""

import json
from datetime import UTC, date, datetime, time, timedelta
from importlib import resources
from typing import Any

from choice.desk.sql.transaction import Database, Transaction
from choice.sources.fields import FIELDS
from choice.sources.loading import NewRow, parse_rows, write_rows
from choice.sources.protocol import KINDS, Kind


async def load_demo(database: Database, tenant: str, today: date) -> None:
    """Insert or replace the sample rows, dated relative to `today`."""
    rows = {kind: demo_rows(kind, today) for kind in KINDS}

    def write(tx: Transaction) -> None:
        for kind in KINDS:
            write_rows(tx, kind, tenant, rows[kind])

    await database.write(write, tenant)


def demo_rows(kind: Kind, today: date) -> list[NewRow]:
    """Return the sample rows of one kind, dated relative to `today`."""
    text = resources.files(__name__).joinpath(f"{kind}.jsonl").read_text("utf-8")
    dated = [_dated(json.loads(line), today, kind) for line in text.splitlines()]
    return parse_rows("\n".join(map(json.dumps, dated)).encode(), kind, "jsonl")


def _dated(row: dict[str, Any], today: date, kind: Kind) -> dict[str, Any]:
    """Replace relative fields, such as `…_days_ago` and `due_in_days`, with dates and timestamps."""
    for name in [name for name in row if name.endswith("_days_ago")]:
        subject = name.removesuffix("_days_ago")
        day = today - timedelta(days=row.pop(name))
        at = datetime.combine(day, time.fromisoformat(row.pop(f"{subject}_time", "00:00")), UTC)
        if f"{subject}_on" in FIELDS[kind]:
            row[f"{subject}_on"] = day.isoformat()
            continue
        row[f"{subject}_at"] = at.isoformat()
        if "minutes" in row:
            row["resolved_at"] = (at + timedelta(minutes=row.pop("minutes"))).isoformat()
    if "due_in_days" in row:
        row["due_on"] = (today + timedelta(days=row.pop("due_in_days"))).isoformat()
    return row
