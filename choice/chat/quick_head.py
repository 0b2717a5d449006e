"""The head and the end of a streamed response in one go.

Uvicorn looks at every field of every head, though nearly all of them are the same each time. Here names are
looked at once, and all values together. Whatever is unusual about a response goes uvicorn's own way.
"""

from collections.abc import Iterable
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
_NEVER_SAID: Final = bytes(each for each in range(256) if HEADER_VALUE_RE.search(bytes([each])))
"""What no value may hold."""
_MOST_KEPT: Final = 64
_STATUS: Final = STATUS_LINE[_OK].rstrip()
_END: Final = b"transfer-encoding: chunked\r\n\r\n"


class HeadLine(Protocol):
    """Where heads go."""

    def begin(self, head: bytes) -> None:
        """Send a head, or keep it until there is something to send with it."""
        ...

    def send_head(self) -> None:
        """Send a head that was kept."""
        ...

    def finish(self, chunk: bytes) -> None:
        """Send the last chunk of a response, and a head that was kept."""
        ...


async def send(line: HeadLine, cycle: RequestResponseCycle, message: ASGISendEvent) -> None:
    """Send a message of a response, as the method of uvicorn's that this stands for."""
    if message["type"] == "http.response.start" and message["status"] == _OK:
        head = _head(message.get("headers", ())) if not cycle.response_started and _is_usual(cycle) else b""
        if head:
            cycle.response_started = True
            cycle.waiting_for_100_continue = False
            cycle.chunked_encoding = True
            line.begin(head)
            return
    elif message["type"] == "http.response.body" and not message.get("more_body", False) and _ends(cycle):
        line.finish(message.get("body", b""))
        cycle.response_complete = True
        cycle.message_event.set()
        cycle.on_response()
        return
    line.send_head()
    await RequestResponseCycle.send(cycle, message)


def _ends(cycle: RequestResponseCycle) -> bool:
    """Tell whether a response that is sent in chunks can end now."""
    return cycle.chunked_encoding is True and not cycle.response_complete and _is_usual(cycle)


def _is_usual(cycle: RequestResponseCycle) -> bool:
    """Tell whether a response can be sent now, on a connection that stays open."""
    return (
        cycle.keep_alive
        and not cycle.disconnected
        and not cycle.flow.write_paused
        and not cycle.access_log
        and not cycle.default_headers
        and cycle.scope["method"] != "HEAD"
    )


def _head(headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return a head as it is sent, or nothing if it takes a closer look."""
    names, values = zip(*headers, strict=True)
    # One look at all values: a tab may stand in any of them.
    said = b"\t".join(values)
    if not _are_usual(names) or len(said.translate(None, _NEVER_SAID)) < len(said):
        return b""
    return b"\r\n".join((_STATUS, *map(b": ".join, headers), _END))


@lru_cache(_MOST_KEPT)
def _are_usual(names: tuple[bytes, ...]) -> bool:
    """Tell whether fields of these names can be sent as they are."""
    return all(name.islower() and not HEADER_RE.search(name) for name in names) and _DECIDING.isdisjoint(
        names
    )
