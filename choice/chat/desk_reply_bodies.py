"""What the desk and those who run the service are answered, as the OpenAPI document describes it."""

from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

from choice.answers import Answer
from choice.desk.interaction import State, TimeoutPolicy, Urgency
from choice.models import Form

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class AskedBy(BaseModel):
    """Who asks."""

    model_config = _FROZEN

    agent: str
    project: str | None
    conversation: str | None
    tenant: str


class KeptDraft(BaseModel):
    """What a person filled in so far."""

    model_config = _FROZEN

    step: int
    answers: list[Answer]


class KeptOutcome(BaseModel):
    """How a question ended: the same members in every case."""

    model_config = _FROZEN

    answers: list[Answer]
    note: str | None
    answered_by: str | None
    surface: str | None
    at: AwareDatetime | None
    used_defaults: bool


class InteractionBody(BaseModel):
    """A form on the desk."""

    model_config = _FROZEN

    id: str
    state: State
    form: Form
    asked_by: AskedBy
    asked_at: AwareDatetime
    surfaces: list[str]
    deadline: AwareDatetime
    remaining_seconds: float
    version: str
    policy: TimeoutPolicy
    urgency: Urgency
    queued: bool
    snoozed_until: AwareDatetime | None
    draft: KeptDraft
    presentation: dict[str, JsonValue]
    """How the asker wishes it to be shown."""
    outcome: KeptOutcome | None


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


class LogLine(BaseModel):
    """One record of the decision log; the body of the reply has one on each line."""

    model_config = ConfigDict(**_FROZEN, json_schema_serialization_defaults_required=False)

    seq: int
    at: AwareDatetime
    tenant: str
    agent: str
    project: str | None
    interaction_id: str
    kind: str
    actor: str | None
    surface: str | None
    shown_ms: int | None
    body: dict[str, JsonValue]
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
