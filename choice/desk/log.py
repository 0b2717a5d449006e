"""The decision log: one record for every change, each sealed with the hash of the one before."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from json.encoder import encode_basestring as quoted
from typing import Literal, NamedTuple

from pydantic_core import to_json

from choice.answers import Answer, Answered
from choice.clock import micros
from choice.models import Form, Option

_NULL = "null"


class AnswerTexts(NamedTuple):
    """An outcome with its answers as it is written."""

    outcome: str
    """As it is kept, without its time."""
    body: str
    """As it is recorded."""


def answer_texts(form: Form, outcome: Answered, matched: Mapping[str, str] | None) -> AnswerTexts:
    """Return how an outcome is kept and how it is recorded."""
    kept, spelled_out = _written(form, outcome.answers, matched)
    note, by, surface = outcome.note, outcome.answered_by, outcome.surface
    said = _NULL if note is None else quoted(note)
    return AnswerTexts(
        f'{{"kind":"answered","answers":[{kept}],"note":{said},'
        f'"answered_by":{_NULL if by is None else quoted(by)},'
        f'"surface":{_NULL if surface is None else quoted(surface)},"used_defaults":false}}',
        f'{{"answers":[{spelled_out}],"note":{said}}}',
    )


def _written(form: Form, answers: Iterable[Answer], matched: Mapping[str, str] | None) -> tuple[str, str]:
    """Return answers as they are kept, and with the words that were shown."""
    kept: list[str] = []
    spelled_out: list[str] = []
    for answer in answers:
        question_id, chosen = answer.question_id, answer.option_ids
        words, notes = answer.custom_text, answer.option_notes
        question = form.question(question_id)
        rule = matched.get(question_id) if matched else None
        name, ids = quoted(question_id), ",".join(map(quoted, chosen))
        said = (
            f'"custom_text":{_NULL if words is None else quoted(words)},'
            f'"option_notes":{to_json(notes).decode() if notes else "{}"}'
        )
        kept.append(f'{{"question_id":{name},"option_ids":[{ids}],{said}}}')
        spelled_out.append(
            f'{{"question_id":{name},"question":{quoted(question.text) if question else _NULL},'
            f'"option_ids":[{ids}],"labels":[{_labels(question.options, chosen) if question else ""}],'
            f'{said},"matched":{_NULL if rule is None else quoted(rule)}}}'
        )
    return ",".join(kept), ",".join(spelled_out)


def _labels(options: Iterable[Option], chosen: tuple[str, ...]) -> str:
    """Return the labels of the options that were chosen, in their order."""
    labels: list[str] = []
    for option in options:
        if len(labels) == len(chosen):
            break
        if option.id in chosen:
            labels.append(quoted(option.label))
    return ",".join(labels)


Kind = Literal[
    "opened",
    "queued",
    "admitted",
    "shown",
    "drafted",
    "typing",
    "snoozed",
    "extended",
    "revised",
    "answered",
    "cancelled",
    "timed_out",
    "superseded",
    "acknowledged",
    "purged",
]
ASKINGS: frozenset[Kind] = frozenset({"opened", "revised"})
ENDINGS: frozenset[Kind] = frozenset({"answered", "cancelled", "timed_out", "superseded"})

GENESIS = bytes(32)
"""What the first record is sealed with."""

TOO_QUICK_MS = 300
"""An answer given sooner after the question appeared was hardly read; statistics count it apart."""


class Note(NamedTuple):
    """What is to be recorded about a change, besides what the interaction says itself."""

    kind: Kind
    actor: str | None = None
    surface: str | None = None
    body: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One change: what, by whom, where and when."""

    seq: int
    at: datetime
    tenant: str
    interaction_id: str
    kind: Kind
    actor: str | None
    surface: str | None
    agent: str
    project: str | None
    shown_ms: int | None
    """How long the question had been shown, for an answer."""
    body: str
    """What was asked or chosen, as JSON."""
    hash: bytes

    @property
    def facts(self) -> Mapping[str, object]:
        """The body, read."""
        read: dict[str, object] = json.loads(self.body)
        return read

    def seal(self, previous: bytes) -> bytes:
        """Return the hash this record must have, coming after the record with that hash."""
        return seal(
            previous,
            (
                self.seq,
                micros(self.at),
                self.tenant,
                self.interaction_id,
                self.kind,
                self.actor,
                self.surface,
                self.agent,
                self.project,
                self.shown_ms,
                self.body,
            ),
        )


@dataclass(frozen=True, slots=True)
class ChainStart:
    """Where the kept part of the log starts: the last record that was purged, and its hash."""

    seq: int = 0
    hash: bytes = GENESIS


@dataclass(frozen=True, slots=True)
class Verified:
    """Every record is there and as it was written."""

    records: int
    last: ChainStart


@dataclass(frozen=True, slots=True)
class Broken:
    """A record was changed, removed or put in; `seq` is the first that does not fit."""

    seq: int
    reason: str


def seal(previous: bytes, fields: tuple[object, ...]) -> bytes:
    """Return the hash of a record that follows the one with hash `previous`."""
    return hashlib.sha256(previous + to_json(fields)).digest()


def verify(records: Iterable[Record], start: ChainStart) -> Verified | Broken:
    """Check that records follow one another without a gap and none was changed."""
    last, count = start, 0
    for record in records:
        if record.seq != last.seq + 1:
            return Broken(last.seq + 1, "the record is missing")
        if record.seal(last.hash) != record.hash:
            return Broken(record.seq, "the record is not as it was written")
        last, count = ChainStart(record.seq, record.hash), count + 1
    return Verified(count, last)


def asked_body(form: Form) -> str:
    """Return what is recorded of a form when it is asked."""
    return body(title=form.title, questions=[question.text for question in form.questions])


def answers_body(
    form: Form, answers: Iterable[Answer], note: str | None, matched: Mapping[str, str] | None = None
) -> str:
    """Return what is recorded of answers: the words that were shown, not ids alone."""
    return answer_texts(form, Answered(answers=tuple(answers), note=note), matched).body


def body(**facts: object) -> str:
    """Return facts as the body of a record."""
    return to_json(facts).decode()
