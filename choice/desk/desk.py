"""The desk: where forms are asked, answered once, and where the outcome waits for whoever asked."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Self, Unpack

from choice.answers import Answer, Cancelled, Outcome, Submission, Superseded
from choice.desk import access, alterations
from choice.desk.answering import sent_in
from choice.desk.asking import Asked, Terms, Usual, form_of, opening
from choice.desk.changes import Changing
from choice.desk.draft import DraftStep
from choice.desk.interaction import USUAL, Interaction, InteractionClosed, State, seconds
from choice.desk.log import Note, body
from choice.desk.people import Asker, Person
from choice.desk.pulse import Tasks
from choice.desk.store import Opening, Store, Wanted
from choice.desk.surface import Showing, Surface
from choice.desk.wakeups import LocalWakeups, Wakeups
from choice.errors import KeyConflict, StoreClosed, StoreError

SCRIPT = Asker()
"""Asks where nobody says who asks."""


def new_id() -> str:
    """Return an id that nobody can guess."""
    return secrets.token_hex(16)


class Desk:
    """Keeps forms until they have their one outcome. Use it as an asynchronous context manager.

    Asking is for an `Asker`, answering for a `Person`. Whoever may not know of an interaction is told that
    there is none: every method that takes an id may raise UnknownInteraction, and every method a StoreError.
    """

    def __init__(
        self,
        store: Store,
        wakeups: Wakeups | None = None,
        make_id: Callable[[], str] = new_id,
        usual: Usual = lambda: USUAL,
    ) -> None:
        self.store = store
        self._usual = usual
        self._wakeups = wakeups or LocalWakeups()
        self._make_id = make_id
        self._changing = Changing(store, self._wakeups, make_id)
        self._tasks = Tasks()

    async def __aenter__(self) -> Self:
        try:
            await self._changing.pulse.start()
            await self._wakeups.start(self._changing.pulse.hint, self._changing.heard_that_ended)
        except BaseException:
            await self.store.close()
            raise
        self._tasks.run(self._changing.pulse.run())
        self._tasks.run(self._changing.pulse.look_at_what_ended())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._tasks.stop()
        self._changing.waiters.give_up(
            StoreClosed("desk", "it was closed; the outcome can be collected later.")
        )
        await self._wakeups.close()
        await self.store.close()

    @property
    def trouble(self) -> StoreError | None:
        """Why the store cannot be used at the moment, or None."""
        return self._changing.pulse.trouble

    async def attach(self, surface: Surface, *, only: str | None = None) -> None:
        """Show on a surface what is open, or one interaction alone, now and from now on."""
        showing = Showing(surface, self.store, self._shown, only)
        self._changing.showings.append(showing)
        for interaction_id in await self.store.open_ids() if only is None else [only]:
            showing.look_at(interaction_id)
        self._tasks.run(showing.run())

    def detach(self, surface: Surface) -> None:
        """Tell a surface nothing any more; what it shows is its own affair."""
        for showing in [one for one in self._changing.showings if one.surface is surface]:
            self._changing.showings.remove(showing)
            showing.stop()

    async def catch_up(self) -> None:
        """Look at the store now: learn what happened elsewhere, and end what is overdue."""
        await self._changing.pulse.beat()

    # --- For those who ask ---

    async def open(self, asked: Asked, **terms: Unpack[Terms]) -> Interaction:
        """Put a form on the desk and return at once. With a `key`, asking again returns the same interaction.

        Raises:
            InvalidRequest: It cannot be asked like that.
            KeyConflict: Something else was asked under the key.
        """
        return await self._open(opening(asked, terms, self._make_id(), self.store.now(), self._usual))

    async def _open(self, wanted: Opening) -> Interaction:
        opened = await self.store.open(wanted)
        interaction = opened.interaction
        if opened.digest != wanted.digest:
            raise KeyConflict(interaction.key or interaction.id, interaction.id)
        self._changing.pulse.expect(interaction.deadline)
        self._changing.did(opened.changes, interaction)
        return interaction

    async def ask(self, asked: Asked, **terms: Unpack[Terms]) -> Outcome:
        """Ask and wait for the outcome, which counts as delivered once it is returned.

        Raises:
            InvalidRequest: It cannot be asked like that.
            KeyConflict: Something else was asked under the key.
        """
        wanted = opening(asked, terms, self._make_id(), self.store.now(), self._usual)
        # Listening before it is asked: whatever happens to it, it is not missed, and need not be read.
        future = self._changing.waiters.add(wanted.interaction.id)
        try:
            interaction = await self._open(wanted)
            is_new = interaction.id == wanted.interaction.id
            outcome = await (future if is_new else self.wait(interaction.id, asked_by=interaction.asked_by))
        finally:
            self._changing.waiters.remove(wanted.interaction.id, future)
        self.acknowledge_soon(interaction)
        return outcome.about(interaction.form)

    async def wait(self, asked: Interaction | str, *, asked_by: Asker = SCRIPT) -> Outcome:
        """Return the outcome of an interaction, by itself or by its id, as soon as there is one.

        It may be decided in any process.
        """
        interaction_id = asked if isinstance(asked, str) else asked.id
        # Register before reading: what is decided in between is not missed.
        future = self._changing.waiters.add(interaction_id)
        try:
            # The interaction is not kept meanwhile: its form may be large, and the waiters many.
            return await self._outcome_by_now(asked, asked_by) or await future
        finally:
            self._changing.waiters.remove(interaction_id, future)

    async def collect(self, asked_by: Asker = SCRIPT, *, most: int = 100) -> list[Interaction]:
        """Return what has ended and was not acknowledged, the oldest first: the same again until it is."""
        wanted = Wanted(tenant=asked_by.tenant, asked_by=asked_by, unacknowledged=True, most=most)
        return await self.store.find(wanted)

    async def asked(
        self, asked_by: Asker = SCRIPT, *, state: State | None = "open", most: int = 100
    ) -> list[Interaction]:
        """Return what an asker asked, the oldest first."""
        return await self.store.find(
            Wanted(tenant=asked_by.tenant, state=state, asked_by=asked_by, most=most)
        )

    async def acknowledge(self, interaction_id: str, *, asked_by: Asker = SCRIPT) -> Interaction:
        """Say that the outcome arrived; `collect` does not hand it out again."""
        return await self._changing.alter(interaction_id, asked_by.tenant, alterations.acknowledged(asked_by))

    def acknowledge_soon(self, interaction: Interaction) -> None:
        """Say that the outcome arrived, without waiting until that is kept; the desk closes after it."""
        self._tasks.finish(self.acknowledge(interaction.id, asked_by=interaction.asked_by))

    async def revise(self, interaction_id: str, asked: Asked, *, asked_by: Asker = SCRIPT) -> Interaction:
        """Ask something else in the same place. Answers to what was shown before are refused from now on.

        Raises:
            InteractionClosed: It has ended.
        """
        change = alterations.revised(form_of(asked), asked_by)
        return await self._changing.alter(interaction_id, asked_by.tenant, change)

    async def supersede(
        self,
        interaction_id: str,
        *,
        note: str | None = None,
        asked_by: Asker = SCRIPT,
        key: str | None = None,
    ) -> Interaction:
        """End an interaction because it does not matter any more.

        Raises:
            InteractionClosed: It has ended.
        """
        loaded = await self.store.load(access.possible(interaction_id), asked_by.tenant)
        interaction = access.for_asker(loaded, interaction_id, asked_by)
        record = Note(kind="superseded", actor=asked_by.agent, body=body(note=note))
        return await self._changing.end(interaction, Superseded(note=note), record, key=key)

    # --- For those who answer ---

    async def list(
        self, by: Person, *, state: State | None = "open", asked_by: Asker | None = None, most: int = 100
    ) -> list[Interaction]:
        """Return the interactions that a person may answer, the oldest first; queued ones too."""
        found: list[Interaction] = []
        wanted = Wanted(tenant=by.tenant, state=state, asked_by=asked_by, most=most)
        while len(found) < most and (page := await self.store.find(wanted)):
            found += [interaction for interaction in page if access.may_see(interaction, by)]
            wanted = replace(wanted, after=(page[-1].asked_at, page[-1].id))
        return found[:most]

    async def look(self, interaction_id: str, *, by: Asker | Person) -> Interaction:
        """Return an interaction to somebody who asked it or may answer it."""
        loaded = await self.store.load(access.possible(interaction_id), by.tenant)
        return access.for_either(loaded, interaction_id, by)

    async def answer(  # noqa: PLR0913 - all that is recorded of an answer
        self,
        asked: Interaction | str,
        answers: Submission | Answer | Iterable[Answer],
        *,
        by: Person,
        surface: str | None = None,
        version: str | None = None,
        answer_id: str | None = None,
        matched: Mapping[str, str] | None = None,
    ) -> Interaction:
        """Answer every question of an interaction, given by itself or by its id. The answer is then durable.

        This is where answers are checked against the form. `version` is the version that was shown;
        `answer_id` is an idempotency key; `matched` names for each question the rule by which typed words
        were taken for an option.

        Raises:
            InvalidAnswer: It does not fit the form.
            InteractionClosed: It has ended already; the error carries the outcome.
            StaleVersion: The form was changed since it was shown.
            KeyConflict: Something else was answered under the same `answer_id`.
            NotAllowed: Whoever asked cannot answer.
        """
        sent = sent_in(answers, by=by, surface=surface, version=version, answer_id=answer_id, matched=matched)
        if isinstance(asked, str):
            loaded = await self.store.load(access.possible(asked), by.tenant)
            interaction = access.for_person(loaded, asked, by)
        else:
            interaction = access.for_person(asked, asked.id, by)
        decision = self._changing.decision_on(interaction, sent)
        return self._changing.settled(interaction, decision, await self.store.decide(decision))

    async def draft(
        self, interaction_id: str, step: DraftStep, *, by: Person, seen: int | None = None
    ) -> Interaction:
        """Keep one step of filling in a form; `seen` is the number of the draft that the person looked at.

        Raises:
            InvalidAnswer: The answer does not fit its question.
            StaleDraft: Somebody else changed the draft meanwhile.
            InteractionClosed: It has ended.
        """
        return await self._changing.alter(interaction_id, by.tenant, alterations.drafted(step, seen, by))

    async def complete(
        self, interaction_id: str, *, by: Person, surface: str | None = None, answer_id: str | None = None
    ) -> Interaction:
        """Send in the draft as the answer.

        Raises:
            InvalidAnswer: A question has no answer yet.
            InteractionClosed: It has ended already; the error carries the outcome.
        """
        interaction = await self.look(interaction_id, by=by)
        if interaction.outcome is not None:
            if answer_id is not None and answer_id == interaction.decision_key:
                return interaction
            raise InteractionClosed(interaction_id, interaction.outcome)
        answers = interaction.draft.complete(interaction.form)
        return await self.answer(interaction, answers, by=by, surface=surface, answer_id=answer_id)

    async def cancel(
        self,
        interaction_id: str,
        *,
        by: Asker | Person,
        note: str | None = None,
        surface: str | None = None,
        key: str | None = None,
    ) -> Interaction:
        """End an interaction without an answer.

        Raises:
            InteractionClosed: It has ended already; the error carries the outcome.
        """
        interaction = await self.look(interaction_id, by=by)
        name = access.name_of(by)
        outcome = Cancelled(note=note, answered_by=name, surface=surface)
        record = Note(kind="cancelled", actor=name, surface=surface, body=body(note=note))
        return await self._changing.end(interaction, outcome, record, key=key)

    async def extend(self, interaction_id: str, span: float, *, by: Asker | Person) -> Interaction:
        """Set the deadline to so many seconds from now, at most thirty days after it was asked.

        Raises:
            InvalidRequest: The time is too short or too long.
            InteractionClosed: It has ended; nothing brings it back.
        """
        change = alterations.extended(seconds(span), by)
        return await self._changing.alter(interaction_id, by.tenant, change)

    async def snooze(self, interaction_id: str, pause: float, *, by: Person) -> Interaction:
        """Put an interaction aside for so many seconds; its countdown stands still meanwhile.

        Raises:
            InvalidRequest: The time is too short or too long.
            InteractionClosed: It has ended.
        """
        return await self._changing.alter(interaction_id, by.tenant, alterations.snoozed(seconds(pause), by))

    async def typing(self, interaction_id: str, *, by: Person) -> Interaction:
        """Say that somebody types: the countdown stands still for ten seconds from now.

        Raises:
            InteractionClosed: It has ended.
        """
        return await self._changing.alter(interaction_id, by.tenant, alterations.typed_in(by))

    # --- Inside ---

    async def _outcome_by_now(self, asked: Interaction | str, asked_by: Asker) -> Outcome | None:
        if isinstance(asked, str):
            loaded = await self.store.load(access.possible(asked), asked_by.tenant)
            interaction = access.for_asker(loaded, asked, asked_by)
            self._changing.pulse.expect(interaction.deadline)
            return interaction.outcome
        interaction = access.for_asker(asked, asked.id, asked_by)
        self._changing.pulse.expect(interaction.deadline)
        ended = await self.store.outcomes([interaction.id])
        return ended[0][1] if ended else None

    async def _shown(self, interaction: Interaction, surface: str) -> Interaction:
        tenant = interaction.asked_by.tenant
        return await self._changing.alter(interaction.id, tenant, alterations.shown(surface))
