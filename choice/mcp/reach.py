"""The seam to the ways to a person that lie outside the client's own window."""

from collections.abc import Sequence
from typing import Protocol


class Reach(Protocol):
    """Knows where a person can answer. What works is found out each time: servers come and go."""

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of the question's page, or None where no server shows it."""
        ...

    def command(self, interaction_id: str) -> str:
        """Return the command that answers it in any terminal of this machine."""
        ...

    async def call_attention(self, address: str) -> None:
        """Bring a page before the person, where there is a screen."""
        ...


def page_is_first(ways: Sequence[str]) -> bool:
    """Tell whether a person wants the page before the window of a client."""
    return "web" in ways and "mcp" in ways and ways.index("web") < ways.index("mcp")
