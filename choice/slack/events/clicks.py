"""Handle clicks: applied to the desk before the acknowledgement, and idempotent."""

from collections.abc import Mapping
from typing import Any

from choice.answers import Answered
from choice.desk.desk import Desk
from choice.desk.interaction import Choose, Clear, Interaction, InteractionClosed, Reset
from choice.desk.people import Person
from choice.errors import InvalidAnswer, KeyConflict, NotAllowed, StaleVersion, UnknownInteraction, WrongCount
from choice.slack.api.client import Workspace
from choice.slack.events.actions import (
    AcceptRecommended,
    Action,
    ChangeAnswer,
    ChooseOptions,
    Click,
    OpenFreeText,
    OpenFromHome,
    ResetForm,
    SubmitForm,
    chosen_answer,
    is_current,
    parse_action,
    parse_clicks,
    recommended_answers,
)
from choice.slack.events.home import Homes
from choice.slack.events.modals import Modals
from choice.slack.people import Answerers, name_of, user_of
from choice.slack.posting import (
    Notes,
    NoteText,
    changed_note,
    count_note,
    late_note,
    missing_note,
    refused_note,
    unknown_note,
)
from choice.slack.store import Card, Cards
from choice.slack.surface import NAME


class Clicks:
    """Handles clicks on our buttons. User and channel come from the signed payload."""

    def __init__(  # noqa: PLR0913, PLR0917 - one per dependency
        self,
        desk: Desk,
        cards: Cards,
        answerers: Answerers,
        modals: Modals,
        notes: Notes,
        homes: Homes,
    ) -> None:
        self._desk, self._cards, self._answerers = desk, cards, answerers
        self._modals, self._notes, self._homes = modals, notes, homes

    async def handle(self, workspace: Workspace, payload: Mapping[str, Any]) -> None:
        """Apply the clicks of a payload; when this returns, they are durable."""
        for click in parse_clicks(payload):
            note = await self._handle_click(workspace, click)
            if note is not None and click.channel:
                place = (click.channel, click.thread_ts, click.user)
                await self._notes.send(workspace, *place, note)

    async def _handle_click(self, workspace: Workspace, click: Click) -> NoteText | None:
        """Apply one click; return a note for the user, if any."""
        action = parse_action(click.action, click.state)
        if action is None:
            return unknown_note if click.is_ours else None
        person = await self._answerers.person(workspace, click.user, click.user_team, click.channel)
        if person is None:
            return refused_note
        if isinstance(action, OpenFromHome):
            await self._homes.request_direct_message(workspace, click.user, action.handle)
            return None
        card = await self._cards.by_handle(action.handle, workspace.tenant)
        if card is None or not await self._is_of(card, click, workspace):
            return unknown_note
        return await self._apply(action, card, person, click)

    async def _is_of(self, card: Card, click: Click, workspace: Workspace) -> bool:
        """Return whether a click was made on one of the card's messages."""
        if card.team != workspace.team or card.channel != click.channel:
            return False
        if click.message_ts in card.parts:
            return True
        fresh = await self._cards.reload(card.handle, card.tenant)
        # A click may arrive before the message's timestamp is saved.
        return fresh is not None and (click.message_ts in fresh.parts or not fresh.parts)

    async def _apply(self, action: Action, card: Card, person: Person, click: Click) -> NoteText | None:
        """Apply an action to the interaction; return a note for the user, if any."""
        try:
            # The cached interaction may be stale: the desk checks the version and the outcome.
            shown = self._cards.recently_shown(card) if isinstance(action, ChooseOptions) else None
            if shown is None or not is_current(action, shown):
                shown = await self._desk.look(card.interaction_id, by=person)
            interaction = shown
            if interaction.outcome is not None:
                return _late(interaction, action, person)
            if not is_current(action, interaction):
                return changed_note
            return await self._dispatch(action, interaction, card, person, click)
        except (UnknownInteraction, NotAllowed):
            return refused_note
        except InteractionClosed:
            ended = await self._desk.look(card.interaction_id, by=person)
            return _late(ended, action, person)
        except (StaleVersion, KeyConflict):
            return changed_note

    async def _dispatch(
        self, action: Action, interaction: Interaction, card: Card, person: Person, click: Click
    ) -> NoteText | None:
        match action:
            case ChooseOptions():
                return await self._choose(action, interaction, person, click)
            case ChangeAnswer(question=number):
                if number >= len(interaction.form.questions):
                    return unknown_note
                step = Clear(interaction.form.questions[number].id)
                await self._desk.draft(interaction.id, step, by=person)
            case ResetForm():
                await self._desk.draft(interaction.id, Reset(), by=person)
            case SubmitForm():
                return await self._submit(interaction, person, click)
            case AcceptRecommended():
                return await self._accept(interaction, person, click)
            case OpenFreeText():
                self._modals.open(card, action, interaction, click)
            case OpenFromHome():  # pragma: no cover - handled before
                return None
        return None

    async def _choose(
        self, action: ChooseOptions, interaction: Interaction, person: Person, click: Click
    ) -> NoteText | None:
        answer = chosen_answer(action, interaction.form)
        if answer is None:
            return unknown_note
        try:
            if len(interaction.form.questions) > 1:
                await self._desk.draft(interaction.id, Choose(answer), by=person)
            else:
                version = interaction.version
                await self._desk.answer(
                    interaction, answer, by=person, surface=NAME, version=version, answer_id=click.key
                )
        except WrongCount:
            question = interaction.form.question(answer.question_id)
            return None if question is None else lambda words: count_note(question, words)
        except InvalidAnswer:
            return unknown_note
        return None

    async def _submit(self, interaction: Interaction, person: Person, click: Click) -> NoteText | None:
        try:
            await self._desk.complete(interaction.id, by=person, surface=NAME, answer_id=click.key)
        except InvalidAnswer:
            return lambda words: missing_note(interaction.form, interaction.draft, words)
        return None

    async def _accept(self, interaction: Interaction, person: Person, click: Click) -> NoteText | None:
        """Submit the form with recommended answers for open questions; drafted answers stay."""
        recommended = recommended_answers(interaction.form, interaction.draft)
        if not recommended:
            return lambda words: missing_note(interaction.form, interaction.draft, words)
        answers = {answer.question_id: answer for answer in (*recommended, *interaction.draft.answers)}
        await self._desk.answer(
            interaction,
            [answers[question.id] for question in interaction.form.questions],
            by=person,
            surface=NAME,
            version=interaction.version,
            answer_id=click.key,
        )
        return None


def _given(outcome: Answered, question_id: str) -> tuple[str, ...] | None:
    return next((each.option_ids for each in outcome.answers if each.question_id == question_id), None)


def _late(ended: Interaction, action: Action, person: Person) -> NoteText | None:
    """Return the note on the outcome, or None if this person gave the same answer: a double click."""
    outcome = ended.outcome
    if isinstance(outcome, Answered) and outcome.answered_by == person.user:
        meant = chosen_answer(action, ended.form) if isinstance(action, ChooseOptions) else None
        if meant is None or meant.option_ids == _given(outcome, meant.question_id):
            return None
    return lambda words: late_note(ended, words, user_of(ended), name_of(ended))
