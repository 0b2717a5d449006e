"""The line to one client, as a reply may use it that does not want to send each frame as a message."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

LINE: Final = "choicewire.line"
"""The name of this extension in the scope of a request. Servers other than ours do not have it."""


def line_of(scope: Mapping[str, Any]) -> "Line | None":
    """Return the line on which a request came, if the server has them."""
    line: Line | None = scope.get("extensions", {}).get(LINE, {}).get(LINE)
    return line


class Line(Protocol):
    """The body of one response, chunk by chunk; head and end go the usual way.

    Whoever takes the line is told when there is room again after it was full, and when the client has left.
    A head that is sent while the line is taken leaves with the first chunk: together they cost one write.
    """

    is_full: bool
    """Whether the client takes less than it is given."""

    def heard(self, scope: Mapping[str, Any]) -> bytes | None:
        """Return the body of the request with that scope, or None where not all of it is here."""
        ...

    def take(
        self, room: Callable[[], None], left: Callable[[], object], look: Callable[[float], None]
    ) -> None:
        """Use the line from now on, until it is given back; `look` is called now and then with the time."""
        ...

    def give_back(self) -> None:
        """Use the line no longer."""
        ...

    def cut(self) -> None:
        """Close the connection at once."""
        ...

    def write(self, chunk: bytes) -> None:
        """Send a chunk of the body. It must not be empty."""
        ...

    def soon(self, flush: Callable[[], None], since: float) -> None:
        """Call `flush` at the end of this turn of the loop, or a little later if the last was just now."""
        ...
