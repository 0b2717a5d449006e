"""What conversations and threads are read as: the bodies of replies, as the OpenAPI document describes them.

The routes write JSON themselves; a test holds every reply against these models, so that neither can drift.
"""

from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict

from choice.conversations import Ending, QuestionResponse
from choice.conversations import State as ConversationState
from choice.desk.interaction import State
from choice.desk.log import Kind
from choice.desk.snapshot import InteractionBody
from choice.stream.splitter import Mode
from choice.wire.vocabulary import QuestionCard, SourceCount

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class CardAnswerGiven(BaseModel):
    """What was said to a card; a draft until all questions of its form are answered."""

    model_config = _FROZEN

    option_ids: list[str]
    custom_text: str | None
    option_notes: dict[str, str]
    is_draft: bool
    answered_by: str | None
    surface: str | None


class KeptCard(QuestionCard):
    """A card with its state."""

    state: State
    interaction_id: str
    answer: CardAnswerGiven | None


class Said(BaseModel):
    """Something that was said, and the cards that it asked."""

    model_config = _FROZEN

    id: str
    content: str
    timestamp: AwareDatetime
    cards: list[KeptCard]


class UserMessage(Said):
    """What a person said in own words, to no question."""

    role: Literal["user"]
    question_response: Literal[False]


class UserResponse(Said):
    """What a person said to a question."""

    role: Literal["user"]
    question_response: Literal[True]
    question_id: str
    option_id: str | None
    """Where one option alone was chosen."""
    option_ids: list[str]
    is_custom: bool
    """Whether own words are in it."""
    surface: str | None
    answered_by: str | None
    responses: list[QuestionResponse]
    """What was said to each question."""


class AssistantMessage(Said):
    """What the model said, how that ended, and what it was written from."""

    role: Literal["assistant"]
    state: Ending
    error: str | None
    """Why it failed, as a code of the `error` event."""
    sources: list[SourceCount]
    model: str | None


KeptMessage = UserMessage | UserResponse | AssistantMessage


class WholeAnswer(BaseModel):
    """The answer to a message, for clients that cannot stream."""

    model_config = _FROZEN

    sessionId: str | None  # noqa: N815 - the name on the wire
    message: str
    sources: dict[str, int]
    questionCards: list[QuestionCard]  # noqa: N815 - the name on the wire


class KeptConversation(BaseModel):
    """A conversation of the chat endpoint."""

    model_config = _FROZEN

    sessionId: str  # noqa: N815 - the name on the wire
    mode: Mode
    state: ConversationState
    messages: list[KeptMessage]
    expiresAt: AwareDatetime  # noqa: N815 - the name on the wire


class ThreadSummary(BaseModel):
    """A thread without what was said in it."""

    model_config = _FROZEN

    id: str
    mode: Mode
    title: str | None
    state: ConversationState
    created_at: AwareDatetime
    updated_at: AwareDatetime


class ThreadModel(BaseModel):
    """Which model answers."""

    model_config = _FROZEN

    name: str
    demo: bool


class Thread(ThreadSummary):
    """A thread with everything that was said and asked in it."""

    messages: list[KeptMessage]
    model: ThreadModel


class Threads(BaseModel):
    """Somebody's threads, the newest first."""

    model_config = _FROZEN

    threads: list[ThreadSummary]
    next: str | None
    """What `before` takes for those that follow; null where there are none."""


class Interactions(BaseModel):
    """The interactions that the caller may answer, or has asked."""

    model_config = _FROZEN

    interactions: list[InteractionBody]


class QuestionCounts(BaseModel):
    """What came of one question."""

    model_config = _FROZEN

    question: str
    asked: int
    answered: int
    own_words: int
    too_quick: int
    cancelled: int
    timed_out: int
    superseded: int
    chosen: dict[str, int]
    median_seconds: float | None


class StatisticsBody(BaseModel):
    """What came of all questions."""

    model_config = _FROZEN

    questions: list[QuestionCounts]


class LoggedAnswer(TypedDict):
    """An answer in the decision log, with the texts of its question and options."""

    question_id: str
    question: str | None
    option_ids: list[str]
    labels: list[str]
    custom_text: str | None
    option_notes: dict[str, str]
    matched: str | None


@with_config(ConfigDict(extra="allow"))
class LogBody(TypedDict, total=False):
    """The details of a record. Decisions have these members; other kinds of records have others."""

    answers: list[LoggedAnswer]
    note: str | None


class LogLine(BaseModel):
    """One record of the decision log; the body of the reply has one on each line."""

    model_config = ConfigDict(**_FROZEN, json_schema_serialization_defaults_required=False)

    seq: int
    at: AwareDatetime
    tenant: str
    agent: str
    project: str | None
    interaction_id: str
    kind: Kind
    actor: str | None
    surface: str | None
    shown_ms: int | None
    body: LogBody
    hash: str = Field(pattern="^[0-9a-f]+$")
    questions: list[str] | None = None
    """What was asked, where that is known."""


class Health(BaseModel):
    """The process is alive."""

    model_config = _FROZEN

    status: Literal["ok"]


class Readiness(BaseModel):
    """Requests can be served."""

    model_config = _FROZEN

    status: Literal["ready"]
    model: str


class Unready(BaseModel):
    """Requests cannot be served now, and because of which part."""

    model_config = _FROZEN

    status: Literal["unavailable"] = "unavailable"
    part: Literal["server", "database", "redis"]
    reason: str
