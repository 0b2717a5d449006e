"""Data types of conversations and messages, their errors, and their JSON for clients."""

from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, JsonValue

from choice.clock import moment
from choice.errors import ChoiceError, NotFound
from choice.stream import Mode
from choice.wire import source_counts

Kind = Literal["session", "thread"]
State = Literal["idle", "working", "waiting"]
"""`working` while the model answers, `waiting` while a question is open."""
Role = Literal["user", "assistant"]
Ending = Literal["complete", "failed", "stopped"]

_FROZEN = ConfigDict(frozen=True, extra="ignore")


class CardReference(BaseModel):
    """A form asked in a message: its interaction and, if a tool call asked it, that call."""

    model_config = _FROZEN

    interaction_id: str
    question_ids: tuple[str, ...]
    call_id: str | None = None
    tool: str | None = None
    key: str | None = None
    """Name that the agent gave to its question."""


class CallRecord(BaseModel):
    """A tool call of the model."""

    model_config = _FROZEN

    id: str
    name: str
    arguments: str


class ResultRecord(BaseModel):
    """The result of a tool call."""

    model_config = _FROZEN

    call_id: str
    name: str
    text: str


class QuestionResponse(BaseModel):
    """The answer that a user's message gives to a question."""

    model_config = _FROZEN

    interaction_id: str
    question_id: str
    option_ids: tuple[str, ...] = ()
    is_custom: bool = False
    label: str | None = None
    """The chosen labels, as the user saw them."""
    surface: str | None = None
    answered_by: str | None = None


class PastMessage(BaseModel):
    """An earlier message of a client that keeps the conversation itself. It is not verified."""

    model_config = _FROZEN

    role: Role
    text: str


class Details(BaseModel):
    """Data stored with a message's text."""

    model_config = _FROZEN

    model_text: str | None = None
    """The text for the model, if it differs from the text shown to users."""
    cards: tuple[CardReference, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    results: tuple[ResultRecord, ...] = ()
    responses: tuple[QuestionResponse, ...] = ()
    reported: tuple[str, ...] = Field(default=(), validation_alias=AliasChoices("reported", "told"))
    """Ids of interactions that ended without an answer, which this message reports to the model.

    Rows of older versions call it `told`.
    """
    past: tuple[PastMessage, ...] = ()
    """What the client says was written before this message, the first one of its conversation."""
    sources: dict[str, int] | None = None
    searched: dict[str, JsonValue] | None = None
    """The filters by which the data of this answer was looked up. Follow-up messages use them again."""
    ending: Ending = "complete"
    error: str | None = None
    model: str | None = None

    @cached_property
    def as_json(self) -> str:
        """JSON for the database. Cached, because most answers share one instance."""
        return self.model_dump_json(exclude_defaults=True)


NO_DETAILS = Details()


class Conversation(NamedTuple):
    """A session of the chat endpoint, or a thread of the chat page."""

    id: str
    tenant: str
    owner: str
    kind: Kind
    mode: Mode
    title: str | None
    state: State
    created_at: datetime
    updated_at: datetime
    expires_at: datetime


class Message(NamedTuple):
    """A stored message."""

    id: str
    seq: int
    role: Role
    content: str
    created_at: datetime
    details: Details = NO_DETAILS

    @property
    def is_shown(self) -> bool:
        """Whether users see it. Some messages only report outcomes to the model, or results of its calls."""
        is_call_only = bool(self.details.results) and not self.details.cards
        return bool(self.content) or (self.role == "assistant" and not is_call_only)


class Owner(NamedTuple):
    """Tenant and user of a conversation. Every statement filters by both."""

    tenant: str
    user: str


class NewConversation(NamedTuple):
    """A conversation to create."""

    id: str
    kind: Kind
    mode: Mode
    title: str | None = None


class NewMessage(NamedTuple):
    """A message to append."""

    id: str
    role: Role
    content: str
    details: Details = NO_DETAILS

    def as_message(self) -> Message:
        """Return a `Message` with placeholders for `seq` and `created_at`."""
        return Message(self.id, 0, self.role, self.content, moment(0), self.details)


class UnknownConversation(NotFound):
    """The conversation does not exist or belongs to another user. Clients get the same error for both."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__()
        self.conversation_id = conversation_id


class ConversationBusy(ChoiceError):
    """Another turn holds the lease of this conversation."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("The last message is still being answered. Wait for the answer, or stop it first.")
        self.conversation_id = conversation_id


class ConversationTakenOver(ChoiceError):
    """The turn lost its lease: another process has taken it over, or the conversation was deleted."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("Another process has continued the conversation without this answer.")
        self.conversation_id = conversation_id


class NothingToRetry(ChoiceError):
    """The last message of the conversation has been answered."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("There is nothing to retry: the last message has been answered.")
        self.conversation_id = conversation_id


def message_json(message: Message) -> dict[str, JsonValue]:
    """Return a message as JSON for clients."""
    details = message.details
    shown: dict[str, JsonValue] = {
        "id": message.id,
        "role": message.role,
        "content": message.content,
        "timestamp": message.created_at.isoformat(),
    }
    if message.role == "user":
        return shown | _response_json(details)
    counted = source_counts(details.sources or {})
    sources: list[JsonValue] = [{"kind": one["kind"], "count": one["count"]} for one in counted]
    return shown | {
        "state": details.ending,
        "error": details.error,
        "sources": sources,
        "model": details.model,
    }


def _response_json(details: Details) -> dict[str, JsonValue]:
    """Return the fields of a user's message that answers a question."""
    if not details.responses:
        return {"question_response": False}
    first = details.responses[0]
    ids = [option_id for response in details.responses for option_id in response.option_ids]
    return {
        "question_response": True,
        "question_id": first.question_id,
        "option_id": ids[0] if len(ids) == 1 else None,
        "option_ids": list(ids),
        "is_custom": any(response.is_custom for response in details.responses),
        "surface": first.surface,
        "answered_by": first.answered_by,
        "responses": [response.model_dump(mode="json") for response in details.responses],
    }
