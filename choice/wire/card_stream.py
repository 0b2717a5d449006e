"""The wire of threads: events with names."""

from collections.abc import Sequence
from typing import Literal, NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from choice.wire.question_card import QuestionCard
from choice.wire.sse import TextFrames, around_text, named_frame
from choice.wire.vocabulary import (
    CardShown,
    Completed,
    ErrorCode,
    Event,
    Failed,
    SourceCount,
    Started,
    ToolExecuting,
    source_counts,
)

_EXACT = ConfigDict(extra="forbid")


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
    """`message_complete`: the answer is whole, and kept; `state` says whether a question is open now."""

    message_id: str
    state: Literal["idle", "waiting"]
    model: str | None
    sources: list[SourceCount]


@with_config(_EXACT)
class ErrorEvent(TypedDict):
    """`error`: the answer ended early; the message is for the person."""

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


_texts = TextFrames(*around_text(named_frame("text_delta", TextDeltaEvent(text=""))))


class CardStream:
    """`text_delta` and `tool_executing`, then `question_card`s, then `message_complete` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return the frame of a piece of text."""
        return _texts([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together."""
        return _texts(pieces)

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
                return named_frame("error", _failed(event))


def _completed(event: Completed) -> MessageCompleteEvent:
    return {
        "message_id": event.message_id,
        "state": event.state,
        "model": event.model,
        "sources": source_counts(event.sources),
    }


def _failed(event: Failed) -> ErrorEvent:
    told: ErrorEvent = {"code": event.code, "message": event.message}
    if event.request_id is not None:
        told["request_id"] = event.request_id
    return told
