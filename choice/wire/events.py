"""What happens in one answer of a model, before anybody puts it on a wire."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from choice.wire.question_card import QuestionCard

ErrorCode = Literal["MODEL_ERROR", "MODEL_RATE_LIMITED", "TIMEOUT", "DATABASE_ERROR", "CANCELLED", "INTERNAL"]
NO_SOURCES: Final[Mapping[str, int]] = MappingProxyType({})


class Started(NamedTuple):
    """All that is needed was found; the model is about to write."""

    conversation_id: str
    message_id: str
    sources: Mapping[str, int] = NO_SOURCES
    """How many rows of each kind the answer is written from."""


@dataclass(frozen=True, slots=True)
class ToolExecuting:
    """The model called a tool."""

    name: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """The model asked something, and the question is on the desk."""

    card: QuestionCard


class Completed(NamedTuple):
    """The answer is whole, and kept."""

    message_id: str
    state: Literal["idle", "waiting"] = "idle"
    """Whether a question is open now."""
    model: str | None = None
    sources: Mapping[str, int] = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer ended early; the words are for the person."""

    code: ErrorCode
    message: str
    request_id: str | None = None


Event = Started | ToolExecuting | CardShown | Completed | Failed
