"""Every rule a question must keep, checked before anybody is asked; those of its answer stand beside it.

A refusal is one `InvalidRequest` with the field, the rule and a payload that works. The first broken rule is
reported. Fields are checked as they are read; `_RULES` says how they fit together.

1. `allow_cancel` is accepted and ignored: cancelling is always possible, so there is nothing to switch.
2. Values that switch nothing on (null, false, 0, an empty list) fit every mode.
"""

from collections.abc import Callable
from itertools import count, repeat
from typing import get_args

from choice import models
from choice.answer_validation import check_answer, parse_submission
from choice.example_payloads import MODES, form_refusal, mode_of, request_refusal
from choice.models import SWITCHES, Category, ChoiceRequest, Form, Question, SelectionMode, Transport
from choice.payload.fields import Fields, opened
from choice.payload.free_json import Bounds
from choice.payload.values import members_of
from choice.question_draft import Draft, read_draft, read_options

__all__ = ["check_answer", "parse_form", "parse_request", "parse_request_or_form", "parse_submission"]

_CATEGORIES: tuple[Category, ...] = get_args(Category)
_TRANSPORTS: tuple[Transport, ...] = get_args(Transport)
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

_NO_OPTIONS = "must be left out: text_input has no options. For options and own words use hybrid."
_NO_WORDS = "must be left out: this question takes no own words. With own words use text_input or hybrid."
_ONE_OPTION = "must be 1 or left out: single takes exactly one option. For more use multi."

# The field, what breaks the rule, and the rule. Read from the top: a rule may rely on those above it.
_RULES: tuple[tuple[str, Callable[[Draft], object], str], ...] = (
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
    given = opened(payload, request_refusal("single"))
    fields = Fields(given, _REQUEST_FIELDS, request_refusal(mode_of(given)))
    title = fields.required("title", fields.line("title", models.MAX_TITLE))
    prompt = fields.required("prompt", fields.text("prompt", models.MAX_PROMPT))
    mode: SelectionMode = fields.required("selection_mode", fields.one_of("selection_mode", MODES))
    said = {name: value for name in SWITCHES if (value := fields.flag(name)) is not None}
    timeout = fields.whole("timeout_seconds", models.MIN_TIMEOUT, models.MAX_TIMEOUT)
    flags = frozenset([name for name in (*SWITCHES, "use_defaults") if fields.flag(name)])
    transport = fields.one_of("transport", _TRANSPORTS)
    session_id = fields.identifier("session_id", models.MAX_ID)
    options = read_options(fields, _REQUEST_OPTION_FIELDS, repeat(None))
    draft = _fitting(fields, read_draft(fields, mode, options, mode in _WITH_OWN_WORDS, flags))
    if options and not draft.recommends:
        fields.refuse("options", "must have at least one option with recommended set to true.")
    if mode != "single":
        said.setdefault("single_submit_mode", False)
    asked = {
        "title": title,
        "question": draft.question(text=prompt),
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
    refusal = form_refusal("single")
    fields = Fields(opened(payload, refusal), _FORM_FIELDS, refusal)
    title = fields.line("title", models.MAX_TITLE)
    context = fields.text("context", models.MAX_PROMPT)
    questions: dict[str, Question] = {}
    for position, entry in enumerate(fields.entries("questions", models.MAX_QUESTIONS)):
        asked = members_of(entry)
        one = Fields(asked, _QUESTION_FIELDS, form_refusal(mode_of(asked)), f"questions[{position}]")
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
    given = opened(payload, request_refusal("single"))
    return parse_form(given) if "questions" in (members_of(given) or ()) else parse_request(given)


def _form_question(fields: Fields, spare_id: str) -> Question:
    """Return one question of a form."""
    question_id = fields.identifier("id", models.MAX_ID) or spare_id
    text = fields.required("text", fields.text("text", models.MAX_PROMPT))
    context = fields.text("context", models.MAX_PROMPT)
    category = fields.one_of("category", _CATEGORIES)
    mode: SelectionMode = fields.one_of("selection_mode", MODES) or "single"
    own_words = fields.flag("allow_free_text") is not False
    metadata = fields.json_object("metadata", _METADATA)
    options = read_options(fields, _OPTION_FIELDS, map(str, count(1)))
    draft = _fitting(fields, read_draft(fields, mode, options, own_words))
    return draft.question(id=question_id, text=text, context=context, category=category, metadata=metadata)


def _fitting(fields: Fields, draft: Draft) -> Draft:
    """Return a draft whose fields fit together."""
    for field, is_broken, rule in _RULES:
        if is_broken(draft):
            fields.refuse(field, rule)
    return draft
