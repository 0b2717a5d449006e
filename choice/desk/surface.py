"""The seam to where people see questions."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Protocol

from choice.desk.interaction import Interaction
from choice.desk.store import Store


class Surface(Protocol):
    """A place where a person sees interactions. It learns of every change, from whatever process it came."""

    name: str

    async def show(self, interaction: Interaction) -> None:
        """Show an open interaction, or show it as it is now. It may be shown already."""
        ...

    async def close(self, interaction: Interaction) -> None:
        """Take an interaction away: it has ended, or was put aside. It may never have been shown."""
        ...


_AT_ONCE = 100

logger = logging.getLogger(__name__)


class Showing:
    """One surface, and what it must look at again. What fails is tried again with the next beat."""

    def __init__(
        self,
        surface: Surface,
        store: Store,
        first_shown: Callable[[Interaction, str], Awaitable[Interaction]],
        only: str | None = None,
    ) -> None:
        self.surface = surface
        self._only = only
        self._is_over = False
        self._store = store
        self._first_shown = first_shown
        self._pending: dict[str, Interaction | None] = {}
        """What to show or take away; None where it has to be read from the store first."""
        self._failed: set[str] = set()
        self._put_aside: dict[str, datetime] = {}
        self._some = asyncio.Event()

    def look_at(self, interaction_id: str) -> None:
        """Show or take away an interaction, whichever is right by now, if it belongs here."""
        if self._only in {None, interaction_id}:
            self._pending[interaction_id] = None
            self._some.set()

    def tell(self, interaction: Interaction) -> None:
        """Show or take away an interaction, which is as it is now, if it belongs here."""
        if self._only not in {None, interaction.id}:
            return
        if self._pending.get(interaction.id, interaction) is not None:
            self._pending[interaction.id] = interaction
        self._some.set()

    def beat(self) -> None:
        """Try again what failed, and bring back what was put aside until now."""
        now = self._store.now() if self._put_aside else None
        back = [one for one, until in self._put_aside.items() if now is not None and until <= now]
        for interaction_id in [*self._failed, *back]:
            self.look_at(interaction_id)
        self._failed.clear()
        for interaction_id in back:
            del self._put_aside[interaction_id]

    def stop(self) -> None:
        """Let the surface alone from now on."""
        self._is_over = True
        self._some.set()

    async def run(self) -> None:
        """Keep the surface true until cancelled or stopped."""
        while not self._is_over:
            await self._some.wait()
            self._some.clear()
            while self._pending and not self._is_over:
                batch = {each: self._pending.pop(each) for each in list(self._pending)[:_AT_ONCE]}
                for interaction in await self._read(batch):
                    await self._present(interaction)

    async def _read(self, batch: Mapping[str, Interaction | None]) -> list[Interaction]:
        """Return the interactions of a batch; those that cannot be read are tried again later."""
        unread = [interaction_id for interaction_id, told in batch.items() if told is None]
        read: dict[str, Interaction] = {}
        if unread:
            try:
                read = {one.id: one for one in await self._store.load_many(unread)}
            except Exception:
                logger.exception("Interactions for %s could not be read", self.surface.name)
                self._failed.update(unread)
        found = [told or read.get(interaction_id) for interaction_id, told in batch.items()]
        return [interaction for interaction in found if interaction is not None]

    async def _present(self, interaction: Interaction) -> None:
        try:
            await self._show_or_close(interaction)
        except Exception:
            logger.exception("%s failed to show interaction %s", self.surface.name, interaction.id)
            self._failed.add(interaction.id)

    async def _show_or_close(self, interaction: Interaction) -> None:
        if interaction.surfaces and self.surface.name not in interaction.surfaces:
            return
        snoozed_until = interaction.snoozed_until
        is_snoozed = snoozed_until is not None and self._store.now() < snoozed_until
        if is_snoozed and snoozed_until is not None:
            self._put_aside[interaction.id] = snoozed_until
        if interaction.outcome is not None or interaction.queued or is_snoozed:
            await self.surface.close(interaction)
            return
        if interaction.shown_at is None:
            # Before it is shown: a surface may take the answer before it returns.
            interaction = await self._first_shown(interaction, self.surface.name)
        if interaction.outcome is None:
            await self.surface.show(interaction)
        else:
            await self.surface.close(interaction)
