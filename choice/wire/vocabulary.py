"""Events of a streamed answer, the question card, and the protocol of the formats that render them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, Protocol

from pydantic import BaseModel, ConfigDict, Field, JsonValue, with_config
from typing_extensions import TypedDict

from choice.models import (
    MAX_DESCRIPTION,
    MAX_ID,
    MAX_LABEL,
    MAX_OPTIONS,
    MAX_PLACEHOLDER,
    Category,
    Form,
    Question,
)
from choice.plain_text import cut

MAX_TEXT = 1000
MAX_RATIONALE = 500
PLACEHOLDER = "Or type your own answer..."

# JSON allows these characters in strings, but terminals interpret them and some parsers split lines there.
_CONTROL = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_FROZEN = ConfigDict(frozen=True, extra="forbid")


class CardOption(BaseModel):
    """One option of a card."""

    model_config = _FROZEN

    id: str = Field(min_length=1, max_length=MAX_ID)
    label: str = Field(min_length=1, max_length=MAX_LABEL)
    description: str | None = Field(default=None, max_length=MAX_DESCRIPTION)
    is_default: bool = False
    """Whether the model recommends it."""


class QuestionCard(BaseModel):
    """One question with its options.

    A list in a model's text and the tool `present_question` give two to six options. An explicit form may
    offer one, up to a hundred, or none if it only takes free text: the card has all of them, in order. A text
    that is too long for a card is truncated; `metadata` has the whole text under the name of its field.
    """

    model_config = _FROZEN

    question_id: str
    question_text: str = Field(max_length=MAX_TEXT)
    rationale: str | None = Field(default=None, max_length=MAX_RATIONALE)
    category: Category
    options: tuple[CardOption, ...] = Field(max_length=MAX_OPTIONS)
    allow_free_text: Literal[True] = True
    free_text_placeholder: str = Field(default=PLACEHOLDER, max_length=MAX_PLACEHOLDER)
    max_selections: int = Field(default=1, ge=1, le=MAX_OPTIONS)
    """How many options may be chosen; 1 if there are none."""
    metadata: dict[str, JsonValue] = Field(default_factory=dict)


def card_of(
    question: Question, question_id: str, category: Category, metadata: Mapping[str, JsonValue]
) -> QuestionCard:
    """Return the card of a question. `metadata` is added to the metadata of the question."""
    whole: dict[str, JsonValue] = {}
    previews: dict[str, JsonValue] = {one.id: one.preview for one in question.options if one.preview}
    dangers: list[JsonValue] = [one.id for one in question.options if one.danger]
    if previews:
        whole["previews"] = previews
    if dangers:
        whole["dangers"] = dangers
    if len(question.text) > MAX_TEXT:
        whole["question_text"] = question.text
    if question.context is not None and len(question.context) > MAX_RATIONALE:
        whole["rationale"] = question.context
    return QuestionCard(
        question_id=question_id,
        question_text=cut(question.text, MAX_TEXT),
        rationale=None if question.context is None else cut(question.context, MAX_RATIONALE),
        category=question.category or category,
        options=tuple(
            [
                CardOption(
                    id=option.id,
                    label=option.label,
                    description=option.description,
                    is_default=option.recommended,
                )
                for option in question.options
            ]
        ),
        free_text_placeholder=question.placeholder or PLACEHOLDER,
        max_selections=max(1, question.max_selections),
        metadata={**question.metadata, **whole, **metadata},
    )


class TextLine(BaseModel):
    """Prose, to be shown as it is."""

    model_config = _FROZEN

    type: Literal["text"] = "text"
    text: str


class FormLine(BaseModel):
    """A form, and its source text, which is not shown."""

    model_config = _FROZEN

    type: Literal["form"] = "form"
    dialect: str
    form: Form
    source: str


def encode_line(line: TextLine | FormLine) -> str:
    """Return a segment as one line of JSON, without the line ending."""
    return _CONTROL.sub(_escaped, line.model_dump_json())


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"


ErrorCode = Literal["MODEL_ERROR", "MODEL_RATE_LIMITED", "TIMEOUT", "DATABASE_ERROR", "CANCELLED", "INTERNAL"]
NO_SOURCES: Final[Mapping[str, int]] = MappingProxyType({})


class Started(NamedTuple):
    """The model is about to write its answer."""

    conversation_id: str
    message_id: str
    sources: Mapping[str, int] = NO_SOURCES
    """Number of rows of each kind that the model was given."""


@dataclass(frozen=True, slots=True)
class ToolExecuting:
    """The model called a tool."""

    name: str


@dataclass(frozen=True, slots=True)
class CardShown:
    """The model asked a question, which is open on the desk."""

    card: QuestionCard


class Completed(NamedTuple):
    """The answer is complete and stored."""

    message_id: str
    state: Literal["idle", "waiting"] = "idle"
    """`waiting` while a question is open."""
    model: str | None = None
    sources: Mapping[str, int] = NO_SOURCES


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer ended early; the message is for the user."""

    code: ErrorCode
    message: str
    request_id: str | None = None


Event = Started | ToolExecuting | CardShown | Completed | Failed


class Vocabulary(Protocol):
    """Renders the events of one answer as server-sent event frames. Use a new instance for each answer."""

    def text(self, text: str) -> str:
        """Return the frames of a piece of the answer's text."""
        ...

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of several pieces. Equivalent to calling `text` for each, but faster."""
        ...

    def event(self, event: Event) -> str:
        """Return the frames of an event, or an empty string if the format has no frame for it."""
        ...

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """Response headers in addition to the content type."""
        ...


@with_config(ConfigDict(extra="forbid"))
class SourceCount(TypedDict):
    """How many rows of one kind an answer was written from."""

    kind: str
    count: int


def source_counts(counts: Mapping[str, int]) -> list[SourceCount]:
    """Return how many rows of each kind were used, without the kinds that were not used."""
    return [{"kind": kind, "count": count} for kind, count in counts.items() if count]
