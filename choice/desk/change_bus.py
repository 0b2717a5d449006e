"""Commit changes to the store and notify waiters, surfaces and other processes."""

import asyncio
import itertools
from collections.abc import Callable, Collection, Sequence

from choice.desk.access import valid_id
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.log import ENDINGS, Note
from choice.desk.poller import Poller
from choice.desk.store import Alteration, Change, Decision, Refused, Store, Swept
from choice.desk.surface import SurfaceSync
from choice.desk.wakeups import Wakeups
from choice.errors import KeyConflict, StaleVersion, UnknownInteraction
from choice.models import Answered, Outcome, stamped

_INVISIBLE = frozenset({"shown", "acknowledged", "queued", "purged"})
"""Kinds of changes that do not require surfaces to update."""


class Waiters:
    """Futures of callers waiting for an outcome, keyed by interaction id."""

    def __init__(self) -> None:
        self._futures: dict[str, list[asyncio.Future[Outcome]]] = {}

    def add(self, interaction_id: str) -> asyncio.Future[Outcome]:
        """Return a new future for the outcome of an interaction."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._futures.setdefault(interaction_id, []).append(future)
        return future

    def remove(self, interaction_id: str, future: asyncio.Future[Outcome]) -> None:
        """Remove a future, unless `resolve` or `fail_all` has removed it already."""
        futures = self._futures.get(interaction_id)
        if futures is not None and future in futures:
            futures.remove(future)
            if not futures:
                del self._futures[interaction_id]

    def resolve(self, interaction_id: str, outcome: Outcome) -> None:
        """Resolve all futures for an interaction."""
        for future in self._futures.pop(interaction_id, ()):
            if not future.done():
                future.set_result(outcome)

    def __contains__(self, interaction_id: str) -> bool:
        """Return whether a caller is waiting for the outcome of an interaction."""
        return interaction_id in self._futures

    def fail_all(self, error: Exception) -> None:
        """Fail every pending future with this error."""
        for futures in self._futures.values():
            for future in futures:
                if not future.done():
                    future.set_exception(error)
        self._futures.clear()


class ChangeBus:
    """Commits changes to the store and notifies waiters, surfaces and other processes."""

    def __init__(self, store: Store, wakeups: Wakeups, make_id: Callable[[], str]) -> None:
        self.store = store
        self.waiters = Waiters()
        self.poller = Poller(
            store, self.apply_remote, self.resolve_ended, self.publish_swept, self.poll_surfaces
        )
        self.surfaces: list[SurfaceSync] = []
        self._newest = 0
        """Number of the newest change that surfaces were notified of."""
        self._wakeups = wakeups
        # Idempotency keys: a random prefix per desk plus a counter. A token per key would dominate the cost.
        self._key_prefix = make_id()
        self._count = itertools.count()

    async def end(
        self,
        interaction: Interaction,
        outcome: Outcome,
        note: Note,
        *,
        key: str | None,
        text: str | None = None,
    ) -> Interaction:
        """Commit the outcome of an interaction. `text` is the outcome as JSON, if the caller has encoded it.

        Raises:
            InteractionClosed: The interaction has another outcome.
            StaleVersion: The outcome is an answer, and the form was revised in the meantime.
            KeyConflict: The key was used for another decision.
        """
        key = key or f"{self._key_prefix}-{next(self._count)}"
        version = interaction.version if isinstance(outcome, Answered) else None
        tenant, on_commit = interaction.asked_by.tenant, self.waiters.resolve
        decision = Decision(interaction.id, tenant, outcome, key, note, version, text, on_commit)
        verdict = await self.store.decide(decision)
        if isinstance(verdict, Refused):
            self.publish(verdict.changes, verdict.interaction)
            return self._refused(decision, verdict.interaction)
        at, deadline, shown_at, changes, outcome = verdict
        # Resolve waiters before updating surfaces. Some stores have resolved them already; that is a no-op.
        self.waiters.resolve(interaction.id, outcome)
        ended = interaction.decided(outcome, at, deadline, shown_at, decision.key)
        self.publish(changes, ended)
        return ended

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Interaction:
        """Commit a change that does not end an interaction.

        Raises:
            UnknownInteraction: The interaction does not exist.
        """
        altered = await self.store.alter(valid_id(interaction_id), tenant, alteration)
        if altered is None:
            raise UnknownInteraction(interaction_id)
        self.poller.schedule_expiry(altered.interaction.deadline)
        self.publish(altered.changes, altered.interaction)
        return altered.interaction

    def publish(self, changes: Sequence[Change], interaction: Interaction | None = None) -> None:
        """Notify listeners of changes committed by this process. `interaction` is the state after them."""
        if changes:
            self.poller.skip_local(changes)
            self._wakeups.notify()
            # Commits may be reported out of order. If a newer one is known, surfaces reload the interaction.
            is_newest = changes[-1].seq > self._newest
            self._update_surfaces(changes, interaction if is_newest else None)

    async def apply_remote(self, changes: Sequence[Change]) -> None:
        """Handle changes committed by another process."""
        await self.resolve_ended([change.interaction_id for change in changes if change.kind in ENDINGS])
        self._update_surfaces(changes)

    def ended_remotely(self, interaction_id: str) -> None:
        """Handle a wake-up with the id of an ended interaction: load the outcome if a caller waits for it."""
        if interaction_id in self.waiters:
            self.poller.load_outcome(interaction_id)

    async def resolve_ended(self, interaction_ids: Collection[str]) -> None:
        """Load the outcomes that callers wait for, and resolve their futures."""
        awaited = [one for one in interaction_ids if one in self.waiters]
        if awaited:
            found = await self._wakeups.outcomes(awaited)
            for interaction_id, outcome in await self.store.outcomes(awaited) if found is None else found:
                self.waiters.resolve(interaction_id, outcome)

    def publish_swept(self, swept: Swept) -> None:
        """Notify listeners of expired interactions and of those admitted from the queue."""
        for interaction_id, outcome in swept.ended:
            self.waiters.resolve(interaction_id, outcome)
        self.publish(swept.changes)

    def poll_surfaces(self) -> None:
        """Make every surface retry failed updates and show interactions whose snooze has ended."""
        for surface in self.surfaces:
            surface.poll()

    def _update_surfaces(self, changes: Sequence[Change], interaction: Interaction | None = None) -> None:
        self._newest = max(self._newest, changes[-1].seq)
        for surface in self.surfaces:
            for _seq, kind, interaction_id in changes:
                if kind in _INVISIBLE:
                    continue
                if interaction is not None and interaction.id == interaction_id:
                    surface.update(interaction)
                else:
                    surface.reload(interaction_id)

    def _refused(self, decision: Decision, found: Interaction | None) -> Interaction:
        if found is None:
            raise UnknownInteraction(decision.interaction_id)
        if found.outcome is None:
            raise StaleVersion(found.id, decision.version or "", found.version)
        self.waiters.resolve(found.id, found.outcome)
        if found.decision_key != decision.key:
            raise InteractionClosed(found.id, found.outcome)
        if stamped(found.outcome, None) != decision.outcome:
            raise KeyConflict(decision.key, found.id)
        return found
