"""Handle clicks and modal submissions. They take effect once, before they are acknowledged."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from choice.desk import Choose, Clear, Desk, Interaction, InteractionClosed, Person, Reset
from choice.errors import (
    ChoiceError,
    InvalidAnswer,
    KeyConflict,
    NotAllowed,
    StaleVersion,
    UnknownInteraction,
    WrongCount,
)
from choice.i18n import words as texts
from choice.models import Answer, Answered
from choice.slack.api.client import WebApi, Workspace
from choice.slack.events.actions import (
    SURFACE,
    AcceptRecommended,
    Action,
    ChangeAnswer,
    ChooseOptions,
    Click,
    FreeText,
    OpenFreeText,
    OpenFromHome,
    ResetForm,
    SubmitForm,
    chosen_answer,
    free_text_answer,
    is_current,
    parse_action,
    parse_clicks,
    parse_view_submission,
    recommended_answers,
)
from choice.slack.events.home import Homes
from choice.slack.people import Answerers, Locales, name_of, user_of
from choice.slack.posting import (
    Notes,
    NoteText,
    changed_note,
    count_note,
    failed_note,
    late_note,
    missing_note,
    refused_note,
    unknown_note,
)
from choice.slack.render.blocks import free_text_view
from choice.slack.render.text import Words
from choice.slack.store import Card, Cards

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Modals:
    """Opens modals and handles their submissions."""

    _desk: Desk
    _api: WebApi
    _cards: Cards
    _answerers: Answerers
    _notes: Notes
    _locales: Locales
    _opening: set[asyncio.Task[None]] = field(default_factory=set, init=False)

    def open(self, card: Card, asked: OpenFreeText, interaction: Interaction, click: Click) -> None:
        """Open the modal in a background task, because the click must be acknowledged first."""
        opening = self._open(card, asked, interaction, click)
        task = asyncio.get_running_loop().create_task(opening)
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def stop(self) -> None:
        """Cancel the tasks that open modals."""
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def _open(self, card: Card, asked: OpenFreeText, interaction: Interaction, click: Click) -> None:
        words = Words(await self._locales.of(card.team, click.user))
        view = free_text_view(asked, interaction.form, words, _written(asked, interaction))
        if view is None:
            return
        try:
            await self._api.open_modal(card.team, click.trigger_id, view)
        except ChoiceError as error:
            # A trigger expires after three seconds. Ask the user to reply in the thread instead.
            logger.info("Cannot open a modal: %s", error)
            workspace = await self._api.workspaces.find(card.team)
            if workspace is not None:
                await self._notes.send(
                    workspace, click.channel, click.thread_ts, click.user, _trigger_expired
                )

    async def handle_submission(
        self, workspace: Workspace, payload: Mapping[str, Any], words: Words
    ) -> dict[str, Any] | None:
        """Save the answer in a submission. Return the error to show in the modal, or None on success."""
        view, user = payload.get("view"), payload.get("user")
        submission = parse_view_submission(view) if isinstance(view, dict) else None
        if submission is None or not isinstance(user, dict):
            return None
        card = await self._cards.by_handle(submission.handle, workspace.tenant)
        if card is None or card.team != workspace.team:
            return _errors(submission, unknown_note(words))
        team = user.get("team_id")
        user_team = team if isinstance(team, str) else None
        person = await self._answerers.person(
            workspace, str(user.get("id", "")), user_team, card.channel, FreeText.__name__
        )
        if person is None:
            return _errors(submission, refused_note(words))
        problem = await self._apply(submission, card, person, words)
        return None if problem is None else _errors(submission, problem)

    async def _apply(  # noqa: PLR0911 - one return per kind of failure
        self, submission: FreeText, card: Card, person: Person, words: Words
    ) -> str | None:
        try:
            interaction = await self._desk.look(card.interaction_id, by=person)
            if interaction.outcome is not None:
                return _late_submission(interaction, submission, person, words)
            if not is_current(submission, interaction):
                return changed_note(words)
            answer = free_text_answer(submission, interaction.form)
            if answer is None:
                return unknown_note(words)
            if not answer.option_ids and not (answer.custom_text or "").strip():
                return words("modal_blank")
            await self._save(answer, interaction, person)
        except (UnknownInteraction, NotAllowed):
            return refused_note(words)
        except InteractionClosed:
            return _late_submission(
                await self._desk.look(card.interaction_id, by=person), submission, person, words
            )
        except (StaleVersion, InvalidAnswer):
            return failed_note(words)
        return None

    async def _save(self, answer: Answer, interaction: Interaction, person: Person) -> None:
        """Save the answer. A form with several questions is submitted when all of them have an answer."""
        if len(interaction.form.questions) == 1:
            version = interaction.version
            await self._desk.answer(interaction, answer, by=person, surface=SURFACE, version=version)
            return
        drafted = await self._desk.draft(interaction.id, Choose(answer), by=person)
        if not drafted.draft.open_questions(drafted.form):
            await self._desk.complete(interaction.id, by=person, surface=SURFACE)


def _trigger_expired(words: Words) -> str:
    return texts("slack_talk", words.language)("took_too_long")


def _written(asked: OpenFreeText, interaction: Interaction) -> str | None:
    """Return the drafted free text of a question."""
    questions = interaction.form.questions
    question_id = questions[asked.question].id if asked.question < len(questions) else None
    found = [each.custom_text for each in interaction.draft.answers if each.question_id == question_id]
    return found[0] if found else None


def _late_submission(ended: Interaction, submission: FreeText, person: Person, words: Words) -> str | None:
    """Return a note with the outcome, or None if this person gave the same answer (a repeated submission)."""
    outcome, meant = ended.outcome, free_text_answer(submission, ended.form)
    if isinstance(outcome, Answered) and outcome.answered_by == person.user and meant in outcome.answers:
        return None
    return late_note(ended, words, user_of(ended), name_of(ended))


def _errors(submission: FreeText, text: str) -> dict[str, Any]:
    """Return a response that shows an error and keeps the modal open."""
    return {"response_action": "errors", "errors": {submission.text_block: text}}


@dataclass(eq=False, slots=True)
class Clicks:
    """Handles clicks on our buttons. The user and channel are taken from the signed payload."""

    _desk: Desk
    _cards: Cards
    _answerers: Answerers
    _modals: Modals
    _notes: Notes
    _homes: Homes

    async def handle(self, workspace: Workspace, payload: Mapping[str, Any]) -> None:
        """Apply and save the clicks of a payload."""
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
        person = await self._answerers.person(
            workspace, click.user, click.user_team, click.channel, type(action).__name__
        )
        if person is None:
            return refused_note
        if isinstance(action, OpenFromHome):
            await self._homes.request_direct_message(workspace, click.user, action.handle)
            return None
        card = await self._cards.by_handle(action.handle, workspace.tenant)
        if card is None or not await self._is_on_card(card, click, workspace):
            return unknown_note
        return await self._apply(action, card, person, click)

    async def _is_on_card(self, card: Card, click: Click, workspace: Workspace) -> bool:
        """Return whether a click was made on one of the card's messages."""
        if card.team != workspace.team or card.channel != click.channel:
            return False
        if click.message_ts in card.parts:
            return True
        fresh = await self._cards.reload(card.handle, card.tenant)
        # A click may arrive before the timestamp of the message is saved.
        return fresh is not None and (click.message_ts in fresh.parts or not fresh.parts)

    async def _apply(self, action: Action, card: Card, person: Person, click: Click) -> NoteText | None:
        """Apply an action to the interaction; return a note for the user, if any."""
        try:
            # The cached interaction may be outdated. The desk checks the version and the outcome again.
            shown = self._cards.recently_shown(card) if isinstance(action, ChooseOptions) else None
            if shown is None or not is_current(action, shown):
                shown = await self._desk.look(card.interaction_id, by=person)
            interaction = shown
            if interaction.outcome is not None:
                return _late_click(interaction, action, person)
            if not is_current(action, interaction):
                return changed_note
            return await self._dispatch(action, interaction, card, person, click)
        except (UnknownInteraction, NotAllowed):
            return refused_note
        except InteractionClosed:
            ended = await self._desk.look(card.interaction_id, by=person)
            return _late_click(ended, action, person)
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
                    interaction, answer, by=person, surface=SURFACE, version=version, answer_id=click.key
                )
        except WrongCount:
            question = interaction.form.question(answer.question_id)
            return None if question is None else lambda words: count_note(question, words)
        except InvalidAnswer:
            return unknown_note
        return None

    async def _submit(self, interaction: Interaction, person: Person, click: Click) -> NoteText | None:
        try:
            await self._desk.complete(interaction.id, by=person, surface=SURFACE, answer_id=click.key)
        except InvalidAnswer:
            return lambda words: missing_note(interaction.form, interaction.draft, words)
        return None

    async def _accept(self, interaction: Interaction, person: Person, click: Click) -> NoteText | None:
        """Submit the form with the drafted answers, and the recommended answers to open questions."""
        recommended = recommended_answers(interaction.form, interaction.draft)
        if not recommended:
            return lambda words: missing_note(interaction.form, interaction.draft, words)
        answers = {answer.question_id: answer for answer in (*recommended, *interaction.draft.answers)}
        await self._desk.answer(
            interaction,
            [answers[question.id] for question in interaction.form.questions],
            by=person,
            surface=SURFACE,
            version=interaction.version,
            answer_id=click.key,
        )
        return None


def _chosen_ids(outcome: Answered, question_id: str) -> tuple[str, ...] | None:
    return next((each.option_ids for each in outcome.answers if each.question_id == question_id), None)


def _late_click(ended: Interaction, action: Action, person: Person) -> NoteText | None:
    """Return a note with the outcome, or None if this person gave the same answer (a double click)."""
    outcome = ended.outcome
    if isinstance(outcome, Answered) and outcome.answered_by == person.user:
        meant = chosen_answer(action, ended.form) if isinstance(action, ChooseOptions) else None
        if meant is None or meant.option_ids == _chosen_ids(outcome, meant.question_id):
            return None
    return lambda words: late_note(ended, words, user_of(ended), name_of(ended))
