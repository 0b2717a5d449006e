"""The decision log for other programs: as CSV for spreadsheets, and as lines of JSON."""

import csv
import io
import json
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import replace

from choice.desk.log import Broken, Record, Verified, verify
from choice.desk.store import Store, WantedRecords

COLUMNS = (
    "seq",
    "at",
    "tenant",
    "agent",
    "project",
    "interaction_id",
    "kind",
    "actor",
    "surface",
    "shown_ms",
    "question",
    "option_ids",
    "labels",
    "custom_text",
    "matched",
    "note",
    "hash",
)
_ACTIVE = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell that starts like this is a formula to some spreadsheet."""
_BETWEEN = " | "


def json_line(record: Record, *, questions: Sequence[str] | None = None) -> str:
    """Return a record as one line of JSON, with what was asked where that is known and not part of it."""
    return json.dumps(
        {
            **_common(record),
            "body": record.facts,
            "hash": record.hash.hex(),
            **({} if questions is None else {"questions": questions}),
        },
        ensure_ascii=False,
    )


def csv_header() -> str:
    """Return the first line of the CSV."""
    return _line(COLUMNS)


def csv_lines(record: Record) -> str:
    """Return a record as lines of CSV: one for each question that it is about. No cell is ever a formula."""
    common = _common(record) | {"hash": record.hash.hex()}
    lines = [common | about for about in _about(record.facts)]
    return "".join([_line([_harmless(line.get(column)) for column in COLUMNS]) for line in lines])


def _common(record: Record) -> dict[str, object]:
    return {
        "seq": record.seq,
        "at": record.at.isoformat(),
        "tenant": record.tenant,
        "agent": record.agent,
        "project": record.project,
        "interaction_id": record.interaction_id,
        "kind": record.kind,
        "actor": record.actor,
        "surface": record.surface,
        "shown_ms": record.shown_ms,
    }


def _about(facts: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Return what the body says, for each question that it speaks of."""
    answers, questions = facts.get("answers"), facts.get("questions")
    note = facts.get("note")
    if isinstance(answers, list):
        for answer in answers:
            yield {
                "question": answer["question"],
                "option_ids": _BETWEEN.join(answer["option_ids"]),
                "labels": _BETWEEN.join([label or "" for label in answer["labels"]]),
                "custom_text": answer["custom_text"],
                "matched": answer["matched"],
                "note": note,
            }
    elif isinstance(questions, list):
        yield {"question": _BETWEEN.join(questions)}
    else:
        yield {"note": note}


def _harmless(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(_ACTIVE) and not isinstance(value, int) else text


def _line(cells: object) -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerow(cells)  # type: ignore[arg-type] # any iterable of cells
    return out.getvalue()


_PAGE = 1000


async def all_records(store: Store, wanted: WantedRecords) -> AsyncIterator[Record]:
    """Return every record that is wanted, oldest first, however many there are."""
    wanted = replace(wanted, most=_PAGE)
    while page := await store.records(wanted):
        for record in page:
            yield record
        wanted = replace(wanted, after=page[-1].seq)


async def verify_log(store: Store) -> Verified | Broken:
    """Check the whole log: no record is missing, none was changed."""
    last, count = await store.chain_start(), 0
    while page := await store.records(WantedRecords(after=last.seq, most=_PAGE)):
        result = verify(page, last)
        if isinstance(result, Broken):
            return result
        last, count = result.last, count + result.records
    return Verified(count, last)
