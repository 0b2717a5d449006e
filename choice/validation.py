"""The rules of requests, forms and answers, checked by pydantic at the border.

Each payload is copied into plain values, then validated by the model below that describes it. The first error
is reported as one `InvalidRequest` with the field, the rule and a payload that works, or as one
`InvalidAnswer`. The schema of a model also states its rules: `request_schema` publishes it to agents.

1. `allow_cancel` is accepted and ignored: cancelling is always possible.
2. Null means that a field is absent. Values that switch nothing on (false, 0, an empty list) fit every mode.
"""

import copy
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Self, get_args

from pydantic import AfterValidator, BeforeValidator, FailFast, Field, JsonValue, model_validator
from typing_extensions import override

from choice import models
from choice.answers import MAX_NOTE, MAX_OWN_WORDS, Answer, Submission
from choice.errors import (
    InvalidAnswer,
    InvalidRequest,
    UnknownOption,
    UnknownQuestion,
    UnreadableJson,
    WrongCount,
)
from choice.models import (
    SWITCHES,
    Category,
    ChoiceRequest,
    Form,
    Option,
    Question,
    SelectionMode,
    default_limits,
)
from choice.payload.model import PAYLOAD, Payload, refuse, schema_of, validated
from choice.payload.values import plain_payload, text_fault
from choice.plain_text import plain, plain_line
from choice.surfaces import Transport

_MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)
_UNSEEN = re.compile("[\u061c\u200c-\u200f\ufe00-\ufe0f]")  # direction marks, joiners, variation selectors
_WITH_OWN_WORDS = frozenset({"text_input", "hybrid"})
_SAFE_INTEGER = 2**53 - 1
"""Beyond this, a whole number is not exact in every language."""
_CUSTOM_TEXT, _OPTION_IDS = "custom_text", "option_ids"

_SAME_LABEL = "must differ from the other labels by more than case, width or hidden marks."
_NO_OPTIONS = "must be left out: text_input has no options. For options and own words use hybrid."
_NO_WORDS = "must be left out: this question takes no own words. With own words use text_input or hybrid."
_SOME_OPTION = "must have at least one option. For a question without options use text_input."
_SOME_WORDS = "must be true: this selection_mode takes own words. For options alone use single or multi."
_NOTHING_SENDS = "must be false or left out: text_input has no option whose choice could send the answer."
_ONE_IS_TOO_FEW = "must be false or left out: one option would be sent, and min_selections asks for more."
_NOT_AN_OPTION = "must name options by their ids, each written as it is there."
_TOO_FEW_DEFAULTS = "must be as many as min_selections asks for, or none."
_NO_DEFAULTS = "must come with default_selection_ids: they count when nobody answers in time."
_ONE_OPTION = "must be 1 or left out: single takes exactly one option. For more use multi."
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


def _whole(text: str) -> str:
    """Return text exactly as it was sent."""
    if "\x00" in text:
        refuse("must not contain the character NUL.")
    return text


def _shown(form: Callable[[str], str], limit: int) -> AfterValidator:
    """Return what puts text into the canonical form in which it is shown."""

    def canonical(text: str) -> str:
        shown = form(_whole(text)).strip()
        if len(shown) > limit:
            refuse(f"must be at most {limit} characters; hidden ones count as shown, as <U+202E>.")
        return shown

    return AfterValidator(canonical)


def _one_line(text: str) -> str:
    if plain_line(text) != text:
        refuse("must be one line of visible characters, no space before, after or doubled.")
    return text


