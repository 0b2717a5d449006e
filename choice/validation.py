"""Validation rules of requests, forms, tool calls and answers.

A payload is copied into plain values and validated by the pydantic model that describes it. The first error
is reported as an `InvalidRequest` with the field, the rule and a working example, or as an `InvalidAnswer`.
The JSON Schema of the request models is the published schema of the tools.

1. `allow_cancel` is accepted and ignored: a question can always be cancelled.
2. Null means that a field is absent. False, 0 and an empty list are accepted in every mode.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar, get_args

from pydantic import AfterValidator, BeforeValidator, FailFast, Field, JsonValue, model_validator
from typing_extensions import override

from choice import models
from choice.errors import (
    ChoiceError,
    InvalidAnswer,
    InvalidRequest,
    UnknownOption,
    UnknownQuestion,
    UnreadableJson,
    WrongCount,
)
from choice.models import (
    MAX_NOTE,
    MAX_OWN_WORDS,
    SWITCHES,
    Answer,
    Category,
    ChoiceRequest,
    Form,
    Option,
    Question,
    SelectionMode,
    Submission,
    default_limits,
)
from choice.payload import plain_payload, text_fault
from choice.payload.model import PAYLOAD, UNPUBLISHED, Payload, reject, validated
from choice.plain_text import plain, plain_line
from choice.surfaces import Transport

_MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)
_UNSEEN = re.compile("[\u061c\u200c-\u200f\ufe00-\ufe0f]")  # direction marks, joiners, variation selectors
_WITH_OWN_WORDS = frozenset({"text_input", "hybrid"})
_SAFE_INTEGER = 2**53 - 1
"""Largest integer that a double represents exactly."""
_ANSWERS, _CUSTOM_TEXT, _OPTION_IDS, _QUESTION_ID = "answers", "custom_text", "option_ids", "question_id"

_SAME_LABEL = "must differ from the other labels by more than case, width or hidden marks."
_SAME_ID = "must differ from the ids of the other options."
_NO_OPTIONS = "must be left out: text_input has no options. For options with free text, use hybrid."
_NO_WORDS = "must be left out: this question takes no own words. With own words use text_input or hybrid."
_SOME_OPTION = "must have at least one option. For a question without options use text_input."
_SOME_WORDS = "must be true: this selection_mode takes own words. For options alone use single or multi."
_NOTHING_SENDS = "must be false or left out: text_input has no option whose choice could send the answer."
_ONE_IS_TOO_FEW = "must be false or left out: one option would be sent, and min_selections asks for more."
_NOT_AN_OPTION = "must contain ids of the options, spelled as they are there."
_TOO_FEW_DEFAULTS = "must have at least min_selections entries, or none."
_NO_DEFAULTS = "must come with default_selection_ids, which count if there is no answer in time."
_ONE_OPTION = "must be 1 or left out: single takes exactly one option. For more use multi."
_ONLY_ONE = "must be 1 or left out: the call says that only one option may be chosen."
_SAME_VALUE = "must have different values: only the value tells which option was chosen."
_SAME_QUESTION = "must differ from the other questions: answers are keyed by it."
_METADATA = (
    f"must be an object of JSON values of at most {models.MAX_METADATA_BYTES} bytes,"
    f" {models.MAX_METADATA_NAMES} names, {models.MAX_METADATA_LEVELS} levels."
)

_STORES = [
    {"id": "sqlite", "label": "SQLite", "description": "One file, no server.", "recommended": True},
    {"id": "postgres", "label": "PostgreSQL", "description": "Several writers at once."},
]
_EXAMPLES: Mapping[SelectionMode, Mapping[str, object]] = {
    "single": {
        "title": "Choose a store",
        "prompt": "The service needs a place for its data. Which store should it use?",
        "selection_mode": "single",
        "options": _STORES,
    },
    "multi": {
        "title": "Choose the stores to test",
        "prompt": "The release is ready. Which stores should the tests run on?",
        "selection_mode": "multi",
        "options": _STORES,
        "default_selection_ids": ["sqlite"],
        "min_selections": 1,
        "max_selections": 2,
    },
    "text_input": {
        "title": "Name the service",
        "prompt": "The service is about to be registered. What should it be called?",
        "selection_mode": "text_input",
        "placeholder": "For example billing-api",
    },
    "hybrid": {
        "title": "Choose a store",
        "prompt": "The service needs a place for its data. Which stores would do, and what else matters?",
        "selection_mode": "hybrid",
        "options": _STORES,
        "placeholder": "Anything to keep in mind",
    },
}


# --- Types of fields ---


def _without_nul(text: str) -> str:
    if "\x00" in text:
        reject("must not contain the character NUL.")
    return text


def _shown(canonical: Callable[[str], str], limit: int) -> AfterValidator:
    """Return a validator that replaces text by its canonical form, in which it is shown."""

    def shown(text: str) -> str:
        if text.isascii() and text.isprintable() and "  " not in text:
            return text.strip()  # Fast path: the text is canonical.
        text = canonical(_without_nul(text)).strip()
        if len(text) > limit:
            reject(f"must be at most {limit} characters; hidden ones count as shown, as <U+202E>.")
        return text

    return AfterValidator(shown)


def _one_line(text: str) -> str:
    if plain_line(_without_nul(text)) != text:
        reject("must be one line of visible characters, no space before, after or doubled.")
    return text


_Title = Annotated[str, Field(max_length=models.MAX_TITLE), _shown(plain_line, models.MAX_TITLE)]
_Prompt = Annotated[str, Field(max_length=models.MAX_PROMPT), _shown(plain, models.MAX_PROMPT)]
_Label = Annotated[str, Field(max_length=models.MAX_LABEL), _shown(plain_line, models.MAX_LABEL)]
_Detail = Annotated[str, Field(max_length=models.MAX_DESCRIPTION), _shown(plain, models.MAX_DESCRIPTION)]
_Hint = Annotated[str, Field(max_length=models.MAX_PLACEHOLDER), _shown(plain_line, models.MAX_PLACEHOLDER)]
_Preview = Annotated[str, Field(max_length=models.MAX_PREVIEW), _shown(plain, models.MAX_PREVIEW)]
_Value = Annotated[str, Field(max_length=models.MAX_VALUE), AfterValidator(_without_nul)]
_AnyId = Annotated[str, Field(max_length=models.MAX_ID), AfterValidator(_without_nul)]
_Id = Annotated[str, Field(max_length=models.MAX_ID), AfterValidator(_one_line)]
_Ids = Annotated[list[_AnyId], FailFast(), Field(max_length=models.MAX_OPTIONS)]
_Count = Annotated[int, Field(ge=0, le=models.MAX_OPTIONS)]
_OwnWords = Annotated[str, Field(max_length=MAX_OWN_WORDS), AfterValidator(_without_nul)]
_Note = Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(_without_nul)]
_NOT_EMPTY = Field(min_length=1)


def _small_json(value: object) -> object:
    """Return metadata unchanged; reject what is not an object of JSON values within the bounds."""
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError):
        reject(_METADATA)
    if not isinstance(value, dict) or size > models.MAX_METADATA_BYTES:
        reject(_METADATA)
    if _names(value, models.MAX_METADATA_LEVELS) > models.MAX_METADATA_NAMES:
        reject(_METADATA)
    return value


def _names(value: object, levels: int) -> int:
    """Count the names in a JSON value; reject deep nesting, NUL and integers that a double cannot hold."""
    if isinstance(value, dict):
        inner, own = [*value, *value.values()], len(value)
    elif isinstance(value, list):
        inner, own = value, 0
    else:
        is_inexact = type(value) is int and abs(value) > _SAFE_INTEGER
        if is_inexact or (isinstance(value, str) and "\x00" in value):
            reject(_METADATA)
        return 0
    if levels == 0:
        reject(_METADATA)
    return own + sum([_names(one, levels - 1) for one in inner])


# --- Requests and forms ---


class _AnyOption(Payload):
    """The common fields of options."""

    id: _Id | None = None
    label: Annotated[_Label, _NOT_EMPTY]
    description: _Detail | None = None
    recommended: bool = False
    preview: _Preview | None = Field(default=None, json_schema_extra=UNPUBLISHED)
    danger: bool = Field(default=False, json_schema_extra=UNPUBLISHED)

    def option(self, number: int) -> Option:
        """Return the option; without an id, its number is the id."""
        return Option(
            id=self.id or str(number),
            label=self.label,
            description=self.description or None,
            value=getattr(self, "value", None) or None,
            recommended=self.recommended,
            preview=self.preview or None,
            danger=self.danger,
        )


_PREVIEW_FIELD = Field(
    default=None, description="What the person would get, in Markdown: a diff, code, a table."
)


class _RequestOption(_AnyOption):
    id: Annotated[_Id | None, _NOT_EMPTY]
    preview: _Preview | None = _PREVIEW_FIELD
    danger: bool = Field(default=False, description="True if it cannot be undone; the person confirms it.")


class _FormOption(_AnyOption):
    value: _Value | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_label(cls, values: object) -> object:
        return {"label": values} if isinstance(values, str) else values


class _WithOptions(Payload):
    """A question with options, which must have different ids and labels that look different."""

    if TYPE_CHECKING:
        options: list[Any]

    @cached_property
    def offered(self) -> tuple[Option, ...]:
        """The options; missing ids are numbered."""
        return tuple([option.option(at) for at, option in enumerate(self.options, start=1)])

    @model_validator(mode="after")
    def _options_differ(self) -> Self:
        ids: set[str] = set()
        looks: set[str] = set()
        for at, option in enumerate(self.offered):
            look = look_of(option.label)
            if option.id in ids:
                reject(_SAME_ID, "options", at, "id")
            if look in looks:
                reject(_SAME_LABEL, "options", at, "label")
            ids.add(option.id)
            looks.add(look)
        return self


class _Asked(_WithOptions):
    """The common fields of requests and of the questions of forms, and the rules between them."""

    if TYPE_CHECKING:
        # Each subclass declares these in the order in which they are validated and published.
        selection_mode: SelectionMode
        default_selection_ids: list[str]
        min_selections: int | None
        max_selections: int | None
        placeholder: str | None

    @cached_property
    def limits(self) -> tuple[int, int]:
        """How many options must and may be chosen."""
        least, most = default_limits(self.selection_mode, len(self.options))
        given_least, given_most = self.min_selections, self.max_selections
        return least if given_least is None else given_least, most if given_most is None else given_most

    @property
    def own_words(self) -> bool:
        """Whether own words are accepted."""
        return self.selection_mode in _WITH_OWN_WORDS

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        for field, is_broken, rule in self._rules():
            if is_broken:
                reject(rule, field)
        return self

    def _rules(self) -> Iterable[tuple[str, object, str]]:
        """Return the rules between fields: the field, whether it breaks the rule, and the rule."""
        mode, options, defaults = self.selection_mode, self.options, self.default_selection_ids
        (least, most), count, words = self.limits, len(options), self.own_words
        only_text = mode == "text_input"
        ids = {option.id for option in self.offered}
        on = {name for name in self.model_fields_set if getattr(self, name) is True}
        one_sends = "single_submit_mode" in on
        return (
            ("options", only_text and options, _NO_OPTIONS),
            ("min_selections", only_text and least, _NO_OPTIONS),
            ("max_selections", only_text and most, _NO_OPTIONS),
            ("default_selection_ids", only_text and defaults, _NO_OPTIONS),
            ("allow_option_annotations", only_text and "allow_option_annotations" in on, _NO_OPTIONS),
            ("options", not only_text and not options, _SOME_OPTION),
            ("allow_free_text", mode in _WITH_OWN_WORDS and not words, _SOME_WORDS),
            ("placeholder", not words and self.placeholder, _NO_WORDS),
            ("show_placeholder", not words and "show_placeholder" in on, _NO_WORDS),
            ("single_submit_mode", one_sends and only_text, _NOTHING_SENDS),
            ("single_submit_mode", one_sends and least > 1, _ONE_IS_TOO_FEW),
            ("min_selections", mode == "single" and least != 1, _ONE_OPTION),
            ("max_selections", mode == "single" and most != 1, _ONE_OPTION),
            ("max_selections", options and not most, "must be at least 1, or left out."),
            ("min_selections", least > count, "must not be more than the number of options."),
            ("max_selections", most > count, "must not be more than the number of options."),
            ("min_selections", least > most, "must not be more than max_selections."),
            ("default_selection_ids", not ids.issuperset(defaults), _NOT_AN_OPTION),
            ("default_selection_ids", len({*defaults}) < len(defaults), "must name each option only once."),
            ("default_selection_ids", len(defaults) > most, "must not be more than max_selections allows."),
            ("default_selection_ids", 0 < len(defaults) < least, _TOO_FEW_DEFAULTS),
            ("use_defaults", "use_defaults" in on and not defaults, _NO_DEFAULTS),
        )

    def question(self, **rest: Any) -> Question:  # noqa: ANN401 - validated fields on their way to the model
        """Return the question; `rest` are the fields that requests and forms name differently."""
        least, most = self.limits
        defaults = [option.id for option in self.offered if option.id in self.default_selection_ids]
        return Question(
            selection_mode=self.selection_mode,
            options=self.offered,
            default_selection_ids=defaults,
            min_selections=least,
            max_selections=most,
            allow_free_text=self.own_words,
            placeholder=self.placeholder or None,
            **rest,
        )


class _Request(_Asked):
    """The arguments of `provide_choice`."""

    ignored = frozenset({"allow_cancel"})

    title: Annotated[_Title, _NOT_EMPTY]
    prompt: Annotated[_Prompt, _NOT_EMPTY] = Field(
        description="What is going on, why a choice is needed, and the question."
    )
    selection_mode: SelectionMode = Field(
        description="One option, several, own words alone, or options and own words together."
    )
    options: Annotated[list[_RequestOption], FailFast(), Field(max_length=models.MAX_OPTIONS)] = Field(
        default_factory=list, description="Best two to four, one of them recommended; none for text_input."
    )
    default_selection_ids: _Ids = Field(default_factory=list, description="Options that are preselected.")
    min_selections: _Count | None = None
    max_selections: _Count | None = None
    placeholder: _Hint | None = Field(
        default=None, description="A hint in the empty text field; for text_input and hybrid."
    )
    show_placeholder: bool | None = None
    single_submit_mode: bool | None = Field(
        default=None, description="Whether choosing an option sends it at once."
    )
    allow_option_annotations: bool | None = Field(
        default=None, description="Whether the person may add a note to each option."
    )
    allow_global_annotation: bool | None = Field(
        default=None, description="Whether the person may add a note to the whole answer."
    )
    timeout_seconds: Annotated[int, Field(ge=models.MIN_TIMEOUT, le=models.MAX_TIMEOUT)] | None = Field(
        default=None, description=f"As the person's settings say, else {models.DEFAULT_TIMEOUT}."
    )
    use_defaults: bool | None = Field(
        default=None, description="Whether the defaults count when nobody answers; the result says so."
    )
    transport: Transport = "auto"
    session_id: _Id | None = Field(default=None, description="From an earlier result, to collect its answer.")

    @model_validator(mode="after")
    def _recommends(self) -> Self:
        if self.options and not any(option.recommended for option in self.options):
            reject("must have at least one option with recommended set to true.", "options")
        return self


class _Question(_Asked):
    """A question of a form."""

    id: _Id | None = None
    text: Annotated[_Prompt, _NOT_EMPTY]
    context: _Prompt | None = None
    category: Category | None = None
    selection_mode: SelectionMode = "single"
    options: Annotated[list[_FormOption], FailFast(), Field(max_length=models.MAX_OPTIONS)] = Field(
        default_factory=list
    )
    default_selection_ids: _Ids = Field(default_factory=list)
    min_selections: _Count | None = None
    max_selections: _Count | None = None
    allow_free_text: bool = True
    placeholder: _Hint | None = None
    metadata: Annotated[dict[str, JsonValue], BeforeValidator(_small_json)] = Field(default_factory=dict)

    @property
    @override
    def own_words(self) -> bool:
        return self.allow_free_text


class _Form(Payload):
    """A form."""

    title: _Title | None = None
    context: _Prompt | None = None
    questions: Annotated[list[_Question], FailFast(), Field(max_length=models.MAX_QUESTIONS)] = Field(
        default_factory=list
    )

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        ids = self.ids()
        if not ids:
            reject("must have at least one question.", "questions")
        for at, question_id in enumerate(ids):
            if question_id in ids[:at]:
                rule = "must differ from the ids of the other questions."
                reject(rule, "questions", at, "id")
        return self

    def ids(self) -> list[str]:
        """Return the ids of the questions, missing ones numbered."""
        return [question.id or f"q{at + 1}" for at, question in enumerate(self.questions)]


# --- Tool calls ---

_MAX_SEQUENCE = 999_999_999


class _ToolOption(_AnyOption):
    """An option of `present_question`."""

    id: Annotated[str, Field(max_length=models.MAX_ID)] | None = Field(
        default=None, json_schema_extra=UNPUBLISHED
    )
    description: _Detail | None = Field(default=None, description="What choosing it means.")
    recommended: bool = Field(default=False, description="True for at most one option.")
    value: _Value | None = Field(default=None, json_schema_extra=UNPUBLISHED)


class _ValueOption(_ToolOption):
    """An option of `present_choices`."""

    label: Annotated[_Label, _NOT_EMPTY] = Field(description="What the button says.")
    description: _Detail | None = Field(default=None, json_schema_extra=UNPUBLISHED)
    recommended: bool = Field(default=False, json_schema_extra=UNPUBLISHED)
    value: _Value | None = Field(description="What the person's message will say when they choose it.")


class _PreviewOption(_ToolOption):
    """An option of `AskUserQuestion`."""

    description: _Detail | None = Field(description="What choosing it means.")
    recommended: bool = Field(default=False, json_schema_extra=UNPUBLISHED)
    preview: _Preview | None = Field(default=None, description="What the person would get, in Markdown.")


class _ToolQuestion(_WithOptions):
    """A question of a tool call. Own words are possible instead of options."""

    if TYPE_CHECKING:
        question: str

    multi: bool | None = Field(default=None, json_schema_extra=UNPUBLISHED)
    min_selections: _Count | None = Field(default=None, json_schema_extra=UNPUBLISHED)
    max_selections: Annotated[int, Field(ge=1, le=models.MAX_OPTIONS)] | None = Field(
        default=None, json_schema_extra=UNPUBLISHED
    )

    @property
    def several(self) -> bool | None:
        """Whether several options may be chosen; None if the call does not say."""
        return self.multi

    @cached_property
    def limits(self) -> tuple[int, int]:
        """How many options must and may be chosen."""
        least, most, count = self.min_selections, self.max_selections, len(self.options)
        if most is None:
            most = count if self.several or (least or 0) > 1 else 1
        return 1 if least is None or most == 1 else least, most

    @model_validator(mode="after")
    def _limits_fit(self) -> Self:
        count, (_, most) = len(self.options), self.limits
        given = {"max_selections": self.max_selections or 0, "min_selections": self.min_selections or 0}
        for field, limit in given.items():
            if self.several is False and limit > 1:
                reject(_ONLY_ONE, field)
            if limit > count:
                reject("must not be more than the number of options.", field)
        if given["min_selections"] > most:
            reject("must not be more than max_selections.", "min_selections")
        return self

    def asked(self, **rest: Any) -> Question:  # noqa: ANN401 - validated fields on their way to the model
        """Return the question; `rest` are the fields that the tools name differently."""
        least, most = self.limits
        return Question(
            text=self.question,
            selection_mode="single" if most == 1 else "multi",
            options=self.offered,
            min_selections=least,
            max_selections=most,
            **rest,
        )


class _InterviewPlace(Payload):
    """Where in an interview a question stands."""

    discovery_phase: Annotated[str, Field(max_length=100), _shown(plain, 100)] | None = None
    question_sequence: Annotated[int, Field(ge=0, le=_MAX_SEQUENCE)] | None = None


class PresentQuestionCall(_ToolQuestion):
    """The arguments of `present_question`."""

    question: Annotated[str, Field(max_length=1000), _shown(plain, 1000), _NOT_EMPTY] = Field(
        description="The question, understandable on its own."
    )
    rationale: _Detail | None = Field(
        default=None, description="One sentence on why it is asked and what depends on it."
    )
    category: Category | None = Field(
        default=None, description="Leave it out. It is set by the mode of the conversation."
    )
    options: Annotated[list[_ToolOption], FailFast(), Field(min_length=2, max_length=6)]
    multi: bool | None = Field(default=None, description="Whether several options may be chosen.")
    max_selections: Annotated[int, Field(ge=1, le=6)] | None = None
    metadata: _InterviewPlace | None = Field(
        default=None, description="The place in an interview, if you keep count; else leave it out."
    )


class PresentChoicesCall(_ToolQuestion):
    """The arguments of `present_choices`."""

    question: Annotated[_Prompt, _NOT_EMPTY] = Field(description="The question, understandable on its own.")
    options: Annotated[list[_ValueOption], FailFast(), Field(min_length=2, max_length=4)]
    context: _Prompt | None = Field(default=None, description="What the person should know before choosing.")

    @model_validator(mode="after")
    def _values_differ(self) -> Self:
        values = {option.value or option.label for option in self.options}
        if len(values) < len(self.options):
            reject(_SAME_VALUE, "options")
        return self


class _UserQuestion(_ToolQuestion):
    """A question of `AskUserQuestion`."""

    question: Annotated[_Prompt, _NOT_EMPTY] = Field(
        description="The question, understandable on its own and different from the others."
    )
    header: Annotated[str, Field(max_length=100), _shown(plain, 100)] = Field(
        description="What it is about, in a word or two.", json_schema_extra={"maxLength": 12}
    )
    multiSelect: bool = Field(description="Whether several options may be chosen.")  # noqa: N815 - published
    options: Annotated[list[_PreviewOption], FailFast(), Field(min_length=2, max_length=4)]

    @property
    @override
    def several(self) -> bool:
        return self.multiSelect


class AskUserQuestionCall(Payload):
    """The arguments of `AskUserQuestion`."""

    questions: Annotated[list[_UserQuestion], FailFast(), Field(min_length=1, max_length=4)]

    @model_validator(mode="after")
    def _texts_differ(self) -> Self:
        texts = [question.question for question in self.questions]
        for at, text in enumerate(texts):
            if text in texts[:at]:
                reject(_SAME_QUESTION, "questions", at, "question")
        return self


ToolCall = TypeVar("ToolCall", bound=Payload)


def parse_tool_call(model: type[ToolCall], values: object, example: Mapping[str, object]) -> ToolCall:
    """Validate the normalised arguments of a tool call.

    Raises:
        InvalidRequest: A rule is broken; the error shows the example.
    """
    return validated(model, values, lambda field, rule, _: InvalidRequest(field, rule, example))


# --- Submissions ---


class _Answer(Payload):
    """The answer to one question of a form."""

    question_id: Annotated[_AnyId, _NOT_EMPTY]
    option_ids: _Ids = Field(default_factory=list)
    custom_text: _OwnWords | None = None
    option_notes: dict[str, _Note] = Field(default_factory=dict)


class _Submission(Payload):
    """The answers to a form."""

    answers: Annotated[list[_Answer], FailFast(), Field(max_length=models.MAX_QUESTIONS)] = Field(
        default_factory=list
    )
    note: _Note | None = None
    answer_id: _Id | None = None


# --- Errors and examples ---


def _invalid_request(field: str, rule: str, values: object) -> InvalidRequest:
    return InvalidRequest(field, rule, request_example(values))


def _invalid_form(field: str, rule: str, values: object) -> InvalidRequest:
    """Return the error of a form, with an example in the mode of the question that breaks the rule."""
    found = re.match(r"questions\[(\d+)\]", field)
    questions = values.get("questions") if isinstance(values, dict) else None
    asked = questions[int(found[1])] if found and isinstance(questions, list) else None
    question = dict(request_example(asked))
    title, text = question.pop("title"), question.pop("prompt")
    return InvalidRequest(
        field, rule, {"title": title, "questions": [{"id": "q1", "text": text, **question}]}
    )


def _invalid_answer(field: str, rule: str, _values: object) -> InvalidAnswer:
    return InvalidAnswer(field, rule)


def _plain(payload: object, rejection: Callable[[str, str, object], ChoiceError]) -> object:
    """Return a payload as plain values, or raise what `rejection` makes of the field, the rule and None."""
    try:
        return plain_payload(payload)
    except UnreadableJson as error:
        raise rejection(PAYLOAD, error.rule, None) from None


def request_schema() -> dict[str, Any]:
    """Return the JSON Schema of the arguments of `provide_choice`."""
    return _Request.published_schema()


def request_example(values: object) -> Mapping[str, object]:
    """Return a valid request, in the selection mode that the values ask for."""
    wanted = values.get("selection_mode") if isinstance(values, dict) else None
    return _EXAMPLES[next((mode for mode in _MODES if mode == wanted), "single")]


# --- Parsing ---


def parse_request(payload: object) -> ChoiceRequest:
    """Parse the arguments of `provide_choice`, given as a mapping or as JSON text.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    return request_from(_plain(payload, _invalid_request))


