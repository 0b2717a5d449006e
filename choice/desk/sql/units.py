"""Units of work that write. They are the same for every database."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import sqlalchemy as sa

from choice.clock import micros, moment
from choice.desk.interaction import Interaction
from choice.desk.log import Kind, Note, asked_body, body
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
    is_queued,
    is_still_open,
    is_the_one,
    seats,
)
from choice.desk.sql.transaction import Entry, SqlDialect, Transaction
from choice.desk.store import Alteration, Altered, Change, Decided, Decision, Opened, Opening, Refused, Swept
from choice.models import TimedOut, stamped

_MICROSECONDS = 1_000_000

_c = interactions.c
_log = decision_log.c
_by_urgency = sa.case((_c.urgency == "high", 0), (_c.urgency == "normal", 1), else_=2)
_is_mine = sa.and_(
    seats.c.tenant == sa.bindparam("asker_tenant"),
    seats.c.agent == sa.bindparam("asker_agent"),
    seats.c.person.in_(sa.bindparam("people", expanding=True)),
)
_still_open = sa.select(_c.id).where(_c.id == seats.c.interaction_id, is_still_open)
_delete_seats = sa.delete(seats).where(_is_mine, ~sa.exists(_still_open))
_insert_seats = sa.insert(seats)
_taken_seats = (
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
_admit = (
    sa.update(interactions)
    .where(is_the_one(sa.bindparam("admitted_id"), sa.bindparam("asker_tenant")))
    .values(queued=sa.false())
)
ASKERS = sa.select(_c.tenant, _c.agent).where(is_queued, _c.tenant >= sa.literal_column("''")).distinct()


def _text(name: str) -> sa.BindParameter[str]:
    return sa.bindparam(name, type_=sa.Text)


class Statements:
    """The statements of the units of work, built once per database. They use the store's clock."""

    def __init__(self, dialect: SqlDialect) -> None:
        now = dialect.now
        new = {name: sa.bindparam(f"new_{name}", type_=_c[name].type) for name in NEW_COLUMNS}
        self.insert = (
            dialect.insert(interactions)
            .values(**new, asked_at=now, deadline=now + sa.bindparam("timeout", type_=sa.BigInteger))
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
            .returning(_c.agent, _c.project, _c.shown_at, _c.deadline, _c.ended_at)
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
        ended = (_c.id, _c.tenant, _c.agent, _c.project, _c.if_unanswered, _c.shown_at, _c.ended_at, _c.form)
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

    def __init__(self, dialect: SqlDialect, most_open: int | None) -> None:
        self._dialect = dialect
        self._most_open = most_open
        self._sql = Statements(dialect)

    def open(self, tx: Transaction, opening: Opening) -> Opened:
        """Store a new interaction, or return the one with the same id or idempotency key."""
        asked = opening.interaction
        asker = asked.asked_by
        if self._most_open is not None:
            if self._dialect.lock_asker is not None:
                tx.connection.execute(self._dialect.lock_asker, {"name": f"{asker.tenant}\n{asker.agent}"})
            if _is_full(tx, asked, self._most_open):
                asked = replace(asked, queued=True)
        timeout = round(opening.timeout.total_seconds() * _MICROSECONDS)
        row = new_row(asked, opening.digest) | {"timeout": timeout} | tx.time
        times = tx.connection.execute(self._sql.insert, row).first()
        if times is None:
            return self._already_asked(tx, asked)
        asked_at, deadline = times
        asked = asked.opened(moment(asked_at), moment(deadline))
        if self._most_open is not None:
            seat = {"tenant": asker.tenant, "agent": asker.agent, "interaction_id": asked.id}
            tx.connection.execute(_insert_seats, [seat | {"person": one} for one in asked.audience.seats])
        changes: list[Change] = []
        kind: Kind = "queued" if asked.queued else "opened"
        note = Note(kind=kind, actor=asker.agent, body=asked_body(asked.form))
        tx.entries.append((_entry(asked, note, asked_at), changes))
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
        agent, project, shown_at, deadline, ended_at = row
        changes: list[Change] = []
        _record_ending(tx, (interaction_id, tenant, agent, project), (shown_at, ended_at), note, changes)
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
            tx.entries.append((_entry(changed, note, row["now"]), changes))
        return Altered(changed, changes)

    def sweep(self, tx: Transaction, most: int) -> Swept:
        """Time out overdue interactions, then admit queued ones."""
        changes: list[Change] = []
        rows = tx.connection.execute(self._sql.end_overdue, {"most": most} | tx.time).all()
        ended = [_timed_out(tx, row, changes) for row in rows]
        for tenant, agent in tx.connection.execute(ASKERS).all():
            self._admit(tx, tenant, agent, changes)
        return Swept(ended, changes)

    def admit(self, tx: Transaction) -> None:
        """Admit queued interactions of the askers in `tx.freed`."""
        for (tenant, agent), changes in tx.freed.items():
            self._admit(tx, tenant, agent, changes)

    def _admit(self, tx: Transaction, tenant: str, agent: str, changes: list[Change]) -> None:
        """Admit queued interactions of an asker, by urgency and age, until the limit is reached."""
        if self._most_open is None:
            return
        queued = tx.connection.execute(WAITING, {"asker_tenant": tenant, "asker_agent": agent})
        for row in queued.mappings().all():
            interaction = interaction_of(row)
            if not _is_full(tx, interaction, self._most_open):
                tx.connection.execute(_admit, {"admitted_id": interaction.id, "asker_tenant": tenant})
                at = tx.connection.execute(self._sql.now, tx.time).scalar_one()
                tx.entries.append((_entry(interaction.admitted(), Note(kind="admitted"), at), changes))

    def _already_asked(self, tx: Transaction, asked: Interaction) -> Opened:
        asker = asked.asked_by
        same_key = sa.and_(is_of(asker), _c.ask_key == asked.key)
        found = tx.connection.execute(
            sa.select(interactions).where(_c.tenant == asker.tenant, sa.or_(_c.id == asked.id, same_key))
        )
        row = found.mappings().one()
        return Opened(interaction_of(row), row["digest"], ())

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


def _is_full(tx: Transaction, interaction: Interaction, most_open: int) -> bool:
    """Return whether a seat of the audience has the maximum number of open interactions of this asker."""
    asker = interaction.asked_by
    mine = {
        "asker_tenant": asker.tenant,
        "asker_agent": asker.agent,
        "people": list(interaction.audience.seats),
    }
    tx.connection.execute(_delete_seats, mine)
    return max(tx.connection.execute(_taken_seats, mine).scalars().all(), default=0) >= most_open


def _timed_out(tx: Transaction, row: Sequence[Any], changes: list[Change]) -> tuple[str, TimedOut]:
    interaction_id, tenant, agent, project, text, shown_at, ended_at, form = row
    outcome = decode_timed_out(text, ended_at, form)
    facts = body(policy=outcome.policy, used_defaults=outcome.used_defaults)
    note = Note(kind="timed_out", body=facts)
    _record_ending(tx, (interaction_id, tenant, agent, project), (shown_at, ended_at), note, changes)
    return interaction_id, outcome


def _record_ending(
    tx: Transaction,
    whose: tuple[str, str, str, str | None],
    times: tuple[int | None, int],
    note: Note,
    changes: list[Change],
) -> None:
    (interaction_id, tenant, agent, project), (shown_at, at) = whose, times
    kind, actor, surface, facts = note
    shown_ms = None if shown_at is None else (at - shown_at) // 1000
    tx.entries.append(
        (Entry(at, tenant, interaction_id, kind, actor, surface, agent, project, shown_ms, facts), changes)
    )
    tx.freed.setdefault((tenant, agent), changes)


def _entry(interaction: Interaction, note: Note, at: int) -> Entry:
    asker, shown_at = interaction.asked_by, interaction.shown_at
    shown_ms = None if shown_at is None else (at - micros(shown_at)) // 1000
    who = (note.kind, note.actor, note.surface, asker.agent, asker.project)
    return Entry(at, asker.tenant, interaction.id, *who, shown_ms, note.body)


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
