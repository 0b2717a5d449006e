"""The `Surface` protocol, and the task that keeps one surface up to date."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime
from typing import Protocol

from choice.desk.interaction import Interaction
from choice.desk.store import Store

_BATCH = 100

logger = logging.getLogger(__name__)


class Surface(Protocol):
    """Shows interactions to a person. It is notified of every change, whichever process made it."""

    name: str

    async def show(self, interaction: Interaction) -> None:
        """Show an open interaction, or update it if it is shown already."""
        ...

    async def close(self, interaction: Interaction) -> None:
        """Remove an interaction that has ended or was snoozed. It may never have been shown."""
        ...


class SurfaceSync:
    """Background task that shows and closes interactions on one surface. Polls retry failed updates."""

    def __init__(
        self,
        surface: Surface,
        store: Store,
        mark_shown: Callable[[Interaction, str], Awaitable[Interaction]],
        only: str | None = None,
    ) -> None:
        self.surface = surface
        self._only = only
        self._stopped = False
        self._store = store
        self._mark_shown = mark_shown
        self._pending: dict[str, Interaction | None] = {}
        """Interactions to show or close, by id. None means that the interaction has to be loaded first."""
        self._failed: set[str] = set()
        self._snoozed: dict[str, datetime] = {}
        self._wakeup = asyncio.Event()

    def reload(self, interaction_id: str) -> None:
        """Schedule an update of an interaction, which is loaded from the store first."""
        if self._only in {None, interaction_id}:
            self._pending[interaction_id] = None
            self._wakeup.set()

    def update(self, interaction: Interaction) -> None:
        """Schedule an update of an interaction to this state."""
        if self._only not in {None, interaction.id}:
            return
        if self._pending.get(interaction.id, interaction) is not None:
            self._pending[interaction.id] = interaction
        self._wakeup.set()

    def poll(self) -> None:
        """Retry failed updates, and show interactions whose snooze has ended."""
        now = self._store.now() if self._snoozed else None
        due = [one for one, until in self._snoozed.items() if now is not None and until <= now]
        for interaction_id in [*self._failed, *due]:
            self.reload(interaction_id)
        self._failed.clear()
        for interaction_id in due:
            del self._snoozed[interaction_id]

    def stop(self) -> None:
        """Stop updating the surface."""
        self._stopped = True
        self._wakeup.set()

    async def run(self) -> None:
        """Update the surface until cancelled or stopped."""
        while not self._stopped:
            await self._wakeup.wait()
            self._wakeup.clear()
            while self._pending and not self._stopped:
                batch = {each: self._pending.pop(each) for each in list(self._pending)[:_BATCH]}
                for interaction in await self._load(batch):
                    try:
                        await self._show_or_close(interaction)
                    except Exception:
                        logger.exception(
                            "Surface %s failed to show interaction %s", self.surface.name, interaction.id
                        )
                        self._failed.add(interaction.id)

    async def _load(self, batch: Mapping[str, Interaction | None]) -> list[Interaction]:
        """Return the interactions of a batch. If the store fails, the next poll retries the missing ones."""
        unread = [interaction_id for interaction_id, given in batch.items() if given is None]
        read: dict[str, Interaction] = {}
        if unread:
            try:
                read = {one.id: one for one in await self._store.load_many(unread)}
            except Exception:
                logger.exception("Could not load interactions for surface %s", self.surface.name)
                self._failed.update(unread)
        found = [given or read.get(interaction_id) for interaction_id, given in batch.items()]
        return [interaction for interaction in found if interaction is not None]

    async def _show_or_close(self, interaction: Interaction) -> None:
        if interaction.surfaces and self.surface.name not in interaction.surfaces:
            return
        snoozed_until = interaction.snoozed_until
        is_snoozed = snoozed_until is not None and self._store.now() < snoozed_until
        if is_snoozed and snoozed_until is not None:
            self._snoozed[interaction.id] = snoozed_until
        if interaction.outcome is not None or interaction.queued or is_snoozed:
            await self.surface.close(interaction)
            return
        if interaction.shown_at is None:
            # Mark it as shown first: the surface may receive the answer before `show` returns.
            interaction = await self._mark_shown(interaction, self.surface.name)
        if interaction.outcome is None:
            await self.surface.show(interaction)
        else:
            await self.surface.close(interaction)
