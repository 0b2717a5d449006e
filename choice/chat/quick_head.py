"""The head of a streamed response in one go.

Uvicorn looks at every field of every head, though nearly all of them are the same each time. Here a field is
looked at once and kept as it is sent. Whatever is unusual about a head goes uvicorn's own way.
"""

from functools import lru_cache
from typing import Final, Protocol

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import (
    HEADER_RE,
    HEADER_VALUE_RE,
    STATUS_LINE,
    RequestResponseCycle,
)

_OK: Final = 200
_DECIDING: Final = frozenset({b"content-length", b"transfer-encoding", b"connection"})
"""Fields by which uvicorn decides how the body is sent."""
_MOST_KEPT: Final = 1024
_END: Final = b"transfer-encoding: chunked\r\n\r\n"


class HeadLine(Protocol):
    """Where heads go."""

    def begin(self, head: bytes) -> None:
        """Send a head, or keep it until there is something to send with it."""
        ...

    def send_head(self) -> None:
        """Send a head that was kept."""
        ...


async def send(line: HeadLine, cycle: RequestResponseCycle, message: ASGISendEvent) -> None:
    """Send a message of a response, as the method of uvicorn's that this stands for."""
    if message["type"] == "http.response.start" and message["status"] == _OK and _is_usual(cycle):
        lines = [_line(name, value) for name, value in message.get("headers", ())]
        if all(lines):
            cycle.response_started = True
            cycle.waiting_for_100_continue = False
            cycle.chunked_encoding = True
            line.begin(b"".join((STATUS_LINE[_OK], *lines, _END)))
            return
    line.send_head()
    await RequestResponseCycle.send(cycle, message)


def _is_usual(cycle: RequestResponseCycle) -> bool:
    """Tell whether nothing but a head is to be sent now, on a connection that stays open."""
    return (
        cycle.keep_alive
        and not cycle.response_started
        and not cycle.disconnected
        and not cycle.flow.write_paused
        and not cycle.access_log
        and not cycle.default_headers
        and cycle.scope["method"] != "HEAD"
    )


@lru_cache(_MOST_KEPT)
def _line(name: bytes, value: bytes) -> bytes:
    """Return a field as it is sent, or nothing if it takes a closer look."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value) or name.lower() in _DECIDING:
        return b""
    return b"%b: %b\r\n" % (name.lower(), value)
