"""The units of work that change something: functions on one transaction, the same for every database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from choice.answers import TimedOut, stamped
from choice.clock import micros, moment
from choice.desk import sql_queue
from choice.desk.decision_log import Kind, Note, asked_body, body
from choice.desk.interaction import Interaction
from choice.desk.schema import interactions, is_the_one
from choice.desk.sql_dialect import SqlDialect
from choice.desk.sql_rows import changed_columns, interaction_of, new_row, timed_out_of
from choice.desk.sql_statements import Statements, decision_parameters
from choice.desk.sql_transaction import Entry, Transaction
from choice.desk.store import Alteration, Altered, Change, Decided, Decision, Opened, Opening, Refused, Swept

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
            if sql_queue.is_full(tx, asked, self._most_open):
                asked = replace(asked, queued=True)
        timeout = round(opening.timeout.total_seconds() * _MICROSECONDS_IN_A_SECOND)
        row = new_row(asked, opening.digest) | {"timeout": timeout} | self._dialect.time(tx.now)
        times = tx.connection.execute(self._sql.insert, row).first()
        if times is None:
            return self._already_asked(tx, asked)
        asked_at, deadline = times
        asked = asked.opened(moment(asked_at), moment(deadline))
        if self._most_open is not None:
            sql_queue.take_seats(tx, asked)
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
        for tenant, agent in sql_queue.waiting_askers(tx.connection):
            self._let_in(tx, tenant, agent, changes)
        return Swept(ended, changes)

    def admit(self, tx: Transaction) -> None:
        """Let in from the queue what may be, now that questions of some askers have ended."""
        for (tenant, agent), changes in tx.freed.items():
            self._let_in(tx, tenant, agent, changes)

    def _let_in(self, tx: Transaction, tenant: str, agent: str, changes: list[Change]) -> None:
        if self._most_open is None:
            return
        for interaction in sql_queue.let_in(tx, tenant, agent, self._most_open):
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
