"""Units of work that write. They are the same for every database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from choice.clock import moment
from choice.desk.interaction import Interaction
from choice.desk.log import Kind, Note, asked_body, body
from choice.desk.sql.queue import Queue, place_offset
from choice.desk.sql.reads import (
    NEW_COLUMNS,
    changed_columns,
    decode_timed_out,
    interaction_of,
    is_of,
    new_row,
    outcome_text,
)
from choice.desk.sql.schema import (
    chain,
    decision_log,
    interactions,
    is_open,
    is_still_open,
    is_the_one,
    seats,
)
from choice.desk.sql.transaction import Entry, SqlDialect, Transaction, entry_of
from choice.desk.store import (
    MOST_QUEUED,
    Alteration,
    Altered,
    Change,
    Decided,
    Decision,
    Opened,
    Opening,
    Refused,
    Swept,
)
from choice.models import TimedOut, stamped

_MICROSECONDS = 1_000_000

_c = interactions.c
_log = decision_log.c


def _text(name: str) -> sa.BindParameter[str]:
    return sa.bindparam(name, type_=sa.Text)


class Statements:
    """The statements of the units of work, built once per database. They use the store's clock."""

    def __init__(self, dialect: SqlDialect) -> None:
        now = dialect.now
        new = {name: sa.bindparam(f"new_{name}", type_=_c[name].type) for name in NEW_COLUMNS}
        self.insert = (
            dialect.insert(interactions)
            .values(
                **new,
                asked_at=now,
                deadline=now + sa.bindparam("timeout", type_=sa.BigInteger),
                queue_place=now + sa.bindparam("place_offset", type_=sa.BigInteger),
            )
            .on_conflict_do_nothing()
            .returning(_c.asked_at, _c.deadline)
        )
        self.decide: sa.UpdateBase = (
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
            .returning(_c.agent, _c.project, _c.audience, _c.shown_at, _c.deadline, _c.ended_at)
        )
        # A subquery evaluates the time once instead of per row, so that PostgreSQL can use the index.
        is_late = _c.deadline <= sa.select(now).scalar_subquery()
        overdue = sa.and_(is_open, is_late)
        longest_overdue = (
            sa.select(_c.id)
            .where(overdue)
            .order_by(_c.deadline)
            .limit(sa.bindparam("most", type_=sa.Integer))
            .with_for_update(skip_locked=True)
            .cte("longest_overdue")  # PostgreSQL might run a subquery more than once.
        )
        time_out = sa.update(interactions).values(
            state="timed_out", outcome=_c.if_unanswered, ended_at=now, queued=sa.false()
        )
        asker = (_c.id, _c.tenant, _c.agent, _c.project, _c.audience)
        ended = (*asker, _c.if_unanswered, _c.shown_at, _c.ended_at, _c.form)
        self.end_overdue = time_out.where(_c.id.in_(sa.select(longest_overdue.c.id)), overdue).returning(
            *ended
        )
        self.end_if_overdue = time_out.where(
            is_the_one(_text("overdue_id"), _text("overdue_tenant")), is_still_open, is_late
        ).returning(*ended)
        self.one = sa.select(interactions, now.label("now")).where(
            is_the_one(_text("wanted_id"), _text("wanted_tenant"))
        )
        self.one_to_change = self.one.with_for_update()
        self.now = sa.select(now)


