"""Every rule a question and its answer must keep, checked before anybody is asked and before anything counts.

A refusal is one `InvalidRequest` with the field, the rule and a payload that works, or one `InvalidAnswer`.
The first broken rule is reported. Fields are checked as they are read; `_RULES` says how they fit together.

1. `allow_cancel` is accepted and ignored: cancelling is always possible, so there is nothing to switch.
2. Values that switch nothing on (null, false, 0, an empty list) fit every mode.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count, repeat
from typing import Any, get_args

from choice import models
from choice.answers import MAX_NOTE, MAX_OWN_WORDS, Answer, Submission
from choice.errors import InvalidAnswer, InvalidRequest, UnknownOption, UnknownQuestion, WrongCount
from choice.models import (
    SWITCHES,
    Category,
    ChoiceRequest,
    Form,
    Option,
    Question,
    SelectionMode,
    Transport,
    default_limits,
)
from choice.payload.fields import Fields, opened
from choice.payload.free_json import Bounds
from choice.payload.values import exact_text, members_of, text_fault

_MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)
_CATEGORIES: tuple[Category, ...] = get_args(Category)
_TRANSPORTS: tuple[Transport, ...] = get_args(Transport)
_UNSEEN = re.compile("[\u061c\u200c-\u200f\ufe00-\ufe0f]")  # direction marks, joiners, variation selectors
_WITH_OWN_WORDS = frozenset({"text_input", "hybrid"})
_METADATA = Bounds(models.MAX_METADATA_BYTES, models.MAX_METADATA_NAMES, models.MAX_METADATA_LEVELS)

_ASKED_FIELDS = (
    "selection_mode",
    "options",
    "placeholder",
    "default_selection_ids",
    "min_selections",
    "max_selections",
)
_REQUEST_FIELDS = (
    "title",
    "prompt",
    *_ASKED_FIELDS,
    "single_submit_mode",
    "allow_option_annotations",
    "allow_global_annotation",
    "show_placeholder",
    "timeout_seconds",
    "use_defaults",
    "transport",
    "session_id",
    "allow_cancel",
)
_REQUEST_OPTION_FIELDS = ("id", "label", "description", "recommended")
_FORM_FIELDS = ("title", "context", "questions")
_QUESTION_FIELDS = ("id", "text", "context", "category", *_ASKED_FIELDS, "allow_free_text", "metadata")
_OPTION_FIELDS = ("id", "label", "description", "value", "recommended")
_SUBMISSION_FIELDS = ("answers", "note", "answer_id")
_ANSWER_FIELDS = ("question_id", "option_ids", "custom_text", "option_notes")
_CUSTOM_TEXT = "custom_text"
_OPTION_IDS = "option_ids"

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


@dataclass(frozen=True)
class _Draft:
    """A question's fields as they were read, before they are compared with one another."""

    mode: SelectionMode
    options: tuple[Option, ...]
    defaults: tuple[str, ...]
    least: int
    most: int
    placeholder: str | None
    own_words: bool
    flags: frozenset[str] = frozenset()
    """The switches that are on."""

    @property
    def text_only(self) -> bool:
        return self.mode == "text_input"

    @property
    def recommends(self) -> bool:
        return any(option.recommended for option in self.options)

    @property
    def option_ids(self) -> list[str]:
        return [option.id for option in self.options]


_NO_MODE = f"is required: one of {', '.join(_MODES)}."
_NO_OPTIONS = "must be left out: text_input has no options. For options and own words use hybrid."
_NO_WORDS = "must be left out: this question takes no own words. With own words use text_input or hybrid."
_ONE_OPTION = "must be 1 or left out: single takes exactly one option. For more use multi."

