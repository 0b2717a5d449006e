"""Log of acknowledgements to a client, outside the system under test, synced before and after each call."""

import json
import os
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Ending(NamedTuple):
    """How an interaction ended: the kind of outcome, who gave it, and the option that was chosen."""

    kind: str
    who: str | None = None
    option: str | None = None


class AckLog:
    """Appends lines to a file; a written line survives the death of the process."""

    def __init__(self, path: Path) -> None:
        # O_DSYNC syncs each write, so that all traced sync calls are the desk's.
        self._handle = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY | os.O_DSYNC, 0o600)

    def asking(self, *keys: str) -> None:
        """Record questions before they are asked."""
        self._write([["asking", key] for key in keys])

    def asked(self, *keys: str) -> None:
        """Record questions that the desk acknowledged."""
        self._write([["asked", key] for key in keys])

    def ending(self, key: str, ending: Ending) -> None:
        """Record an outcome before it is submitted."""
        self._write([["ending", key, *ending]])

    def ended(self, key: str, ending: Ending) -> None:
        """Record an acknowledged outcome."""
        self._write([["ended", key, *ending]])

    def told(self, key: str, ending: Ending) -> None:
        """Record the outcome reported to a caller that was too late."""
        self._write([["told", key, *ending]])

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)

    def _write(self, lines: Iterable[list[str | None]]) -> None:
        os.write(self._handle, "".join(json.dumps(line) + "\n" for line in lines).encode())


@dataclass(slots=True)
class Acks:
    """Contents of an ack log."""

    asking: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    ending: dict[str, set[Ending]] = field(default_factory=lambda: defaultdict(set))
    ended: dict[str, set[Ending]] = field(default_factory=lambda: defaultdict(set))

    def learn(self, text: str) -> None:
        """Add more lines; an incomplete last line is ignored."""
        whole, _, _cut_off = text.rpartition("\n")
        for line in whole.splitlines():
            verb, key, *rest = json.loads(line)
            match verb:
                case "asking":
                    self.asking.add(key)
                case "asked":
                    self.asked.add(key)
                case "ending":
                    self.ending[key].add(Ending(*rest))
                case _:
                    self.ended[key].add(Ending(*rest))


def read_acks(path: Path) -> Acks:
    """Read an ack log."""
    acks = Acks()
    if path.exists():
        acks.learn(path.read_text())
    return acks
