"""A conversation with a model: who leads it, in which mode, and what was said."""

from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, JsonValue

from choice.errors import ChoiceError, NotFound
from choice.stream.splitter import Mode
from choice.wire.vocabulary import source_counts

Kind = Literal["session", "thread"]
State = Literal["idle", "working", "waiting"]
"""Nothing to do; the model writes; a question is open."""
Role = Literal["user", "assistant"]
Ending = Literal["complete", "failed", "stopped"]

_FROZEN = ConfigDict(frozen=True, extra="ignore")


class CardReference(BaseModel):
    """A question that a message asked: where it is on the desk, and which call of the model asked it."""

    model_config = _FROZEN

    interaction_id: str
    question_ids: tuple[str, ...]
    call_id: str | None = None
    tool: str | None = None


class CallRecord(BaseModel):
    """A tool call as the model made it."""

    model_config = _FROZEN

    id: str
    name: str
    arguments: str


class ResultRecord(BaseModel):
    """What came of a tool call."""

    model_config = _FROZEN

    call_id: str
    name: str
    text: str


class QuestionResponse(BaseModel):
    """Which question a user's message answers, and how."""

    model_config = _FROZEN

    interaction_id: str
    question_id: str
    option_ids: tuple[str, ...] = ()
    is_custom: bool = False
    label: str | None = None
    """What the person chose, in the words that they saw."""
    surface: str | None = None
    answered_by: str | None = None


class Details(BaseModel):
    """What is kept of a message beside its text."""

    model_config = _FROZEN

    model_text: str | None = None
    """What the model wrote or is told, where people are shown something else."""
    cards: tuple[CardReference, ...] = ()
    calls: tuple[CallRecord, ...] = ()
    results: tuple[ResultRecord, ...] = ()
    responses: tuple[QuestionResponse, ...] = ()
    told: tuple[str, ...] = ()
    """Interactions that ended without an answer, of which the model learns here."""
    sources: dict[str, int] | None = None
    ending: Ending = "complete"
    error: str | None = None
    model: str | None = None

    @cached_property
    def kept(self) -> str:
        """As a row keeps it. Most answers say the same here, and share it."""
        return self.model_dump_json(exclude_defaults=True)


NO_DETAILS = Details()


class Conversation(NamedTuple):
    """A session of the chat endpoint, or a thread of the page."""

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
    """Something that was said."""

    id: str
    seq: int
    role: Role
    content: str
    created_at: datetime
    details: Details = NO_DETAILS

    @property
    def is_shown(self) -> bool:
        """Whether people see it; what nobody said, only the model is told."""
        return self.role == "assistant" or bool(self.content)


class UnknownConversation(NotFound):
    """There is no such conversation, or it belongs to somebody else: both look the same."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__()
        self.conversation_id = conversation_id


class ConversationBusy(ChoiceError):
    """The model is still answering in this conversation."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("The last message is still being answered; wait for the end, or stop it first.")
        self.conversation_id = conversation_id


class ConversationTakenOver(ChoiceError):
    """Whoever worked on a conversation was silent for too long: another took it over, or it is gone."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("The conversation went on without this answer.")
        self.conversation_id = conversation_id


class NothingToRetry(ChoiceError):
    """The last message of a conversation has its answer already."""

    def __init__(self, conversation_id: str) -> None:
        super().__init__("There is nothing to try again: the last message has been answered.")
        self.conversation_id = conversation_id


def message_json(message: Message) -> dict[str, JsonValue]:
    """Return a message as clients read it."""
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
    """Return what a user's message says of the question that it answers."""
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