# The field, what breaks the rule, and the rule. Read from the top: a rule may rely on those above it.
_RULES: tuple[tuple[str, Callable[[_Draft], object], str], ...] = (
    ("options", lambda q: q.text_only and q.options, _NO_OPTIONS),
    ("min_selections", lambda q: q.text_only and q.least, _NO_OPTIONS),
    ("max_selections", lambda q: q.text_only and q.most, _NO_OPTIONS),
    ("default_selection_ids", lambda q: q.text_only and q.defaults, _NO_OPTIONS),
    (
        "allow_option_annotations",
        lambda q: q.text_only and "allow_option_annotations" in q.flags,
        _NO_OPTIONS,
    ),
    (
        "options",
        lambda q: not q.text_only and not q.options,
        "must have at least one option. For a question without options use text_input.",
    ),
    (
        "allow_free_text",
        lambda q: q.mode in _WITH_OWN_WORDS and not q.own_words,
        "must be true: this selection_mode takes own words. For options alone use single or multi.",
    ),
    ("placeholder", lambda q: not q.own_words and q.placeholder, _NO_WORDS),
    ("show_placeholder", lambda q: not q.own_words and "show_placeholder" in q.flags, _NO_WORDS),
    (
        "single_submit_mode",
        lambda q: q.text_only and "single_submit_mode" in q.flags,
        "must be false or left out: text_input has no option whose choice could send the answer.",
    ),
    (
        "single_submit_mode",
        lambda q: q.least > 1 and "single_submit_mode" in q.flags,
        "must be false or left out: one option would be sent, and min_selections asks for more.",
    ),
    ("min_selections", lambda q: q.mode == "single" and q.least != 1, _ONE_OPTION),
    ("max_selections", lambda q: q.mode == "single" and q.most != 1, _ONE_OPTION),
    ("max_selections", lambda q: q.options and not q.most, "must be at least 1, or left out."),
    ("min_selections", lambda q: q.least > len(q.options), "must not be more than the number of options."),
    ("max_selections", lambda q: q.most > len(q.options), "must not be more than the number of options."),
    ("min_selections", lambda q: q.least > q.most, "must not be more than max_selections."),
    (
        "default_selection_ids",
        lambda q: not set(q.defaults).issubset(q.option_ids),
        "must name options by their ids, each written as it is there.",
    ),
    (
        "default_selection_ids",
        lambda q: len(set(q.defaults)) < len(q.defaults),
        "must name each option only once.",
    ),
    (
        "default_selection_ids",
        lambda q: len(q.defaults) > q.most,
        "must not be more than max_selections allows.",
    ),
    (
        "default_selection_ids",
        lambda q: 0 < len(q.defaults) < q.least,
        "must be as many as min_selections asks for, or none.",
    ),
    (
        "use_defaults",
        lambda q: "use_defaults" in q.flags and not q.defaults,
        "must come with default_selection_ids: they count when nobody answers in time.",
    ),
)


def parse_request(payload: object) -> ChoiceRequest:
    """Return the request that the arguments of `provide_choice` make, given as a mapping or as JSON text.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    given = opened(payload, _refusal("single"))
    fields = Fields(given, _REQUEST_FIELDS, _refusal(_mode_of(given)))
    title = fields.required("title", fields.line("title", models.MAX_TITLE))
    prompt = fields.required("prompt", fields.text("prompt", models.MAX_PROMPT))
    mode: SelectionMode = fields.required("selection_mode", fields.one_of("selection_mode", _MODES), _NO_MODE)
    said = {name: value for name in SWITCHES if (value := fields.flag(name)) is not None}
    timeout = fields.whole("timeout_seconds", models.MIN_TIMEOUT, models.MAX_TIMEOUT)
    flags = frozenset([name for name in (*SWITCHES, "use_defaults") if fields.flag(name)])
    transport = fields.one_of("transport", _TRANSPORTS)
    session_id = fields.identifier("session_id", models.MAX_ID)
    options = _options(fields, _REQUEST_OPTION_FIELDS, repeat(None))
    draft = _checked_draft(fields, mode, options, mode in _WITH_OWN_WORDS, flags)
    if options and not draft.recommends:
        fields.refuse("options", "must have at least one option with recommended set to true.")
    if mode != "single":
        said.setdefault("single_submit_mode", False)
    asked = {
        "title": title,
        "question": _question(draft, text=prompt),
        "use_defaults": "use_defaults" in flags,
        "transport": transport or "auto",
        "session_id": session_id,
    }
    # What was not said stays unsaid: it is the person's to decide, how long they usually have, too.
    if timeout is not None:
        asked["timeout_seconds"] = timeout
    return ChoiceRequest.model_validate(asked | said)


def parse_form(payload: object) -> Form:
    """Return the form that a payload describes, given as a mapping or as JSON text; missing ids are numbered.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    refusal = _form_refusal("single")
    fields = Fields(opened(payload, refusal), _FORM_FIELDS, refusal)
    title = fields.line("title", models.MAX_TITLE)
    context = fields.text("context", models.MAX_PROMPT)
    questions: dict[str, Question] = {}
    for position, entry in enumerate(fields.entries("questions", models.MAX_QUESTIONS)):
        asked = members_of(entry)
        one = Fields(asked, _QUESTION_FIELDS, _form_refusal(_mode_of(asked)), f"questions[{position}]")
        question = _form_question(one, f"q{position + 1}")
        if question.id in questions:
            one.refuse("id", "must differ from the ids of the other questions.")
        questions[question.id] = question
    if not questions:
        fields.refuse("questions", "must have at least one question.")
    return Form(title=title, context=context, questions=tuple(questions.values()))


