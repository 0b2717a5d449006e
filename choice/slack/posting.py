"""Post and update the messages of cards, and send ephemeral notes."""

import hashlib
import json
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from choice.clock import micros
from choice.desk import Desk, Draft, Interaction
from choice.errors import ChoiceError
from choice.i18n import LANGUAGES, words
from choice.models import Form, Question
from choice.plain_text import plain_line
from choice.slack.api.client import (
    CHANNEL_CODES,
    INVALID_BLOCKS_CODES,
    SlackRejected,
    Timer,
    WebApi,
    Workspace,
)
from choice.slack.outbox import Job, OutboxWorker
from choice.slack.people import Locales, name_of, user_of
from choice.slack.render.blocks import count_words, outcome_text
from choice.slack.render.limits import problems
from choice.slack.render.messages import closed_messages, fallback_texts, open_messages
from choice.slack.render.text import Rendered, Words, escape, shortened, words_for
from choice.slack.store import Card, Cards, Threads, new_handle, with_message

_MAX_REPLIES = 50


class MessageRecovery:
    """Finds messages that a process posted for a card before it crashed without saving them."""

    def __init__(self, api: WebApi) -> None:
        self._api = api

    async def recover(self, card: Card) -> Card:
        """Return the card with all its messages in the thread. Recovered messages have an empty digest."""
        if card.thread_ts is None:
            return card
        try:
            response = await self._api.call(
                card.team,
                "conversations.replies",
                channel=card.channel,
                ts=card.thread_ts,
                limit=_MAX_REPLIES,
            )
        except ChoiceError:
            return card  # The thread cannot be read, so a message may be posted twice.
        found = [str(each["ts"]) for each in response.get("messages", ()) if _has_handle(each, card.handle)]
        parts = (*card.parts, *[ts for ts in found if ts not in card.parts])
        return replace(card, parts=parts, shown=(*card.shown, *[""] * (len(parts) - len(card.shown))))


def _has_handle(message: Mapping[str, Any], handle: str) -> bool:
    return any(handle in str(block) for block in message.get("blocks", ()))


NoteText = Callable[[Words], str]
"""Renders a note in one language."""

_NOTE_EXPIRY = timedelta(minutes=10)
_MICROSECOND = timedelta(microseconds=1)

logger = logging.getLogger(__name__)


class Notes:
    """Enqueues ephemeral notes, and posts them from the outbox."""

    def __init__(self, api: WebApi, worker: OutboxWorker, timer: Timer, locales: Locales) -> None:
        self._api, self._worker, self._timer, self._locales = api, worker, timer, locales

    async def send(
        self, workspace: Workspace, channel: str, thread_ts: str | None, user: str, render: NoteText
    ) -> None:
        """Enqueue a note for a user. Replaces an identical note that is still pending."""
        until = micros(self._timer.now()) + _NOTE_EXPIRY // _MICROSECOND
        texts = {language: render(Words(language)) for language in LANGUAGES}
        body = {"channel": channel, "thread": thread_ts, "user": user, "texts": texts, "until": until}
        place = f"{workspace.team}:{channel}:{user}"
        name = hashlib.sha256(f"{place}:{texts['en']}".encode()).hexdigest()[:32]
        await self._worker.put(
            Job(workspace.tenant, workspace.team, f"note:{place}:{name}", "note", body, id=f"note:{name}")
        )

    async def post(self, job: Job) -> None:
        """Post a note, unless it has expired."""
        body = job.body
        if micros(self._timer.now()) > int(body["until"]):
            return
        language = await self._locales.of(job.team, str(body["user"]))
        try:
            await self._api.call(
                job.team,
                "chat.postEphemeral",
                channel=body["channel"],
                thread_ts=body["thread"],
                user=body["user"],
                text=body["texts"][language],
            )
        except SlackRejected as error:
            logger.info("Cannot post a note: %s", error)


_QUESTION_CHARACTERS = 120


