"""Interactions and records as rows of the store, there and back."""

import json
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter
from pydantic_core import to_json

from choice.answers import Answer, Outcome, TimedOut, stamped
from choice.clock import micros, moment
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction, TimeoutPolicy
from choice.desk.log import Record
from choice.desk.people import Asker, Audience
from choice.desk.sql.schema import interactions
from choice.models import Form

_outcome: TypeAdapter[Outcome] = TypeAdapter(Outcome)
_answers = TypeAdapter(tuple[Answer, ...])
NEW_COLUMNS = (
    *("id", "tenant", "agent", "project", "conversation", "state", "ask_key", "digest", "queued", "policy"),
    *("urgency", "dialect", "audience", "surfaces", "form", "version", "if_unanswered", "draft"),
)
"""What is written of a new interaction."""

ENDED = sa.select(interactions.c.id, interactions.c.outcome, interactions.c.ended_at).where(
    interactions.c.outcome.is_not(None)
)
"""What ended: all that `outcome_of` needs."""


def new_row(interaction: Interaction, digest: str) -> dict[str, object]:
    """Return the row of a new interaction as parameters named `new_…`; its times are left to the store."""
    asker = interaction.asked_by
    return {
        "new_id": interaction.id,
        "new_tenant": asker.tenant,
        "new_agent": asker.agent,
        "new_project": asker.project,
        "new_conversation": asker.conversation,
        "new_state": interaction.state,
        "new_ask_key": interaction.key,
        "new_digest": digest,
        "new_queued": interaction.queued,
        "new_policy": interaction.policy,
        "new_urgency": interaction.urgency,
        "new_dialect": interaction.dialect,
        "new_audience": to_json((interaction.audience.users, interaction.audience.roles)).decode(),
        "new_surfaces": to_json(interaction.surfaces).decode(),
        "new_form": interaction.form_text,
        "new_version": interaction.version,
        "new_if_unanswered": _if_unanswered(interaction),
        "new_draft": _draft_text(interaction.draft),
    }


def changed_columns(old: Interaction, new: Interaction) -> dict[str, object]:
    """Return what must be written so that the row of one interaction becomes that of another."""
    changed: dict[str, object] = {}
    if new.form is not old.form:
        changed |= _content(new)
    if new.draft != old.draft:
        changed["draft"] = _draft_text(new.draft)
    if new.queued != old.queued:
        changed["queued"] = new.queued
    if new.deadline != old.deadline:
        changed["deadline"] = micros(new.deadline)
    for name in ("shown_at", "snoozed_until", "typing_until", "acknowledged_at"):
        at: datetime | None = getattr(new, name)
        if at != getattr(old, name):
            changed[name] = None if at is None else micros(at)
    return changed


def interaction_of(row: sa.RowMapping | Mapping[str, Any]) -> Interaction:
    """Return the interaction that a row keeps."""
    users, roles = json.loads(row["audience"])
    return Interaction(
        id=row["id"],
        form=Form.model_validate_json(row["form"]),
        asked_by=Asker(row["agent"], row["project"], row["conversation"], row["tenant"]),
        audience=Audience(tuple(users), tuple(roles)),
        surfaces=tuple(json.loads(row["surfaces"])),
        asked_at=moment(row["asked_at"]),
        deadline=moment(row["deadline"]),
        policy=row["policy"],
        urgency=row["urgency"],
        dialect=row["dialect"],
        key=row["ask_key"],
        queued=bool(row["queued"]),
        shown_at=_moment(row["shown_at"]),
        snoozed_until=_moment(row["snoozed_until"]),
        typing_until=_moment(row["typing_until"]),
        draft=_draft_of(row["draft"]),
        outcome=None if row["outcome"] is None else outcome_of(row["outcome"], row["ended_at"]),
        ended_at=_moment(row["ended_at"]),
        decision_key=row["decision_key"],
        acknowledged_at=_moment(row["acknowledged_at"]),
    )


def outcome_text(outcome: Outcome) -> str:
    """Return an outcome as it is kept: without its time, which the store sets."""
    return outcome.model_dump_json(exclude={"at"})


def outcome_of(text: str, ended_at: int) -> Outcome:
    """Return the outcome that was kept."""
    return stamped(_outcome.validate_json(text), moment(ended_at))


def timed_out_of(text: str, ended_at: int) -> TimedOut:
    """Return the outcome that was kept for the case that nobody answers."""
    return stamped(TimedOut.model_validate_json(text), moment(ended_at))


def record_of(row: sa.RowMapping) -> Record:
    """Return the record that a row of the log keeps."""
    return Record(
        seq=row["seq"],
        at=moment(row["at"]),
        tenant=row["tenant"],
        interaction_id=row["interaction_id"],
        kind=row["kind"],
        actor=row["actor"],
        surface=row["surface"],
        agent=row["agent"],
        project=row["project"],
        shown_ms=row["shown_ms"],
        body=row["body"],
        hash=bytes(row["hash"]),
    )


def _content(interaction: Interaction) -> dict[str, object]:
    return {
        "form": interaction.form_text,
        "version": interaction.version,
        "if_unanswered": _if_unanswered(interaction),
    }


def _if_unanswered(interaction: Interaction) -> str:
    if interaction.policy == "use_defaults":
        return outcome_text(interaction.timed_out())
    return _without_defaults(interaction.policy)


@cache
def _without_defaults(policy: TimeoutPolicy) -> str:
    return outcome_text(TimedOut(policy=policy))


def _draft_text(draft: Draft) -> str:
    if not draft.answers:
        return f"[{draft.step}, []]"
    return json.dumps([draft.step, [answer.model_dump() for answer in draft.answers]], ensure_ascii=False)


def _draft_of(text: str) -> Draft:
    step, answers = json.loads(text)
    return Draft(_answers.validate_python(answers) if answers else (), step)


def _moment(at: int | None) -> datetime | None:
    return None if at is None else moment(at)
