"""Schema of an interaction as JSON, as `choice.desk.snapshot.snapshot` writes it."""

from pydantic import AwareDatetime, BaseModel, ConfigDict, with_config
from typing_extensions import TypedDict

from choice.answers import Answer
from choice.desk.interaction import State, TimeoutPolicy, Urgency
from choice.models import Form

_FROZEN = ConfigDict(frozen=True, extra="forbid")


class AskedBy(BaseModel):
    """The program that asks."""

    model_config = _FROZEN

    agent: str
    project: str | None
    conversation: str | None
    tenant: str


class KeptDraft(BaseModel):
    """The answers entered so far."""

    model_config = _FROZEN

    step: int
    answers: list[Answer]


class KeptOutcome(BaseModel):
    """How an interaction ended. All outcomes have the same members."""

    model_config = _FROZEN

    answers: list[Answer]
    note: str | None
    answered_by: str | None
    surface: str | None
    at: AwareDatetime | None
    used_defaults: bool


@with_config(ConfigDict(extra="forbid"))
class Presentation(TypedDict, total=False):
    """How the asker wants a form to be shown. The person's preferences apply where a member is missing."""

    single_submit_mode: bool
    show_placeholder: bool
    allow_option_annotations: bool
    allow_global_annotation: bool


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
    presentation: Presentation
    outcome: KeptOutcome | None
