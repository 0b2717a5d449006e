"""The queue of an agent's questions: how many a person may have open, and which one is admitted next.

A question has one seat per user or role it is for. It is queued if one of its seats is full, and waits for
one full seat at a time. When a question ends, only the first questions that wait for its seats are examined,
so the cost does not depend on the length of the queue.
"""

import json
from typing import Final, NamedTuple

import sqlalchemy as sa

from choice.desk.interaction import Interaction
from choice.desk.log import Note
from choice.desk.people import Audience
from choice.desk.sql.reads import interaction_of
from choice.desk.sql.schema import interactions, is_queued, is_still_open, is_the_one, seats
from choice.desk.sql.transaction import SqlDialect, Transaction, entry_of
from choice.desk.store import Change
from choice.errors import QueueFull

_URGENCIES: Final = ("high", "normal", "low")
_URGENCY_OFFSET: Final = 10**17
"""Distance between the places of two urgencies. A place is this times the urgency plus the time of asking."""
_MAX_MOVES: Final = 20
"""Number of questions that one freed seat may move to the queue of another full seat."""
_LANES_PER_SWEEP: Final = 50

_c = interactions.c
_is_asker = sa.and_(
    seats.c.tenant == sa.bindparam("asker_tenant"), seats.c.agent == sa.bindparam("asker_agent")
)
_is_mine = sa.and_(_is_asker, seats.c.person.in_(sa.bindparam("people", expanding=True)))
_still_open = sa.select(_c.id).where(_c.id == seats.c.interaction_id, is_still_open)
_delete_seats = sa.delete(seats).where(_is_mine, ~sa.exists(_still_open))
_insert_seats = sa.insert(seats)
_taken_seats = (
    sa.select(seats.c.person, sa.func.count().label("taken"))
    .select_from(seats.join(interactions, _c.id == seats.c.interaction_id))
    .where(_is_mine, is_still_open, ~_c.queued)
    .group_by(seats.c.person)
)
_in_lane = sa.and_(
    is_queued,
    _c.tenant == sa.bindparam("asker_tenant"),
    _c.agent == sa.bindparam("asker_agent"),
    _c.waits_for == sa.bindparam("person"),
)
FIRST_IN_LANE = (
    sa.select(interactions)
    .where(_in_lane)
    .order_by(_c.queue_place)
    .limit(1)
    .with_for_update(skip_locked=True)
)
LENGTH_OF_LANE = sa.select(sa.func.count()).select_from(interactions).where(_in_lane)
_lane = (_c.tenant, _c.agent, _c.waits_for)
NEXT_LANE = (
    sa.select(*_lane)
    .where(
        is_queued,
        sa.tuple_(*_lane)
        > sa.tuple_(
            *(sa.bindparam(name, type_=sa.Text) for name in ("after_tenant", "after_agent", "after_person"))
        ),
    )
    .order_by(*_lane)
    .limit(1)
)
_is_chosen = is_the_one(sa.bindparam("chosen_id"), sa.bindparam("asker_tenant"))
_admit = sa.update(interactions).where(_is_chosen).values(queued=sa.false())
_move = sa.update(interactions).where(_is_chosen).values(waits_for=sa.bindparam("person"))


class Lane(NamedTuple):
    """The questions of an agent that wait for one seat."""

    tenant: str
    agent: str
    person: str


_START: Final = Lane("", "", "")