def late_note(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Return the note for an answer to a question that has ended."""
    return f"{words('late')}\n{outcome_text(interaction, words, user_id, name)}"


def refused_note(words: Words) -> str:
    """Return the note for a user who may not answer."""
    return words("refused")


def missing_note(form: Form, draft: Draft, words: Words) -> str:
    """Return a note that lists the unanswered questions."""
    still_open = draft.open_questions(form)
    named = [
        f"{at + 1}. {shortened(escape(plain_line(question.text)), _QUESTION_CHARACTERS)}"
        for at, question in enumerate(form.questions)
        if question.id in still_open
    ]
    return words("missing", questions="; ".join(named))


def count_note(question: Question, words: Words) -> str:
    """Return a note that says how many options to choose."""
    if question.selection_mode == "hybrid":
        return words("choose_or_write")
    has_no_limit = question.max_selections == len(question.options) and question.min_selections > 0
    least = question.min_selections
    return words("choose_least", n=least) if has_no_limit else count_words(question, words)


def changed_note(words: Words) -> str:
    """Return the note for a click on an outdated version of a form."""
    return words("changed")


def unknown_note(words: Words) -> str:
    """Return the note for a click on an unknown button."""
    return words("unknown")


def failed_note(words: Words) -> str:
    """Return the note that asks the user to try again after a failure."""
    return words("failed")


class CardPoster:
    """Updates the messages of a card to the current state of its interaction."""

    def __init__(self, desk: Desk, api: WebApi, cards: Cards, threads: Threads, locales: Locales) -> None:
        self._desk, self._api, self._cards = desk, api, cards
        self._threads, self._locales = threads, locales
        self._recovery = MessageRecovery(api)

    async def sync(self, job: Job) -> None:
        """Post or update the messages of one card."""
        found = await self._desk.store.load(str(job.body["interaction"]), job.tenant)
        existing = await self._cards.of(str(job.body["interaction"]), job.tenant)
        card = existing or await self._new_card(job, found)
        if found is None or card is None or card.state == "closed":
            return
        self._cards.cache_shown(card, found)
        hidden = found.queued or found.is_snoozed(self._desk.store.now())
        if found.outcome is None and hidden:
            return
        if found.outcome is None:
            await self._show_open(card, found, is_new=existing is None)
        else:
            await self._show_closed(card, found)

    async def _new_card(self, job: Job, interaction: Interaction | None) -> Card | None:
        if interaction is None or interaction.outcome is not None or "channel" not in job.body:
            return None
        channel, owner = str(job.body["channel"]), job.body.get("owner")
        language = self._locales.channels
        if isinstance(owner, str):
            language = await self._locales.at(job.team, channel, owner)
        thread_ts = job.body.get("thread")
        place = (job.tenant, interaction.id, job.team, channel, thread_ts)
        return await self._cards.add(Card(new_handle(), *place, language=language))

    # --- Open ---

    async def _show_open(self, card: Card, interaction: Interaction, *, is_new: bool) -> None:
        texts = words_for(card.language)
        asked = await self._asked_user(interaction)
        if card.state == "text":
            return
        messages = open_messages(card.handle, interaction, interaction.draft, texts, asked)
        if not is_new and len(card.parts) < len(messages):
            # A process may have crashed between posting and saving the timestamp.
            card = await self._recovery.recover(card)
        broken = [problem for message in messages for problem in problems(message.blocks)]
        if broken:
            logger.error("Invalid blocks, showing plain text instead: %s", broken[0])
            await self._show_as_text(card, interaction)
            return
        try:
            await self._sync_messages(card, messages)
        except SlackRejected as error:
            if error.code in INVALID_BLOCKS_CODES:
                await self._show_as_text(await self._current(card), interaction)
            elif error.code in CHANNEL_CODES:
                await self._move_to_person(await self._current(card), interaction, error)
            else:
                raise

    async def _sync_messages(self, card: Card, messages: list[Rendered]) -> Card:
        """Post missing messages, and update messages whose digest differs."""
        for number, message in enumerate(messages):
            digest = digest_of(message)
            if number >= len(card.parts):
                ts = await self._api.post(card.team, card.channel, card.thread_ts, message)
            elif card.shown[number : number + 1] == (digest,):
                continue
            else:
                ts = await self._update(card, number, message)
            card = await self._cards.save(with_message(card, number, ts, digest))
        return card

    async def _update(self, card: Card, number: int, message: Rendered) -> str:
        ts = card.parts[number]
        try:
            await self._api.update(card.team, card.channel, ts, message)
        except SlackRejected as error:
            if error.code != "message_not_found":
                raise
            # The message was deleted, but the question is still open.
            return await self._api.post(card.team, card.channel, card.thread_ts, message)
        return ts

    async def _show_as_text(self, card: Card, interaction: Interaction) -> None:
        """Show the form as plain text. Users answer it with typed replies."""
        texts = fallback_texts(interaction, words_for(card.language))
        for number, text in enumerate(texts):
            message = Rendered(text)
            if number < len(card.parts):
                await self._api.update(card.team, card.channel, card.parts[number], message)
                ts = card.parts[number]
            else:
                ts = await self._api.post(card.team, card.channel, card.thread_ts, message)
            card = await self._cards.save(with_message(card, number, ts, digest_of(message)))
        await self._cards.save(replace(card, state="text"))

    async def _move_to_person(self, card: Card, interaction: Interaction, error: SlackRejected) -> None:
        """Ask in a direct message, because the channel is unavailable."""
        owner = await self._asked_user(interaction)
        if owner is None or card.channel.startswith("D"):
            logger.warning("A question cannot be shown in Slack: %s", error)
            await self._cards.save(replace(card, state="closed"))
            return
        response = await self._api.call(card.team, "conversations.open", users=owner)
        channel = str(response["channel"]["id"])
        language = await self._locales.of(card.team, owner)
        card = replace(card, channel=channel, thread_ts=None, language=language, parts=(), shown=())
        hint = Rendered(words("slack_talk", language)("moved"))
        ts = await self._api.post(card.team, channel, None, hint)
        card = await self._cards.save(replace(card, thread_ts=ts))
        messages = open_messages(card.handle, interaction, interaction.draft, words_for(language), owner)
        await self._sync_messages(card, messages)

    # --- Closed ---

    async def _show_closed(self, card: Card, interaction: Interaction) -> None:
        """Replace the buttons with the outcome. Messages that were never posted are left out."""
        texts, by = words_for(card.language), (user_of(interaction), name_of(interaction))
        card = card if card.parts else await self._recovery.recover(card)
        if card.parts:
            messages = closed_messages(interaction, texts, *by)
            if card.state == "text":
                messages = [Rendered(message.text) for message in messages]
            try:
                for number, message in enumerate(messages[: len(card.parts)]):
                    await self._close_part(card, number, message)
            except SlackRejected as error:
                logger.info("Cannot update a closed message, posting to its thread: %s", error)
                await self._post_outcome(card, outcome_text(interaction, texts, *by))
        await self._cards.save(replace(await self._current(card), state="closed"))

    async def _close_part(self, card: Card, number: int, message: Rendered) -> None:
        digest = digest_of(message)
        if card.shown[number : number + 1] == (digest,):
            return
        if problems(message.blocks):
            message = Rendered(message.text)
        try:
            await self._api.update(card.team, card.channel, card.parts[number], message)
        except SlackRejected as error:
            if error.code not in INVALID_BLOCKS_CODES:
                raise
            await self._api.update(card.team, card.channel, card.parts[number], Rendered(message.text))
        current = await self._current(card)
        await self._cards.save(with_message(current, number, card.parts[number], digest))

    async def _post_outcome(self, card: Card, text: str) -> None:
        try:
            await self._api.post(card.team, card.channel, card.thread_ts, Rendered(text))
        except SlackRejected as error:
            logger.warning("Cannot post an outcome: %s", error)

    async def _current(self, card: Card) -> Card:
        return await self._cards.by_handle(card.handle, card.tenant) or card

    async def _asked_user(self, interaction: Interaction) -> str | None:
        conversation = interaction.asked_by.conversation
        if conversation is None:
            return None
        thread = await self._threads.of(conversation, interaction.asked_by.tenant)
        return None if thread is None else thread.owner


def digest_of(message: Rendered) -> str:
    """Return a digest of the content of a message."""
    content = json.dumps([message.text, message.blocks], sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