def request_from(values: object) -> ChoiceRequest:
    """Parse the arguments of `provide_choice`, given as plain values.

    Raises:
        InvalidRequest: A rule is broken.
    """
    request = validated(_Request, values, _invalid_request)
    # Switches and the timeout stay unset unless they are given: the person's preferences apply.
    given = {name: getattr(request, name) for name in (*SWITCHES, "timeout_seconds")}
    if request.selection_mode != "single" and given["single_submit_mode"] is None:
        given["single_submit_mode"] = False
    return ChoiceRequest(
        title=request.title,
        question=request.question(text=request.prompt),
        use_defaults=request.use_defaults or False,
        transport=request.transport,
        session_id=request.session_id or None,
        **{name: value for name, value in given.items() if value is not None},
    )


def parse_form(payload: object) -> Form:
    """Parse a form, given as a mapping or as JSON text; missing ids are numbered.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    form = validated(_Form, _plain(payload, _invalid_form), _invalid_form)
    questions = [
        one.question(
            id=question_id,
            text=one.text,
            context=one.context or None,
            category=one.category,
            metadata=one.metadata,
        )
        for one, question_id in zip(form.questions, form.ids(), strict=True)
    ]
    return Form(title=form.title or None, context=form.context or None, questions=tuple(questions))


def parse_request_or_form(payload: object) -> ChoiceRequest | Form:
    """Parse a payload as a form if it has `questions`, otherwise as a request.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    values = _plain(payload, _invalid_request)
    return parse_form(values) if isinstance(values, dict) and "questions" in values else request_from(values)


