"""Answers, and the four outcomes of a form: answered, cancelled, timed out, superseded."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import override

from choice.errors import MissingForm
from choice.models import Form, Option, Question

MAX_OWN_WORDS = 32_000
"""Own words are never cut, so the limit is generous: about ten pages."""
MAX_NOTE = 8_000

_FROZEN = ConfigDict(frozen=True, extra="forbid", strict=True)


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Answer(BaseModel):
    """The answer to one question: options, own words, or both if the question takes both.

    If `option_ids` is unset, the person left the options untouched and the defaults count. If it is set to an
    empty tuple, the person chose none of them.
    """

    model_config = _FROZEN

    question_id: str
    option_ids: Annotated[tuple[str, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    custom_text: str | None = None
    option_notes: dict[str, str] = Field(default_factory=dict)


class Submission(BaseModel):
    """The answers to a whole form, as a person submits them."""

    model_config = _FROZEN

    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)]
    note: str | None = None
    answer_id: str | None = None
    """Idempotency key, chosen by the client."""


class _Ended(BaseModel):
    """Base of the outcomes. `choice`, `choices`, `labels` and `text` are empty without an answer."""

    model_config = _FROZEN

    form: SkipJsonSchema[Form | None] = Field(default=None, exclude=True, repr=False)
    """The form of the outcome, if attached. It is neither stored nor compared."""

    def about(self, form: Form) -> Self:
        """Return a copy with the form attached, which has the labels and values of the options."""
        return self.model_copy(update={"form": form})

    @property
    def choice(self) -> str | None:
        """The value of the first chosen option, or its label if it has no value.

        None if no option was chosen: the question was answered in own words, or not at all.
        """
        return next(iter(self.choices), None)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of all chosen options; the label of an option without a value."""
        return tuple([option.label if option.value is None else option.value for option in self._chosen()])

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all chosen options."""
        return tuple([option.label for option in self._chosen()])

    @property
    def text(self) -> str | None:
        """The answer in own words; the first one if there are several."""
        return None

    def _chosen(self) -> tuple[Option, ...]:
        return ()

    @override
    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Ended) and self.model_dump() == other.model_dump()

    @override
    def __hash__(self) -> int:
        return hash(self.model_dump_json())


class Answered(_Ended):
    """Every question was answered."""

    kind: Literal["answered"] = "answered"
    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)]
    note: str | None = None
    answered_by: str | None = None
    surface: str | None = None
    at: datetime | None = None
    used_defaults: Literal[False] = False

    @property
    @override
    def text(self) -> str | None:
        return next((answer.custom_text for answer in self.answers if answer.custom_text is not None), None)

    @override
    def _chosen(self) -> tuple[Option, ...]:
        return tuple([option for answer in self.answers for option in self._options(answer)])

    def _options(self, answer: Answer) -> list[Option]:
        if not answer.option_ids:
            return []
        question = None if self.form is None else self.form.question(answer.question_id)
        if question is None:
            raise MissingForm
        return [option for option in question.options if option.id in answer.option_ids]


class Cancelled(_Ended):
    """The form was cancelled without an answer."""

    kind: Literal["cancelled"] = "cancelled"
    note: str | None = None
    answered_by: str | None = None
    surface: str | None = None
    at: datetime | None = None


class TimedOut(_Ended):
    """There was no answer before the deadline.

    With the policy `use_defaults`, `answers` has the defaults, which no person chose, and `used_defaults` is
    true.
    """

    kind: Literal["timed_out"] = "timed_out"
    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    at: datetime | None = None
    used_defaults: bool = False
    policy: Literal["wait", "fail", "use_defaults"] = "fail"
    """What the asker wanted to happen if there is no answer."""


class Superseded(_Ended):
    """The conversation moved on, or a newer question replaced this one."""

    kind: Literal["superseded"] = "superseded"
    note: str | None = None
    at: datetime | None = None


def counted_defaults(questions: Iterable[Question], outcome: TimedOut) -> tuple[Answer, ...]:
    """Return the defaults that count after a timeout: those of the outcome, or those of the questions."""
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
_Any = TypeVar("_Any", bound=_Ended)


def stamped(outcome: _Any, at: datetime | None) -> _Any:
    """Return a copy of an outcome with its time."""
    return outcome.model_copy(update={"at": at})
