"""The seam to where people see questions."""

from typing import Protocol

from choice.desk.interaction import Interaction


class Surface(Protocol):
    """A place where a person sees interactions. It learns of every change, from whatever process it came."""

    name: str

    async def show(self, interaction: Interaction) -> None:
        """Show an open interaction, or show it as it is now. It may be shown already."""
        ...

    async def close(self, interaction: Interaction) -> None:
        """Take an interaction away: it has ended, or was put aside. It may never have been shown."""
        ...
