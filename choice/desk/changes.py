"""Changes as this process makes them: handed to the store, and told to everybody who waits or shows."""

import asyncio
import itertools
from collections.abc import Callable, Collection, Sequence

from choice.answers import Answered, Outcome, stamped
from choice.desk import access
from choice.desk.answering import Sent, checked
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.log import ENDINGS, Note, answer_texts
from choice.desk.pulse import Pulse
from choice.desk.store import Alteration, Change, Decided, Decision, Refused, Store, Swept
from choice.desk.surface import Showing
from choice.desk.wakeups import Wakeups
from choice.errors import KeyConflict, StaleVersion, UnknownInteraction


class Waiters:
    """Futures by the interaction they wait for."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[asyncio.Future[Outcome]]] = {}

    def add(self, interaction_id: str) -> asyncio.Future[Outcome]:
        """Return a future for the outcome of an interaction."""
        future: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(interaction_id, []).append(future)
        return future

    def remove(self, interaction_id: str, future: asyncio.Future[Outcome]) -> None:
        """Forget a future; it need not be known any more."""
        futures = self._waiting.get(interaction_id)
        if futures is not None and future in futures:
            futures.remove(future)
            if not futures:
                del self._waiting[interaction_id]

    def wake(self, interaction_id: str, outcome: Outcome) -> None:
        """Give everybody who waits for an interaction its outcome."""
        for future in self._waiting.pop(interaction_id, ()):
            if not future.done():
                future.set_result(outcome)

    def __contains__(self, interaction_id: str) -> bool:
        """Tell whether somebody waits for an interaction."""
        return interaction_id in self._waiting

    def among(self, interaction_ids: Collection[str]) -> list[str]:
        """Return those of the interactions that somebody waits for."""
        return [one for one in interaction_ids if one in self._waiting]

    def give_up(self, error: Exception) -> None:
        """Tell everybody that there will be no outcome here."""
        for futures in self._waiting.values():
            for future in futures:
                if not future.done():
                    future.set_exception(error)
        self._waiting.clear()


_NOTHING_TO_SEE = frozenset({"shown", "acknowledged", "queued", "purged"})
"""Changes that make no difference to what a surface shows."""


class Changing:
    """What a desk's changes have in common. Others learn of each at once; other processes by a hint."""

    def __init__(self, store: Store, wakeups: Wakeups, make_id: Callable[[], str]) -> None:
        self.store = store
        self.waiters = Waiters()
        self.pulse = Pulse(store, self.happened, self.may_have_ended, self.swept, self.beat)
        self.showings: list[Showing] = []
        self._newest = 0
        """The number of the last change that surfaces were told of."""
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

    def decision_on(self, interaction: Interaction, sent: Sent) -> Decision:
        """Return the decision that an answer makes.

        Raises:
            InvalidAnswer: It does not fit the form.
            StaleVersion: The form was changed since it was shown.
        """
        answers, note, answer_id, by, surface, version, matched = sent
        if version is not None and version != interaction.version:
            raise StaleVersion(interaction.id, version, interaction.version)
        outcome = Answered(
            answers=checked(interaction.form, answers), note=note, answered_by=by.user, surface=surface
        )
        text, facts = answer_texts(interaction.form, outcome, matched)
        record = Note("answered", by.user, surface, facts)
        return self.decision(interaction, outcome, record, answer_id, interaction.version, text)

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
            self.did(verdict.changes, verdict.interaction)
            return self._refused(decision, verdict.interaction)
        at, deadline, shown_at, changes, outcome = verdict
        # Resolve waiters before updating surfaces. Some stores have resolved them already; that is a no-op.
        self._wake(interaction.id, outcome)
        ended = interaction.decided(outcome, at, deadline, shown_at, decision.key)
        self.did(changes, ended)
        return ended

    async def alter(self, interaction_id: str, tenant: str, alteration: Alteration) -> Interaction:
        """Change an interaction.

        Raises:
            UnknownInteraction: There is none.
        """
        altered = await self.store.alter(access.possible(interaction_id), tenant, alteration)
        if altered is None:
            raise UnknownInteraction(interaction_id)
        self.pulse.expect(altered.interaction.deadline)
        self.did(altered.changes, altered.interaction)
        return altered.interaction

    def did(self, changes: Sequence[Change], interaction: Interaction | None = None) -> None:
        """Notify surfaces and other processes of changes committed here; `interaction` is as it is now."""
        if changes:
            self.pulse.own(changes)
            self._wakeups.tell()
            # Commits may be reported out of order. What is older than the last is read again.
            is_newest = changes[-1].seq > self._newest
            self._show(changes, interaction if is_newest else None)

    async def happened(self, changes: Sequence[Change]) -> None:
        """Learn of changes that were committed elsewhere."""
        ended = [change.interaction_id for change in changes if change.kind in ENDINGS]
        await self.may_have_ended(ended)
        self._show(changes)

    def heard_that_ended(self, interaction_id: str) -> None:
        """Read an interaction at once if a waiter of this process waits for it."""
        if interaction_id in self.waiters:
            self.pulse.ended(interaction_id)

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
            self.waiters.wake(interaction_id, outcome)
        self.did(swept.changes)

    def beat(self) -> None:
        """Let every surface do what it put off."""
        for showing in self.showings:
            showing.beat()

    def _show(self, changes: Sequence[Change], interaction: Interaction | None = None) -> None:
        self._newest = max(self._newest, changes[-1].seq)
        for showing in self.showings:
            for _seq, kind, interaction_id in changes:
                if kind in _NOTHING_TO_SEE:
                    continue
                if interaction is not None and interaction.id == interaction_id:
                    showing.tell(interaction)
                else:
                    showing.look_at(interaction_id)

    def _refused(self, decision: Decision, found: Interaction | None) -> Interaction:
        if found is None:
            raise UnknownInteraction(decision.interaction_id)
        if found.outcome is None:
            raise StaleVersion(found.id, decision.version or "", found.version)
        self.waiters.wake(found.id, found.outcome)
        if found.decision_key != decision.key:
            raise InteractionClosed(found.id, found.outcome)
        if stamped(found.outcome, None) != decision.outcome:
            raise KeyConflict(decision.key, found.id)
        return found
