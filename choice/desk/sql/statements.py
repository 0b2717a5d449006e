"""The statements of the units of work, built once for each kind of database."""

import sqlalchemy as sa

from choice.desk.sql.dialect import SqlDialect
from choice.desk.sql.rows import NEW_COLUMNS, outcome_text
from choice.desk.sql.schema import interactions, is_open, is_still_open, is_the_one
from choice.desk.store import Decision

_c = interactions.c


ENDED = ("id", "tenant", "agent", "project", "shown_at", "deadline", "ended_at")
"""What a decision tells of the interaction it ended."""


class Statements:
    """Statements that decide and change; each asks the store's clock itself, where time matters."""

    def __init__(self, dialect: SqlDialect) -> None:
        now = dialect.now
        given = {name: sa.bindparam(f"new_{name}", type_=_c[name].type) for name in NEW_COLUMNS}
        self.insert = (
            dialect.insert(interactions)
            .values(**given, asked_at=now, deadline=now + sa.bindparam("timeout", type_=sa.BigInteger))
            .on_conflict_do_nothing()
            .returning(_c.asked_at, _c.deadline)
        )
        self.decide = _decide(now)
        # The time is asked for once, not for every row: only then can PostgreSQL use the index of deadlines.
        is_late = _c.deadline <= sa.select(now).scalar_subquery()
        overdue = sa.and_(is_open, is_late)
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
        self.end_if_overdue = time_out.where(
            is_the_one(_text("overdue_id"), _text("overdue_tenant")), is_still_open, is_late
        ).returning(*told)
        self.one = sa.select(interactions, now.label("now")).where(
            is_the_one(_text("wanted_id"), _text("wanted_tenant"))
        )
        self.one_to_change = self.one.with_for_update()


def _decide(now: sa.ColumnElement[int]) -> sa.UpdateBase:
    """Return the one statement that ends an interaction: for the first, in time, on what was shown."""
    return (
        sa.update(interactions)
        .values(
            state=_text("new_state"),
            outcome=_text("new_outcome"),
            decision_key=_text("new_key"),
            ended_at=now,
            queued=sa.false(),
        )
        .where(
            is_the_one(_text("wanted_id"), _text("wanted_tenant")),
            is_still_open,
            _c.deadline > now,
            _c.version == sa.func.coalesce(_text("wanted_version"), _c.version),
        )
        .returning(*[_c[name] for name in ENDED])
    )


def decision_parameters(decision: Decision) -> dict[str, object]:
    """Return a decision as the parameters of the statement that makes it."""
    return {
        "new_state": decision.outcome.kind,
        "new_outcome": decision.text or outcome_text(decision.outcome),
        "new_key": decision.key,
        "wanted_id": decision.interaction_id,
        "wanted_tenant": decision.tenant,
        "wanted_version": decision.version,
    }


def _text(name: str) -> sa.BindParameter[str]:
    return sa.bindparam(name, type_=sa.Text)