_Title = Annotated[str, Field(max_length=models.MAX_TITLE), _shown(plain_line, models.MAX_TITLE)]
_Prompt = Annotated[str, Field(max_length=models.MAX_PROMPT), _shown(plain, models.MAX_PROMPT)]
_Label = Annotated[str, Field(max_length=models.MAX_LABEL), _shown(plain_line, models.MAX_LABEL)]
_Detail = Annotated[str, Field(max_length=models.MAX_DESCRIPTION), _shown(plain, models.MAX_DESCRIPTION)]
_Hint = Annotated[str, Field(max_length=models.MAX_PLACEHOLDER), _shown(plain_line, models.MAX_PLACEHOLDER)]
_Value = Annotated[str, Field(max_length=models.MAX_VALUE), AfterValidator(_whole)]
_AnyId = Annotated[str, Field(max_length=models.MAX_ID), AfterValidator(_whole)]
_Id = Annotated[_AnyId, AfterValidator(_one_line)]
_Ids = Annotated[list[_AnyId], FailFast(), Field(max_length=models.MAX_OPTIONS)]
_Count = Annotated[int, Field(ge=0, le=models.MAX_OPTIONS)]
_OwnWords = Annotated[str, Field(max_length=MAX_OWN_WORDS), AfterValidator(_whole)]
_Note = Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(_whole)]
_NOT_EMPTY = Field(min_length=1)


def _small_json(value: object) -> object:
    """Return metadata unchanged where it is an object of JSON values within the bounds."""
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (TypeError, ValueError):
        refuse(_METADATA)
    if not isinstance(value, dict) or size > models.MAX_METADATA_BYTES:
        refuse(_METADATA)
    if _names(value, models.MAX_METADATA_LEVELS) > models.MAX_METADATA_NAMES:
        refuse(_METADATA)
    return value


def _names(value: object, levels: int) -> int:
    """Return how many names a JSON value has; refuse what is nested too deeply, NUL and inexact integers."""
    if isinstance(value, dict):
        inner, own = [*value, *value.values()], len(value)
    elif isinstance(value, list):
        inner, own = value, 0
    else:
        is_inexact = type(value) is int and abs(value) > _SAFE_INTEGER
        if is_inexact or (isinstance(value, str) and "\x00" in value):
            refuse(_METADATA)
        return 0
    if levels == 0:
        refuse(_METADATA)
    return own + sum([_names(one, levels - 1) for one in inner])


# --- Payloads ---


class _RequestOption(Payload):
    id: Annotated[_Id, _NOT_EMPTY]
    label: Annotated[_Label, _NOT_EMPTY]
    description: _Detail | None = None
    recommended: bool = False

    def option(self, _number: int) -> Option:
        """Return the option."""
        description = self.description or None
        return Option(id=self.id, label=self.label, description=description, recommended=self.recommended)


class _FormOption(Payload):
    id: _Id | None = None
    label: Annotated[_Label, _NOT_EMPTY]
    description: _Detail | None = None
    value: _Value | None = None
    recommended: bool = False

    @model_validator(mode="before")
    @classmethod
    def _from_label(cls, values: object) -> object:
        return {"label": values} if isinstance(values, str) else values

    def option(self, number: int) -> Option:
        """Return the option; its number is the id where none is given."""
        return Option(
            id=self.id or str(number),
            label=self.label,
            description=self.description or None,
            value=self.value,
            recommended=self.recommended,
        )


