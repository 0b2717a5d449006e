"""What a provider is told to answer: a status, and the body in the pieces in which it is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Ending = Literal["end", "cut", "hold", "silent"]
"""How an answer ends: properly, with the connection cut, never, or never even beginning."""


@dataclass(frozen=True)
class Answer:
    """One answer to one request. Each write is one HTTP chunk, cut wherever the script wants it."""

    writes: tuple[bytes, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = "end"
    pace: float = 0.0
    """Seconds between two writes."""

    def in_writes_of(self, size: int) -> "Answer":
        """Return the same body, cut into writes of so many bytes, without regard to what they hold."""
        body = b"".join(self.writes)
        return replace(self, writes=tuple(body[at : at + size] for at in range(0, len(body), size)))

    def in_bursts_of(self, count: int) -> "Answer":
        """Return the same body with so many writes joined into one."""
        writes = self.writes
        return replace(
            self, writes=tuple(b"".join(writes[at : at + count]) for at in range(0, len(writes), count))
        )


def refused(status: int, body: bytes, headers: Mapping[str, str] | None = None) -> Answer:
    """Return an answer that is an error with a JSON body."""
    return Answer((body,), status, {"content-type": "application/json", **(headers or {})})