def parse_submission(payload: object) -> Submission:
    """Parse the answers that a person sends for a form, given as a mapping or as JSON text.

    Only the shape is checked: the desk checks the answers against the form, as `check_answers` does.

    Raises:
        InvalidAnswer: The shape is wrong. Nothing else is raised, whatever the payload is.
    """
    sent = validated(_Submission, _plain(payload, _invalid_answer), _invalid_answer)
    # Fields that are left out stay unset: without `option_ids`, the defaults count.
    answers = [Answer.model_validate(one.model_dump(exclude_unset=True)) for one in sent.answers]
    note = _typed("note", sent.note, MAX_NOTE)
    return Submission(answers=tuple(answers), note=note, answer_id=sent.answer_id or None)


# --- Answers ---


def check_answers(form: Form, answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """Return the answers as they count, one for each question, in the order of the form.

    Raises:
        InvalidAnswer: They do not fit the form.
    """
    known = [question.id for question in form.questions]
    counted: dict[str, Answer] = {}
    for answer in answers:
        question = form.question(answer.question_id)
        if question is None:
            raise UnknownQuestion(answer.question_id, known)
        if question.id in counted:
            raise InvalidAnswer(_QUESTION_ID, "must not name a question that is answered already.")
        counted[question.id] = check_answer(question, answer)
    if len(counted) < len(known):
        raise InvalidAnswer(_ANSWERS, all_answers_rule(len(known)))
    return tuple([counted[question_id] for question_id in known])


def all_answers_rule(questions: int) -> str:
    """Return the rule that a submission breaks if an answer is missing."""
    asked = "the question" if questions == 1 else f"each of the {questions} questions"
    return f"must answer {asked} of this form."


def check_answer(question: Question, answer: Answer) -> Answer:
    """Return an answer as it counts: ids in the order of the options, the defaults if none were sent.

    Own words replace the options in `single` and `multi`, accompany them in `hybrid`, and are never cut.
    A note may be about any option, chosen or not.

    Raises:
        InvalidAnswer: The answer does not fit the question.
    """
    if answer.question_id != question.id:
        raise UnknownQuestion(answer.question_id, [question.id])
    wanted, notes, offered = answer.option_ids, answer.option_notes, question.option_ids
    is_bare = not notes and answer.custom_text is None
    if is_bare and len(wanted) == 1 and question.selection_mode == "single" and wanted[0] in offered:
        return answer  # Fast path: one option of a single choice.
    for option_id in (*wanted, *notes):
        if option_id not in offered:
            raise UnknownOption(question.id, option_id, offered)
    words = _typed(_CUSTOM_TEXT, answer.custom_text, MAX_OWN_WORDS) if answer.custom_text else None
    kept = {each: _typed("option_notes", notes[each], MAX_NOTE) for each in offered if each in notes}
    return Answer(
        question_id=question.id,
        option_ids=_chosen(question, offered, answer, words),
        custom_text=words,
        option_notes={each: note for each, note in kept.items() if note is not None},
    )


def _chosen(
    question: Question, offered: tuple[str, ...], answer: Answer, words: str | None
) -> tuple[str, ...]:
    """Return the options that count besides the own words, in their order."""
    if words is not None and not question.allow_free_text:
        raise InvalidAnswer(_CUSTOM_TEXT, "must be left out: this question takes options alone.")
    if words is None and question.selection_mode == "text_input":
        raise InvalidAnswer(_CUSTOM_TEXT, "must hold the answer in own words.")
    if words is not None and question.selection_mode != "hybrid":
        if answer.option_ids:
            raise InvalidAnswer(_CUSTOM_TEXT, "must stand alone: send own words or options, not both.")
        return ()
    touched = "option_ids" in answer.model_fields_set
    wanted = answer.option_ids if touched else question.default_selection_ids
    chosen = tuple([option_id for option_id in offered if option_id in wanted])
    if not question.min_selections <= len(chosen) <= question.max_selections:
        raise WrongCount(question.id, len(chosen), question.min_selections, question.max_selections)
    if question.selection_mode == "hybrid" and words is None and not chosen:
        raise InvalidAnswer(_OPTION_IDS, "must choose an option, or custom_text must say something.")
    return chosen


def _typed(field: str, text: str | None, limit: int) -> str | None:
    """Return typed text with normalised line endings; None if it is empty."""
    if not text:
        return None
    fault = "must not be blank." if text.isspace() else text_fault(text, limit)
    if fault is not None:
        raise InvalidAnswer(field, fault)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def look_of(label: str) -> str:
    """Return a key that is equal for labels that a reader cannot tell apart."""
    if label.isascii():
        return label.casefold().strip()
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", label)).casefold().strip()
