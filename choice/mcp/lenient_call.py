"""Read the calls that models really make: other names, spellings and types than the schema publishes.

The shape of a call is forgiven, and the advice in the result says how it was read. Its meaning is not: limits
that contradict each other, unknown defaults, no recommendation, equal labels and an empty prompt reach the
validation, which rejects them.

1. A value that says nothing counts as absent: models in strict mode have to fill in every field.
"""

from collections.abc import Collection, Mapping
from typing import Any

from choice.dialects.lenient import SEVERAL, flag_of, text_of
from choice.errors import InvalidRequest, UnreadableJson
from choice.mcp.lenient_values import (
    ALIASES,
    Values,
    entries_of,
    is_no_session,
    is_nothing,
    is_said,
    mode_named,
    named,
    number_of,
    option_of,
    recommend,
    title_of,
    unaliased,
)
from choice.models import MAX_TIMEOUT, MAX_TITLE, SWITCHES
from choice.payload import LooseJson, plain_copy
from choice.plain_text import cut, plain_line
from choice.validation import request_example

FORM_EXAMPLE: Mapping[str, object] = {
    "questions": [
        {"text": "Which store should the tests use?", "options": ["SQLite", "PostgreSQL"]},
        {"text": "Should they run in parallel?", "options": ["Yes", "No"]},
    ]
}
_ARGUMENTS, _QUESTIONS = "arguments", "questions"
_NOT_AN_OBJECT = "must be an object."
_ONE_QUESTION = "must have one entry: provide_choice asks one question. For several use ask_form."
_WRAPPERS = (_ARGUMENTS, "args", "input", "params", "parameters", "request")
_SEVERAL = frozenset(SEVERAL)
_SWITCHES = (*SWITCHES, "use_defaults", "own_words")
_NUMBERS = ("min_selections", "max_selections", "timeout_seconds")
_TRANSPORTS = frozenset({"auto", "terminal", "web"})
_SHOWN = 40
_SHOWN_NAMES = 5
_UNUSED: Mapping[str, Collection[str]] = {
    "text_input": (
        *("options", "min_selections", "max_selections", "default_selection_ids", "use_defaults"),
        *("single_submit_mode", "allow_option_annotations"),
    ),
    "single": ("min_selections", "max_selections"),
}
"""Fields that have no meaning in a mode."""
_WITHOUT_OWN_WORDS = ("placeholder", "show_placeholder")
_FORM = frozenset({"title", "context", "questions", "timeout_seconds", "use_defaults", "session_id"})
_REQUEST = frozenset({
    "title", "prompt", "selection_mode", "options", "default_selection_ids", "min_selections",
    "max_selections", "allow_custom_input", "placeholder", "timeout_seconds", "use_defaults", "transport",
    "session_id", "allow_cancel", *SWITCHES,
})  # fmt: skip
_QUESTION = frozenset({
    "id", "text", "context", "category", "selection_mode", "options", "default_selection_ids",
    "min_selections", "max_selections", "allow_free_text", "placeholder", "metadata",
})  # fmt: skip