class _Asked(Payload):
    """What requests and the questions of forms have in common, and how these fields fit together."""

    if TYPE_CHECKING:
        # Each subclass declares these in its own order, in which they are validated and published.
        selection_mode: SelectionMode
        options: list[Any]
        default_selection_ids: list[str]
        min_selections: int | None
        max_selections: int | None
        placeholder: str | None

    @cached_property
    def offered(self) -> tuple[Option, ...]:
        """The options, missing ids numbered."""
        return tuple([option.option(at) for at, option in enumerate(self.options, start=1)])

    @property
    def limits(self) -> tuple[int, int]:
        """How many options must and may be chosen."""
        least, most = default_limits(self.selection_mode, len(self.options))
        given_least, given_most = self.min_selections, self.max_selections
        return least if given_least is None else given_least, most if given_most is None else given_most

    @property
    def own_words(self) -> bool:
        """Whether own words are accepted."""
        return self.selection_mode in _WITH_OWN_WORDS

    def is_on(self, switch: str) -> bool:
        """Tell whether a switch is on; a question of a form has none."""
        return getattr(self, switch, None) is True

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ids = [option.id for option in self.offered]
        looks = [look_of(option.label) for option in self.offered]
        for at in range(len(ids)):
            if ids[at] in ids[:at]:
                refuse("must differ from the ids of the other options.", "options", at, "id")
            if looks[at] in looks[:at]:
                refuse(_SAME_LABEL, "options", at, "label")
        for field, is_broken, rule in self._rules():
            if is_broken:
                refuse(rule, field)
        return self

    def _rules(self) -> Iterable[tuple[str, object, str]]:
        """Return how the fields must fit together: the field, whether it breaks the rule, and the rule."""
        mode, options, defaults = self.selection_mode, self.options, self.default_selection_ids
        (least, most), count, words = self.limits, len(options), self.own_words
        only_text = mode == "text_input"
        ids = {option.id for option in self.offered}
        one_sends = self.is_on("single_submit_mode")
        return (
            ("options", only_text and options, _NO_OPTIONS),
            ("min_selections", only_text and least, _NO_OPTIONS),
            ("max_selections", only_text and most, _NO_OPTIONS),
            ("default_selection_ids", only_text and defaults, _NO_OPTIONS),
            ("allow_option_annotations", only_text and self.is_on("allow_option_annotations"), _NO_OPTIONS),
            ("options", not only_text and not options, _SOME_OPTION),
            ("allow_free_text", mode in _WITH_OWN_WORDS and not words, _SOME_WORDS),
            ("placeholder", not words and self.placeholder, _NO_WORDS),
            ("show_placeholder", not words and self.is_on("show_placeholder"), _NO_WORDS),
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
            ("use_defaults", self.is_on("use_defaults") and not defaults, _NO_DEFAULTS),
        )

    def question(self, **rest: Any) -> Question:  # noqa: ANN401 - validated fields on their way to the model
        """Return the question that is asked."""
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
            refuse("must have at least one option with recommended set to true.", "options")
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
            refuse("must have at least one question.", "questions")
        for at, question_id in enumerate(ids):
            if question_id in ids[:at]:
                rule = "must differ from the ids of the other questions."
                refuse(rule, "questions", at, "id")
        return self

    def ids(self) -> list[str]:
        """Return the ids of the questions, missing ones numbered."""
        return [question.id or f"q{at + 1}" for at, question in enumerate(self.questions)]


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


def _invalid_request(field: str, rule: str, payload: object) -> InvalidRequest:
    return InvalidRequest(field, rule, request_example(payload))


def _invalid_form(field: str, rule: str, payload: object) -> InvalidRequest:
    """Return the error of a form, with an example in the mode of the question that is to blame."""
    found = re.match(r"questions\[(\d+)\]", field)
    questions = payload.get("questions") if isinstance(payload, dict) else None
    asked = questions[int(found[1])] if found and isinstance(questions, list) else None
    question = dict(request_example(asked))
    title, text = question.pop("title"), question.pop("prompt")
    return InvalidRequest(
        field, rule, {"title": title, "questions": [{"id": "q1", "text": text, **question}]}
    )


def _invalid_answer(field: str, rule: str, _payload: object) -> InvalidAnswer:
    return InvalidAnswer(field, rule)


def request_schema() -> dict[str, Any]:
    """Return the JSON Schema of the arguments of `provide_choice`."""
    return copy.deepcopy(schema_of(_Request))


def request_example(payload: object) -> Mapping[str, object]:
    """Return a request that is accepted, in the selection mode that a payload asks for."""
    wanted = payload.get("selection_mode") if isinstance(payload, dict) else None
    return _EXAMPLES[next((mode for mode in _MODES if mode == wanted), "single")]


# --- Parsing ---