class Units:
    """The units of work of one database; each is a method that takes a transaction."""

    def __init__(self, dialect: SqlDialect, most_open: int | None, most_queued: int = MOST_QUEUED) -> None:
        self._dialect = dialect
        self._sql = Statements(dialect)
        self._queue = Queue(dialect, most_open, most_queued)
        self.admit = self._queue.admit

    def open(self, tx: Transaction, opening: Opening) -> Opened:
        """Store a new interaction, or return the one with the same id or idempotency key.

        Raises:
            QueueFull: The interaction would have to be queued, and the queue is full.
        """
        asked = opening.interaction
        waits_for = self._queue.full_seat(tx, asked)
        if waits_for is not None:
            asked = replace(asked, queued=True)
            known = self._already_asked(tx, asked)
            if known is not None:
                return known
            self._queue.check_length(tx, asked, waits_for)
        row = new_row(asked, opening.digest) | {
            "new_waits_for": waits_for,
            "timeout": round(opening.timeout.total_seconds() * _MICROSECONDS),
            "place_offset": place_offset(asked) if asked.queued else None,
            **tx.time,
        }
        times = tx.connection.execute(self._sql.insert, row).first()
        if times is None:
            known = self._already_asked(tx, asked)
            assert known is not None, "the insert conflicts with an existing row"  # noqa: S101
            return known
        asked_at, deadline = times
        asked = asked.opened(moment(asked_at), moment(deadline))
        if not asked.queued:
            self._queue.take_seats(tx, asked)
        changes: list[Change] = []
        kind: Kind = "queued" if asked.queued else "opened"
        note = Note(kind=kind, actor=asked.asked_by.agent, body=asked_body(asked.form))
        tx.entries.append((entry_of(asked, note, asked_at), changes))
        return Opened(asked, opening.digest, changes)

    def decide(self, tx: Transaction, decision: Decision) -> Decided | Refused:
        """Commit an outcome if the interaction is open and not overdue and the version matches."""
        interaction_id, tenant, outcome, key, note, version, text, _on_commit = decision
        parameters = {
            "new_state": outcome.kind,
            "new_outcome": text or outcome_text(outcome),
            "new_key": key,
            "wanted_id": interaction_id,
            "wanted_tenant": tenant,
            "wanted_version": version,
            **tx.time,
        }
        row = tx.connection.execute(self._sql.decide, parameters).first()
        if row is None:
            return self._refuse(tx, decision)
        agent, project, audience, shown_at, deadline, ended_at = row
        changes: list[Change] = []
        whose = (interaction_id, tenant, agent, project, audience)
        _record_ending(tx, whose, (shown_at, ended_at), note, changes)
        at = moment(ended_at)
        shown = None if shown_at is None else moment(shown_at)
        return Decided(at, moment(deadline), shown, changes, stamped(outcome, at))

    def alter(
        self, tx: Transaction, interaction_id: str, tenant: str, alteration: Alteration
    ) -> Altered | None:
        """Change an interaction. An overdue interaction times out first."""
        changes: list[Change] = []
        row = self._one(tx, self._sql.one_to_change, interaction_id, tenant, changes)
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
            if interaction.queued and not changed.queued:
                self._queue.take_seats(tx, interaction)
            tx.entries.append((entry_of(changed, note, row["now"]), changes))
        return Altered(changed, changes)

    def sweep(self, tx: Transaction, most: int) -> Swept:
        """Time out overdue interactions, then admit queued ones."""
        changes: list[Change] = []
        rows = tx.connection.execute(self._sql.end_overdue, {"most": most} | tx.time).all()
        ended = [_timed_out(tx, row, changes) for row in rows]
        self._queue.sweep(tx, changes)
        return Swept(ended, changes)

    @staticmethod
    def _already_asked(tx: Transaction, asked: Interaction) -> Opened | None:
        asker = asked.asked_by
        is_known = _c.id == asked.id
        if asked.key is not None:
            is_known |= sa.and_(is_of(asker), _c.ask_key == asked.key)
        found = tx.connection.execute(sa.select(interactions).where(_c.tenant == asker.tenant, is_known))
        row = found.mappings().first()
        return None if row is None else Opened(interaction_of(row), row["digest"], ())

    def _refuse(self, tx: Transaction, decision: Decision) -> Refused:
        changes: list[Change] = []
        row = self._one(tx, self._sql.one, decision.interaction_id, decision.tenant, changes)
        return Refused(None if row is None else interaction_of(row), changes)

    def _one(
        self,
        tx: Transaction,
        statement: sa.Select[Any],
        interaction_id: str,
        tenant: str,
        changes: list[Change],
    ) -> sa.RowMapping | None:
        """Return the row of an interaction, or None. An overdue interaction times out first."""
        key = {"wanted_id": interaction_id, "wanted_tenant": tenant} | tx.time
        row = tx.connection.execute(statement, key).mappings().first()
        if row is None or row["outcome"] is not None or row["deadline"] > row["now"]:
            return row
        parameters = {"overdue_id": interaction_id, "overdue_tenant": tenant} | tx.time
        ended = tx.connection.execute(self._sql.end_if_overdue, parameters).first()
        if ended is not None:
            _timed_out(tx, ended, changes)
        return tx.connection.execute(statement, key).mappings().first()


def _timed_out(tx: Transaction, row: Sequence[Any], changes: list[Change]) -> tuple[str, TimedOut]:
    *whose, text, shown_at, ended_at, form = row
    outcome = decode_timed_out(text, ended_at, form)
    facts = body(policy=outcome.policy, used_defaults=outcome.used_defaults)
    note = Note(kind="timed_out", body=facts)
    _record_ending(tx, whose, (shown_at, ended_at), note, changes)
    return whose[0], outcome


def _record_ending(
    tx: Transaction,
    whose: Sequence[Any],
    times: tuple[int | None, int],
    note: Note,
    changes: list[Change],
) -> None:
    (interaction_id, tenant, agent, project, audience), (shown_at, at) = whose, times
    kind, actor, surface, facts = note
    shown_ms = None if shown_at is None else (at - shown_at) // 1000
    tx.entries.append(
        (Entry(at, tenant, interaction_id, kind, actor, surface, agent, project, shown_ms, facts), changes)
    )
    tx.freed.setdefault((tenant, agent, audience), changes)


def purge(tx: Transaction, dialect: SqlDialect, before: int) -> int:
    """Delete records and ended interactions older than `before`; return the number of deleted records.

    Records are deleted from the start of the log only. The hash of the last deleted record is stored, so that
    the rest of the log can still be verified.
    """
    connection = tx.connection
    kept_from = connection.execute(sa.select(sa.func.min(_log.seq)).where(_log.at >= before)).scalar()
    # Keep the newest record: the next one is hashed together with its hash.
    first_kept = kept_from if kept_from is not None else dialect.head(connection).seq
    last = connection.execute(
        sa.select(_log.seq, _log.hash).where(_log.seq < first_kept).order_by(_log.seq.desc()).limit(1)
    ).first()
    removed = connection.execute(sa.delete(decision_log).where(_log.seq < first_kept)).rowcount
    if last is not None:
        connection.execute(sa.delete(chain))
        connection.execute(sa.insert(chain).values(id=1, start_seq=last.seq, start_hash=last.hash))
    old = sa.select(_c.id).where(_c.ended_at < before)
    connection.execute(sa.delete(seats).where(seats.c.interaction_id.in_(old)))
    deleted = connection.execute(sa.delete(interactions).where(_c.ended_at < before)).rowcount
    if removed or deleted:
        at = connection.execute(sa.select(dialect.now), tx.time).scalar_one()
        facts = body(records=removed, interactions=deleted, before=before)
        tx.entries.append((Entry(at, "", "", "purged", None, None, "", None, None, facts), []))
    return removed
