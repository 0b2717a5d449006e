"""Handle messages from Slack users, as answers to open questions or as input for the model."""

import html
import logging
import re
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from choice.desk import Choose, Desk, Interaction, InteractionClosed, Person
from choice.errors import ChoiceError, InvalidAnswer, NotAllowed, StaleVersion, UnknownInteraction
from choice.i18n import words
from choice.models import Answer, Question, Submission
from choice.replies.match import match_reply, with_notes
from choice.slack.api.client import SlackUnavailable, Workspace, Workspaces
from choice.slack.events.actions import MESSAGE, SURFACE
from choice.slack.outbox import Job, OutboxWorker
from choice.slack.people import Answerers
from choice.slack.posting import Notes
from choice.slack.render.messages import numbered_replies
from choice.slack.render.text import Words, mention
from choice.slack.store import Card, Cards, Thread, ThreadRef, Threads
from choice.slack.talk import ModelBusy, ModelConversations, ModelRateLimited

_TOKEN = re.compile(r"<([^<>]*)>")


def plain_message(text: str, bot_user: str | None) -> str:
    """Return a message as plain text, without the mention of the bot."""
    if bot_user is not None:
        text = re.sub(rf"<@{re.escape(bot_user)}(?:\|[^<>]*)?>[:,]?", " ", text)
    words = _TOKEN.sub(_plain_token, text)
    return html.unescape(words).strip()


def _plain_token(token: re.Match[str]) -> str:
    """Return the plain text of a token such as `<@U123|ann>`."""
    target, _, label = token[1].partition("|")
    if target.startswith("!date^"):
        return label
    if target[:1] in {"@", "#", "!"}:
        return f"{target[0] if target[0] != '!' else '@'}{label or target[1:]}"
    return label if not target or label == target else f"{label} ({target})" if label else target