def parse_request(payload: object) -> ChoiceRequest:
    """Return the request that the arguments of `provide_choice` make, given as a mapping or as JSON text.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    request = validated(_Request, payload, _invalid_request)
    # A switch and a timeout that are not given stay unset: the person's settings decide.
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
    """Return the form that a payload describes, given as a mapping or as JSON text; missing ids are numbered.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    form = validated(_Form, payload, _invalid_form)
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
    """Return the form of a payload that has `questions`, the request of any other.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    try:
        values = plain_payload(payload)
    except UnreadableJson as error:
        raise _invalid_request(PAYLOAD, error.rule, None) from None
    return parse_form(values) if isinstance(values, dict) and "questions" in values else parse_request(values)


def parse_submission(payload: object, form: Form) -> Submission:
    """Return the answers that a person sends for a form, checked, in the order of its questions.

    Raises:
        InvalidAnswer: They do not fit the form. Nothing else is raised, whatever the payload is.
    """
    sent = validated(_Submission, payload, _invalid_answer)
    note = _typed("note", sent.note, MAX_NOTE)
    known = [question.id for question in form.questions]
    answers: dict[str, Answer] = {}
    for at, one in enumerate(sent.answers):
        question = form.question(one.question_id)
        if question is None:
            raise UnknownQuestion(one.question_id, known)
        if question.id in answers:
            field = f"answers[{at}].question_id"
            raise InvalidAnswer(field, "must not name a question that is answered already.")
        # Options that were left out stay unset: the defaults count.
        given = Answer.model_validate(one.model_dump(exclude_unset=True))
        answers[question.id] = check_answer(question, given)
    if len(answers) < len(known):
        field = "answers"
        raise InvalidAnswer(field, all_answers_rule(len(known)))
    return Submission(
        answers=tuple([answers[each] for each in known]), note=note, answer_id=sent.answer_id or None
    )


def all_answers_rule(questions: int) -> str:
    """Return the rule that a submission without some answer breaks."""
    asked = "the question" if questions == 1 else f"each of the {questions} questions"
    return f"must answer {asked} of this form."


def check_answer(question: Question, answer: Answer) -> Answer:
    """Return an answer as it counts: ids in the order of the options, defaults where nothing was touched.

    Own words stand instead of options in `single` and `multi`, beside them in `hybrid`, and are kept whole.
    A note may be about any option, chosen or not.

    Raises:
        InvalidAnswer: The answer does not fit the question.
    """
    if answer.question_id != question.id:
        raise UnknownQuestion(answer.question_id, [question.id])
    wanted, notes = answer.option_ids, answer.option_notes
    if len(wanted) == 1 and not notes and question.selection_mode == "single" and answer.custom_text is None:
        for option in question.options:
            if option.id == wanted[0]:
                return answer  # So it is nearly always.
    offered = question.option_ids
    for option_id in (*wanted, *notes):
        if option_id not in offered:
            raise UnknownOption(question.id, option_id, offered)
    words = _typed(_CUSTOM_TEXT, answer.custom_text, MAX_OWN_WORDS) if answer.custom_text else None
    chosen = _chosen(question, offered, answer, words)
    if chosen and not notes and chosen == answer.option_ids and words == answer.custom_text:
        return answer  # It is as it counts already.
    kept = {each: _typed("option_notes", notes[each], MAX_NOTE) for each in offered if each in notes}
    return Answer(
        question_id=question.id,
        option_ids=chosen,
        custom_text=words,
        option_notes={each: note for each, note in kept.items() if note is not None},
    )


def _chosen(
    question: Question, offered: tuple[str, ...], answer: Answer, words: str | None
) -> tuple[str, ...]:
    """Return the options that count beside the own words, in their order."""
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
    """Return what a person typed, whole, its line endings in one form; None where nothing was typed."""
    if not text:
        return None
    fault = "must not be blank." if text.isspace() else text_fault(text, limit)
    if fault is not None:
        raise InvalidAnswer(field, fault)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def look_of(label: str) -> str:
    """Return what labels have in common that a reader takes for the same."""
    if label.isascii():
        return label.casefold().strip()
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", label)).casefold().strip()
