"""What comes back: a person's answers, and the four ways in which a form can end."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field

from choice.models import Question

MAX_OWN_WORDS = 32_000
"""Own words are kept whole, so the limit is generous: about ten pages."""
MAX_NOTE = 8_000

_FROZEN = ConfigDict(frozen=True, extra="forbid", strict=True)


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Answer(BaseModel):
    """What a person said to one question: options, own words, or both where the question takes both.

    `option_ids` that were never set mean that the person did not touch the options: the defaults stand.
    An empty tuple that was set means that the person chose none of them.
    """

    model_config = _FROZEN

    question_id: str
    option_ids: Annotated[tuple[str, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    custom_text: str | None = None
    option_notes: dict[str, str] = Field(default_factory=dict)


class Submission(BaseModel):
    """What a person sends in for a whole form: an answer to each question, in the order of the questions."""

    model_config = _FROZEN

    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)]
    note: str | None = None
    answer_id: str | None = None
    """Chosen by the sender, so that sending the same answer again is recognised."""


class Answered(BaseModel):
    """A person answered every question."""

    model_config = _FROZEN

    kind: Literal["answered"] = "answered"
    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)]
    note: str | None = None
    answered_by: str | None = None
    surface: str | None = None
    at: datetime | None = None
    used_defaults: Literal[False] = False


class Cancelled(BaseModel):
    """Somebody ended the form without answering it."""

    model_config = _FROZEN

    kind: Literal["cancelled"] = "cancelled"
    note: str | None = None
    answered_by: str | None = None
    surface: str | None = None
    at: datetime | None = None


class TimedOut(BaseModel):
    """Nobody answered before the deadline.

    Where the asker wanted the defaults to count, `answers` holds them and `used_defaults` says so: nobody
    chose them.
    """

    model_config = _FROZEN

    kind: Literal["timed_out"] = "timed_out"
    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    at: datetime | None = None
    used_defaults: bool = False
    policy: Literal["wait", "fail", "use_defaults"] = "fail"
    """What the asker wanted to happen when nobody answers."""


class Superseded(BaseModel):
    """The question no longer matters: the conversation moved on or a newer question took its place."""

    model_config = _FROZEN

    kind: Literal["superseded"] = "superseded"
    note: str | None = None
    at: datetime | None = None


def counted_defaults(questions: Iterable[Question], outcome: TimedOut) -> tuple[Answer, ...]:
    """Return the defaults that count where nobody answered: as the outcome names them, else the questions.

    There are none where they do not count, and none for a question that has none.
    """
    if not outcome.used_defaults:
        return ()
    named = {answer.question_id: answer for answer in outcome.answers}
    usual = {
        one.id: Answer(question_id=one.id, option_ids=one.default_selection_ids)
        for one in questions
        if one.default_selection_ids
    }
    return tuple((usual | named).values())


Outcome = Annotated[Answered | Cancelled | TimedOut | Superseded, Field(discriminator="kind")]
_Ended = TypeVar("_Ended", bound=Answered | Cancelled | TimedOut | Superseded)


def stamped(outcome: _Ended, at: datetime | None) -> _Ended:
    """Return a copy of an outcome with its time."""
    return outcome.model_copy(update={"at": at})
