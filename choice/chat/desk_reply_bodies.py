"""What the desk and those who run the service are answered, as the OpenAPI document describes it."""

from typing import Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, with_config
from typing_extensions import TypedDict

from choice.desk.decision_log import Kind
from choice.desk.interaction_body import InteractionBody

_FROZEN = ConfigDict(frozen=True, extra="forbid")


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
