"""The tool `provide_choice`: one decision with all settings, answered with structured JSON."""

from typing import Any

from choice.dialects.lenient import LABEL_KEYS, SEVERAL, flag_of, numbered_ids, sent_text, text_of
from choice.dialects.protocol import Call, CallTerms
from choice.dialects.recommendation import without_recommendation
from choice.dialects.tools.normalise import Arguments
from choice.errors import InvalidRequest
from choice.models import MAX_LABEL, MAX_OPTIONS, MAX_TITLE, MAX_VALUE, ChoiceRequest, Form, Outcome
from choice.plain_text import cut, plain_line
from choice.response import respond
from choice.validation import request_example, request_from, request_schema

_RECOMMENDED = ("recommended", "is_default")
# Marks that recommend a label may take this many characters.
_MARKS = 50
# Placeholder of an id that validation will reject.
_UNREADABLE = ""
_ALIASES = frozenset({"choices", *SEVERAL})
_OPTION_NAMES = frozenset({"options", "choices"})
# Rules for combinations of a flag and a mode.
_CONTRADICTIONS = {
    (True, "single"): "must be false or left out: single takes exactly one option. For more use multi.",
    (True, "text_input"): "must be false or left out: text_input has no options.",
    (False, "multi"): "must be true or left out: multi takes several options. For one use single.",
    (False, "hybrid"): "must be true or left out: for one option and own words set max_selections to 1.",
}


def _normalised(arguments: object) -> dict[str, object]:
    """Return the arguments under their published names; everything else is left to validation.

    Raises:
        InvalidRequest: The arguments contradict each other, or exceed the bounds.
    """
    given = Arguments(arguments, request_example(None))
    given.example = request_example(given.values)
    values = {name: value for name, value in given.values.items() if name not in _ALIASES}
    if not _OPTION_NAMES.isdisjoint(given.values):
        values["options"] = _options(given.entries("options", "choices"))
    if "default_selection_ids" in values:
        values["default_selection_ids"] = _ids(given.entries("default_selection_ids"))
    if _ALIASES.isdisjoint(given.values):
        return values
    return values | _mode_of(given)


def _mode_of(given: Arguments) -> dict[str, object]:
    """Return the selection mode that flags ask for; reject flags that contradict the mode."""
    several = given.several_flag()
    if several is None:
        return {}
    name, flag = several
    mode = given.values.get("selection_mode")
    if mode is None:
        return {"selection_mode": "multi" if flag else "single"}
    rule = _CONTRADICTIONS.get((flag, mode)) if isinstance(mode, str) else None
    if rule is not None and not (mode == "hybrid" and given.values.get("max_selections") == 1):
        given.reject(name, rule)
    return {}


def _options(options: object) -> object:
    """Return options that all have an id; validation rejects two that were given the same one."""
    if not isinstance(options, list) or len(options) > MAX_OPTIONS:
        return options
    known = [_option(option) for option in options]
    given = [option.get("id") if isinstance(option, dict) else _UNREADABLE for option in known]
    if None not in given:
        return known
    ids = numbered_ids([one if isinstance(one, str | None) else _UNREADABLE for one in given])
    return [
        option | {"id": option_id} if isinstance(option, dict) and option_id != _UNREADABLE else option
        for option, option_id in zip(known, ids, strict=True)
    ]


def _option(option: object) -> object:
    """Return an option under the published names; an alias with a different value stays, and is rejected."""
    if not isinstance(option, dict):
        text = _text(option)
        return _unmarked({"label": text}) if isinstance(text, str) else option
    known = {name: value for name, value in option.items() if value is not None}
    for names, read in ((LABEL_KEYS, _text), (_RECOMMENDED, _flag), (("id",), _id)):
        given = {name: read(known[name]) for name in names if name in known}
        meant = next(iter(given.values()), None)
        known = {name: value for name, value in known.items() if name not in given or given[name] != meant}
        known |= {} if meant is None or meant == "" else {names[0]: meant}
    return _unmarked(known)


def _unmarked(option: dict[str, object]) -> dict[str, object]:
    """Return an option without the marks in its label that recommend it."""
    label = option.get("label")
    if not isinstance(label, str) or len(label) > MAX_LABEL + _MARKS:
        return option
    bare, marked = without_recommendation(label)
    return option | {"label": bare} | ({"recommended": True} if marked else {})


def _ids(ids: object) -> object:
    """Return ids as a list of text, also if a single one or numbers are given."""
    members = ids if isinstance(ids, list) else [ids]
    texts = [_id(one) for one in members]
    return texts if isinstance(ids, list) or (texts != [""] and isinstance(texts[0], str)) else ids


# Values that cannot be understood are returned unchanged, for validation to reject.


def _text(value: object) -> object:
    if isinstance(value, str):
        return value.strip() if len(value) <= MAX_VALUE else value
    return text_of(value) or value


def _id(value: object) -> object:
    return sent_text(value) if isinstance(value, bool) else _text(value)


def _flag(value: object) -> object:
    flag = flag_of(value)
    return value if flag is None else flag


_ONE_QUESTION = "must have one entry: provide_choice asks for one decision. For several use AskUserQuestion."


class ProvideChoice:
    """Asks for one decision; the reply is a `ProvideChoiceResponse` as JSON."""

    name = "provide_choice"
    tool_name = "provide_choice"
    replies_in_words = False
    description = (
        "Ask the person for a decision and wait for it: whenever more than two ways lead on, before anything "
        "destructive, and where a required setting is missing. The prompt must carry context and reason. "
        "The result says how it ended; a timeout or a cancellation is not an answer."
    )

    @property
    def parameters(self) -> dict[str, Any]:
        """JSON Schema of the arguments."""
        return request_schema()

    def request(self, arguments: object) -> ChoiceRequest:
        """Return the request of a call.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        return request_from(_normalised(arguments))

    def read(self, arguments: object) -> Form:
        """Return the form of a call.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        return self.request(arguments).form

    def read_call(self, arguments: object) -> Call:
        """Return the form of a call, with its deadline, defaults and transport.

        Raises:
            InvalidRequest: The arguments are invalid.
        """
        request = self.request(arguments)
        return Call(request.form, _terms(request), request.transport)

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the response as JSON.

        Raises:
            InvalidRequest: The form has several questions.
        """
        if len(form.questions) > 1:
            field, first = "questions", form.model_copy(update={"questions": form.questions[:1]})
            raise InvalidRequest(field, _ONE_QUESTION, first.model_dump(mode="json"))
        question = form.questions[0]
        title = form.title or cut(plain_line(question.text), MAX_TITLE)
        return respond(ChoiceRequest(title=title, question=question), outcome).model_dump_json()


def _terms(request: ChoiceRequest) -> CallTerms:
    terms: CallTerms = {}
    if "timeout_seconds" in request.model_fields_set:
        terms = {"timeout": request.timeout_seconds, "policy": "fail"}
    if request.use_defaults:
        terms["policy"] = "use_defaults"
    return terms


PROVIDE_CHOICE = ProvideChoice()
