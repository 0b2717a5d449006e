"""The seam between what happens and how a client is told: one vocabulary a wire."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

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


class Vocabulary(Protocol):
    """Puts what happens into frames. One vocabulary serves one answer, from its start to its end."""

    def text(self, text: str) -> str:
        """Return the frames of a piece of the answer's text."""
        ...

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together: for each what `text` returns, at less cost."""
        ...

    def event(self, event: Event) -> str:
        """Return the frames of anything else; an empty text where this wire has no word for it."""
        ...

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """What the response must say beside its content type."""
        ...


@with_config(ConfigDict(extra="forbid"))
class SourceCount(TypedDict):
    """How many rows of one kind an answer was written from."""

    kind: str
    count: int


def source_counts(counts: Mapping[str, int]) -> list[SourceCount]:
    """Return what an answer was written from, without what was not used."""
    return [{"kind": kind, "count": count} for kind, count in counts.items() if count]
