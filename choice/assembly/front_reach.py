"""The ways to the person behind one client of the shared server."""

from collections.abc import Callable
from dataclasses import dataclass

from choice.assembly.portal import LocalReach


@dataclass(frozen=True, slots=True)
class FrontReach:
    """The page is everyone's; the screen is that of the client."""

    local: LocalReach
    starts_server: bool
    shows: Callable[[str], None] | None
    """Brings a page before the person; None where the client has no screen."""

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of a question's page, or None where no server shows it."""
        return await self.local.page(interaction_id, starts_server=self.starts_server)

    def command(self, interaction_id: str) -> str:
        """Return the command that answers in a terminal."""
        return f"choicewire answer {interaction_id}"

    async def call_attention(self, address: str) -> None:
        """Open a page once, where there is a screen to open it on."""
        link = None if self.shows is None else self.local.link_to_open(address)
        if self.shows is not None and link is not None:
            self.shows(link)
