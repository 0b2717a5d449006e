"""The statements of the units of work, built once for each kind of database."""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from choice.desk.schema import interactions, is_open, is_still_open, is_the_one
from choice.desk.sql_dialect import SqlDialect
from choice.desk.sql_rows import NEW_COLUMNS, outcome_text
from choice.desk.store import Decision

_c = interactions.c


ENDED = ("id", "tenant", "agent", "project", "shown_at", "deadline", "ended_at")
"""What a decision tells of the interaction it ended."""


class Statements:
    """Statements that decide and change; each asks the store's clock itself, where time matters."""

    def __init__(self, dialect: SqlDialect) -> None:
        now = self._now = dialect.now
        given = {name: sa.bindparam(f"new_{name}", type_=_c[name].type) for name in NEW_COLUMNS}
        self.insert = (
            dialect.insert(interactions)
            .values(**given, asked_at=now, deadline=now + sa.bindparam("timeout", type_=sa.BigInteger))
            .on_conflict_do_nothing()
            .returning(_c.asked_at, _c.deadline)
        )
        self.decide = _decide({name: _text(name) for name in DECISION}, now)
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

    def deciding(self, count: int) -> sa.UpdateBase:
        """Return `decide` for so many decisions at once, each on an interaction of its own."""
        rows = [tuple([_text(f"{name}_{number}") for name in DECISION]) for number in range(count)]
        columns = [sa.column(name, sa.Text) for name in DECISION]
        given = sa.values(*columns, name="given").data(rows).cte("given")
        return _decide({name: given.c[name] for name in DECISION}, self._now)


def _decide(given: Mapping[str, sa.ColumnElement[Any]], now: sa.ColumnElement[int]) -> sa.UpdateBase:
    """Return the one statement that ends an interaction: for the first, in time, on what was shown."""
    return (
        sa.update(interactions)
        .values(
            state=given["new_state"],
            outcome=given["new_outcome"],
            decision_key=given["new_key"],
            ended_at=now,
            queued=sa.false(),
        )
        .where(
            is_the_one(given["wanted_id"], given["wanted_tenant"]),
            is_still_open,
            _c.deadline > now,
            _c.version == sa.func.coalesce(given["wanted_version"], _c.version),
        )
        .returning(*[_c[name] for name in ENDED])
    )


OPENING = (*[f"new_{name}" for name in NEW_COLUMNS], "timeout")
"""The parameters of the statement that keeps a new interaction."""
DECISION = ("new_state", "new_outcome", "new_key", "wanted_id", "wanted_tenant", "wanted_version")
"""The parameters of the statement that makes a decision."""


def decision_parameters(decision: Decision) -> tuple[object, ...]:
    """Return a decision as the parameters of the statement that makes it."""
    interaction_id, tenant, outcome, key, _note, version, text, _told = decision
    return outcome.kind, text or outcome_text(outcome), key, interaction_id, tenant, version


def _text(name: str) -> sa.BindParameter[str]:
    return sa.bindparam(name, type_=sa.Text)
