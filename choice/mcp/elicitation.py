"""Elicitation: convert a form to an elicitation schema, and submit the client's result to the desk.

Elicitation schemas are flat: a question becomes one field, and its free text a second field. Older clients
support neither option titles nor arrays. For them, each option of a multiple selection is a boolean field.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from mcp.server.session import ServerSession
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequest, ElicitRequestFormParams, ElicitResult, RequestId

from choice.auth import authorize
from choice.desk import Desk, Interaction, InteractionClosed
from choice.errors import InvalidAnswer
from choice.i18n import words
from choice.mcp.questions import Caller
from choice.mcp.tools import ELICITED
from choice.models import Answer, Form, Option, Question, Submission
from choice.plain_text import cut, plain_line

_FREE_TEXT_SUFFIX = "own_words"
_SECRET = re.compile(
    r"\b(pass(word|phrase|code)|api[ _-]?(key|token)|secret( key)?|private key|access token|recovery code"
    r"|credit card( number)?)s?\b",
    re.IGNORECASE,
)
_ABOUT_A_SECRET = re.compile(
    r"\b(called|names?|named|where|how (long|often|many)|policy|rotate|store|variable|rules?|format"
    r"|length|manager|field|column|header|reset)\b",
    re.IGNORECASE,
)
_MAX_HEADER = 40
_MAX_ABOUT = 100
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+")

Content = Mapping[str, str | int | float | bool | list[str] | None]


def asks_for_a_secret(form: Form) -> bool:
    """Return whether the person would type a secret. Secrets must not be elicited.

    Only a question without options can have the secret itself as its answer; its title or last sentence says
    so. A question about a secret, such as what its variable is called, is not one.
    """
    for question in form.questions:
        asked = f"{form.title or ''}\n{_SENTENCE_END.split(question.text.strip())[-1]}"
        if not question.options and _SECRET.search(asked) and not _ABOUT_A_SECRET.search(asked):
            return True
    return False


def message_of(form: Form, problem: str | None = None, language: str = "en") -> str:
    """Return the message above the fields: the error, and the context, or else the title or the question.

    Clients may show only the first lines, so it repeats nothing that a field says.
    """
    lines: list[str | None] = (
        [] if problem is None else [words("client_form", language)("again", problem=problem)]
    )
    first = _parts(form, form.questions[0])
    lines += [form.context, first.context if len(form.questions) == 1 else None]
    if not any(lines[-2:]):
        lines.append(form.title if len(form.questions) > 1 and form.title else form.questions[0].text)
    return "\n".join([line for line in lines if line])


def schema_of(form: Form, *, knows_titles: bool = True, language: str = "en") -> dict[str, Any]:
    """Return the JSON Schema of a form."""
    properties: dict[str, Any] = {}
    required: list[str] = []
    fields = _Fields(form, words("client_form", language), knows_titles=knows_titles)
    for question in form.questions:
        asked = fields.of(question)
        properties |= asked
        if _is_required(question) and question.id in asked:
            required.append(question.id)
    return {"type": "object", "properties": properties} | ({"required": required} if required else {})


def submission_of(form: Form, content: Content) -> Submission:
    """Convert the content of an elicitation result to a submission. The desk validates it against the form.

    Raises:
        InvalidAnswer: A field does not match its schema.
    """
    answers = [_answer(question, content) for question in form.questions]
    return Submission(answers=tuple(answers))


class _Parts(NamedTuple):
    """A question in the parts that a client shows at different places."""

    header: str
    context: str | None
    question: str | None
    """None if the message above the fields is the question already."""


def _parts(form: Form, question: Question) -> _Parts:
    """Split a question. If the only question brings no context, its sentences before the last one are it."""
    is_alone = len(form.questions) == 1
    header = question.metadata.get("header")
    title = header if isinstance(header, str) and header else form.title if is_alone else None
    header = cut(plain_line(title or question.text), _MAX_HEADER)
    if not is_alone:
        asked = question.text if question.context is None else f"{question.context}\n{question.text}"
        return _Parts(header, None, None if asked == header else asked)
    if question.context or form.context:
        return _Parts(header, question.context, question.text)
    sentences = _SENTENCE_END.split(question.text.strip())
    if len(sentences) == 1:
        return _Parts(header, None, None)
    return _Parts(header, question.text.strip().removesuffix(sentences[-1]).rstrip(), sentences[-1])


class _Fields:
    """The fields of an elicitation schema, in one language."""

    def __init__(self, form: Form, say: Callable[..., str], *, knows_titles: bool) -> None:
        self._form, self._say, self._knows_titles = form, say, knows_titles

    def of(self, question: Question) -> dict[str, Any]:
        """Return the fields of a question by name."""
        name, parts = question.id, _parts(self._form, question)
        about = {"title": parts.header} | ({"description": parts.question} if parts.question else {})
        if not question.options:
            return {name: {"type": "string", **about}}
        fields: dict[str, Any] = {}
        if question.max_selections == 1:
            fields[name] = about | self._one_of(question)
        elif self._knows_titles:
            fields[name] = about | self._some_of(question)
        else:
            fields |= {
                _option_field(question, option): self._flag(question, option) for option in question.options
            }
        if question.allow_free_text:
            is_alone = len(self._form.questions) == 1
            title = self._say("own_words_alone" if is_alone else "own_words", question=parts.header)
            hint = {"description": question.placeholder} if question.placeholder else {}
            fields[f"{name}_{_FREE_TEXT_SUFFIX}"] = {"type": "string", "title": title} | hint
        return fields

    def _one_of(self, question: Question) -> dict[str, Any]:
        default = {"default": question.default_selection_ids[0]} if question.default_selection_ids else {}
        if not self._knows_titles:
            labels = [self._label(option) for option in question.options]
            return {"type": "string", "enum": list(question.option_ids), "enumNames": labels} | default
        return {"type": "string", "oneOf": self._titled(question)} | default

    def _some_of(self, question: Question) -> dict[str, Any]:
        default = {"default": list(question.default_selection_ids)} if question.default_selection_ids else {}
        minimum = 0 if question.allow_free_text else question.min_selections
        limits = {"minItems": minimum, "maxItems": question.max_selections}
        return {"type": "array", "items": {"anyOf": self._titled(question)}} | limits | default

    def _titled(self, question: Question) -> list[dict[str, str]]:
        return [{"const": option.id, "title": self._label(option)} for option in question.options]

    def _flag(self, question: Question, option: Option) -> dict[str, Any]:
        is_default = option.id in question.default_selection_ids
        return {"type": "boolean", "title": self._label(option), "default": is_default}

    def _label(self, option: Option) -> str:
        """Return the label with the recommendation and the description."""
        label = self._say("recommended", label=option.label) if option.recommended else option.label
        about = plain_line(option.description or "").strip()
        return f"{label} – {cut(about, _MAX_ABOUT)}" if about else label


def _option_field(question: Question, option: Option) -> str:
    return f"{question.id}.{option.id}"


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
    language: str = "en"

    def request(self, problem: str | None = None) -> ElicitRequest:
        """Return the elicitation request of the question, and record its start time."""
        return ElicitRequest(params=self._params(problem))

    def _params(self, problem: str | None) -> ElicitRequestFormParams:
        self.times.start(self.interaction.id)
        form = self.interaction.form
        schema = schema_of(form, knows_titles=self.caller.knows_titles, language=self.language)
        message = message_of(form, problem, self.language)
        return ElicitRequestFormParams(message=message, requested_schema=schema)

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
