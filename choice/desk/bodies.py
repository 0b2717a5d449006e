"""Interactions as JSON, and the pydantic models of this JSON."""

from datetime import datetime

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, with_config
from typing_extensions import TypedDict

from choice.desk.interaction import Interaction, State, TimeoutPolicy, Urgency
from choice.models import Answer, Form, Outcome, presentation_of, run_url_of


def snapshot(interaction: Interaction, now: datetime) -> dict[str, JsonValue]:
    """Return an interaction as JSON values. All members are present; absent values are null or empty."""
    asker = interaction.asked_by
    return {
        "id": interaction.id,
        "state": interaction.state,
        "form": interaction.form.model_dump(mode="json"),
        "asked_by": {
            "agent": asker.agent,
            "project": asker.project,
            "conversation": asker.conversation,
            "tenant": asker.tenant,
        },
        "asked_at": interaction.asked_at.isoformat(),
        "surfaces": list(interaction.surfaces),
        "deadline": interaction.deadline.isoformat(),
        "remaining_seconds": round(interaction.remaining(now).total_seconds(), 3),
        "version": interaction.version,
        "policy": interaction.policy,
        "urgency": interaction.urgency,
        "queued": interaction.queued,
        "snoozed_until": None if interaction.snoozed_until is None else interaction.snoozed_until.isoformat(),
        "draft": {
            "step": interaction.draft.step,
            "answers": [answer.model_dump(mode="json") for answer in interaction.draft.answers],
        },
        "presentation": {**presentation_of(interaction.form)},
        "run_url": run_url_of(interaction.form),
        "outcome": None if interaction.outcome is None else outcome_snapshot(interaction.outcome),
    }


def outcome_snapshot(outcome: Outcome) -> dict[str, JsonValue]:
    """Return an outcome as JSON values. All kinds of outcomes have the same members."""
    given = outcome.model_dump(mode="json")
    return {
        "answers": given.get("answers", []),
        "note": given.get("note"),
        "answered_by": given.get("answered_by"),
        "surface": given.get("surface"),
        "at": given["at"],
        "used_defaults": given.get("used_defaults", False),
    }


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
    """An interaction: its form, asker, deadline, draft and outcome."""

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
    run_url: str | None
    outcome: KeptOutcome | None
