"""The decision log: one record per change, each hashed together with the hash of the previous record."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from json.encoder import encode_basestring as quoted
from typing import Literal, NamedTuple

from pydantic_core import to_json

from choice.clock import micros
from choice.models import Answer, Answered, Form, Option

_NULL = "null"


class AnswerTexts(NamedTuple):
    """An answered outcome as JSON."""

    outcome: str
    """For the store, without the time."""
    body: str
    """For the log, with the texts of questions and options."""


def answer_texts(
    form: Form, outcome: Answered, matched: Mapping[str, str] | None, client: str | None = None
) -> AnswerTexts:
    """Encode an outcome for the store and for the log."""
    stored, logged = _encode_answers(form, outcome.answers, matched)
    note, by, surface = outcome.note, outcome.answered_by, outcome.surface
    note_json = _NULL if note is None else quoted(note)
    where = "" if client is None else f',"in_client_of":{quoted(client)}'
    return AnswerTexts(
        f'{{"kind":"answered","answers":[{stored}],"note":{note_json},'
        f'"answered_by":{_NULL if by is None else quoted(by)},'
        f'"surface":{_NULL if surface is None else quoted(surface)},"used_defaults":false}}',
        f'{{"answers":[{logged}],"note":{note_json}{where}}}',
    )


def _encode_answers(
    form: Form, answers: Iterable[Answer], matched: Mapping[str, str] | None
) -> tuple[str, str]:
    """Encode answers twice: without and with the texts of questions and options."""
    stored: list[str] = []
    logged: list[str] = []
    for answer in answers:
        question_id, chosen = answer.question_id, answer.option_ids
        words, notes = answer.custom_text, answer.option_notes
        question = form.question(question_id)
        rule = matched.get(question_id) if matched else None
        name, ids = quoted(question_id), ",".join(map(quoted, chosen))
        given = (
            f'"custom_text":{_NULL if words is None else quoted(words)},'
            f'"option_notes":{to_json(notes).decode() if notes else "{}"}'
        )
        stored.append(f'{{"question_id":{name},"option_ids":[{ids}],{given}}}')
        logged.append(
            f'{{"question_id":{name},"question":{quoted(question.text) if question else _NULL},'
            f'"option_ids":[{ids}],"labels":[{_labels(question.options, chosen) if question else ""}],'
            f'{given},"matched":{_NULL if rule is None else quoted(rule)}}}'
        )
    return ",".join(stored), ",".join(logged)


def _labels(options: Iterable[Option], chosen: tuple[str, ...]) -> str:
    """Encode the labels of the chosen options, in the order of the question."""
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
"""The previous hash of the first record."""

TOO_QUICK_MS = 300
"""Statistics count answers within this time after the question was shown as too quick."""


class Note(NamedTuple):
    """The part of a log record that does not come from the interaction."""

    kind: Kind
    actor: str | None = None
    surface: str | None = None
    body: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One record of the log."""

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
    """Milliseconds from showing the question to this change."""
    body: str
    """The question or the answers as JSON."""
    hash: bytes

    @property
    def facts(self) -> Mapping[str, object]:
        """The decoded body."""
        decoded: dict[str, object] = json.loads(self.body)
        return decoded

    def seal(self, previous: bytes) -> bytes:
        """Return the hash that this record must have, given the hash of the previous record."""
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
    """The last purged record, from which the rest of the log can be verified."""

    seq: int = 0
    hash: bytes = GENESIS


@dataclass(frozen=True, slots=True)
class Verified:
    """The log is complete and unchanged."""

    records: int
    last: ChainStart


@dataclass(frozen=True, slots=True)
class Broken:
    """A record was changed, removed or inserted. `seq` is the first number that does not match."""

    seq: int
    reason: str


def seal(previous: bytes, fields: tuple[object, ...]) -> bytes:
    """Return the hash of a record, given the hash of the previous record."""
    return hashlib.sha256(previous + to_json(fields)).digest()


def verify(records: Iterable[Record], start: ChainStart) -> Verified | Broken:
    """Check that no record is missing or changed."""
    last, count = start, 0
    for record in records:
        if record.seq != last.seq + 1:
            return Broken(last.seq + 1, "the record is missing")
        if record.seal(last.hash) != record.hash:
            return Broken(record.seq, "the record was changed")
        last, count = ChainStart(record.seq, record.hash), count + 1
    return Verified(count, last)


def asked_body(form: Form) -> str:
    """Return the body of a record for an opened or revised form."""
    return body(title=form.title, questions=[question.text for question in form.questions])


def answers_body(
    form: Form, answers: Iterable[Answer], note: str | None, matched: Mapping[str, str] | None = None
) -> str:
    """Return the body of a record for answers, with the texts of questions and options."""
    return answer_texts(form, Answered(answers=tuple(answers), note=note), matched).body


def body(**facts: object) -> str:
    """Encode facts as the body of a record."""
    return to_json(facts).decode()
