"""Data model: options, questions, forms, requests (`provide_choice`), answers and outcomes."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field, JsonValue, model_validator
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import override

from choice.errors import MissingForm
from choice.surfaces import Transport

MAX_TITLE = 200
MAX_PROMPT = 8000
MAX_LABEL = 200
MAX_DESCRIPTION = 500
MAX_VALUE = 2000
MAX_PREVIEW = 100_000
"""Maximum length of a preview, enough for an image of 70 KB as a data URI."""
MAX_ID = 100
MAX_PLACEHOLDER = 200
MAX_OPTIONS = 100
MAX_QUESTIONS = 20
MAX_METADATA_BYTES = 4096
MAX_METADATA_NAMES = 32
MAX_METADATA_LEVELS = 4
MIN_TIMEOUT = 1
MAX_TIMEOUT = 30 * 24 * 60 * 60
DEFAULT_TIMEOUT = 300
MAX_OWN_WORDS = 32_000
"""Maximum length of free text, about ten pages. Free text is never truncated; longer text is rejected."""
MAX_NOTE = 8_000

Category = Literal["discovery", "clarification", "mode_selection"]
SelectionMode = Literal["single", "multi", "text_input", "hybrid"]

_FROZEN = ConfigDict(frozen=True, extra="forbid", strict=True)


class Option(BaseModel):
    """One option of a question."""

    model_config = _FROZEN

    id: str = Field(min_length=1, max_length=MAX_ID)
    label: str = Field(min_length=1, max_length=MAX_LABEL)
    description: str | None = Field(default=None, max_length=MAX_DESCRIPTION)
    value: str | None = Field(default=None, max_length=MAX_VALUE)
    """Text that the asker gets instead of the label or the id if the option is chosen."""
    recommended: bool = False
    danger: bool = False
    """Whether the option cannot be undone. Pages mark it and ask for a confirmation."""
    preview: str | None = Field(default=None, max_length=MAX_PREVIEW)
    """What choosing the option results in, as Markdown: code, a diff, a table, an image as a data URI."""


_NO_LISTS = (str, bytes, bytearray, memoryview, Mapping)
"""Iterables that cannot be a list of options."""
_HAS_NO_TEXT = frozenset({Option, dict}).issuperset


def _numbered(options: object) -> object:
    """Return options in which plain strings are replaced with options numbered from 1."""
    if isinstance(options, tuple) and _HAS_NO_TEXT(map(type, options)):
        return options
    if not isinstance(options, Iterable) or isinstance(options, _NO_LISTS):
        return options
    # Iterables may be infinite: take one more than the limit, which validation then rejects.
    return tuple(
        [
            Option(id=str(number), label=option) if isinstance(option, str) else option
            for number, option in enumerate(islice(options, MAX_OPTIONS + 1), start=1)
        ]
    )


def _as_tuple(values: object) -> object:
    return tuple(values) if isinstance(values, list) else values


class Question(BaseModel):
    """One question, its options, and how many of them may be chosen.

    `single` and `multi` accept options, or free text instead if `allow_free_text` is set. `hybrid` accepts
    options together with free text. `text_input` accepts only free text. The default limits depend on the
    mode.
    """

    model_config = _FROZEN

    id: str = Field(default="q1", min_length=1, max_length=MAX_ID)
    text: str = Field(min_length=1, max_length=MAX_PROMPT)
    context: str | None = Field(default=None, max_length=MAX_PROMPT)
    category: Category | None = None
    selection_mode: SelectionMode = "single"
    options: Annotated[tuple[Option, ...], FailFast()] = Field(default=(), max_length=MAX_OPTIONS)
    default_selection_ids: Annotated[tuple[str, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    min_selections: int = Field(default=0, ge=0, le=MAX_OPTIONS)
    max_selections: int = Field(default=0, ge=0, le=MAX_OPTIONS)
    allow_free_text: bool = True
    placeholder: str | None = Field(default=None, max_length=MAX_PLACEHOLDER)
    metadata: dict[str, JsonValue] = Field(default_factory=dict)

    if TYPE_CHECKING:

        def __init__(  # noqa: PLR0913 - one argument per field
            self,
            *,
            text: str,
            options: Iterable[Option | str] = (),
            id: str = "q1",  # noqa: A002 - the name of the field
            context: str | None = None,
            category: Category | None = None,
            selection_mode: SelectionMode = "single",
            default_selection_ids: Sequence[str] = (),
            min_selections: int = ...,
            max_selections: int = ...,
            allow_free_text: bool = True,
            placeholder: str | None = None,
            metadata: dict[str, JsonValue] = ...,
        ) -> None:
            """For type checkers: plain strings become options, and the default limits depend on the mode."""

    @model_validator(mode="before")
    @classmethod
    def _set_default_limits(cls, values: object) -> object:
        if not isinstance(values, Mapping):
            return values
        options = _numbered(values.get("options", ()))
        count = len(options) if isinstance(options, tuple) else 0
        least, most = default_limits(values.get("selection_mode", "single"), count)
        return {"min_selections": least, "max_selections": most, **values, "options": options}

    @model_validator(mode="after")
    def _is_answerable(self) -> Self:
        # Runs again when the question becomes part of a form, so iterate over the options only once.
        known = {option.id for option in self.options}
        if len(known) != len(self.options):
            message = "two options have the same id"
            raise ValueError(message)
        if (self.selection_mode == "text_input") == bool(known):
            message = "text_input has no options; every other mode has at least one"
            raise ValueError(message)
        if self.min_selections > self.max_selections or self.max_selections > len(known):
            message = "0 <= min_selections <= max_selections <= number of options"
            raise ValueError(message)
        if self.selection_mode == "single" and self.max_selections != 1:
            message = "single requires max_selections of 1"
            raise ValueError(message)
        if self.selection_mode in {"text_input", "hybrid"} and not self.allow_free_text:
            message = "text_input and hybrid require allow_free_text"
            raise ValueError(message)
        defaults = self.default_selection_ids
        if defaults and (not known.issuperset(defaults) or len(defaults) > self.max_selections):
            message = "defaults must be options, at most max_selections of them"
            raise ValueError(message)
        return self

    @property
    def option_ids(self) -> tuple[str, ...]:
        """The ids of the options, in the order in which they are shown."""
        return tuple([option.id for option in self.options])

    def option(self, option_id: str) -> Option | None:
        """Return the option with an id, or None."""
        return next((option for option in self.options if option.id == option_id), None)


def default_limits(selection_mode: object, options: int) -> tuple[int, int]:
    """Return the default minimum and maximum number of selections."""
    if selection_mode == "single":
        return min(1, options), min(1, options)
    if selection_mode == "multi":
        return min(1, options), options
    return 0, options


class Form(BaseModel):
    """One or more questions that are answered together."""

    model_config = _FROZEN

    title: str | None = Field(default=None, max_length=MAX_TITLE)
    context: str | None = Field(default=None, max_length=MAX_PROMPT)
    questions: Annotated[tuple[Question, ...], FailFast(), BeforeValidator(_as_tuple)] = Field(
        min_length=1, max_length=MAX_QUESTIONS
    )

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = {question.id for question in self.questions}
        if len(ids) != len(self.questions):
            message = "two questions have the same id"
            raise ValueError(message)
        return self

    def question(self, question_id: str) -> Question | None:
        """Return the question with an id, or None."""
        for question in self.questions:
            if question.id == question_id:
                return question
        return None


SWITCHES = ("single_submit_mode", "show_placeholder", "allow_option_annotations", "allow_global_annotation")
"""Request fields that control how a question is shown."""
PRESENTATION = "presentation"
"""Key of the switches in the metadata of a question."""
RUN_URL = "run_url"
"""Key of the link to the run that asks, in the metadata of a question."""


class ChoiceRequest(BaseModel):
    """A validated `provide_choice` request."""

    model_config = _FROZEN

    title: str = Field(min_length=1, max_length=MAX_TITLE)
    question: Question
    single_submit_mode: bool = True
    """Whether choosing an option submits the answer."""
    allow_option_annotations: bool = False
    allow_global_annotation: bool = False
    show_placeholder: bool = True
    timeout_seconds: int = Field(default=DEFAULT_TIMEOUT, ge=MIN_TIMEOUT, le=MAX_TIMEOUT)
    use_defaults: bool = False
    """Whether the default options are used if nobody answers in time. The response then says so."""
    transport: Transport = "auto"
    session_id: str | None = Field(default=None, max_length=MAX_ID)

    @property
    def form(self) -> Form:
        """A form with the question. The metadata of the question has the switches that the request sets."""
        given: dict[str, JsonValue] = {
            name: getattr(self, name) for name in SWITCHES if name in self.model_fields_set
        }
        question = self.question
        if given:
            question = question.model_copy(update={"metadata": question.metadata | {PRESENTATION: given}})
        return Form(title=self.title, questions=(question,))


def parse_request(payload: object) -> ChoiceRequest:
    """Deprecated: use `choice.validation.parse_request`. Removed in 1.0."""
    from choice import validation  # noqa: PLC0415 - the only upward import, for the deprecated name

    warnings.warn(
        "choice.models.parse_request is deprecated: import it from choice.validation. Removed in 1.0.",
        DeprecationWarning,
        stacklevel=2,
    )
    return validation.parse_request(payload)


def presentation_of(form: Form) -> dict[str, bool]:
    """Return the switches that the asker has set. The switches of the first question apply to the form."""
    stored = form.questions[0].metadata.get(PRESENTATION)
    given = stored if isinstance(stored, Mapping) else {}
    return {name: value for name in SWITCHES if isinstance(value := given.get(name), bool)}


def run_url_of(form: Form) -> str | None:
    """Return the link to the run that asks, or None."""
    url = form.questions[0].metadata.get(RUN_URL)
    return url if isinstance(url, str) else None


class Answer(BaseModel):
    """The answer to one question: options, free text, or both if the question accepts both.

    If `option_ids` is unset, the person did not change the selection, and the default options are used. If
    `option_ids` is set to an empty tuple, the person chose no option.
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
    """Base of the outcomes. The properties `choice`, `choices`, `labels` and `text` are empty by default."""

    model_config = _FROZEN

    form: SkipJsonSchema[Form | None] = Field(default=None, exclude=True, repr=False)
    """The form that was answered, if attached. It is neither stored nor compared."""

    def about(self, form: Form) -> Self:
        """Return a copy with the form attached, from which labels and values are read."""
        return self.model_copy(update={"form": form})

    @property
    def choice(self) -> str | None:
        """The value of the first chosen option, or its label if it has no value.

        None if no option was chosen, because the answer is free text or there is no answer.
        """
        return next(iter(self.choices), None)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values of all chosen options. An option without a value is represented by its label."""
        return tuple([option.label if option.value is None else option.value for option in self._chosen()])

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of all chosen options."""
        return tuple([option.label for option in self._chosen()])

    @property
    def text(self) -> str | None:
        """The free text of the answer. If several questions have free text, the first one."""
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

    With the policy `use_defaults`, `used_defaults` is true and `answers` contains the default options. No
    person chose them.
    """

    kind: Literal["timed_out"] = "timed_out"
    answers: Annotated[tuple[Answer, ...], FailFast(), BeforeValidator(_as_tuple)] = ()
    at: datetime | None = None
    used_defaults: bool = False
    policy: Literal["wait", "fail", "use_defaults"] = "fail"
    """What the asker requested for the case that nobody answers."""


class Superseded(_Ended):
    """The conversation moved on, or a newer question replaced this one."""

    kind: Literal["superseded"] = "superseded"
    note: str | None = None
    at: datetime | None = None


def counted_defaults(questions: Iterable[Question], outcome: TimedOut) -> tuple[Answer, ...]:
    """Return the defaults that are used after a timeout. Those of the outcome take precedence."""
    if not outcome.used_defaults:
        return ()
    named = {answer.question_id: answer for answer in outcome.answers}
    defaults = {
        question.id: Answer(question_id=question.id, option_ids=question.default_selection_ids)
        for question in questions
        if question.default_selection_ids
    }
    return tuple((defaults | named).values())


Outcome = Annotated[Answered | Cancelled | TimedOut | Superseded, Field(discriminator="kind")]
_Any = TypeVar("_Any", bound=_Ended)


def stamped(outcome: _Any, at: datetime | None) -> _Any:
    """Return a copy of an outcome with this time."""
    return outcome.model_copy(update={"at": at})


def askable(question: str | Question | Form, options: Sequence[str | Option] = ()) -> Question | Form:
    """Return a question from its text and options. Without options, the answer is free text."""
    if not isinstance(question, str):
        return question
    if not options:
        return Question(text=question, selection_mode="text_input")
    return Question(text=question, options=options)
