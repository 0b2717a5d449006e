"""The decision log of the store in memory."""

from collections.abc import Sequence
from datetime import datetime

from choice.clock import micros
from choice.desk.decision_log import ASKINGS, GENESIS, ChainStart, Note, Record, seal
from choice.desk.people import Asker
from choice.desk.store import Change, WantedRecords

NOBODY = Asker("", tenant="")
"""On behalf of whom the store itself does something."""


class MemoryLog:
    """Records, each sealed with the hash of the one before."""

    def __init__(self) -> None:
        self.start = ChainStart()
        """Where the kept part starts."""
        self._kept: list[Record] = []

    @property
    def head(self) -> ChainStart:
        """Where it ends."""
        return ChainStart(self._kept[-1].seq, self._kept[-1].hash) if self._kept else ChainStart(0, GENESIS)

    def after(self, seq: int, most: int) -> Sequence[Change]:
        """Return what happened after a change."""
        later = [record for record in self._kept if record.seq > seq][:most]
        return [Change(record.seq, record.kind, record.interaction_id) for record in later]

    def records(self, wanted: WantedRecords) -> list[Record]:
        """Return the records that are wanted."""
        newest_first = wanted.order == "newest"
        kept = list(reversed(self._kept)) if newest_first else self._kept
        asked = self._asked_with(wanted.words)
        return [record for record in kept if _is_wanted(record, wanted, asked)][: wanted.most]

    def _asked_with(self, words: str | None) -> frozenset[str]:
        """Return the ids of what was asked with these words."""
        if words is None:
            return frozenset()
        asked = [record for record in self._kept if record.kind in ASKINGS and _has(record, words)]
        return frozenset([record.interaction_id for record in asked])

    def cut(self, before: datetime) -> int:
        """Remove the oldest records up to the first that is to be kept; return how many those were."""
        first_kept = next((record.seq for record in self._kept if record.at >= before), self.head.seq)
        removed = [record for record in self._kept if record.seq < first_kept]
        if removed:
            self.start = ChainStart(removed[-1].seq, removed[-1].hash)
            del self._kept[: len(removed)]
        return len(removed)

    def append(
        self, interaction_id: str, asker: Asker, note: Note, now: datetime, shown_at: datetime | None = None
    ) -> Change:
        """Write one record."""
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


def _is_wanted(record: Record, wanted: WantedRecords, asked: frozenset[str]) -> bool:
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
