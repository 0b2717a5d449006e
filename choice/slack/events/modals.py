"""The modal for free-text answers: build it, open it, and handle its submission."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from choice.answers import Answer, Answered
from choice.desk.desk import Desk
from choice.desk.interaction import Choose, Interaction, InteractionClosed
from choice.desk.people import Person
from choice.errors import ChoiceError, InvalidAnswer, NotAllowed, StaleVersion, UnknownInteraction
from choice.i18n import words as texts
from choice.models import Form
from choice.plain_text import plain_line
from choice.slack.api.client import WebApi, Workspace
from choice.slack.events.actions import (
    FREE_TEXT_VIEW,
    PICKED,
    TYPED,
    ActionIds,
    Click,
    FreeText,
    OpenFreeText,
    free_text_answer,
    is_current,
    parse_view_submission,
    question_at,
)
from choice.slack.people import Answerers, Locales, name_of, user_of
from choice.slack.posting import Notes, changed_note, failed_note, late_note, refused_note, unknown_note
from choice.slack.render.blocks import picking
from choice.slack.render.kit import (
    PLACEHOLDER,
    SECTION,
    TEXT_INPUT,
    Block,
    marked_text,
    plain_text,
    section,
    small,
)
from choice.slack.render.text import Words, markdown_pieces, shortened, size
from choice.slack.store import Card, Cards


def free_text_view(asked: OpenFreeText, form: Form, words: Words, written: str | None = None) -> Block | None:
    """Return the view for `views.open`; `written` is the drafted text. None for an unknown question.

    A question that takes both shows its options too, selected as in the message.
    """
    question = question_at(form, asked.question)
    if question is None or not question.allow_free_text:
        return None
    ids = ActionIds(asked.handle, asked.version, is_form=len(form.questions) > 1)
    both = question.selection_mode == "hybrid"
    blocks = [section(marked_text(piece)) for piece in markdown_pieces(question.text, SECTION)]
    if both:
        ticked = {option.id for at, option in enumerate(question.options) if at in asked.options}
        block_id = ids.block(asked.question, PICKED)
        picker = picking(block_id, question, ticked, words)
        blocks.append(picker | {"label": plain_text(words("modal_options")), "optional": True})
    if written and size(written) > TEXT_INPUT:
        blocks.append(small(words("modal_kept")))
    blocks.append(_field(ids.block(asked.question, TYPED), question.placeholder, written, words))
    blocks[-1]["optional"] = both
    return {
        "type": "modal",
        "callback_id": FREE_TEXT_VIEW,
        "private_metadata": ids.value(asked.question),
        "title": plain_text(words("modal_title")),
        "submit": plain_text(words("modal_submit")),
        "close": plain_text(words("modal_close")),
        "blocks": blocks,
    }


def _field(block_id: str, placeholder: str | None, written: str | None, words: Words) -> Block:
    element: Block = {
        "type": "plain_text_input",
        "action_id": TYPED,
        "multiline": True,
        "max_length": TEXT_INPUT,
        "focus_on_load": True,
    }
    if hint := plain_line(placeholder or ""):
        element["placeholder"] = plain_text(shortened(hint, PLACEHOLDER))
    if written and size(written) <= TEXT_INPUT:
        element["initial_value"] = written
    return {
        "type": "input",
        "block_id": block_id,
        "label": plain_text(words("modal_label")),
        "hint": plain_text(words("modal_hint", n=TEXT_INPUT)),
        "element": element,
    }


SURFACE = "slack"

logger = logging.getLogger(__name__)


class Modals:
    """Opens modals and handles their submission."""

    def __init__(  # noqa: PLR0913, PLR0917 - one per dependency
        self,
        desk: Desk,
        api: WebApi,
        cards: Cards,
        answerers: Answerers,
        notes: Notes,
        locales: Locales,
    ) -> None:
        self._desk, self._api, self._cards = desk, api, cards
        self._answerers, self._notes, self._locales = answerers, notes, locales
        self._opening: set[asyncio.Task[None]] = set()

    def open(self, card: Card, asked: OpenFreeText, interaction: Interaction, click: Click) -> None:
        """Open the modal in a background task: the click must be acknowledged first."""
        opening = self._open(card, asked, interaction, click)
        task = asyncio.get_running_loop().create_task(opening)
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def stop(self) -> None:
        """Cancel modals that are being opened."""
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)

    async def _open(self, card: Card, asked: OpenFreeText, interaction: Interaction, click: Click) -> None:
        words = Words(await self._locales.of(card.team, click.user))
        view = free_text_view(asked, interaction.form, words, _written(asked, interaction))
        if view is None:
            return
        try:
            await self._api.call(card.team, "views.open", trigger_id=click.trigger_id, view=view)
        except ChoiceError as error:
            # A trigger expires after three seconds; tell the user to reply in the thread.
            logger.info("Cannot open a modal: %s", error)
            workspace = await self._api.workspaces.find(card.team)
            if workspace is not None:
                await self._notes.send(
                    workspace, click.channel, click.thread_ts, click.user, _trigger_expired
                )

    async def handle_submission(
        self, workspace: Workspace, payload: Mapping[str, Any], words: Words
    ) -> dict[str, Any] | None:
        """Handle a submission; when this returns, it is durable. Return errors for the modal, or None."""
        view, user = payload.get("view"), payload.get("user")
        submission = parse_view_submission(view) if isinstance(view, dict) else None
        if submission is None or not isinstance(user, dict):
            return None
        card = await self._cards.by_handle(submission.handle, workspace.tenant)
        if card is None or card.team != workspace.team:
            return _errors(submission, unknown_note(words))
        team = user.get("team_id")
        person = await self._answerers.person(
            workspace, str(user.get("id", "")), team if isinstance(team, str) else None, card.channel
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
                return _late(interaction, submission, person, words)
            if not is_current(submission, interaction):
                return changed_note(words)
            answer = free_text_answer(submission, interaction.form)
            if answer is None:
                return unknown_note(words)
            await self._save(answer, interaction, person)
        except (UnknownInteraction, NotAllowed):
            return refused_note(words)
        except InteractionClosed:
            return _late(await self._desk.look(card.interaction_id, by=person), submission, person, words)
        except (StaleVersion, InvalidAnswer):
            return failed_note(words)
        return None

    async def _save(self, answer: Answer, interaction: Interaction, person: Person) -> None:
        """Save the answer; submit the form if it was the last open question."""
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


def _late(ended: Interaction, submission: FreeText, person: Person, words: Words) -> str | None:
    """Return the note on the outcome, or None if this person gave the same answer: a repeated submission."""
    outcome, meant = ended.outcome, free_text_answer(submission, ended.form)
    if isinstance(outcome, Answered) and outcome.answered_by == person.user and meant in outcome.answers:
        return None
    return late_note(ended, words, user_of(ended), name_of(ended))


def _errors(submission: FreeText, text: str) -> dict[str, Any]:
    """Return the response that shows an error and keeps the modal open."""
    return {"response_action": "errors", "errors": {submission.text_block: text}}
