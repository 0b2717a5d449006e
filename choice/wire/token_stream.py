"""The wire of the chat endpoint: frames without names, told apart by their `type`."""

from collections.abc import Sequence
from typing import Literal, NotRequired

from pydantic import BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

from choice.wire.question_card import QuestionCard
from choice.wire.sse import TextFrames, around_text, data_frame
from choice.wire.vocabulary import CardShown, Completed, ErrorCode, Event, Failed, Started, ToolExecuting

_EXACT = ConfigDict(extra="forbid")


@with_config(_EXACT)
class MetadataFrame(TypedDict):
    """First: the session, and how many rows of each kind the answer is written from."""

    type: Literal["metadata"]
    sessionId: str
    sources: dict[str, int]


@with_config(_EXACT)
class TokenFrame(TypedDict):
    """The next piece of the answer's text."""

    type: Literal["token"]
    content: str


class QuestionCardFrame(BaseModel):
    """A question of the model's; clients that know none leave it out."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    type: Literal["question_card"] = "question_card"
    data: QuestionCard


@with_config(_EXACT)
class DoneFrame(TypedDict):
    """Last, and once."""

    type: Literal["done"]


@with_config(_EXACT)
class ErrorFrame(TypedDict):
    """Last in place of `done`: the answer ended early; the message is for the person."""

    type: Literal["error"]
    message: str
    code: ErrorCode
    requestId: NotRequired[str]


_texts = TextFrames(*around_text(data_frame(TokenFrame(type="token", content=""))))
_DONE = data_frame(DoneFrame(type="done"))


class TokenStream:
    """`metadata`, then a `token` for every piece, then `question_card`s, then `done` or `error`."""

    headers: tuple[tuple[str, str], ...] = ()

    def text(self, text: str) -> str:
        """Return a token's frame."""
        return _texts([text])

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together."""
        return _texts(pieces)

    def event(self, event: Event) -> str:
        """Return the frame of an event; older clients leave out the types that they do not know."""
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
                return data_frame(_failed(event))
            case ToolExecuting():
                return ""


def _failed(event: Failed) -> ErrorFrame:
    told: ErrorFrame = {"type": "error", "message": event.message, "code": event.code}
    if event.request_id is not None:
        told["requestId"] = event.request_id
    return told
