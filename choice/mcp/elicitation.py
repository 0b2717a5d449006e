"""Elicitation: convert a form to an elicitation schema, and submit the client's result to the desk.

Elicitation schemas are flat: a question becomes one field, and its free text a second field. Older clients
support neither option titles nor arrays. For them, each option of a multiple selection is a boolean field.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, RequestId

from choice.auth import authorize
from choice.desk import Desk, Interaction, InteractionClosed
from choice.errors import InvalidAnswer
from choice.mcp.questions import Caller
from choice.mcp.tools import ELICITED
from choice.models import Answer, Form, Option, Question, Submission

_FREE_TEXT_SUFFIX = "own_words"
_SECRET = re.compile(
    r"\b(pass(word|phrase)|api[ _-]?key|secret|private key|access token|credit card|pin)\b", re.IGNORECASE
)

Content = Mapping[str, str | int | float | bool | list[str] | None]


def asks_for_a_secret(form: Form) -> bool:
    """Return whether a form seems to ask for a secret. Secrets must not be elicited."""
    return any(
        question.allow_free_text and _SECRET.search(f"{form.title or ''} {question.text}")
        for question in form.questions
    )


def message_of(form: Form, problem: str | None = None) -> str:
    """Return the message above the fields: the error, title, context, questions and option descriptions."""
    lines = [problem, form.title, form.context]
    for question in form.questions:
        lines += [question.context, question.text]
        lines += [
            f"- {option.label}: {option.description}" for option in question.options if option.description
        ]
    return "\n".join([line for line in lines if line])


def schema_of(form: Form, *, knows_titles: bool = True) -> dict[str, Any]:
    """Return the JSON Schema of a form."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for question in form.questions:
        fields = _fields(question, knows_titles=knows_titles)
        properties |= fields
        if _is_required(question) and question.id in fields:
            required.append(question.id)
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def submission_of(form: Form, content: Content) -> Submission:
    """Convert the content of an elicitation result to a submission. The desk validates it against the form.

    Raises:
        InvalidAnswer: A field does not match its schema.
    """
    answers = [_answer(question, content) for question in form.questions]
    return Submission(answers=tuple(answers))


def _fields(question: Question, *, knows_titles: bool) -> dict[str, Any]:
    name, about = question.id, {"title": question.text[:200]}
    own = {"type": "string", "title": question.placeholder or "In your own words"}
    if not question.options:
        return {name: {"type": "string", **about}}
    fields: dict[str, Any] = {}
    if question.max_selections == 1:
        fields[name] = about | _one_of(question, knows_titles=knows_titles)
    elif knows_titles:
        fields[name] = about | _some_of(question)
    else:
        fields |= {
            _option_field(question, option): _option_schema(question, option) for option in question.options
        }
    return fields | ({f"{name}_{_FREE_TEXT_SUFFIX}": own} if question.allow_free_text else {})


def _one_of(question: Question, *, knows_titles: bool) -> dict[str, Any]:
    default = {"default": question.default_selection_ids[0]} if question.default_selection_ids else {}
    if not knows_titles:
        labels = [_label(option) for option in question.options]
        return {"type": "string", "enum": list(question.option_ids), "enumNames": labels} | default
    titled = [{"const": option.id, "title": _label(option)} for option in question.options]
    return {"type": "string", "oneOf": titled} | default


def _some_of(question: Question) -> dict[str, Any]:
    titled = [{"const": option.id, "title": _label(option)} for option in question.options]
    default = {"default": list(question.default_selection_ids)} if question.default_selection_ids else {}
    minimum = 0 if question.allow_free_text else question.min_selections
    limits = {"minItems": minimum, "maxItems": question.max_selections}
    return {"type": "array", "items": {"anyOf": titled}} | limits | default


def _option_field(question: Question, option: Option) -> str:
    return f"{question.id}.{option.id}"


def _option_schema(question: Question, option: Option) -> dict[str, Any]:
    return {
        "type": "boolean",
        "title": _label(option),
        "default": option.id in question.default_selection_ids,
    }


def _label(option: Option) -> str:
    return f"{option.label} (recommended)" if option.recommended else option.label


def _is_required(question: Question) -> bool:
    return not question.options or (question.min_selections > 0 and not question.allow_free_text)


