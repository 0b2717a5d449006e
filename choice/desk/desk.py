"""The desk: open interactions, answer each exactly once, and wait for the outcome."""

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Self, Unpack

from choice.desk import access
from choice.desk.asking import Asked, DefaultDuration, Terms, form_of, opening
from choice.desk.change_bus import ChangeBus
from choice.desk.interaction import (
    DEFAULT_DURATION,
    DraftStep,
    Interaction,
    InteractionClosed,
    State,
    seconds,
)
from choice.desk.log import Note, answer_texts, body
from choice.desk.people import Asker, Person
from choice.desk.poller import Tasks
from choice.desk.store import Opening, Store, Wanted
from choice.desk.surface import Surface, SurfaceSync
from choice.desk.wakeups import LocalWakeups, Wakeups
from choice.errors import KeyConflict, StaleVersion, StoreClosed, StoreError
from choice.models import Answer, Answered, Cancelled, Outcome, Submission, Superseded
from choice.validation import check_answers

SCRIPT = Asker()
"""The asker of calls that do not pass `asked_by`."""


def new_id() -> str:
    """Return a random id that cannot be guessed."""
    return secrets.token_hex(16)


class Desk:
    """Stores interactions until each has its single outcome. Use it as an asynchronous context manager.

    An `Asker` opens interactions, and a `Person` answers them. Every method that takes an id raises
    UnknownInteraction if the interaction does not exist or the caller has no access to it. Every method may
    raise a StoreError.
    """

    def __init__(
        self,
        store: Store,
        wakeups: Wakeups | None = None,
        make_id: Callable[[], str] = new_id,
        default_duration: DefaultDuration = lambda _asker, _audience: DEFAULT_DURATION,
    ) -> None:
        self.store = store
        self._default_duration = default_duration
        self._wakeups = wakeups or LocalWakeups()
        self._make_id = make_id
        self._bus = ChangeBus(store, self._wakeups, make_id)
        self._tasks = Tasks()

    async def __aenter__(self) -> Self:
        try:
            await self._bus.poller.start()
            await self._wakeups.start(self._bus.poller.wake, self._bus.ended_remotely)
        except BaseException:
            await self.store.close()
            raise
        self._tasks.run(self._bus.poller.run())
        self._tasks.run(self._bus.poller.load_outcomes())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._tasks.stop()
        self._bus.waiters.fail_all(
            StoreClosed("desk", "the desk was closed; the outcome can be collected later.")
        )
        await self._wakeups.close()
        await self.store.close()

    @property
    def last_error(self) -> StoreError | None:
        """Error of the last poll of the store, or None if the store works."""
        return self._bus.poller.last_error

    async def attach(self, surface: Surface, *, only: str | None = None) -> None:
        """Show open interactions on a surface and keep it up to date.

        With `only`, the id of an interaction, the surface shows no others.
        """
        sync = SurfaceSync(surface, self.store, self._mark_shown, only)
        self._bus.surfaces.append(sync)
        for interaction_id in await self.store.open_ids() if only is None else [only]:
            sync.reload(interaction_id)
        self._tasks.run(sync.run())

    def detach(self, surface: Surface) -> None:
        """Stop updating a surface. The interactions that it shows are not closed."""
        for sync in [one for one in self._bus.surfaces if one.surface is surface]:
            self._bus.surfaces.remove(sync)
            sync.stop()

    async def catch_up(self) -> None:
        """Poll the store now: apply changes of other processes, and expire overdue interactions."""
        await self._bus.poller.poll()

    # --- For askers ---

    async def open(self, asked: Asked, **terms: Unpack[Terms]) -> Interaction:
        """Open an interaction and return at once. Opening again with the same `key` returns the existing one.

        Raises:
            InvalidRequest: The form or a term is invalid.
            KeyConflict: The key was used for another form or other terms.
        """
        return await self._open(
            opening(asked, terms, self._make_id(), self.store.now(), self._default_duration)
        )

    async def _open(self, wanted: Opening) -> Interaction:
        opened = await self.store.open(wanted)
        interaction = opened.interaction
        if opened.digest != wanted.digest:
            raise KeyConflict(interaction.key or interaction.id, interaction.id)
        self._bus.poller.schedule_expiry(interaction.deadline)
        self._bus.publish(opened.changes, interaction)
        return interaction

    async def ask(self, asked: Asked, **terms: Unpack[Terms]) -> Outcome:
        """Open an interaction, wait for its outcome, and acknowledge the outcome.

        Raises:
            InvalidRequest: The form or a term is invalid.
            KeyConflict: The key was used for another form or other terms.
        """
        wanted = opening(asked, terms, self._make_id(), self.store.now(), self._default_duration)
        # Register before opening, so that the outcome cannot be missed and does not have to be loaded.
        future = self._bus.waiters.add(wanted.interaction.id)
        try:
            interaction = await self._open(wanted)
            is_new = interaction.id == wanted.interaction.id
            outcome = await (future if is_new else self.wait(interaction.id, asked_by=interaction.asked_by))
        finally:
            self._bus.waiters.remove(wanted.interaction.id, future)
        self.acknowledge_soon(interaction)
        return outcome

    async def wait(self, asked: Interaction | str, *, asked_by: Asker = SCRIPT) -> Outcome:
        """Wait for the outcome of an interaction or of an id. The outcome may come from any process."""
        interaction_id = asked if isinstance(asked, str) else asked.id
        # Register before loading, so that an outcome committed in between is not missed.
        future = self._bus.waiters.add(interaction_id)
        try:
            # Hold no reference to the interaction while waiting: there may be many waiters and large forms.
            return await self._load_outcome(asked, asked_by) or await future
        finally:
            self._bus.waiters.remove(interaction_id, future)

    async def collect(self, asked_by: Asker = SCRIPT, *, most: int = 100) -> list[Interaction]:
        """Return the ended interactions of an asker that were not acknowledged, oldest first."""
        wanted = Wanted(tenant=asked_by.tenant, asked_by=asked_by, unacknowledged=True, most=most)
        return await self.store.find(wanted)

    async def asked(
        self, asked_by: Asker = SCRIPT, *, state: State | None = "open", most: int = 100
    ) -> list[Interaction]:
        """Return the interactions of an asker, oldest first."""
        return await self.store.find(
            Wanted(tenant=asked_by.tenant, state=state, asked_by=asked_by, most=most)
        )

    async def acknowledge(self, interaction_id: str, *, asked_by: Asker = SCRIPT) -> Interaction:
        """Mark the outcome as received, so that `collect` does not return it again."""
        return await self._bus.alter(interaction_id, asked_by.tenant, access.acknowledged(asked_by))

    def acknowledge_soon(self, interaction: Interaction) -> None:
        """Acknowledge the outcome in a background task. Closing the desk waits for the task."""
        self._tasks.finish(self.acknowledge(interaction.id, asked_by=interaction.asked_by))

    async def revise(self, interaction_id: str, asked: Asked, *, asked_by: Asker = SCRIPT) -> Interaction:
        """Replace the form of an open interaction. Answers to the previous version are rejected.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        change = access.revised(form_of(asked), asked_by)
        return await self._bus.alter(interaction_id, asked_by.tenant, change)

    async def supersede(
        self,
        interaction_id: str,
        *,
        note: str | None = None,
        asked_by: Asker = SCRIPT,
        key: str | None = None,
    ) -> Interaction:
        """End an interaction because it is no longer relevant.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        loaded = await self.store.load(access.valid_id(interaction_id), asked_by.tenant)
        interaction = access.for_asker(loaded, interaction_id, asked_by)
        record = Note(kind="superseded", actor=asked_by.agent, body=body(note=note))
        return await self._bus.end(interaction, Superseded(note=note, form=interaction.form), record, key=key)

    # --- For people ---

    async def list(
        self, by: Person, *, state: State | None = "open", asked_by: Asker | None = None, most: int = 100
    ) -> list[Interaction]:
        """Return the interactions that a person may answer, oldest first, including queued ones."""
        found: list[Interaction] = []
        wanted = Wanted(tenant=by.tenant, state=state, asked_by=asked_by, most=most)
        while len(found) < most and (page := await self.store.find(wanted)):
            found += [interaction for interaction in page if access.may_see(interaction, by)]
            wanted = replace(wanted, after=(page[-1].asked_at, page[-1].id))
        return found[:most]

    async def look(self, interaction_id: str, *, by: Asker | Person) -> Interaction:
        """Return an interaction to its asker, or to a person who may answer it."""
        loaded = await self.store.load(access.valid_id(interaction_id), by.tenant)
        return access.for_either(loaded, interaction_id, by)

    async def answer(  # noqa: PLR0913 - each is recorded with the answer
        self,
        asked: Interaction | str,
        answers: Submission | Answer | Iterable[Answer],
        *,
        by: Person,
        surface: str | None = None,
        version: str | None = None,
        answer_id: str | None = None,
        matched: Mapping[str, str] | None = None,
        client: str | None = None,
    ) -> Interaction:
        """Validate and commit the answers to all questions of an interaction. On return they are durable.

        `asked` is the interaction or its id, `version` is the version of the form that was shown, and
        `answer_id` is an idempotency key. `matched` maps question ids to the rule that matched a typed reply
        to an option. `client` is the name of the agent's program, if the person answered in it; the log
        says so.

        Raises:
            InvalidAnswer: The answers do not fit the form.
            InteractionClosed: The interaction has ended; the error contains the outcome.
            StaleVersion: The form was revised since it was shown.
            KeyConflict: The `answer_id` was used for another answer.
            NotAllowed: The person is the asker.
        """
        note, key = None, answer_id
        if isinstance(answers, Submission):
            note, key = answers.note, answers.answer_id if key is None else key
            answers = answers.answers
        given = (answers,) if isinstance(answers, Answer) else tuple(answers)
        if isinstance(asked, str):
            loaded = await self.store.load(access.valid_id(asked), by.tenant)
            interaction = access.for_person(loaded, asked, by)
        else:
            interaction = access.for_person(asked, asked.id, by)
        if version is not None and version != interaction.version:
            raise StaleVersion(interaction.id, version, interaction.version)
        form, user = interaction.form, by.user
        checked = check_answers(form, given)
        outcome = Answered(answers=checked, note=note, answered_by=user, surface=surface, form=form)
        text, facts = answer_texts(form, outcome, matched, client)
        record = Note("answered", user, surface, facts)
        return await self._bus.end(interaction, outcome, record, key=key, text=text)

    async def draft(
        self, interaction_id: str, step: DraftStep, *, by: Person, seen: int | None = None
    ) -> Interaction:
        """Apply one step to the draft. With `seen`, the step is rejected unless the draft has this number.

        Raises:
            InvalidAnswer: The answer does not fit its question.
            StaleDraft: The draft has another number than `seen`.
            InteractionClosed: The interaction has ended.
        """
        return await self._bus.alter(interaction_id, by.tenant, access.drafted(step, seen, by))

    async def complete(
        self, interaction_id: str, *, by: Person, surface: str | None = None, answer_id: str | None = None
    ) -> Interaction:
        """Submit the draft as the answer.

        Raises:
            InvalidAnswer: A question has no answer yet.
            InteractionClosed: The interaction has ended; the error contains the outcome.
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
            InteractionClosed: The interaction has ended; the error contains the outcome.
        """
        interaction = await self.look(interaction_id, by=by)
        name = access.name_of(by)
        outcome = Cancelled(note=note, answered_by=name, surface=surface, form=interaction.form)
        record = Note(kind="cancelled", actor=name, surface=surface, body=body(note=note))
        return await self._bus.end(interaction, outcome, record, key=key)

    async def extend(self, interaction_id: str, span: float, *, by: Asker | Person) -> Interaction:
        """Set the deadline to `span` seconds from now, but no later than 30 days after the opening.

        Raises:
            InvalidRequest: The number of seconds is too small or too large.
            InteractionClosed: The interaction has ended.
        """
        change = access.extended(seconds(span), by)
        return await self._bus.alter(interaction_id, by.tenant, change)

    async def snooze(self, interaction_id: str, pause: float, *, by: Person) -> Interaction:
        """Hide an interaction and pause its countdown for `pause` seconds.

        Raises:
            InvalidRequest: The number of seconds is too small or too large.
            InteractionClosed: The interaction has ended.
        """
        return await self._bus.alter(interaction_id, by.tenant, access.snoozed(seconds(pause), by))

    async def typing(self, interaction_id: str, *, by: Person) -> Interaction:
        """Pause the countdown for ten seconds. Surfaces call this while a person is typing.

        Raises:
            InteractionClosed: The interaction has ended.
        """
        return await self._bus.alter(interaction_id, by.tenant, access.typed_in(by))

    async def _load_outcome(self, asked: Interaction | str, asked_by: Asker) -> Outcome | None:
        if isinstance(asked, str):
            loaded = await self.store.load(access.valid_id(asked), asked_by.tenant)
            interaction = access.for_asker(loaded, asked, asked_by)
            self._bus.poller.schedule_expiry(interaction.deadline)
            return interaction.outcome
        interaction = access.for_asker(asked, asked.id, asked_by)
        self._bus.poller.schedule_expiry(interaction.deadline)
        ended = await self.store.outcomes([interaction.id])
        return ended[0][1] if ended else None

    async def _mark_shown(self, interaction: Interaction, surface: str) -> Interaction:
        tenant = interaction.asked_by.tenant
        return await self._bus.alter(interaction.id, tenant, access.shown(surface))
