"""A simulated disk that loses unsynced data on power loss: whole sectors, in any order."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.faults.disk_trace import Event

SECTOR = 512


@dataclass(slots=True)
class _File:
    """One file: its durable content and pending operations."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[Event] = field(default_factory=list)
    named: bool = False
    """Whether its name is durable: only syncing the folder makes it so."""


@dataclass(slots=True)
class SimulatedDisk:
    """Files of one folder."""

    folder: str
    files: dict[str, _File] = field(default_factory=dict)
    removed: dict[str, _File] = field(default_factory=dict)
    """Removed files; the removal is durable once the folder is synced."""

    def load(self, folder: Path) -> None:
        """Load files as durable."""
        for path in folder.iterdir():
            self.files[str(path)] = _File(bytearray(path.read_bytes()), [], named=True)

    def happen(self, event: Event) -> None:
        """Apply an event."""
        if event.kind == "sync" and event.path == self.folder:
            for file in self.files.values():
                file.named = True
            self.removed.clear()
        elif event.kind == "sync":
            file = self.files[event.path]
            file.safe = applied(file.safe, file.pending)
            file.pending = []
        elif event.kind == "make":
            self.files.setdefault(event.path, _File())
        elif event.kind == "remove":
            gone = self.files.pop(event.path, None)
            if gone is not None and gone.named:
                self.removed[event.path] = gone
        else:
            self.files[event.path].pending.append(event)

    def after_power_loss(self, random: Random) -> dict[str, bytes]:
        """Return the files found after a power loss."""
        found: dict[str, bytes] = {}
        survivors = random.choice((_all, _none, _first_ones, _some))
        for path, file in self.removed.items():
            if random.random() < 0.5:
                found[path] = bytes(applied(file.safe, survivors(file.pending, random)))
        for path, file in self.files.items():
            if file.named or random.random() < 0.5:
                found[path] = bytes(applied(file.safe, survivors(file.pending, random)))
        return found


def applied(content: bytearray, events: list[Event]) -> bytearray:
    """Return the content after writes and truncations."""
    after = bytearray(content)
    for event in events:
        if event.kind == "cut":
            del after[event.offset :]
            after.extend(bytes(event.offset - len(after)))
            continue
        start = len(after) if event.offset < 0 else event.offset
        after.extend(bytes(max(0, start - len(after))))
        after[start : start + len(event.data)] = event.data
    return after


def sectors(event: Event) -> Iterator[Event]:
    """Split a write at sector borders, where it may tear."""
    if event.kind == "cut" or event.offset < 0:
        yield event
        return
    at = 0
    while at < len(event.data):
        size = SECTOR - (event.offset + at) % SECTOR
        yield Event("write", event.path, event.offset + at, event.data[at : at + size])
        at += size


def _all(pending: list[Event], _random: Random) -> list[Event]:
    return pending


def _none(_pending: list[Event], _random: Random) -> list[Event]:
    return []


def _first_ones(pending: list[Event], random: Random) -> list[Event]:
    torn = [sector for event in pending for sector in sectors(event)]
    return torn[: random.randint(0, len(torn))]


def _some(pending: list[Event], random: Random) -> list[Event]:
    chance = random.random()
    return [sector for event in pending for sector in sectors(event) if random.random() < chance]