def _answer(question: Question, content: Content) -> Answer:
    if not question.options:
        return Answer(
            question_id=question.id, option_ids=(), custom_text=_free_text(content.get(question.id))
        )
    text = _free_text(content.get(f"{question.id}_{_FREE_TEXT_SUFFIX}"))
    replaces_options = text is not None and question.selection_mode != "hybrid"
    ids = () if replaces_options else _chosen(question, content)
    return Answer(question_id=question.id, option_ids=ids, custom_text=text)


def _chosen(question: Question, content: Content) -> tuple[str, ...]:
    chosen = content.get(question.id)
    if isinstance(chosen, list):
        return tuple(chosen)
    if isinstance(chosen, str) and chosen:
        return (chosen,)
    return tuple(
        [option.id for option in question.options if content.get(_option_field(question, option)) is True]
    )


def _free_text(value: object) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str):
        field, rule = "custom_text", "must be text."
        raise InvalidAnswer(field, rule)
    return value


AUTO_DECLINE_SECONDS: Final = 0.7
"""A decline within this time is automatic: the client shows no form, and no person reacts this fast."""
SURFACE = "mcp"
_MAX_TIMES: Final = 1000
_MAX_ATTEMPTS = 3


class ElicitationTimes:
    """Start times of the elicitations of this process, used to detect automatic declines."""

    def __init__(self, auto_decline_seconds: float = AUTO_DECLINE_SECONDS) -> None:
        self._auto_decline_seconds = auto_decline_seconds
        self._times: OrderedDict[str, float | None] = OrderedDict()
        """Start time by interaction id, or None after an automatic decline."""

    def start(self, interaction_id: str) -> None:
        """Record the start of an elicitation."""
        self._times[interaction_id] = asyncio.get_running_loop().time()
        while len(self._times) > _MAX_TIMES:
            self._times.popitem(last=False)

    def check(self, interaction_id: str, result: ElicitResult) -> bool:
        """Return whether a result is an automatic decline, and record it if so."""
        started = self._times.get(interaction_id)
        if result.action == "accept" or started is None:
            return False
        if asyncio.get_running_loop().time() - started >= self._auto_decline_seconds:
            return False
        self._times[interaction_id] = None
        return True

    def is_auto_declined(self, interaction_id: str) -> bool:
        """Return whether the client declined a question automatically."""
        return interaction_id in self._times and self._times[interaction_id] is None


@dataclass(frozen=True, slots=True)
class Elicitation:
    """Elicitation of one interaction in the calling client."""

    desk: Desk
    interaction: Interaction
    caller: Caller
    times: ElicitationTimes

    def request(self, problem: str | None = None) -> ElicitRequest:
        """Return the elicitation request of the question, and record its start time."""
        return ElicitRequest(params=self._params(problem))

    def _params(self, problem: str | None) -> ElicitRequestFormParams:
        self.times.start(self.interaction.id)
        form = self.interaction.form
        schema = schema_of(form, knows_titles=self.caller.knows_titles)
        return ElicitRequestFormParams(message=message_of(form, problem), requested_schema=schema)

    async def ask(self, session: ServerSession, request_id: RequestId | None) -> None:
        """Elicit the answer and submit it. If the client rejects the request, the question stays open."""
        problem: str | None = None
        for _ in range(_MAX_ATTEMPTS):
            params = self._params(problem)
            try:
                result = await session.elicit_form(params.message, params.requested_schema, request_id)
            except MCPError:
                return
            problem = await self.submit(result)
            if problem is None:
                return

    async def submit(self, result: ElicitResult) -> str | None:
        """Submit a result to the desk, and return the error message if the answer is invalid.

        An automatic decline is ignored.

        Raises:
            MissingPermission: The caller is an agent, so its result is not the answer of a person.
            NotAllowed, UnknownInteraction: The caller may not answer this question.
        """
        asked, caller = self.interaction, self.caller
        authorize(caller.principal, ELICITED, asked)
        by = caller.principal.person
        if self.times.check(asked.id, result):
            return None
        try:
            if result.action == "accept":
                submission = submission_of(asked.form, result.content or {})
                await self.desk.answer(
                    asked, submission, by=by, surface=SURFACE, version=asked.version, client=caller.client
                )
            else:
                await self.desk.cancel(asked.id, by=by, surface=SURFACE)
        except InvalidAnswer as error:
            return str(error)
        except InteractionClosed:
            return None  # The first outcome stands.
        return None