class Queue:
    """Limits the open and the queued questions of each agent for each person."""

    def __init__(self, dialect: SqlDialect, most_open: int | None, most_queued: int) -> None:
        self._dialect = dialect
        self._most_open = most_open
        self._most_queued = most_queued
        self._now = sa.select(dialect.now)
        self._swept = _START
        """The lane after which the next sweep continues."""

    def full_seat(self, tx: Transaction, asked: Interaction) -> str | None:
        """Return a seat of a new question that is full, or None if the question can be opened now."""
        if self._most_open is None:
            return None
        if self._dialect.lock_asker is not None:
            asker = asked.asked_by
            tx.connection.execute(self._dialect.lock_asker, {"name": f"{asker.tenant}\n{asker.agent}"})
        return self._full(tx, asked)

    def check_length(self, tx: Transaction, asked: Interaction, person: str) -> None:
        """Check that another question may be queued.

        Raises:
            QueueFull: As many questions of this agent wait for this seat as are allowed.
        """
        lane = _parameters(Lane(asked.asked_by.tenant, asked.asked_by.agent, person))
        if tx.connection.execute(LENGTH_OF_LANE, lane).scalar_one() >= self._most_queued:
            raise QueueFull(self._most_queued)

    def take_seats(self, tx: Transaction, interaction: Interaction) -> None:
        """Count an open question for the people it is for."""
        if self._most_open is not None:
            asker = interaction.asked_by
            seat = {"tenant": asker.tenant, "agent": asker.agent, "interaction_id": interaction.id}
            taken = [seat | {"person": person} for person in interaction.audience.seats]
            tx.connection.execute(_insert_seats, taken)

    def admit(self, tx: Transaction) -> None:
        """Admit questions that wait for the seats freed in this transaction."""
        for (tenant, agent, audience), changes in tx.freed.items():
            for person in Audience(*(tuple(names) for names in json.loads(audience))).seats:
                self._admit(tx, Lane(tenant, agent, person), changes)

    def sweep(self, tx: Transaction, changes: list[Change]) -> None:
        """Admit questions whose seat was freed in another way, from some of the lanes at a time."""
        for _ in range(_LANES_PER_SWEEP):
            after = dict(zip(("after_tenant", "after_agent", "after_person"), self._swept, strict=True))
            found = tx.connection.execute(NEXT_LANE, after).first()
            if found is None:
                self._swept = _START
                return
            self._swept = Lane(*found)
            self._admit(tx, self._swept, changes)

    def _admit(self, tx: Transaction, lane: Lane, changes: list[Change]) -> None:
        """Admit questions that wait for a seat, by urgency and age, until the seat is full."""
        if self._most_open is None:
            return
        moves = 0
        while moves < _MAX_MOVES:
            row = tx.connection.execute(FIRST_IN_LANE, _parameters(lane)).mappings().first()
            if row is None:
                return
            interaction = interaction_of(row)
            full = self._full(tx, interaction, lane.person)
            if full == lane.person:
                return
            chosen = {"chosen_id": interaction.id, "asker_tenant": lane.tenant}
            if full is None:
                tx.connection.execute(_admit, chosen)
                self.take_seats(tx, interaction)
                at = tx.connection.execute(self._now, tx.time).scalar_one()
                tx.entries.append((entry_of(interaction.admitted(), Note(kind="admitted"), at), changes))
            else:
                tx.connection.execute(_move, chosen | {"person": full})
                moves += 1

    def _full(self, tx: Transaction, interaction: Interaction, first: str | None = None) -> str | None:
        """Return a seat with the maximum number of open questions of this agent; `first` if it is full."""
        asker, people = interaction.asked_by, interaction.audience.seats
        mine = {"asker_tenant": asker.tenant, "asker_agent": asker.agent, "people": list(people)}
        tx.connection.execute(_delete_seats, mine)
        taken: dict[str, int] = dict(iter(tx.connection.execute(_taken_seats, mine)))
        full = [person for person in people if taken.get(person, 0) >= (self._most_open or 0)]
        return first if first in full else next(iter(full), None)


def _parameters(lane: Lane) -> dict[str, str]:
    return {"asker_tenant": lane.tenant, "asker_agent": lane.agent, "person": lane.person}


def place_offset(interaction: Interaction) -> int:
    """Return the part of a question's place in the queue that depends on its urgency."""
    return _URGENCIES.index(interaction.urgency) * _URGENCY_OFFSET