class LenientCall:
    """One call: its values in the published form, and advice on what was read differently."""

    def __init__(self, arguments: object) -> None:
        self.advice: list[str] = []
        self._json = LooseJson()
        try:
            values = self._json.decode(plain_copy(arguments))
        except UnreadableJson as error:
            raise InvalidRequest(_ARGUMENTS, error.rule, request_example(None)) from None
        if not isinstance(values, dict):
            raise InvalidRequest(_ARGUMENTS, _NOT_AN_OBJECT, request_example(None))
        self._values = named(values)
        for wrapper in _WRAPPERS:
            inner = self._decoded(self._values.get(wrapper))
            if len(self._values) == 1 and isinstance(inner, dict):
                self._values = named(inner)

    def request(self) -> Values:
        """Return the arguments of `provide_choice`.

        Raises:
            InvalidRequest: There are several questions.
        """
        values = dict(self._values)
        inner = self._decoded(values.pop(_QUESTIONS, None))
        if isinstance(inner, list) and len(inner) == 1 and isinstance(inner[0], dict):
            given = {name: value for name, value in values.items() if not is_nothing(value)}
            values = named(inner[0]) | given
            self.advice.append("The entry of questions was read as the question.")
        elif inner:
            raise InvalidRequest(_QUESTIONS, _ONE_QUESTION, FORM_EXAMPLE)
        question = self._question(values)
        text, context = question.pop("text", None), question.pop("context", None)
        if isinstance(text, str) and isinstance(context, str) and context not in text:
            text = f"{context}\n\n{text}"
        title, words = question.pop("title", None) or title_of(text), question.pop("own_words", None)
        given = {"title": title, "prompt": text, "allow_custom_input": words}
        return self._known({name: one for name, one in given.items() if one is not None} | question, _REQUEST)

    def form(self) -> Values:
        """Return the arguments of `ask_form`."""
        values = dict(self._values)
        questions = self._decoded(values.pop(_QUESTIONS, None))
        if questions is None and not {"text", *ALIASES["text"]}.isdisjoint(values):
            kept = {name: values.pop(name) for name in (_FORM - {"context"}) & values.keys()}
            questions, values = [values], kept
        if isinstance(questions, dict):
            questions = [questions]
        values = unaliased(values, {"title", "context", "timeout_seconds", "session_id"})
        self._set_numbers(values)
        self._set_words(values)
        read = self._known({name: one for name, one in values.items() if not is_nothing(one)}, _FORM)
        if isinstance(questions, list):
            questions = [self._form_question(self._decoded(one)) for one in questions]
        return read if questions is None else read | {_QUESTIONS: questions}

    def _form_question(self, entry: object) -> object:
        if not isinstance(entry, dict):
            return {"text": entry} if isinstance(entry, str) else entry
        values = self._question(named(entry))
        title, words = values.pop("title", None), values.pop("own_words", None)
        if title is not None and "text" in values:
            given = values.get("metadata")
            values["metadata"] = {**(given if isinstance(given, dict) else {}), "header": title}
        elif title is not None:
            values["text"] = title
        if words is not None:
            values["allow_free_text"] = words
        if "id" in values:
            values["id"] = text_of(values["id"]) or values["id"]
        return self._known(values, _QUESTION)

    # --- One question ---

    def _question(self, values: Values) -> Values:
        """Return a question under its published names, except for `text` and `own_words`."""
        values = unaliased(values, set(ALIASES))
        flags = [flag_of(values.pop(name)) for name in _SEVERAL & values.keys()]
        self._set_numbers(values)
        self._set_words(values)
        self._set_options(values)
        values["selection_mode"] = self._mode_of(values, flags)
        self._drop_unused(values)
        self._set_defaults(values)
        return {name: one for name, one in values.items() if name == "text" or not is_nothing(one)}

    def _mode_of(self, values: Values, flags: Collection[bool | None]) -> str:
        """Return the selection mode, also if it is missing or does not fit the options."""
        given, most, has_options = (
            values.get("selection_mode"),
            values.get("max_selections"),
            "options" in values,
        )
        mode = mode_named(given)
        if mode is None:
            if not is_nothing(given):
                self.advice.append(f"selection_mode {cut(str(given), _SHOWN)!r} is unknown and was ignored.")
            several = True in flags if flags else isinstance(most, int) and most > 1
            return ("multi" if several else "single") if has_options else "text_input"
        if mode == "text_input" and has_options:
            self.advice.append("selection_mode was read as hybrid, because there are options.")
            return "hybrid"
        if mode != "text_input" and not has_options:
            self.advice.append("selection_mode was read as text_input, because there are no options.")
            return "text_input"
        if mode != given:
            self.advice.append(f"selection_mode was read as {mode}.")
        return mode

    def _drop_unused(self, values: Values) -> None:
        """Remove fields that have no meaning in the mode of the question."""
        mode = values["selection_mode"]
        for name in _UNUSED.get(mode, ()):
            values.pop(name, None)
        if values.get("own_words") is False:
            if mode in {"text_input", "hybrid"}:
                del values["own_words"]
                self.advice.append(f"Own words were allowed, because {mode} needs them.")
            else:
                for name in _WITHOUT_OWN_WORDS:
                    values.pop(name, None)
        least, most = values.get("min_selections"), values.get("max_selections")
        if isinstance(most, int) and most > len(values.get("options", ())):
            del values["max_selections"]
        if values.get("single_submit_mode") is True and isinstance(least, int) and least > 1:
            del values["single_submit_mode"]

    def _set_options(self, values: Values) -> None:
        """Replace the options by objects with the published fields and unique ids."""
        wanted = values.pop("recommended", None)
        entries = entries_of(self._decoded(values.pop("options", None)))
        if entries is None:
            return
        options = [option_of(self._decoded(entry)) for entry in entries]
        given = [one["id"] for one in options if one.get("id") is not None]
        if len(set(given)) < len(given):
            self.advice.append("The options were numbered, because some of their ids were equal.")
            given = []
        for number, option in enumerate(options, start=1):
            if option.get("id") not in given:
                option["id"] = str(number) if str(number) not in given else f"{number}-{len(options)}"
        recommend(options, wanted)
        values["options"] = options

    def _set_defaults(self, values: Values) -> None:
        """Replace labels among the default selections by ids."""
        given = self._decoded(values.pop("default_selection_ids", None))
        if is_nothing(given):
            if values.pop("use_defaults", None) is True:
                self.advice.append("use_defaults was ignored, because no defaults are named.")
            return
        offered = values.get("options", [])
        ids = {str(one["label"]).casefold(): one["id"] for one in offered}
        ids |= {one["id"].casefold(): one["id"] for one in offered}
        members = given if isinstance(given, list) else [given]
        texts = [text_of(one) or str(one) for one in members]
        found = [ids.get(one.casefold(), one) for one in texts]
        values["default_selection_ids"] = list(dict.fromkeys(found))

    # --- Values ---

    def _set_numbers(self, values: Values) -> None:
        """Convert numbers and flags that are written as text; 0 counts as absent (1)."""
        for name in _NUMBERS:
            number = number_of(values.get(name))
            if number is not None or not is_said(values, name):
                values.pop(name, None)
            if number:
                values[name] = min(number, MAX_TIMEOUT) if name == "timeout_seconds" else number
        for name in _SWITCHES:
            flag = flag_of(values.pop(name, None))
            if flag is not None:
                values[name] = flag

    def _set_words(self, values: Values) -> None:
        """Normalise the transport, the session id and the title."""
        transport = values.pop("transport", None)
        if isinstance(transport, str) and transport.strip().lower() in _TRANSPORTS:
            values["transport"] = transport.strip().lower()
        elif not is_nothing(transport):
            self.advice.append("transport is unknown and was ignored.")
        if is_no_session(str(values.get("session_id", "")).strip()):
            values.pop("session_id", None)
        title = values.get("title")
        if isinstance(title, str):
            values["title"] = cut(plain_line(title).strip(), MAX_TITLE)

    def _known(self, values: Values, known: Collection[str]) -> Values:
        unknown = [cut(name, _SHOWN) for name in values if name not in known]
        if unknown:
            shown = ", ".join(unknown[:_SHOWN_NAMES])
            self.advice.append(f"These fields are unknown and were ignored: {shown}.")
        return {name: value for name, value in values.items() if name in known}

    def _decoded(self, value: object) -> Any:  # noqa: ANN401 - any JSON
        try:
            return self._json.decode(value)
        except UnreadableJson as error:
            raise InvalidRequest(_ARGUMENTS, error.rule, request_example(None)) from None
