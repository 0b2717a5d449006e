"""The tool `provide_choice`: one decision, asked with every setting there is, answered as typed JSON."""

from typing import Any, get_args

from choice.answers import Outcome
from choice.dialects.dialect import Call, CallTerms
from choice.dialects.tools.tidied_request import tidied_request
from choice.errors import InvalidRequest
from choice.models import (
    DEFAULT_TIMEOUT,
    MAX_DESCRIPTION,
    MAX_ID,
    MAX_LABEL,
    MAX_OPTIONS,
    MAX_PLACEHOLDER,
    MAX_PROMPT,
    MAX_TIMEOUT,
    MAX_TITLE,
    MIN_TIMEOUT,
    ChoiceRequest,
    Form,
    SelectionMode,
    Transport,
)
from choice.plain_text import cut, plain_line
from choice.response import respond
from choice.validation import parse_request

_ONE_QUESTION = "must be one alone: provide_choice asks for one decision. For several use AskUserQuestion."


class ProvideChoice:
    """Asks for one decision and is answered with the normalised response as JSON."""

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
        """The JSON Schema of the arguments."""
        return {
            "type": "object",
            "properties": {
                "title": {"type": "string", "minLength": 1, "maxLength": MAX_TITLE},
                "prompt": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": MAX_PROMPT,
                    "description": "What is going on, why a choice is needed, and the question.",
                },
                "selection_mode": {
                    "type": "string",
                    "enum": list(get_args(SelectionMode)),
                    "description": "One option, several, own words alone, or options and own words together.",
                },
                "options": {
                    "type": "array",
                    "maxItems": MAX_OPTIONS,
                    "description": "Best two to four, one of them recommended; none for text_input.",
                    "items": {
                        "type": "object",
                        "properties": {
                            "id": {"type": "string", "minLength": 1, "maxLength": MAX_ID},
                            "label": {"type": "string", "minLength": 1, "maxLength": MAX_LABEL},
                            "description": {"type": "string", "maxLength": MAX_DESCRIPTION},
                            "recommended": {"type": "boolean"},
                        },
                        "required": ["id", "label"],
                        "additionalProperties": False,
                    },
                },
                "default_selection_ids": {
                    "type": "array",
                    "items": {"type": "string"},
                    "maxItems": MAX_OPTIONS,
                    "description": "Options that are preselected.",
                },
                "min_selections": {"type": "integer", "minimum": 0, "maximum": MAX_OPTIONS},
                "max_selections": {"type": "integer", "minimum": 0, "maximum": MAX_OPTIONS},
                "placeholder": {
                    "type": "string",
                    "maxLength": MAX_PLACEHOLDER,
                    "description": "A hint in the empty text field; for text_input and hybrid.",
                },
                "show_placeholder": {"type": "boolean"},
                "single_submit_mode": {
                    "type": "boolean",
                    "description": "Whether choosing an option sends it at once.",
                },
                "allow_option_annotations": {
                    "type": "boolean",
                    "description": "Whether the person may add a note to each option.",
                },
                "allow_global_annotation": {
                    "type": "boolean",
                    "description": "Whether the person may add a note to the whole answer.",
                },
                "timeout_seconds": {
                    "type": "integer",
                    "minimum": MIN_TIMEOUT,
                    "maximum": MAX_TIMEOUT,
                    "description": f"As the person's settings say, else {DEFAULT_TIMEOUT}.",
                },
                "use_defaults": {
                    "type": "boolean",
                    "description": "Whether the defaults count when nobody answers; the result says so.",
                },
                "transport": {"type": "string", "enum": list(get_args(Transport)), "default": "auto"},
                "session_id": {
                    "type": "string",
                    "maxLength": MAX_ID,
                    "description": "From an earlier result, to collect its answer.",
                },
            },
            "required": ["title", "prompt", "selection_mode"],
            "additionalProperties": False,
        }

    def request(self, arguments: object) -> ChoiceRequest:
        """Return everything that a call asks for, settings included.

        Raises:
            InvalidRequest: the arguments break a rule.
        """
        return parse_request(tidied_request(arguments))

    def read(self, arguments: object) -> Form:
        """Return the form that a call asks for.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        return self.request(arguments).form

    def read_call(self, arguments: object) -> Call:
        """Return the form that a call asks for, with the deadline, the defaults and the place it names.

        Raises:
            InvalidRequest: the arguments cannot become a form.
        """
        request = self.request(arguments)
        return Call(request.form, _terms(request), request.transport)

    def reply(self, form: Form, outcome: Outcome) -> str:
        """Return the response as JSON.

        Raises:
            InvalidRequest: the form asks several questions, for which a response has no place.
            InvalidAnswer: the outcome holds an answer that does not fit the question.
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