def parse_request_or_form(payload: object) -> ChoiceRequest | Form:
    """Return the form of a payload that has `questions`, the request of any other.

    Raises:
        InvalidRequest: A rule is broken. Nothing else is raised, whatever the payload is.
    """
    given = opened(payload, _refusal("single"))
    return parse_form(given) if "questions" in (members_of(given) or ()) else parse_request(given)


def parse_submission(payload: object, form: Form) -> Submission:
    """Return what a person sends in for a form, checked, in the order of its questions.

    Raises:
        InvalidAnswer: It does not fit the form. Nothing else is raised, whatever the payload is.
    """
    fields = Fields(opened(payload, InvalidAnswer), _SUBMISSION_FIELDS, InvalidAnswer)
    note = _typed("note", fields.words("note", MAX_NOTE), MAX_NOTE)
    answer_id = fields.identifier("answer_id", models.MAX_ID)
    known = [question.id for question in form.questions]
    answers: dict[str, Answer] = {}
    for one in fields.objects("answers", models.MAX_QUESTIONS, _ANSWER_FIELDS):
        question_id = one.required("question_id", one.words("question_id", models.MAX_ID))
        question = form.question(question_id)
        if question is None:
            raise UnknownQuestion(question_id, known)
        if question_id in answers:
            one.refuse("question_id", "must not name a question that is answered already.")
        answers[question_id] = check_answer(question, _answer(one, question_id))
    if len(answers) < len(known):
        fields.refuse("answers", all_answers_rule(len(known)))
    return Submission(answers=tuple([answers[each] for each in known]), note=note, answer_id=answer_id)


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


def _answer(fields: Fields, question_id: str) -> Answer:
    """Return an answer as it was sent; options that were left out stay unset."""
    words = fields.words(_CUSTOM_TEXT, MAX_OWN_WORDS)
    notes = fields.texts_by_name("option_notes", MAX_NOTE)
    option_ids = fields.texts(_OPTION_IDS, models.MAX_OPTIONS, models.MAX_ID)
    if option_ids is None:
        return Answer(question_id=question_id, custom_text=words, option_notes=notes)
    return Answer(question_id=question_id, option_ids=option_ids, custom_text=words, option_notes=notes)


def _form_question(fields: Fields, spare_id: str) -> Question:
    """Return one question of a form."""
    question_id = fields.identifier("id", models.MAX_ID) or spare_id
    text = fields.required("text", fields.text("text", models.MAX_PROMPT))
    context = fields.text("context", models.MAX_PROMPT)
    category = fields.one_of("category", _CATEGORIES)
    mode: SelectionMode = fields.one_of("selection_mode", _MODES) or "single"
    own_words = fields.flag("allow_free_text") is not False
    metadata = fields.json_object("metadata", _METADATA)
    options = _options(fields, _OPTION_FIELDS, map(str, count(1)), text_is="label")
    draft = _checked_draft(fields, mode, options, own_words)
    return _question(draft, id=question_id, text=text, context=context, category=category, metadata=metadata)


