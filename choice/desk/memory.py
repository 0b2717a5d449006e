"""In-memory store for tests and for desks without persistence."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from choice.clock import Clock, micros
from choice.desk.interaction import Interaction
from choice.desk.log import ASKINGS, GENESIS, ChainStart, Note, Record, asked_body, body, seal
from choice.desk.people import Asker
from choice.desk.store import (
    MAX_CHANGES,
    MOST_QUEUED,
    Alteration,
    Altered,
    Change,
    Decided,
    Decision,
    News,
    Opened,
    Opening,
    Refused,
    Swept,
    Wanted,
    WantedRecords,
)
from choice.errors import QueueFull
from choice.models import Outcome, TimedOut, stamped

_STORE = Asker("", tenant="")
"""The asker of records that the store writes itself."""


class MemoryLog:
    """The decision log in memory."""

    def __init__(self) -> None:
        self.start = ChainStart()
        """The last purged record."""
        self._kept: list[Record] = []

    @property
    def head(self) -> ChainStart:
        """The last record."""
        return ChainStart(self._kept[-1].seq, self._kept[-1].hash) if self._kept else ChainStart(0, GENESIS)

    def after(self, seq: int, most: int) -> Sequence[Change]:
        """Return the changes after this number."""
        later = [record for record in self._kept if record.seq > seq][:most]
        return [Change(record.seq, record.kind, record.interaction_id) for record in later]

    def records(self, wanted: WantedRecords) -> list[Record]:
        """Return the records that match a query."""
        newest_first = wanted.order == "newest"
        kept = list(reversed(self._kept)) if newest_first else self._kept
        asked = self._asked_with(wanted.words)
        return [record for record in kept if _matches_record(record, wanted, asked)][: wanted.most]

    def _asked_with(self, words: str | None) -> frozenset[str]:
        """Return the ids of interactions whose question contains this text."""
        if words is None:
            return frozenset()
        asked = [record for record in self._kept if record.kind in ASKINGS and _has(record, words)]
        return frozenset([record.interaction_id for record in asked])

    def truncate(self, before: datetime) -> int:
        """Delete older records; return their number."""
        first_kept = next((record.seq for record in self._kept if record.at >= before), self.head.seq)
        removed = [record for record in self._kept if record.seq < first_kept]
        if removed:
            self.start = ChainStart(removed[-1].seq, removed[-1].hash)
            del self._kept[: len(removed)]
        return len(removed)

    def append(
        self, interaction_id: str, asker: Asker, note: Note, now: datetime, shown_at: datetime | None = None
    ) -> Change:
        """Append a record and return its change."""
        seq = self.head.seq + 1
        shown_ms = None if shown_at is None else (micros(now) - micros(shown_at)) // 1000
        who = (note.kind, note.actor, note.surface, asker.agent, asker.project, shown_ms, note.body)
        sealed = seal(self.head.hash, (seq, micros(now), asker.tenant, interaction_id, *who))
        self._kept.append(
            Record(
                seq=seq,
                at=now,
                tenant=asker.tenant,
                interaction_id=interaction_id,
                kind=note.kind,
                actor=note.actor,
                surface=note.surface,
                agent=asker.agent,
                project=asker.project,
                shown_ms=shown_ms,
                body=note.body,
                hash=sealed,
            )
        )
        return Change(seq, note.kind, interaction_id)


def _matches_record(record: Record, wanted: WantedRecords, asked: frozenset[str]) -> bool:
    return (
        record.seq > wanted.after
        and (wanted.before is None or record.seq < wanted.before)
        and wanted.tenant in {None, record.tenant}
        and wanted.interaction_id in {None, record.interaction_id}
        and wanted.agent in {None, record.agent}
        and (not wanted.kinds or record.kind in wanted.kinds)
        and (wanted.words is None or record.interaction_id in asked or _has(record, wanted.words))
        and (wanted.since is None or record.at >= wanted.since)
        and (wanted.until is None or record.at < wanted.until)
    )


def _has(record: Record, words: str) -> bool:
    return words.lower() in record.body.lower()


_BY_URGENCY = {"high": 0, "normal": 1, "low": 2}


def is_full(asked: Interaction, kept: Iterable[Interaction], most_open: int) -> bool:
    """Return whether a seat of the audience has the maximum number of open interactions of this asker."""
    seats = dict.fromkeys(asked.audience.seats, 0)
    asker = asked.asked_by
    for other in kept:
        if other.outcome is not None or other.queued:
            continue
        if (other.asked_by.tenant, other.asked_by.agent) == (asker.tenant, asker.agent):
            for person in other.audience.seats:
                if person in seats:
                    seats[person] += 1
    return max(seats.values()) >= most_open


def next_in_line(kept: Collection[Interaction], most_open: int) -> Interaction | None:
    """Return the next queued interaction to admit, by urgency and age, or None if all must wait."""
    waiting = [one for one in kept if one.queued and one.outcome is None]
    waiting.sort(key=lambda one: (_BY_URGENCY[one.urgency], one.asked_at))
    return next((one for one in waiting if not is_full(one, kept, most_open)), None)


Key = tuple[str, tuple[str, str, str], str | None]


class MemoryStore:
    """Stores interactions in memory. No method awaits, so each one is atomic."""

    def __init__(self, clock: Clock, most_open: int | None = 5, most_queued: int = MOST_QUEUED) -> None:
        self._clock = clock
        self._most_open = most_open
        self._most_queued = most_queued
        self._kept: dict[str, Interaction] = {}
        self._digests: dict[str, str] = {}
        self._keys: dict[Key, str] = {}
        self._log = MemoryLog()

    def now(self) -> datetime:
        """Return the current time."""
        return self._clock.now()

    async def open(self, opening: Opening) -> Opened:
        """Store a new interaction."""
        asked, now = opening.interaction, self.now()
        known = self._kept.get(asked.id) or self._kept.get(self._keys.get(_key(asked), ""))
        if known is not None:
            return Opened(known, self._digests[known.id], ())
        queued = self._most_open is not None and is_full(asked, self._kept.values(), self._most_open)
        if queued and self._queue_length(asked) >= self._most_queued:
            raise QueueFull(self._most_queued)
        asked = replace(asked, asked_at=now, deadline=now + opening.timeout, queued=queued)
        self._kept[asked.id] = asked
        self._digests[asked.id] = opening.digest
        if asked.key is not None:
            self._keys[_key(asked)] = asked.id
        changes: list[Change] = []
        facts = asked_body(asked.form)
        note = Note(kind="queued" if queued else "opened", actor=asked.asked_by.agent, body=facts)
        self._record(asked, note, now, changes)
        return Opened(asked, opening.digest, changes)

    async def decide(self, decision: Decision) -> Decided | Refused:
        """Commit an outcome if the interaction is open and not overdue and the version matches."""
        now, changes = self.now(), list[Change]()
        interaction = self._found(decision.interaction_id, decision.tenant, now, changes)
        if interaction is None or interaction.outcome is not None:
            return Refused(interaction, changes)
        if decision.version not in {None, interaction.version}:
            return Refused(interaction, changes)
        ended = interaction.ended(decision.outcome, now, decision.key)
        self._end(ended, decision.note, now, changes)
        return Decided(now, ended.deadline, ended.shown_at, changes, stamped(decision.outcome, now))

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Altered | None:
        """Change an interaction."""
        now, changes = self.now(), list[Change]()
        interaction = self._found(interaction_id, tenant, now, changes)
        if interaction is None:
            return None
        altered = alteration(interaction, now)
        if altered is None or altered[0] == interaction:
            return Altered(interaction, changes)
        self._kept[interaction_id], note = altered
        self._record(altered[0], note, now, changes)
        return Altered(altered[0], changes)

    async def load(self, interaction_id: str, tenant: str) -> Interaction | None:
        """Return an interaction, or None if it does not exist."""
        found = self._kept.get(interaction_id)
        return found if found is not None and found.asked_by.tenant == tenant else None

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return the interactions that exist."""
        return [self._kept[one] for one in interaction_ids if one in self._kept]

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return the ids and outcomes of the interactions that have ended."""
        found = await self.load_many(interaction_ids)
        return [(one.id, one.outcome) for one in found if one.outcome is not None]

    async def find(self, wanted: Wanted) -> list[Interaction]:
        """Return the interactions that match a query, oldest first."""
        found = [one for one in self._kept.values() if _matches(one, wanted)]
        return sorted(found, key=lambda one: (one.asked_at, one.id))[: wanted.most]

    async def open_ids(self) -> list[str]:
        """Return the ids of all open interactions."""
        return [one.id for one in self._kept.values() if one.outcome is None]

    async def sweep(self, most: int) -> Swept:
        """Time out overdue interactions and admit queued ones."""
        now, changes = self.now(), list[Change]()
        overdue = [one for one in self._kept.values() if one.outcome is None and one.is_overdue(now)]
        due = sorted(overdue, key=lambda one: one.deadline)[:most]
        ended = [(one.id, self._time_out(one, now, changes)) for one in due]
        self._admit(now, changes)
        return Swept(ended, changes)

    async def news(self, after: int) -> News:
        """Return the changes after this number."""
        found = self._log.after(after, MAX_CHANGES)
        deadlines = [one.deadline for one in self._kept.values() if one.outcome is None]
        queued = any(one.queued for one in self._kept.values())
        latest = found[-1].seq if found else self._log.head.seq
        return News(found, latest, min(deadlines, default=None), queued, self.now())

    async def records(self, wanted: WantedRecords) -> list[Record]:
        """Return the records that match a query."""
        return self._log.records(wanted)

    async def chain_start(self) -> ChainStart:
        """Return the last purged record."""
        return self._log.start

    async def purge(self, before: datetime) -> int:
        """Delete older records and ended interactions."""
        removed = self._log.truncate(before)
        old = [one.id for one in self._kept.values() if one.ended_at is not None and one.ended_at < before]
        for interaction_id in old:
            self._keys.pop(_key(self._kept.pop(interaction_id)), None)
        if removed or old:
            facts = body(records=removed, interactions=len(old), before=micros(before))
            self._log.append("", _STORE, Note(kind="purged", body=facts), self.now())
        return removed

    async def close(self) -> None:
        """Do nothing."""

    def _queue_length(self, asked: Interaction) -> int:
        """Return how many questions of the same agent wait for people whom this question is for."""
        asker, people = asked.asked_by, set(asked.audience.seats)
        return sum(
            one.queued
            and (one.asked_by.tenant, one.asked_by.agent) == (asker.tenant, asker.agent)
            and not people.isdisjoint(one.audience.seats)
            for one in self._kept.values()
            if one.outcome is None
        )

    def _found(
        self, interaction_id: str, tenant: str, now: datetime, changes: list[Change]
    ) -> Interaction | None:
        found = self._kept.get(interaction_id)
        if found is None or found.asked_by.tenant != tenant:
            return None
        if found.outcome is None and found.is_overdue(now):
            self._time_out(found, now, changes)
        return self._kept[interaction_id]

    def _time_out(self, interaction: Interaction, now: datetime, changes: list[Change]) -> TimedOut:
        outcome = interaction.timed_out().about(interaction.form)
        facts = body(policy=outcome.policy, used_defaults=outcome.used_defaults)
        self._end(interaction.ended(outcome, now), Note(kind="timed_out", body=facts), now, changes)
        return stamped(outcome, now)

    def _end(self, ended: Interaction, note: Note, now: datetime, changes: list[Change]) -> None:
        self._kept[ended.id] = ended
        self._record(ended, note, now, changes)
        self._admit(now, changes)

    def _admit(self, now: datetime, changes: list[Change]) -> None:
        if self._most_open is None:
            return
        while (waiting := next_in_line(self._kept.values(), self._most_open)) is not None:
            admitted = self._kept[waiting.id] = waiting.admitted()
            self._record(admitted, Note(kind="admitted"), now, changes)

    def _record(self, interaction: Interaction, note: Note, now: datetime, changes: list[Change]) -> None:
        changes.append(
            self._log.append(interaction.id, interaction.asked_by, note, now, interaction.shown_at)
        )


def _key(interaction: Interaction) -> Key:
    return interaction.asked_by.tenant, interaction.asked_by.identity, interaction.key


def _matches(one: Interaction, wanted: Wanted) -> bool:
    asker = one.asked_by
    return (
        asker.tenant == wanted.tenant
        and wanted.state in {None, one.state}
        and (wanted.asked_by is None or _has_asker(asker, wanted.asked_by))
        and not (wanted.unacknowledged and (one.outcome is None or one.acknowledged_at is not None))
        and (wanted.key_start is None or (one.key or "").startswith(wanted.key_start))
        and (wanted.after is None or (one.asked_at, one.id) > wanted.after)
    )


def _has_asker(asker: Asker, wanted: Asker) -> bool:
    return (
        asker.identity == wanted.identity
        and wanted.project in {None, asker.project}
        and wanted.conversation in {None, asker.conversation}
    )
