"""What a click does: on the desk before it is acknowledged, and once however often it comes."""

from collections.abc import Mapping
from typing import Any

from choice.answers import Answered
from choice.desk.desk import Desk
from choice.desk.draft import Choose, Clear, Reset
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.people import Person
from choice.errors import InvalidAnswer, KeyConflict, NotAllowed, StaleVersion, UnknownInteraction, WrongCount
from choice.slack.api.client import Workspace
from choice.slack.events.actions import (
    AcceptRecommended,
    Action,
    ChangeAnswer,
    ChooseOptions,
    Click,
    OpenFromHome,
    ResetForm,
    SubmitForm,
    WriteOwnWords,
    chosen_answer,
    click_of,
    is_current,
    read_action,
    recommended_answers,
)
from choice.slack.events.home import Homes
from choice.slack.events.modals import Modals
from choice.slack.people import Answerers, name_of, user_of
from choice.slack.posting import (
    Notes,
    Say,
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
    """Takes clicks on our buttons. Who clicked and where is what Slack signed; the rest is looked up."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a click may concern
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

    async def take(self, workspace: Workspace, payload: Mapping[str, Any]) -> None:
        """Do what the clicks of a payload mean; when this returns, it is durable."""
        for click in click_of(payload):
            note = await self._taken(workspace, click)
            if note is not None and click.channel:
                place = (click.channel, click.thread_ts, click.user)
                await self._notes.tell(workspace, *place, note)

    async def _taken(self, workspace: Workspace, click: Click) -> Say | None:
        """Do what one click means; return what the person is to be told."""
        action = read_action(click.action, click.state)
        if action is None:
            return unknown_note if click.is_ours else None
        person = await self._answerers.person(workspace, click.user, click.user_team, click.channel)
        if person is None:
            return refused_note
        if isinstance(action, OpenFromHome):
            await self._homes.open(workspace, click.user, action.handle)
            return None
        card = await self._cards.by_handle(action.handle, workspace.tenant)
        if card is None or not await self._is_of(card, click, workspace):
            return unknown_note
        return await self._done(action, card, person, click)

    async def _is_of(self, card: Card, click: Click, workspace: Workspace) -> bool:
        """Tell whether a click was made on a message that the card was posted as."""
        if card.team != workspace.team or card.channel != click.channel:
            return False
        if click.message_ts in card.parts:
            return True
        fresh = await self._cards.fresh(card.handle, card.tenant)
        # A click may be faster than the note of where the message stands.
        return fresh is not None and (click.message_ts in fresh.parts or not fresh.parts)

    async def _done(self, action: Action, card: Card, person: Person, click: Click) -> Say | None:
        """Do what a click means; return what the person is to be told."""
        try:
            # What was shown lately need not be read again: the desk decides whether it still stands.
            shown = self._cards.shown_lately(card) if isinstance(action, ChooseOptions) else None
            if shown is None or not is_current(action, shown):
                shown = await self._desk.look(card.interaction_id, by=person)
            interaction = shown
            if interaction.outcome is not None:
                return _late(interaction, action, person)
            if not is_current(action, interaction):
                return changed_note
            return await self._act(action, interaction, card, person, click)
        except (UnknownInteraction, NotAllowed):
            return refused_note
        except InteractionClosed:
            ended = await self._desk.look(card.interaction_id, by=person)
            return _late(ended, action, person)
        except (StaleVersion, KeyConflict):
            return changed_note

    async def _act(
        self, action: Action, interaction: Interaction, card: Card, person: Person, click: Click
    ) -> Say | None:
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
            case WriteOwnWords():
                self._modals.open(card, action, interaction, click)
            case OpenFromHome():  # pragma: no cover - taken before
                return None
        return None

    async def _choose(
        self, action: ChooseOptions, interaction: Interaction, person: Person, click: Click
    ) -> Say | None:
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

    async def _submit(self, interaction: Interaction, person: Person, click: Click) -> Say | None:
        try:
            await self._desk.complete(interaction.id, by=person, surface=NAME, answer_id=click.key)
        except InvalidAnswer:
            return lambda words: missing_note(interaction.form, interaction.draft, words)
        return None

    async def _accept(self, interaction: Interaction, person: Person, click: Click) -> Say | None:
        """Answer what is still open with what is recommended; what was chosen stays as it is."""
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


def _late(ended: Interaction, action: Action, person: Person) -> Say | None:
    """Say how it ended, unless this very person decided just this: then it was a second click."""
    outcome = ended.outcome
    if isinstance(outcome, Answered) and outcome.answered_by == person.user:
        meant = chosen_answer(action, ended.form) if isinstance(action, ChooseOptions) else None
        if meant is None or meant.option_ids == _given(outcome, meant.question_id):
            return None
    return lambda words: late_note(ended, words, user_of(ended), name_of(ended))
