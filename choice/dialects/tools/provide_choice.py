"""The tool `provide_choice`: one decision, asked with every setting there is, answered as typed JSON."""

from typing import Any

from choice.answers import Outcome
from choice.dialects.dialect import Call, CallTerms
from choice.dialects.tools.tidied_request import tidied_request
from choice.errors import InvalidRequest
from choice.models import MAX_TITLE, ChoiceRequest, Form
from choice.plain_text import cut, plain_line
from choice.response import respond
from choice.validation import parse_request, request_schema

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
        return request_schema()

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