def _options(
    fields: Fields, known: Collection[str], spare_ids: Iterable[str | None], text_is: str | None = None
) -> tuple[Option, ...]:
    """Return the options; one without an id gets the spare one of its place."""
    options: dict[str, Option] = {}
    labels: set[str] = set()
    given = fields.objects("options", models.MAX_OPTIONS, known, text_is)
    for one, spare_id in zip(given, spare_ids, strict=False):
        option = Option(
            id=one.required("id", one.identifier("id", models.MAX_ID) or spare_id),
            label=one.required("label", one.line("label", models.MAX_LABEL)),
            description=one.text("description", models.MAX_DESCRIPTION),
            value=one.words("value", models.MAX_VALUE),
            recommended=one.flag("recommended") or False,
        )
        look = look_of(option.label)
        if option.id in options:
            one.refuse("id", "must differ from the ids of the other options.")
        if look in labels:
            one.refuse("label", "must differ from the other labels by more than case, width or hidden marks.")
        options[option.id] = option
        labels.add(look)
    return tuple(options.values())


def look_of(label: str) -> str:
    """Return what labels have in common that a reader takes for the same."""
    if label.isascii():
        return label.casefold().strip()
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", label)).casefold().strip()


def _checked_draft(
    fields: Fields,
    mode: SelectionMode,
    options: tuple[Option, ...],
    own_words: bool,  # noqa: FBT001 - a field of the question
    flags: frozenset[str] = frozenset(),
) -> _Draft:
    """Return the fields that requests and forms have in common, fitting together."""
    least = fields.whole("min_selections", 0, models.MAX_OPTIONS)
    most = fields.whole("max_selections", 0, models.MAX_OPTIONS)
    usual_least, usual_most = default_limits(mode, len(options))
    draft = _Draft(
        mode=mode,
        options=options,
        defaults=fields.texts("default_selection_ids", models.MAX_OPTIONS, models.MAX_ID) or (),
        least=usual_least if least is None else least,
        most=usual_most if most is None else most,
        placeholder=fields.line("placeholder", models.MAX_PLACEHOLDER),
        own_words=own_words,
        flags=flags,
    )
    for field, is_broken, rule in _RULES:
        if is_broken(draft):
            fields.refuse(field, rule)
    return draft


def _question(draft: _Draft, **rest: Any) -> Question:  # noqa: ANN401 - checked fields on their way to the model
    """Return the question of a draft."""
    return Question(
        selection_mode=draft.mode,
        options=draft.options,
        default_selection_ids=tuple([each for each in draft.option_ids if each in draft.defaults]),
        min_selections=draft.least,
        max_selections=draft.most,
        allow_free_text=draft.own_words,
        placeholder=draft.placeholder,
        **rest,
    )


def _refusal(mode: SelectionMode) -> Callable[[str, str], InvalidRequest]:
    """Return what makes the errors of a request in a selection mode."""
    return partial(InvalidRequest, example=_EXAMPLES[mode])


def request_example(payload: object) -> Mapping[str, object]:
    """Return a request that is accepted, in the selection mode that a payload asks for."""
    return _EXAMPLES[_mode_of(payload)]


def _form_refusal(mode: SelectionMode) -> Callable[[str, str], InvalidRequest]:
    """Return what makes the errors of a form, about a question in a selection mode."""
    question = dict(_EXAMPLES[mode])
    title, text = question.pop("title"), question.pop("prompt")
    return partial(
        InvalidRequest, example={"title": title, "questions": [{"id": "q1", "text": text, **question}]}
    )


def _mode_of(given: object) -> SelectionMode:
    """Return the selection mode a payload asks for, `single` where it cannot be told."""
    wanted = exact_text((members_of(given) or {}).get("selection_mode"))
    return next((mode for mode in _MODES if mode == wanted), "single")
