"""The units of work that change something: functions on one transaction, the same for every database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from choice.answers import TimedOut, stamped
from choice.clock import micros, moment
from choice.desk.interaction import Interaction
from choice.desk.log import Kind, Note, asked_body, body
from choice.desk.sql.dialect import SqlDialect
from choice.desk.sql.rows import changed_columns, interaction_of, new_row, timed_out_of
from choice.desk.sql.schema import (
    chain,
    decision_log,
    interactions,
    is_queued,
    is_still_open,
    is_the_one,
    seats,
)
from choice.desk.sql.statements import Statements, decision_parameters
from choice.desk.sql.transaction import Entry, Transaction
from choice.desk.store import Alteration, Altered, Change, Decided, Decision, Opened, Opening, Refused, Swept

_c = interactions.c
_by_urgency = sa.case((_c.urgency == "high", 0), (_c.urgency == "normal", 1), else_=2)
_is_mine = sa.and_(
    seats.c.tenant == sa.bindparam("asker_tenant"),
    seats.c.agent == sa.bindparam("asker_agent"),
    seats.c.person.in_(sa.bindparam("people", expanding=True)),
)
_still_open = sa.select(_c.id).where(_c.id == seats.c.interaction_id, is_still_open)
_leave = sa.delete(seats).where(_is_mine, ~sa.exists(_still_open))
_taken = (
    sa.select(sa.func.count())
    .select_from(seats.join(interactions, _c.id == seats.c.interaction_id))
    .where(_is_mine, is_still_open, ~_c.queued)
    .group_by(seats.c.person)
)
WAITING = (
    sa.select(interactions)
    .where(is_queued, _c.tenant == sa.bindparam("asker_tenant"), _c.agent == sa.bindparam("asker_agent"))
    .order_by(_by_urgency, _c.asked_at)
    .with_for_update(skip_locked=True)
)
_let_in = (
    sa.update(interactions)
    .where(is_the_one(sa.bindparam("admitted_id"), sa.bindparam("asker_tenant")))
    .values(queued=sa.false())
)
ASKERS = sa.select(_c.tenant, _c.agent).where(is_queued, _c.tenant >= sa.literal_column("''")).distinct()


def is_full(tx: Transaction, interaction: Interaction, most_open: int) -> bool:
    """Tell whether one of the people asked has as many open questions of this asker as anybody may have."""
    asker = interaction.asked_by
    mine = {
        "asker_tenant": asker.tenant,
        "asker_agent": asker.agent,
        "people": list(interaction.audience.seats),
    }
    tx.connection.execute(_leave, mine)
    return max(tx.connection.execute(_taken, mine).scalars().all(), default=0) >= most_open


def take_seats(tx: Transaction, interaction: Interaction) -> None:
    """Count an interaction for each of the people asked."""
    asker = interaction.asked_by
    rows = [
        {"tenant": asker.tenant, "agent": asker.agent, "person": person, "interaction_id": interaction.id}
        for person in interaction.audience.seats
    ]
    tx.connection.execute(sa.insert(seats), rows)


def let_in(tx: Transaction, tenant: str, agent: str, most_open: int) -> list[Interaction]:
    """Open what an asker has in the queue and people have room for: the urgent first, then the oldest."""
    waiting = tx.connection.execute(WAITING, {"asker_tenant": tenant, "asker_agent": agent})
    admitted: list[Interaction] = []
    for row in waiting.mappings().all():
        interaction = interaction_of(row)
        if not is_full(tx, interaction, most_open):
            tx.connection.execute(_let_in, {"admitted_id": interaction.id, "asker_tenant": tenant})
            admitted.append(interaction.admitted())
    return admitted


def waiting_askers(connection: sa.Connection) -> list[tuple[str, str]]:
    """Return those who have questions in the queue, as tenant and agent."""
    return [(tenant, agent) for tenant, agent in connection.execute(ASKERS)]


_MICROSECONDS_IN_A_SECOND = 1_000_000


class Units:
    """The units of work of one database; each is a method that takes a transaction."""

    def __init__(self, dialect: SqlDialect, most_open: int | None) -> None:
        self._dialect = dialect
        self._most_open = most_open
        self._sql = Statements(dialect)

    def open(self, tx: Transaction, opening: Opening) -> Opened:
        """Keep a new interaction, or find the one that was asked under the same id or key."""
        asked = opening.interaction
        if self._most_open is not None:
            self._dialect.lock_asker(tx.connection, asked.asked_by)
            if is_full(tx, asked, self._most_open):
                asked = replace(asked, queued=True)
        timeout = round(opening.timeout.total_seconds() * _MICROSECONDS_IN_A_SECOND)
        row = new_row(asked, opening.digest) | {"timeout": timeout} | self._dialect.time(tx.now)
        times = tx.connection.execute(self._sql.insert, row).first()
        if times is None:
            return self._already_asked(tx, asked)
        asked_at, deadline = times
        asked = asked.opened(moment(asked_at), moment(deadline))
        if self._most_open is not None:
            take_seats(tx, asked)
        changes: list[Change] = []
        kind: Kind = "queued" if asked.queued else "opened"
        note = Note(kind=kind, actor=asked.asked_by.agent, body=asked_body(asked.form))
        tx.record(_entry(asked, note, asked_at), changes)
        return Opened(asked, opening.digest, changes)

    def decide(self, tx: Transaction, decision: Decision) -> Decided | Refused:
        """Give an interaction its outcome, unless it has one."""
        parameters = decision_parameters(decision) | self._dialect.time(tx.now)
        row = tx.connection.execute(self._sql.decide, parameters).first()
        return self._refuse(tx, decision) if row is None else _decided(tx, decision, row)

    def alter(
        self, tx: Transaction, interaction_id: str, tenant: str, alteration: Alteration
    ) -> Altered | None:
        """Change an interaction by a pure function of what it is."""
        changes: list[Change] = []
        self._end_if_overdue(tx, interaction_id, tenant, changes)
        row = self._one(tx, self._sql.one_to_change, interaction_id, tenant)
        if row is None:
            return None
        interaction = interaction_of(row)
        altered = alteration(interaction, moment(row["now"]))
        if altered is None:
            return Altered(interaction, changes)
        changed, note = altered
        columns = changed_columns(interaction, changed)
        if columns:
            tx.connection.execute(
                sa.update(interactions).where(is_the_one(interaction_id, tenant)).values(columns)
            )
            tx.record(_entry(changed, note, row["now"]), changes)
        return Altered(changed, changes)

    def sweep(self, tx: Transaction, most: int) -> Swept:
        """End what is overdue, then let in from the queue what may be."""
        changes: list[Change] = []
        rows = tx.connection.execute(self._sql.end_overdue, {"most": most} | self._dialect.time(tx.now)).all()
        ended = [_timed_out(tx, row, changes) for row in rows]
        for tenant, agent in waiting_askers(tx.connection):
            self._let_in(tx, tenant, agent, changes)
        return Swept(ended, changes)

    def admit(self, tx: Transaction) -> None:
        """Let in from the queue what may be, now that questions of some askers have ended."""
        for (tenant, agent), changes in tx.freed.items():
            self._let_in(tx, tenant, agent, changes)

    def _let_in(self, tx: Transaction, tenant: str, agent: str, changes: list[Change]) -> None:
        if self._most_open is None:
            return
        for interaction in let_in(tx, tenant, agent, self._most_open):
            at = tx.connection.execute(sa.select(self._dialect.now), self._dialect.time(tx.now)).scalar_one()
            tx.record(_entry(interaction, Note(kind="admitted"), at), changes)

    def _already_asked(self, tx: Transaction, asked: Interaction) -> Opened:
        columns, asker = interactions.c, asked.asked_by
        same_key = sa.and_(columns.agent == asker.agent, columns.ask_key == asked.key)
        found = tx.connection.execute(
            sa.select(interactions).where(
                columns.tenant == asker.tenant, sa.or_(columns.id == asked.id, same_key)
            )
        )
        row = found.mappings().one()
        return Opened(interaction_of(row), row["digest"], ())

    def _refuse(self, tx: Transaction, decision: Decision) -> Refused:
        changes: list[Change] = []
        row = self._one(tx, self._sql.one, decision.interaction_id, decision.tenant)
        if row is not None and row["outcome"] is None:
            self._end_if_overdue(tx, decision.interaction_id, decision.tenant, changes)
            row = self._one(tx, self._sql.one, decision.interaction_id, decision.tenant)
        return Refused(None if row is None else interaction_of(row), changes)

    def _end_if_overdue(
        self, tx: Transaction, interaction_id: str, tenant: str, changes: list[Change]
    ) -> None:
        parameters = {"overdue_id": interaction_id, "overdue_tenant": tenant} | self._dialect.time(tx.now)
        row = tx.connection.execute(self._sql.end_if_overdue, parameters).first()
        if row is not None:
            _timed_out(tx, row, changes)

    def _one(
        self, tx: Transaction, statement: sa.Select[Any], interaction_id: str, tenant: str
    ) -> sa.RowMapping | None:
        key = {"wanted_id": interaction_id, "wanted_tenant": tenant} | self._dialect.time(tx.now)
        return tx.connection.execute(statement, key).mappings().first()


def _decided(tx: Transaction, decision: Decision, row: Sequence[Any]) -> Decided:
    changes: list[Change] = []
    interaction_id, tenant, agent, project, shown_at, deadline, ended_at = row
    whose = (interaction_id, tenant, agent, project)
    _record_ending(tx, whose, shown_at, ended_at, decision.note, changes)
    at = moment(ended_at)
    outcome = stamped(decision.outcome, at)
    return Decided(at, moment(deadline), shown_at and moment(shown_at), changes, outcome)


def _timed_out(tx: Transaction, row: Any, changes: list[Change]) -> tuple[str, TimedOut]:  # noqa: ANN401 - a row has the columns asked for
    outcome = timed_out_of(row.if_unanswered, row.ended_at)
    facts = body(policy=outcome.policy, used_defaults=outcome.used_defaults)
    whose = (row.id, row.tenant, row.agent, row.project)
    _record_ending(tx, whose, row.shown_at, row.ended_at, Note(kind="timed_out", body=facts), changes)
    return row.id, outcome


def _record_ending(  # noqa: PLR0913, PLR0917 - all that a record of an ending tells
    tx: Transaction,
    whose: Sequence[Any],
    shown_at: int | None,
    at: int,
    note: Note,
    changes: list[Change],
) -> None:
    interaction_id, tenant, agent, project = whose
    kind, actor, surface, facts = note
    shown_ms = None if shown_at is None else (at - shown_at) // 1000
    tx.record(
        Entry(at, tenant, interaction_id, kind, actor, surface, agent, project, shown_ms, facts), changes
    )
    tx.freed.setdefault((tenant, agent), changes)


def _entry(interaction: Interaction, note: Note, at: int) -> Entry:
    asker, shown_at = interaction.asked_by, interaction.shown_at
    shown_ms = None if shown_at is None else (at - micros(shown_at)) // 1000
    who = (note.kind, note.actor, note.surface, asker.agent, asker.project)
    return Entry(at, asker.tenant, interaction.id, *who, shown_ms, note.body)


_log = decision_log.c


def purge(tx: Transaction, dialect: SqlDialect, before: int) -> int:
    """Remove the oldest records up to the first that is to be kept, and what ended before the moment.

    The log is cut at one place only, and the hash of the last record cut off is kept: the rest can still be
    verified.
    """
    connection = tx.connection
    kept_from = connection.execute(sa.select(sa.func.min(_log.seq)).where(_log.at >= before)).scalar()
    # The newest record always stays: the next one is sealed with its hash.
    first_kept = kept_from if kept_from is not None else dialect.head(connection).seq
    last = connection.execute(
        sa.select(_log.seq, _log.hash).where(_log.seq < first_kept).order_by(_log.seq.desc()).limit(1)
    ).first()
    removed = connection.execute(sa.delete(decision_log).where(_log.seq < first_kept)).rowcount
    if last is not None:
        connection.execute(sa.delete(chain))
        connection.execute(sa.insert(chain).values(id=1, start_seq=last.seq, start_hash=last.hash))
    old = sa.select(interactions.c.id).where(interactions.c.ended_at < before)
    connection.execute(sa.delete(seats).where(seats.c.interaction_id.in_(old)))
    forgotten = connection.execute(sa.delete(interactions).where(interactions.c.ended_at < before)).rowcount
    if removed or forgotten:
        at = connection.execute(sa.select(dialect.now), dialect.time(tx.now)).scalar_one()
        facts = body(records=removed, interactions=forgotten, before=before)
        tx.record(Entry(at, "", "", "purged", None, None, "", None, None, facts), [])
    return removed
