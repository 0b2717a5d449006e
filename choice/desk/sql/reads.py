"""The units of work that only look: plain functions on a connection."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from choice.answers import Outcome
from choice.clock import micros, moment
from choice.desk.interaction import Interaction
from choice.desk.log import ASKINGS, ChainStart, Record
from choice.desk.sql.dialect import SqlDialect
from choice.desk.sql.rows import ENDED, interaction_of, outcome_of, record_of
from choice.desk.sql.schema import (
    chain,
    decision_log,
    interactions,
    is_open,
    is_the_one,
    is_uncollected,
    some_queued,
)
from choice.desk.store import MOST_NEWS, Change, News, Wanted, WantedRecords

_c = interactions.c
_log = decision_log.c
CHANGES = (
    sa.select(_log.seq, _log.kind, _log.interaction_id)
    .where(_log.seq > sa.bindparam("after"))
    .order_by(_log.seq)
    .limit(sa.literal_column(str(MOST_NEWS)))
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
    """Return the interaction that a tenant has under an id, or None."""
    key = {"wanted_id": interaction_id, "wanted_tenant": tenant}
    row = connection.execute(LOAD, key).mappings().first()
    return None if row is None else interaction_of(row)


def load_many(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[Interaction]:
    """Return those of the interactions that exist."""
    rows = connection.execute(LOAD_MANY, {"ids": list(interaction_ids)}).mappings()
    return [interaction_of(row) for row in rows]


def outcomes(connection: sa.Connection, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
    """Return those of the interactions that have ended, and how."""
    rows = connection.execute(OUTCOMES, {"ids": list(interaction_ids)})
    return [(row.id, outcome_of(row.outcome, row.ended_at)) for row in rows]


def find(connection: sa.Connection, wanted: Wanted) -> list[Interaction]:
    """Return interactions, the oldest first."""
    query = sa.select(interactions).where(_c.tenant == wanted.tenant).order_by(_c.asked_at, _c.id)
    if wanted.state is not None:
        query = query.where(is_open if wanted.state == "open" else _c.state == wanted.state)
    if wanted.asked_by is not None:
        query = query.where(_c.agent == wanted.asked_by.agent)
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
    """Return the ids of all open interactions, the oldest first."""
    return list(connection.execute(sa.select(_c.id).where(is_open).order_by(_c.asked_at)).scalars())


def state(dialect: SqlDialect) -> sa.Select[Any]:
    """Return the query for what a desk must know to go on."""
    return sa.select(_latest, _next_deadline, some_queued, dialect.now)


def news(connection: sa.Connection, dialect: SqlDialect, after: int, now: int) -> News:
    """Return what happened after a change, and what is to be done when."""
    found = connection.execute(state(dialect), dialect.time(now)).one()
    changes: list[Change] = []
    if found[0] is not None and found[0] > after:
        changes = [Change(*row) for row in connection.execute(CHANGES, {"after": after})]
    return news_of(found, changes)


def news_of(state: Sequence[Any], changes: Sequence[Change]) -> News:
    """Return what was read as news."""
    latest, deadline, waiting, now = state
    last = changes[-1].seq if changes else latest or 0
    return News(changes, last, None if deadline is None else moment(deadline), waiting, moment(now))


def records(connection: sa.Connection, wanted: WantedRecords) -> list[Record]:
    """Return records of the decision log."""
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
        query = query.where(_asked_or_said(wanted.words, wanted.tenant))
    if wanted.since is not None:
        query = query.where(_log.at >= micros(wanted.since))
    if wanted.until is not None:
        query = query.where(_log.at < micros(wanted.until))
    return [record_of(row) for row in connection.execute(query).mappings()]


def _asked_or_said(words: str, tenant: str | None) -> sa.ColumnElement[bool]:
    """Return the condition that a record has these words, or is about something that was asked with them."""
    asking = decision_log.alias("asking")
    asked = sa.select(asking.c.interaction_id).where(
        asking.c.kind.in_(sorted(ASKINGS)), asking.c.body.icontains(words, autoescape=True)
    )
    if tenant is not None:
        asked = asked.where(asking.c.tenant == tenant)
    return _log.body.icontains(words, autoescape=True) | _log.interaction_id.in_(asked)


def chain_start(connection: sa.Connection) -> ChainStart:
    """Return where the kept part of the log starts."""
    row = connection.execute(sa.select(chain.c.start_seq, chain.c.start_hash)).first()
    return ChainStart() if row is None else ChainStart(row[0], bytes(row[1]))
