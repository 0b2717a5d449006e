"""The event streams of our own endpoints: `TokenStream` for `/api/chat`, `CardStream` for threads."""

from collections.abc import Sequence
from typing import Literal, NotRequired

from pydantic import BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

from choice.wire.sse import TextFrames, around_text, data_frame, named_frame
from choice.wire.vocabulary import (
    CardShown,
    Completed,
    ErrorCode,
    Event,
    Failed,
    QuestionCard,
    SourceCount,
    Started,
    ToolExecuting,
    source_counts,
)

_EXACT = ConfigDict(extra="forbid")


@with_config(_EXACT)
class MetadataFrame(TypedDict):
    """First frame: the session, and how many rows of each kind the answer is written from."""

    type: Literal["metadata"]
    sessionId: str
    sources: dict[str, int]


@with_config(_EXACT)
class TokenFrame(TypedDict):
    """The next piece of the answer's text."""

    type: Literal["token"]
    content: str


class QuestionCardFrame(BaseModel):
    """A question of the model; clients that do not support it skip the frame."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["question_card"] = "question_card"
    data: QuestionCard


@with_config(_EXACT)
class DoneFrame(TypedDict):
    """Last frame of a complete answer."""

    type: Literal["done"]


@with_config(_EXACT)
class ErrorFrame(TypedDict):
    """Last frame of an answer that ended early; the message is for the user."""

    type: Literal["error"]
    message: str
    code: ErrorCode
    requestId: NotRequired[str]


_token_frames = TextFrames(*around_text(data_frame(TokenFrame(type="token", content=""))))
_DONE = data_frame(DoneFrame(type="done"))


class TokenStream:
    """Renders, in this order: `metadata`, `token`s, `question_card`s, and `done` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return the frame of a token."""
        return _token_frames([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of several pieces."""
        return _token_frames(pieces)

    def event(self, event: Event) -> str:
        """Return the frame of an event. Older clients skip unknown types."""
        match event:
            case Started():
                return data_frame(
                    MetadataFrame(
                        type="metadata", sessionId=event.conversation_id, sources=dict(event.sources)
                    )
                )
            case CardShown():
                return data_frame(QuestionCardFrame(data=event.card).model_dump(mode="json"))
            case Completed():
                return _DONE
            case Failed():
                return data_frame(_error_frame(event))
            case ToolExecuting():
                return ""


def _error_frame(event: Failed) -> ErrorFrame:
    data: ErrorFrame = {"type": "error", "message": event.message, "code": event.code}
    if event.request_id is not None:
        data["requestId"] = event.request_id
    return data


@with_config(_EXACT)
class TextDeltaEvent(TypedDict):
    """`text_delta`: the next piece of the answer's text."""

    text: str


@with_config(_EXACT)
class ToolExecutingEvent(TypedDict):
    """`tool_executing`: the model called a tool."""

    tool: str


@with_config(_EXACT)
class MessageCompleteEvent(TypedDict):
    """`message_complete`: the answer is stored. `state` is `waiting` while a question is open."""

    message_id: str
    state: Literal["idle", "waiting"]
    model: str | None
    sources: list[SourceCount]


@with_config(_EXACT)
class ErrorEvent(TypedDict):
    """`error`: the answer ended early; the message is for the user."""

    code: ErrorCode
    message: str
    request_id: NotRequired[str]


@with_config(_EXACT)
class ThreadEvents(TypedDict):
    """The data of each event of `POST /api/threads/{id}/chat`, by the event's name."""

    text_delta: TextDeltaEvent
    tool_executing: ToolExecutingEvent
    question_card: QuestionCard
    message_complete: MessageCompleteEvent
    error: ErrorEvent


_delta_frames = TextFrames(*around_text(named_frame("text_delta", TextDeltaEvent(text=""))))


class CardStream:
    """Renders `text_delta` and `tool_executing`, then `question_card`s and `message_complete` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return the frame of a piece of text."""
        return _delta_frames([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of several pieces."""
        return _delta_frames(pieces)

    def event(self, event: Event) -> str:
        """Return the frame of an event."""
        match event:
            case Started():
                return ""
            case ToolExecuting():
                return named_frame("tool_executing", ToolExecutingEvent(tool=event.name))
            case CardShown():
                return named_frame("question_card", event.card.model_dump(mode="json"))
            case Completed():
                return named_frame("message_complete", _completed(event))
            case Failed():
                return named_frame("error", _error_event(event))


def _completed(event: Completed) -> MessageCompleteEvent:
    return {
        "message_id": event.message_id,
        "state": event.state,
        "model": event.model,
        "sources": source_counts(event.sources),
    }


def _error_event(event: Failed) -> ErrorEvent:
    data: ErrorEvent = {"code": event.code, "message": event.message}
    if event.request_id is not None:
        data["request_id"] = event.request_id
    return data
