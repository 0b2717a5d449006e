"""The statements of the units of work, built once for each kind of database."""

import json

import sqlalchemy as sa

from choice.desk.schema import interactions, is_open
from choice.desk.sql_dialect import SqlDialect
from choice.desk.sql_rows import outcome_text
from choice.desk.store import Decision

_c = interactions.c


class Statements:
    """Statements that decide and change; each asks the store's clock itself, where time matters."""

    def __init__(self, dialect: SqlDialect) -> None:
        now = dialect.now
        self.insert = (
            dialect.insert(interactions)
            .values(asked_at=now, deadline=now + sa.bindparam("timeout", type_=sa.BigInteger))
            .on_conflict_do_nothing()
            .returning(_c.asked_at, _c.deadline)
        )
        self.decide = _decide(dialect)
        # The time is asked for once, not for every row: only then can PostgreSQL use the index of deadlines.
        overdue = sa.and_(is_open, _c.deadline <= sa.select(now).scalar_subquery())
        longest_overdue = (
            sa.select(_c.id)
            .where(overdue)
            .order_by(_c.deadline)
            .limit(sa.bindparam("most", type_=sa.Integer))
            .with_for_update(skip_locked=True)
            .cte("longest_overdue")  # and no subquery, which PostgreSQL might run more than once
        )
        time_out = sa.update(interactions).values(
            state="timed_out", outcome=_c.if_unanswered, ended_at=now, queued=sa.false()
        )
        told = (_c.id, _c.tenant, _c.agent, _c.project, _c.if_unanswered, _c.shown_at, _c.ended_at)
        self.end_overdue = time_out.where(_c.id.in_(sa.select(longest_overdue.c.id)), overdue).returning(
            *told
        )
        self.end_if_overdue = time_out.where(_c.id == sa.bindparam("overdue_id"), overdue).returning(*told)
        self.one = sa.select(interactions, now.label("now")).where(
            _c.id == sa.bindparam("wanted_id"), _c.tenant == sa.bindparam("wanted_tenant")
        )
        self.one_to_change = self.one.with_for_update()


def _decide(dialect: SqlDialect) -> sa.UpdateBase:
    """Return the one statement that ends interactions: the first to get there, in time, on what was shown."""
    member = dialect.batch()
    return (
        sa.update(interactions)
        .values(
            state=member("state"),
            outcome=member("outcome"),
            decision_key=member("key"),
            ended_at=dialect.now,
            queued=sa.false(),
        )
        .where(
            _c.id == member("id"),
            _c.tenant == member("tenant"),
            is_open,
            _c.deadline > dialect.now,
            _c.version == sa.func.coalesce(member("version"), _c.version),
        )
        .returning(_c.id, _c.tenant, _c.agent, _c.project, _c.shown_at, _c.deadline, _c.ended_at)
    )


def batch_of(decisions: list[Decision]) -> str:
    """Return decisions as the parameter of the statement that makes them."""
    return json.dumps(
        [
            {
                "id": decision.interaction_id,
                "tenant": decision.tenant,
                "version": decision.version,
                "state": decision.outcome.kind,
                "outcome": outcome_text(decision.outcome),
                "key": decision.key,
            }
            for decision in decisions
        ],
        ensure_ascii=False,
    )
