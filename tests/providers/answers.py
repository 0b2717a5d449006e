"""Scripted responses: a status, and the body in the chunks in which it is sent."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

Ending = Literal["end", "cut", "hold", "silent"]
"""`end` completes the response, `cut` closes the connection, `hold` never ends, `silent` never starts."""


@dataclass(frozen=True)
class Answer:
    """The response to one request. Each write is one HTTP chunk."""

    writes: tuple[bytes, ...] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    ending: Ending = "end"
    pace: float = 0.0
    """Seconds between two writes."""

    def in_writes_of(self, size: int) -> "Answer":
        """Return the same body in chunks of a given number of bytes."""
        body = b"".join(self.writes)
        return replace(self, writes=tuple(body[at : at + size] for at in range(0, len(body), size)))

    def in_bursts_of(self, count: int) -> "Answer":
        """Return the same body with a given number of writes joined into one."""
        writes = self.writes
        return replace(
            self, writes=tuple(b"".join(writes[at : at + count]) for at in range(0, len(writes), count))
        )


def refused(status: int, body: bytes, headers: Mapping[str, str] | None = None) -> Answer:
    """Return an error response with a JSON body."""
    return Answer((body,), status, {"content-type": "application/json", **(headers or {})})
