"""A form as clients show it themselves, and what comes back from there.

Elicitation knows flat fields only. A question becomes a field of its own name; own words are a second field.
Clients of the older kind know neither titles nor lists: there an option of several is a tick of its own.
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

from choice.answers import Answer, Submission
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction, InteractionClosed
from choice.errors import InvalidAnswer
from choice.mcp.questions import Caller
from choice.models import Form, Option, Question

_OWN_WORDS = "own_words"
_SECRET = re.compile(
    r"\b(pass(word|phrase)|api[ _-]?key|secret|private key|access token|credit card|pin)\b", re.IGNORECASE
)

Content = Mapping[str, str | int | float | bool | list[str] | None]


def asks_for_a_secret(form: Form) -> bool:
    """Tell whether a form seems to ask for a secret, which must not be typed into a client's form."""
    return any(
        question.allow_free_text and _SECRET.search(f"{form.title or ''} {question.text}")
        for question in form.questions
    )


def message_of(form: Form, problem: str | None = None) -> str:
    """Return what stands above the fields: the question, and what the options mean."""
    lines = [problem, form.title, form.context]
    for question in form.questions:
        lines += [question.context, question.text]
        lines += [
            f"- {option.label}: {option.description}" for option in question.options if option.description
        ]
    return "\n".join([line for line in lines if line])


def schema_of(form: Form, *, knows_titles: bool = True) -> dict[str, Any]:
    """Return the fields of a form."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    for question in form.questions:
        fields = _fields(question, knows_titles=knows_titles)
        properties |= fields
        if _must_be_filled(question) and question.id in fields:
            required.append(question.id)
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def submission_of(form: Form, content: Content) -> Submission:
    """Return what a person filled in; the desk checks it against the form.

    Raises:
        InvalidAnswer: A field does not hold what its schema says.
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
        fields |= {_tick(question, option): _ticked(question, option) for option in question.options}
    return fields | ({f"{name}_{_OWN_WORDS}": own} if question.allow_free_text else {})


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
    least = 0 if question.allow_free_text else question.min_selections
    limits = {"minItems": least, "maxItems": question.max_selections}
    return {"type": "array", "items": {"anyOf": titled}} | limits | default


def _tick(question: Question, option: Option) -> str:
    return f"{question.id}.{option.id}"


def _ticked(question: Question, option: Option) -> dict[str, Any]:
    return {
        "type": "boolean",
        "title": _label(option),
        "default": option.id in question.default_selection_ids,
    }


def _label(option: Option) -> str:
    return f"{option.label} (recommended)" if option.recommended else option.label


def _must_be_filled(question: Question) -> bool:
    return not question.options or (question.min_selections > 0 and not question.allow_free_text)


def _answer(question: Question, content: Content) -> Answer:
    if not question.options:
        return Answer(question_id=question.id, option_ids=(), custom_text=_words(content.get(question.id)))
    words = _words(content.get(f"{question.id}_{_OWN_WORDS}"))
    is_instead = words is not None and question.selection_mode != "hybrid"
    ids = () if is_instead else _chosen(question, content)
    return Answer(question_id=question.id, option_ids=ids, custom_text=words)


def _chosen(question: Question, content: Content) -> tuple[str, ...]:
    chosen = content.get(question.id)
    if isinstance(chosen, list):
        return tuple(chosen)
    if isinstance(chosen, str) and chosen:
        return (chosen,)
    return tuple([option.id for option in question.options if content.get(_tick(question, option)) is True])


def _words(value: object) -> str | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if not isinstance(value, str):
        field, rule = "custom_text", "must be text."
        raise InvalidAnswer(field, rule)
    return value


BY_ITSELF_SECONDS: Final = 0.7
"""A client that refuses sooner than a person could has no window: it does so by itself."""
_MOST: Final = 1000


class Windows:
    """Remembers, as long as the process lives, when a question was given to its client's window."""

    def __init__(self, by_itself_seconds: float = BY_ITSELF_SECONDS) -> None:
        self._by_itself = by_itself_seconds
        self._shown_at: OrderedDict[str, float | None] = OrderedDict()
        """None: the client refused it by itself."""

    def shows(self, interaction_id: str) -> None:
        """Learn that a client is given a question to show."""
        self._shown_at[interaction_id] = asyncio.get_running_loop().time()
        while len(self._shown_at) > _MOST:
            self._shown_at.popitem(last=False)

    def is_by_itself(self, interaction_id: str, result: ElicitResult) -> bool:
        """Tell whether a client refused without a person, and remember that."""
        shown_at = self._shown_at.get(interaction_id)
        if result.action == "accept" or shown_at is None:
            return False
        if asyncio.get_running_loop().time() - shown_at >= self._by_itself:
            return False
        self._shown_at[interaction_id] = None
        return True

    def has_none(self, interaction_id: str) -> bool:
        """Tell whether the client of a question has shown that it has no window."""
        return interaction_id in self._shown_at and self._shown_at[interaction_id] is None


SURFACE = "mcp"
_TRIES = 3


@dataclass(frozen=True, slots=True)
class ClientWindow:
    """Asks one interaction in the window of the client that called."""

    desk: Desk
    interaction: Interaction
    caller: Caller
    windows: Windows

    def request(self, problem: str | None = None) -> ElicitRequest:
        """Return the question as the client takes it, which is given it now."""
        self.windows.shows(self.interaction.id)
        form = self.interaction.form
        schema = schema_of(form, knows_titles=self.caller.knows_titles)
        return ElicitRequest(
            params=ElicitRequestFormParams(message=message_of(form, problem), requested_schema=schema)
        )

    async def ask(self, session: ServerSession, request_id: RequestId | None) -> None:
        """Show the question and take the answer; a client without a window leaves it to the other ways."""
        problem: str | None = None
        for _ in range(_TRIES):
            params = self.request(problem).params
            assert isinstance(params, ElicitRequestFormParams)  # noqa: S101 - we made it one
            try:
                result = await session.elicit_form(params.message, params.requested_schema, request_id)
            except MCPError:
                return
            problem = await self.take(result)
            if problem is None:
                return

    async def take(self, result: ElicitResult) -> str | None:
        """Let the desk know what the person did; return what is wrong with it, if something is.

        What a client did by itself is no decision: then nothing happens.
        """
        asked, by = self.interaction, self.caller.person
        if self.windows.is_by_itself(asked.id, result):
            return None
        try:
            if result.action == "accept":
                submission = submission_of(asked.form, result.content or {})
                await self.desk.answer(asked, submission, by=by, surface=SURFACE, version=asked.version)
            else:
                await self.desk.cancel(asked.id, by=by, surface=SURFACE)
        except InvalidAnswer as error:
            return str(error)
        except InteractionClosed:
            return None  # Somebody was faster; that outcome stands.
        return None
