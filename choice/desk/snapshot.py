"""An interaction as JSON, the same for every program that reads one."""

from datetime import datetime

from pydantic import JsonValue

from choice.answers import Outcome
from choice.desk.interaction import Interaction
from choice.presentation import presentation_of


def snapshot(interaction: Interaction, now: datetime) -> dict[str, JsonValue]:
    """Return an interaction as JSON values; nothing is left out, what is absent is null or empty."""
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
        "outcome": None if interaction.outcome is None else outcome_snapshot(interaction.outcome),
    }


def outcome_snapshot(outcome: Outcome) -> dict[str, JsonValue]:
    """Return an outcome as JSON values: the same members however it ended."""
    given = outcome.model_dump(mode="json")
    return {
        "answers": given.get("answers", []),
        "note": given.get("note"),
        "answered_by": given.get("answered_by"),
        "surface": given.get("surface"),
        "at": given["at"],
        "used_defaults": given.get("used_defaults", False),
    }
