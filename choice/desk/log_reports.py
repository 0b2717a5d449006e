"""Export, verify and summarise the decision log."""

import csv
import io
import json
import re
import statistics
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from pydantic import JsonValue

from choice.desk.log import TOO_QUICK_MS, Broken, Record, Verified, verify
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
_ACTIVE = ("=", "+", "-", "@", "|", "\t", "\r", "\n", "＝", "＋", "－", "＠", "｜")
"""Spreadsheets evaluate cells that start with one of these as formulas, also after spaces."""
_SPACES = " \u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\x00-\x08\x0b\x0c\x0e-\x1f"
_STARTS_ACTIVE = re.compile(f"[{_SPACES}]*(?:{'|'.join(map(re.escape, _ACTIVE))})")
_SEPARATOR = " | "
_PAGE = 1000
_ASKED = frozenset({"opened", "queued"})
_OTHER_ENDINGS = frozenset({"cancelled", "timed_out", "superseded"})


def json_line(record: Record, *, questions: Sequence[str] | None = None) -> str:
    """Return a record as one line of JSON. Add the texts of its questions if they are passed."""
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
    """Return the header line of the CSV."""
    return _line(COLUMNS)


def csv_lines(record: Record) -> str:
    """Return a record as lines of CSV, one per question. Cells that look like formulas are escaped."""
    common = _common(record) | {"hash": record.hash.hex()}
    lines = [common | question for question in _per_question(record.facts)]
    return "".join([_line([_escaped(line.get(column)) for column in COLUMNS]) for line in lines])


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


def _per_question(facts: Mapping[str, object]) -> Iterator[dict[str, object]]:
    """Yield the columns that depend on the question, for each question."""
    answers, questions = facts.get("answers"), facts.get("questions")
    note = facts.get("note")
    if isinstance(answers, list):
        for answer in answers:
            yield {
                "question": answer["question"],
                "option_ids": _SEPARATOR.join(answer["option_ids"]),
                "labels": _SEPARATOR.join([label or "" for label in answer["labels"]]),
                "custom_text": answer["custom_text"],
                "matched": answer["matched"],
                "note": note,
            }
    elif isinstance(questions, list):
        yield {"question": _SEPARATOR.join(questions)}
    else:
        yield {"note": note}


def _escaped(value: object) -> str:
    text = "" if value is None else str(value)
    return f"'{text}" if _STARTS_ACTIVE.match(text) and not isinstance(value, int) else text


def _line(cells: object) -> str:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerow(cells)  # type: ignore[arg-type] # any iterable of cells
    return out.getvalue()


async def all_records(store: Store, wanted: WantedRecords) -> AsyncIterator[Record]:
    """Yield all records that match a query, oldest first. They are loaded in pages."""
    wanted = replace(wanted, most=_PAGE)
    while page := await store.records(wanted):
        for record in page:
            yield record
        wanted = replace(wanted, after=page[-1].seq)


async def verify_log(store: Store) -> Verified | Broken:
    """Check the whole log: no record may be missing or changed."""
    last, count = await store.chain_start(), 0
    while page := await store.records(WantedRecords(after=last.seq, most=_PAGE)):
        result = verify(page, last)
        if isinstance(result, Broken):
            return result
        last, count = result.last, count + result.records
    return Verified(count, last)


# --- Statistics ---


@dataclass(slots=True)
class QuestionStatistics:
    """Statistics of one question, identified by its text."""

    question: str
    asked: int = 0
    answered: int = 0
    own_words: int = 0
    too_quick: int = 0
    """Answers within 300 ms after the question was shown."""
    cancelled: int = 0
    timed_out: int = 0
    superseded: int = 0
    chosen: Counter[str] = field(default_factory=Counter)
    """How often each label was chosen."""
    seconds: list[float] = field(default_factory=list)
    """For each answer, the seconds since the question was opened or revised."""

    def snapshot(self) -> dict[str, JsonValue]:
        """Return the statistics as JSON values."""
        median = round(statistics.median(self.seconds), 3) if self.seconds else None
        return {
            "question": self.question,
            "asked": self.asked,
            "answered": self.answered,
            "own_words": self.own_words,
            "too_quick": self.too_quick,
            "cancelled": self.cancelled,
            "timed_out": self.timed_out,
            "superseded": self.superseded,
            "chosen": dict(self.chosen.most_common()),
            "median_seconds": median,
        }


class Statistics:
    """Aggregates records of the log, which must be added oldest first."""

    def __init__(self) -> None:
        self._by_question: dict[str, QuestionStatistics] = {}
        self._asked: dict[str, tuple[list[str], datetime]] = {}

    def add(self, record: Record) -> None:
        """Count one record."""
        if record.kind in _ASKED:
            self._add_asked(record)
        elif record.kind == "revised":
            self._asked[record.interaction_id] = (_questions(record), record.at)
        elif record.kind == "answered":
            self._add_answers(record)
        elif record.kind in _OTHER_ENDINGS:
            questions, _at = self._asked.pop(record.interaction_id, ([], record.at))
            for question in questions:
                one = self._of(question)
                setattr(one, record.kind, getattr(one, record.kind) + 1)

    def questions(self) -> list[QuestionStatistics]:
        """Return the statistics of all questions, most asked first."""
        return sorted(self._by_question.values(), key=lambda one: (-one.asked, one.question))

    def _add_asked(self, record: Record) -> None:
        questions = _questions(record)
        self._asked[record.interaction_id] = (questions, record.at)
        for question in questions:
            self._of(question).asked += 1

    def _add_answers(self, record: Record) -> None:
        _questions_asked, asked_at = self._asked.pop(record.interaction_id, ([], None))
        answers = record.facts["answers"]
        for answer in answers if isinstance(answers, list) else []:
            one = self._of(answer["question"])
            one.answered += 1
            one.chosen.update([label for label in answer["labels"] if label])
            one.own_words += answer["custom_text"] is not None
            one.too_quick += record.shown_ms is not None and record.shown_ms < TOO_QUICK_MS
            if asked_at is not None:
                one.seconds.append((record.at - asked_at).total_seconds())

    def _of(self, question: str) -> QuestionStatistics:
        return self._by_question.setdefault(question, QuestionStatistics(question))


def _questions(record: Record) -> list[str]:
    questions = record.facts.get("questions")
    return [str(question) for question in questions] if isinstance(questions, list) else []
