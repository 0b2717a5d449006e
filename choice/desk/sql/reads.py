"""Units of work that read, and the conversion between rows and values."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter
from pydantic_core import to_json

from choice.clock import micros, moment
from choice.desk.interaction import Draft, Interaction, TimeoutPolicy
from choice.desk.log import ASKINGS, ChainStart, Record
from choice.desk.people import Asker, Audience
from choice.desk.sql.schema import (
    chain,
    decision_log,
    interactions,
    is_open,
    is_the_one,
    is_uncollected,
    some_queued,
)
from choice.desk.sql.transaction import SqlDialect
from choice.desk.store import MAX_CHANGES, Change, News, Wanted, WantedRecords
from choice.models import Answer, Form, Outcome, TimedOut

_outcome: TypeAdapter[Outcome] = TypeAdapter(Outcome)
_answers = TypeAdapter(tuple[Answer, ...])
NEW_COLUMNS = (
    *("id", "tenant", "agent", "project", "conversation", "state", "ask_key", "digest", "queued", "policy"),
    *("urgency", "dialect", "audience", "surfaces", "form", "version", "if_unanswered", "draft"),
    "waits_for",
    *("asker_kind", "asker_subject", "asker_client"),
)
"""Columns of a new interaction."""

ENDED = sa.select(
    interactions.c.id, interactions.c.outcome, interactions.c.ended_at, interactions.c.form
).where(interactions.c.outcome.is_not(None))
"""Selects the ids of ended interactions and the arguments of `decode_outcome`."""


def new_row(interaction: Interaction, digest: str) -> dict[str, object]:
    """Return the parameters `new_…` for a new interaction. The statement sets the times."""
    asker = interaction.asked_by
    kind, subject, client = asker.identity
    return {
        "new_id": interaction.id,
        "new_tenant": asker.tenant,
        "new_agent": asker.agent,
        "new_project": asker.project,
        "new_conversation": asker.conversation,
        "new_state": "open",
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
        "new_draft": "[0, []]",
        "new_asker_kind": kind,
        "new_asker_subject": subject,
        "new_asker_client": client,
    }


def changed_columns(old: Interaction, new: Interaction) -> dict[str, object]:
    """Return the columns that differ between two states of an interaction."""
    changed: dict[str, object] = {}
    if new.form is not old.form:
        changed["form"] = new.form_text
        changed["version"] = new.version
        changed["if_unanswered"] = _if_unanswered(new)
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
    """Return the interaction of a row."""
    users, roles = json.loads(row["audience"])
    form = Form.model_validate_json(row["form"])
    outcome, ended_at = row["outcome"], row["ended_at"]
    shown_at, snoozed_until, typing_until, ended, acknowledged_at = [
        None if at is None else moment(at)
        for at in (
            row["shown_at"],
            row["snoozed_until"],
            row["typing_until"],
            ended_at,
            row["acknowledged_at"],
        )
    ]
    return Interaction(
        id=row["id"],
        form=form,
        asked_by=_asker_of(row),
        audience=Audience(tuple(users), tuple(roles)),
        surfaces=tuple(json.loads(row["surfaces"])),
        asked_at=moment(row["asked_at"]),
        deadline=moment(row["deadline"]),
        policy=row["policy"],
        urgency=row["urgency"],
        dialect=row["dialect"],
        key=row["ask_key"],
        queued=bool(row["queued"]),
        shown_at=shown_at,
        snoozed_until=snoozed_until,
        typing_until=typing_until,
        draft=_draft_of(row["draft"]),
        outcome=None if outcome is None else _outcome_with(outcome, ended_at, form),
        ended_at=ended,
        decision_key=row["decision_key"],
        acknowledged_at=acknowledged_at,
    )


def _asker_of(row: sa.RowMapping | Mapping[str, Any]) -> Asker:
    where = (row["project"], row["conversation"], row["tenant"])
    kind = row["asker_kind"]
    subject = row["asker_subject"] if kind in {"agent", "person"} else ""
    return Asker(row["agent"], *where, kind, subject, row["asker_client"])


def is_of(asker: Asker) -> sa.ColumnElement[bool]:
    """Return the condition for the interactions of an asker. The indexes contain its name."""
    kind, subject, client = asker.identity
    identity = (_c.asker_kind == kind, _c.asker_subject == subject, _c.asker_client == client)
    return sa.and_(_c.tenant == asker.tenant, _c.agent == asker.agent, *identity)


def outcome_text(outcome: Outcome) -> str:
    """Encode an outcome without its time, which has its own column."""
    return outcome.model_dump_json(exclude={"at"})


def decode_outcome(text: str, ended_at: int, form: str) -> Outcome:
    """Return an outcome with its time and form."""
    return _outcome_with(text, ended_at, Form.model_validate_json(form))


def _outcome_with(text: str, ended_at: int, form: Form) -> Outcome:
    return _outcome.validate_json(text).model_copy(update={"at": moment(ended_at), "form": form})


def decode_timed_out(text: str, ended_at: int, form: str) -> TimedOut:
    """Return the outcome that was prepared for a time-out, with its time and form."""
    known = {"at": moment(ended_at), "form": Form.model_validate_json(form)}
    return TimedOut.model_validate_json(text).model_copy(update=known)


def record_of(row: sa.RowMapping) -> Record:
    """Return the record of a row."""
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


def _if_unanswered(interaction: Interaction) -> str:
    if interaction.policy == "use_defaults":
        return outcome_text(interaction.timed_out())
    return _without_defaults(interaction.policy)


@cache
def _without_defaults(policy: TimeoutPolicy) -> str:
    return outcome_text(TimedOut(policy=policy))


def _draft_text(draft: Draft) -> str:
    return json.dumps([draft.step, [answer.model_dump() for answer in draft.answers]], ensure_ascii=False)


def _draft_of(text: str) -> Draft:
    step, answers = json.loads(text)
    return Draft(_answers.validate_python(answers) if answers else (), step)


# --- Queries ---

_c = interactions.c
_log = decision_log.c
CHANGES = (
    sa.select(_log.seq, _log.kind, _log.interaction_id)
    .where(_log.seq > sa.bindparam("after"))
    .order_by(_log.seq)
    .limit(sa.literal_column(str(MAX_CHANGES)))
)
_next_deadline = sa.select(sa.func.min(_c.deadline)).where(is_open).scalar_subquery()
_latest = sa.select(sa.func.max(_log.seq)).scalar_subquery()


_ids: sa.BindParameter[list[str]] = sa.bindparam("ids", expanding=True)
LOAD = sa.select(interactions).where(
    is_the_one(sa.bindparam("wanted_id", type_=sa.Text), sa.bindparam("wanted_tenant", type_=sa.Text))
)
LOAD_MANY = sa.select(interactions).where(_c.id.in_(_ids))
OUTCOMES = ENDED.where(_c.id.in_(_ids))


def load(connection: sa.Connection, interaction_id: str, tenant: str) -> Interaction | None:
    """Return an interaction of a tenant, or None if it does not exist."""
    key = {"wanted_id": interaction_id, "wanted_tenant": tenant}
    row = connection.execute(LOAD, key).mappings().first()
    return None if row is None else interaction_of(row)


def load_many(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[Interaction]:
    """Return the interactions that exist."""
    rows = connection.execute(LOAD_MANY, {"ids": list(interaction_ids)}).mappings()
    return [interaction_of(row) for row in rows]


def outcomes(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
    """Return the ids and outcomes of the interactions that have ended."""
    rows = connection.execute(OUTCOMES, {"ids": list(interaction_ids)})
    return [(interaction_id, decode_outcome(*outcome)) for interaction_id, *outcome in rows]


def find(connection: sa.Connection, wanted: Wanted) -> list[Interaction]:
    """Return the interactions that match a query, oldest first."""
    query = sa.select(interactions).where(_c.tenant == wanted.tenant).order_by(_c.asked_at, _c.id)
    if wanted.state is not None:
        query = query.where(is_open if wanted.state == "open" else _c.state == wanted.state)
    if wanted.asked_by is not None:
        query = query.where(is_of(wanted.asked_by))
        for column, value in (
            (_c.project, wanted.asked_by.project),
            (_c.conversation, wanted.asked_by.conversation),
        ):
            query = query if value is None else query.where(column == value)
    if wanted.unacknowledged:
        query = query.where(is_uncollected)
    if wanted.key_start is not None:
        query = query.where(sa.func.substr(_c.ask_key, 1, len(wanted.key_start)) == wanted.key_start)
    if wanted.after is not None:
        asked_at, last_id = micros(wanted.after[0]), wanted.after[1]
        query = query.where(sa.or_(_c.asked_at > asked_at, sa.and_(_c.asked_at == asked_at, _c.id > last_id)))
    return [interaction_of(row) for row in connection.execute(query.limit(wanted.most)).mappings()]


def open_ids(connection: sa.Connection) -> list[str]:
    """Return the ids of all open interactions, oldest first."""
    return list(connection.execute(sa.select(_c.id).where(is_open).order_by(_c.asked_at)).scalars())


def state(dialect: SqlDialect) -> sa.Select[Any]:
    """Return the query for the values of `News` other than the changes."""
    return sa.select(_latest, _next_deadline, some_queued, dialect.now)


def news(connection: sa.Connection, dialect: SqlDialect, after: int, time: dict[str, object]) -> News:
    """Return the changes after this number, and what the poller has to do next."""
    found = connection.execute(state(dialect), time).one()
    changes: list[Change] = []
    if found[0] is not None and found[0] > after:
        changes = [Change(*row) for row in connection.execute(CHANGES, {"after": after})]
    return news_of(found, changes)


def news_of(state: Sequence[Any], changes: Sequence[Change]) -> News:
    """Return `News` from a row of `state` and the changes."""
    latest, deadline, waiting, now = state
    last = changes[-1].seq if changes else latest or 0
    return News(changes, last, None if deadline is None else moment(deadline), waiting, moment(now))


def records(connection: sa.Connection, wanted: WantedRecords) -> list[Record]:
    """Return the records that match a query."""
    order = _log.seq.desc() if wanted.order == "newest" else _log.seq
    query = sa.select(decision_log).where(_log.seq > wanted.after).order_by(order).limit(wanted.most)
    if wanted.before is not None:
        query = query.where(_log.seq < wanted.before)
    for column, value in (
        (_log.tenant, wanted.tenant),
        (_log.interaction_id, wanted.interaction_id),
        (_log.agent, wanted.agent),
    ):
        query = query if value is None else query.where(column == value)
    if wanted.kinds:
        query = query.where(_log.kind.in_(sorted(wanted.kinds)))
    if wanted.words is not None:
        query = query.where(_contains(wanted.words, wanted.tenant))
    if wanted.since is not None:
        query = query.where(_log.at >= micros(wanted.since))
    if wanted.until is not None:
        query = query.where(_log.at < micros(wanted.until))
    return [record_of(row) for row in connection.execute(query).mappings()]


def _contains(words: str, tenant: str | None) -> sa.ColumnElement[bool]:
    """Return the condition that a record or its question contains this text."""
    asking = decision_log.alias("asking")
    asked = sa.select(asking.c.interaction_id).where(
        asking.c.kind.in_(sorted(ASKINGS)), asking.c.body.icontains(words, autoescape=True)
    )
    if tenant is not None:
        asked = asked.where(asking.c.tenant == tenant)
    return _log.body.icontains(words, autoescape=True) | _log.interaction_id.in_(asked)


def chain_start(connection: sa.Connection) -> ChainStart:
    """Return the last purged record."""
    row = connection.execute(sa.select(chain.c.start_seq, chain.c.start_hash)).first()
    return ChainStart() if row is None else ChainStart(row[0], bytes(row[1]))
