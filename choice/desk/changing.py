"""Changes as this process makes them: handed to the store, and told to everybody who waits or shows."""

import itertools
from collections.abc import Callable, Collection, Sequence

from choice.answers import Outcome, stamped
from choice.desk import access
from choice.desk.decision_log import ENDINGS, Note
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.known import Known
from choice.desk.pulse import Pulse
from choice.desk.showing import Showing
from choice.desk.store import Alteration, Change, Decided, Decision, Refused, Store, Swept
from choice.desk.waiters import Waiters
from choice.desk.wakeups import Read, Wakeups
from choice.errors import KeyConflict, StaleVersion, UnknownInteraction

_NOTHING_TO_SEE = frozenset({"shown", "acknowledged", "queued", "purged"})
"""Changes that make no difference to what a surface shows."""


class Changing:
    """What a desk's changes have in common. Others learn of each at once; other processes by a hint."""

    def __init__(self, store: Store, wakeups: Wakeups, make_id: Callable[[], str]) -> None:
        self.store = store
        self.waiters = Waiters()
        self.known = Known()
        self.pulse = Pulse(store, self.happened, self.may_have_ended, self.swept, self.beat)
        self.showings: list[Showing] = []
        self._wakeups = wakeups
        self._wake = self.waiters.wake
        # Random for each desk, counted within: asking the system for chance takes longer than all the rest.
        self._own_keys = make_id()
        self._count = itertools.count()

    async def end(
        self, interaction: Interaction, outcome: Outcome, note: Note, *, key: str | None
    ) -> Interaction:
        """Give an interaction its outcome.

        Raises:
            InteractionClosed: It has another one.
            KeyConflict: The key decided something else.
        """
        decision = self.decision(interaction, outcome, note, key)
        return self.settled(interaction, decision, await self.store.decide(decision))

    def decision(  # noqa: PLR0913, PLR0917 - all that a decision says
        self,
        interaction: Interaction,
        outcome: Outcome,
        note: Note,
        key: str | None,
        version: str | None = None,
        text: str | None = None,
    ) -> Decision:
        """Return what the store is to decide; without a key of somebody else's it has one of our own."""
        key = key or f"{self._own_keys}-{next(self._count)}"
        tenant = interaction.asked_by.tenant
        return Decision(interaction.id, tenant, outcome, key, note, version, text, self._wake)

    def settled(
        self, interaction: Interaction, decision: Decision, verdict: Decided | Refused
    ) -> Interaction:
        """Tell what the store decided to everybody who waits.

        Raises:
            InteractionClosed: It has another outcome.
            StaleVersion: It is not the version that was decided on.
            KeyConflict: The key decided something else.
        """
        if isinstance(verdict, Refused):
            self.did(verdict.changes)
            return self._refused(decision, verdict.interaction)
        at, deadline, shown_at, changes, outcome = verdict
        self.known.forget(interaction.id)
        # Whoever waits for it goes first, then those who only show it; many stores have told them already.
        self._wake(interaction.id, outcome)
        self.did(changes)
        return interaction.decided(outcome, at, deadline, shown_at, decision.key)

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Interaction:
        """Change an interaction.

        Raises:
            UnknownInteraction: There is none.
        """
        altered = await self.store.alter(access.possible(interaction_id), tenant, alteration)
        if altered is None:
            raise UnknownInteraction(interaction_id)
        self.known.forget(interaction_id)
        self.known.remember(altered.interaction)
        self.pulse.expect(altered.interaction.deadline)
        self.did(altered.changes)
        return altered.interaction

    def did(self, changes: Sequence[Change]) -> None:
        """Tell of changes that were committed here."""
        if changes:
            self.pulse.own(changes)
            self._wakeups.tell()
            if self.showings:
                self._show(changes)

    async def happened(self, changes: Sequence[Change]) -> None:
        """Learn of changes that were committed elsewhere."""
        ended = [change.interaction_id for change in changes if change.kind in ENDINGS]
        for change in changes:
            self.known.forget(change.interaction_id)
        await self.may_have_ended(ended)
        self._show(changes)

    def heard_that_ended(self, interaction_id: str, outcome: Read | None) -> None:
        """Tell whoever waits for an interaction that it has ended; look at it at once if nobody says how."""
        if interaction_id not in self.waiters:
            return
        if outcome is None:
            self.pulse.ended(interaction_id)
        else:
            self.waiters.wake(interaction_id, outcome())

    async def may_have_ended(self, interaction_ids: Collection[str]) -> None:
        """Read those of some interactions that somebody waits for, and tell what came of them."""
        waited_for = self.waiters.among(interaction_ids)
        if waited_for:
            found = await self._wakeups.outcomes(waited_for)
            for interaction_id, outcome in await self.store.outcomes(waited_for) if found is None else found:
                self.waiters.wake(interaction_id, outcome)

    def swept(self, swept: Swept) -> None:
        """Tell of what the clock ended, and of what was let in from the queue."""
        for interaction_id, outcome in swept.ended:
            self.known.forget(interaction_id)
            self.waiters.wake(interaction_id, outcome)
        self.did(swept.changes)

    def beat(self) -> None:
        """Let every surface do what it put off."""
        for showing in self.showings:
            showing.beat()

    def _show(self, changes: Sequence[Change]) -> None:
        for showing in self.showings:
            for change in changes:
                if change.kind not in _NOTHING_TO_SEE:
                    showing.look_at(change.interaction_id)

    def _refused(self, decision: Decision, found: Interaction | None) -> Interaction:
        if found is None:
            raise UnknownInteraction(decision.interaction_id)
        self.known.forget(found.id)
        if found.outcome is None:
            raise StaleVersion(found.id, decision.version or "", found.version)
        self.waiters.wake(found.id, found.outcome)
        if found.decision_key != decision.key:
            raise InteractionClosed(found.id, found.outcome)
        if stamped(found.outcome, None) != decision.outcome:
            raise KeyConflict(decision.key, found.id)
        return found