_USER_SUBTYPES = frozenset({None, "file_share", "thread_broadcast"})
"""Subtypes of messages that users write. Other subtypes are for edits, joins and the like."""


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A message that a user wrote."""

    user: str
    user_team: str | None
    channel: str
    ts: str
    thread_ts: str
    """Timestamp of the thread. Equals `ts` if the message is not a reply."""
    text: str
    lacks_mention: bool
    """Whether the message does not mention the bot."""
    event_id: str = ""

    @property
    def is_private(self) -> bool:
        """Whether the message is a direct message."""
        return self.channel.startswith("D")

    @property
    def is_top_level(self) -> bool:
        """Whether the message is not a reply in a thread."""
        return self.ts == self.thread_ts

    def as_body(self) -> dict[str, Any]:
        """Return the message as the body of a job."""
        return asdict(self)

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> Self | None:
        """Return the message in the body of a job, or None if the body has other fields."""
        try:
            return cls(**body)
        except TypeError:
            return None


def parse_message_event(payload: Mapping[str, Any], workspace: Workspace) -> MessageEvent | None:
    """Parse the payload of an event. Never raises.

    Returns None for messages without text, and for messages that no user wrote.
    """
    event = payload.get("event")
    if not isinstance(event, dict) or event.get("bot_id") or event.get("subtype") not in _USER_SUBTYPES:
        return None
    user, channel, ts, text = (event.get(name) for name in ("user", "channel", "ts", "text"))
    if not (
        isinstance(user, str) and isinstance(channel, str) and isinstance(ts, str) and isinstance(text, str)
    ):
        return None
    if user == workspace.bot_user:
        return None
    plain = plain_message(text, workspace.bot_user)
    thread, team = event.get("thread_ts"), event.get("user_team") or event.get("team")
    is_mention = event.get("type") == "app_mention" or f"<@{workspace.bot_user}" in text
    if not plain:
        return None
    return MessageEvent(
        user=user,
        user_team=team if isinstance(team, str) else None,
        channel=channel,
        ts=ts,
        thread_ts=thread if isinstance(thread, str) else ts,
        text=plain,
        lacks_mention=not is_mention,
        event_id=str(payload.get("event_id", "")),
    )


_BUSY_SECONDS = 2.0
_MESSAGE = "message"

logger = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class MessageHandler:
    """Enqueues messages before they are acknowledged, and processes them afterwards."""

    _desk: Desk
    _cards: Cards
    _threads: Threads
    _workspaces: Workspaces
    _answerers: Answerers
    _worker: OutboxWorker
    _notes: Notes
    _conversations: ModelConversations

    async def enqueue(self, workspace: Workspace, payload: Mapping[str, Any]) -> None:
        """Enqueue a message that is addressed to the bot. Repeated deliveries are ignored."""
        message = parse_message_event(payload, workspace)
        if message is None or (message.lacks_mention and not await self._is_relevant(message, workspace)):
            return
        # Slack delivers a mention in a thread as two events with different ids but the same timestamp.
        keys = tuple(
            [
                f"{workspace.team}:{name}"
                for name in (f"{message.channel}:{message.ts}", message.event_id)
                if name
            ]
        )
        lane = f"message:{workspace.team}:{message.channel}:{message.thread_ts}"
        job = Job(workspace.tenant, workspace.team, lane, _MESSAGE, message.as_body())
        await self._worker.put(job, idempotency_keys=keys)

    async def _is_relevant(self, message: MessageEvent, workspace: Workspace) -> bool:
        """Return whether a message without a mention is meant for the bot.

        That is so in direct messages, in threads with a conversation, and in threads with an open card.
        """
        if message.is_private:
            return True
        place = ThreadRef(workspace.tenant, workspace.team, message.channel, message.thread_ts)
        if await self._threads.at(place) is not None:
            return True
        open_cards = await self._cards.in_thread(
            workspace.tenant, workspace.team, message.channel, message.thread_ts
        )
        return bool(open_cards)

    async def process(self, job: Job) -> None:
        """Process one message as an answer, or send it to the model."""
        workspace = await self._workspaces.find(job.team)
        message = MessageEvent.from_body(job.body)
        if workspace is None or message is None:
            return
        person = await self._answerers.person(
            workspace, message.user, message.user_team, message.channel, MESSAGE
        )
        if person is None:
            return
        place = ThreadRef(job.tenant, job.team, message.channel, message.thread_ts)
        if await self._try_answer(message, person, workspace):
            return
        thread = await self._threads.at(place)
        if thread is None:
            if message.lacks_mention and not message.is_private:
                return
            thread = await self._threads.add(Thread(str(uuid.uuid4()), place, message.user))
        await self._send_to_model(message, thread, workspace, person)

    # --- Input for the model ---

    async def _send_to_model(
        self, message: MessageEvent, thread: Thread, workspace: Workspace, person: Person
    ) -> None:
        owner = thread.owner
        if message.user != owner:
            audience = self._answerers.audience(owner, message.channel)
            if not audience.admits(person):
                if not message.lacks_mention:
                    await self._send_note(message, workspace, "not_yours", owner=mention(owner))
                return
            if message.lacks_mention:
                return
        try:
            await self._conversations.send(thread, message.text, f"slack_{message.channel}_{message.ts}")
        except ModelBusy as busy:
            raise SlackUnavailable(_MESSAGE, str(busy), _BUSY_SECONDS) from busy
        except ModelRateLimited:
            await self._send_note(message, workspace, "too_much")

    # --- Answers ---

    async def _try_answer(self, message: MessageEvent, person: Person, workspace: Workspace) -> bool:
        """Try to answer an open question with the message. Return whether the message was handled."""
        thread_ts = None if message.is_top_level and message.is_private else message.thread_ts
        where = (workspace.tenant, workspace.team, message.channel, thread_ts)
        for card in await self._cards.in_thread(*where):
            try:
                interaction = await self._desk.look(card.interaction_id, by=person)
            except (UnknownInteraction, NotAllowed):
                continue
            if interaction.outcome is None:
                return await self._reply(message, card, interaction, person, workspace)
        return False

    async def _reply(
        self,
        message: MessageEvent,
        card: Card,
        interaction: Interaction,
        person: Person,
        workspace: Workspace,
    ) -> bool:
        replies = _replies(message.text, interaction, is_text=card.state == "text")
        if not replies:
            return False
        answers: list[Answer] = []
        matched: dict[str, str] = {}
        notes: dict[str, str] = {}
        for question, text in replies:
            match = match_reply(text, question)
            matched[question.id] = f"{match.rule}: {match.text}"
            if match.status == "matched":
                answers.append(Answer(question_id=question.id, option_ids=match.option_ids))
                notes |= {question.id: match.note} if match.note else {}
            elif card.state != "text" or match.status == "not_an_answer":
                # Free text is entered in the modal, so this message is input for the model.
                return False
            elif match.status == "free_text":
                answers.append(Answer(question_id=question.id, option_ids=(), custom_text=text))
            else:
                await self._send_note(message, workspace, "ambiguous")
                return True
        try:
            await self._save(interaction, with_notes(answers, notes), person, matched)
        except (InteractionClosed, InvalidAnswer, StaleVersion) as error:
            logger.info("A typed reply was rejected: %s", error)
            return False
        return True

    async def _save(
        self, interaction: Interaction, given: Submission, person: Person, matched: dict[str, str]
    ) -> None:
        """Save the answers. A form with several questions is submitted when all of them have an answer."""
        if len(interaction.form.questions) == 1:
            await self._desk.answer(interaction, given, by=person, surface=SURFACE, matched=matched)
            return
        for answer in given.answers:
            interaction = await self._desk.draft(interaction.id, Choose(answer), by=person)
        if not interaction.draft.open_questions(interaction.form):
            await self._desk.complete(interaction.id, by=person, surface=SURFACE)

    async def _send_note(self, message: MessageEvent, workspace: Workspace, name: str, **values: str) -> None:
        def render(texts: Words) -> str:
            return words("slack_talk", texts.language)(name, **values)

        try:
            await self._notes.send(workspace, message.channel, message.thread_ts, message.user, render)
        except ChoiceError as error:
            logger.warning("Cannot enqueue a note: %s", error)


def _replies(text: str, interaction: Interaction, *, is_text: bool) -> list[tuple[Question, str]]:
    """Return pairs of a question and the reply to it.

    For a form shown as plain text, a reply can contain numbered answers. Otherwise the whole message
    replies to the first open question.
    """
    questions = interaction.form.questions
    if is_text and (numbered := numbered_replies(text, interaction.form)):
        return [(questions[position], reply) for position, reply in numbered.items()]
    still_open = interaction.draft.open_questions(interaction.form)
    return [(question, text) for question in questions if question.id in still_open][:1]
