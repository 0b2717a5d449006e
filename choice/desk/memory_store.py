"""A store in memory: for tests, and for desks that need not outlive their process."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from choice.answers import Outcome, TimedOut, stamped
from choice.clock import Clock, micros
from choice.desk.decision_log import ChainStart, Note, Record, asked_body, body
from choice.desk.interaction import Interaction
from choice.desk.memory_log import NOBODY, MemoryLog
from choice.desk.memory_queue import is_full, next_in_line
from choice.desk.people import Asker
from choice.desk.store import (
    MOST_NEWS,
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

Key = tuple[str, str, str | None]


class MemoryStore:
    """Keeps interactions as long as the process lives. Each method is one step that nothing interrupts."""

    def __init__(self, clock: Clock, most_open: int | None = 5) -> None:
        self._clock = clock
        self._most_open = most_open
        self._kept: dict[str, Interaction] = {}
        self._digests: dict[str, str] = {}
        self._keys: dict[Key, str] = {}
        self._log = MemoryLog()

    def now(self) -> datetime:
        """Return the moment it is."""
        return self._clock.now()

    async def open(self, opening: Opening) -> Opened:
        """Keep a new interaction."""
        asked, now = opening.interaction, self.now()
        known = self._kept.get(asked.id) or self._kept.get(self._keys.get(_key(asked), ""))
        if known is not None:
            return Opened(known, self._digests[known.id], ())
        queued = self._most_open is not None and is_full(asked, self._kept.values(), self._most_open)
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
        """Give an interaction its outcome, if it is open, of that version, and in time."""
        now, changes = self.now(), list[Change]()
        interaction = self._found(decision.interaction_id, decision.tenant, now, changes)
        if interaction is None or interaction.outcome is not None:
            return Refused(interaction, changes)
        if decision.version not in {None, interaction.version}:
            return Refused(interaction, changes)
        ended = self._end(interaction, decision.outcome, decision.note, now, changes, decision.key)
        outcome = stamped(decision.outcome, now)
        return Decided(now, ended.deadline, ended.shown_at, changes, outcome)

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
        """Return the interaction kept under an id, or None."""
        found = self._kept.get(interaction_id)
        return found if found is not None and found.asked_by.tenant == tenant else None

    async def load_many(self, interaction_ids: Sequence[str]) -> list[Interaction]:
        """Return those of the interactions that exist."""
        return [self._kept[one] for one in interaction_ids if one in self._kept]

    async def outcomes(self, interaction_ids: Sequence[str]) -> list[tuple[str, Outcome]]:
        """Return those of the interactions that have ended, and how."""
        found = await self.load_many(interaction_ids)
        return [(one.id, one.outcome) for one in found if one.outcome is not None]

    async def find(self, wanted: Wanted) -> list[Interaction]:
        """Return interactions, the oldest first."""
        found = [one for one in self._kept.values() if _is_wanted(one, wanted)]
        return sorted(found, key=lambda one: (one.asked_at, one.id))[: wanted.most]

    async def open_ids(self) -> list[str]:
        """Return the ids of all open interactions."""
        return [one.id for one in self._kept.values() if one.outcome is None]

    async def sweep(self, most: int) -> Swept:
        """End what is overdue, and open what is queued and may be."""
        now, changes = self.now(), list[Change]()
        overdue = [one for one in self._kept.values() if one.outcome is None and one.is_overdue(now)]
        due = sorted(overdue, key=lambda one: one.deadline)[:most]
        ended = [(one.id, self._time_out(one, now, changes)) for one in due]
        self._admit(now, changes)
        return Swept(ended, changes)

    async def news(self, after: int) -> News:
        """Return what happened after a change."""
        found = self._log.after(after, MOST_NEWS)
        deadlines = [one.deadline for one in self._kept.values() if one.outcome is None]
        queued = any(one.queued for one in self._kept.values())
        latest = found[-1].seq if found else self._log.head.seq
        return News(found, latest, min(deadlines, default=None), queued, self.now())

    async def records(self, wanted: WantedRecords) -> list[Record]:
        """Return records of the decision log."""
        return self._log.records(wanted)

    async def chain_start(self) -> ChainStart:
        """Return where the kept part of the log starts."""
        return self._log.start

    async def purge(self, before: datetime) -> int:
        """Forget what ended before a moment."""
        removed = self._log.cut(before)
        old = [one.id for one in self._kept.values() if one.ended_at is not None and one.ended_at < before]
        for interaction_id in old:
            self._keys.pop(_key(self._kept.pop(interaction_id)), None)
        if removed or old:
            facts = body(records=removed, interactions=len(old), before=micros(before))
            self._log.append("", NOBODY, Note(kind="purged", body=facts), self.now())
        return removed

    async def close(self) -> None:
        """Do nothing: what is kept stays until the process ends."""

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
        outcome = interaction.timed_out()
        facts = body(policy=outcome.policy, used_defaults=outcome.used_defaults)
        self._end(interaction, outcome, Note(kind="timed_out", body=facts), now, changes)
        return stamped(outcome, now)

    def _end(  # noqa: PLR0913, PLR0917 - all of it is one ending
        self,
        interaction: Interaction,
        outcome: Outcome,
        note: Note,
        now: datetime,
        changes: list[Change],
        key: str | None = None,
    ) -> Interaction:
        ended = self._kept[interaction.id] = interaction.ended(outcome, now, key)
        self._record(ended, note, now, changes)
        self._admit(now, changes)
        return ended

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
    return interaction.asked_by.tenant, interaction.asked_by.agent, interaction.key


def _is_wanted(one: Interaction, wanted: Wanted) -> bool:
    asker = one.asked_by
    return (
        asker.tenant == wanted.tenant
        and wanted.state in {None, one.state}
        and (wanted.asked_by is None or _is_of(asker, wanted.asked_by))
        and not (wanted.unacknowledged and (one.outcome is None or one.acknowledged_at is not None))
        and (wanted.key_start is None or (one.key or "").startswith(wanted.key_start))
        and (wanted.after is None or (one.asked_at, one.id) > wanted.after)
    )


def _is_of(asker: Asker, wanted: Asker) -> bool:
    return (
        asker.agent == wanted.agent
        and wanted.project in {None, asker.project}
        and wanted.conversation in {None, asker.conversation}
    )
