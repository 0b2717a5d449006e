"""Response bodies, for the OpenAPI document and the JSON Schema.

The routes write JSON without these models; a test validates their responses against them.
"""

from datetime import date
from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict

from choice.conversations import Ending, QuestionResponse
from choice.conversations import State as ConversationState
from choice.desk import InteractionBody, State
from choice.desk.log import Kind
from choice.stream import Mode
from choice.wire import QuestionCard, SourceCount

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class CardAnswerGiven(BaseModel):
    """The answer to a card. It is a draft until all questions of the form are answered."""

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


class KeptMessageBase(BaseModel):
    """A message and its cards."""

    model_config = _FROZEN

    id: str
    content: str
    timestamp: AwareDatetime
    cards: list[KeptCard]


class UserMessage(KeptMessageBase):
    """A message of the user that answers no question."""

    role: Literal["user"]
    question_response: Literal[False]


class UserResponse(KeptMessageBase):
    """A message of the user that answers a question."""

    role: Literal["user"]
    question_response: Literal[True]
    question_id: str
    option_id: str | None
    """The chosen option, if there is exactly one."""
    option_ids: list[str]
    is_custom: bool
    """Whether it contains free text."""
    surface: str | None
    answered_by: str | None
    responses: list[QuestionResponse]
    """The answer to each question."""


class AssistantMessage(KeptMessageBase):
    """A message of the model, with its state and sources."""

    role: Literal["assistant"]
    state: Ending
    error: str | None
    """The code of the `error` event, if it failed."""
    sources: list[SourceCount]
    model: str | None


KeptMessage = UserMessage | UserResponse | AssistantMessage


class WholeAnswer(BaseModel):
    """The complete answer to a message, for clients that cannot stream."""

    model_config = _FROZEN

    sessionId: str | None  # noqa: N815 - the name on the wire
    message: str
    response: str
    """The same as `message`, under the name that some clients read."""
    timestamp: AwareDatetime
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
    """A thread without its messages."""

    model_config = _FROZEN

    id: str
    mode: Mode
    title: str | None
    state: ConversationState
    created_at: AwareDatetime
    updated_at: AwareDatetime


class ThreadModel(BaseModel):
    """The model of a thread."""

    model_config = _FROZEN

    name: str
    demo: bool


class Thread(ThreadSummary):
    """A thread with its messages and cards."""

    messages: list[KeptMessage]
    model: ThreadModel


class Threads(BaseModel):
    """A page of the caller's threads, newest first."""

    model_config = _FROZEN

    threads: list[ThreadSummary]
    next: str | None
    """The value of `before` for the next page; null on the last page."""


class Interactions(BaseModel):
    """The interactions that the caller may answer or has asked."""

    model_config = _FROZEN

    interactions: list[InteractionBody]


class QuestionCounts(BaseModel):
    """The outcomes of one question."""

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


class PeriodFigures(BaseModel):
    """Figures of a period. `slow_seconds` is the 95th percentile of the time to answer."""

    model_config = _FROZEN

    asked: int
    answered: int
    own_words: int
    declined: int
    expired: int
    by_defaults: int
    median_seconds: float | None
    slow_seconds: float | None


class DayFigures(PeriodFigures):
    """Figures of one day, in UTC."""

    day: date


class AgentFigures(PeriodFigures):
    """Figures of one agent."""

    agent: str


class StatisticsBody(BaseModel):
    """The outcomes of all questions, in total, per day and per agent. `before` is the period before."""

    model_config = _FROZEN

    questions: list[QuestionCounts]
    totals: PeriodFigures
    before: PeriodFigures
    days: list[DayFigures]
    agents: list[AgentFigures]


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
    """One line of the decision log."""

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
    """The texts of the questions, if known."""


class Health(BaseModel):
    """The process is alive."""

    model_config = _FROZEN

    status: Literal["ok"]


class Readiness(BaseModel):
    """The service can handle requests."""

    model_config = _FROZEN

    status: Literal["ready"]
    model: str


class Unready(BaseModel):
    """The part because of which the service cannot handle requests now."""

    model_config = _FROZEN

    status: Literal["unavailable"] = "unavailable"
    part: Literal["server", "database", "redis"]
    reason: str
