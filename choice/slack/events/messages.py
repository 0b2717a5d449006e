"""Handle messages written in Slack: answers to open questions, or input for the model."""

import html
import logging
import re
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from choice.answers import Answer
from choice.catalogues.catalogue import words
from choice.desk.desk import Desk
from choice.desk.draft import Choose
from choice.desk.interaction import Interaction, InteractionClosed
from choice.desk.people import Person
from choice.errors import ChoiceError, InvalidAnswer, NotAllowed, StaleVersion, UnknownInteraction
from choice.replies.verdict import match_reply
from choice.slack.api.client import SlackAway, Workspace, Workspaces
from choice.slack.outbox import Draining, Job
from choice.slack.people import Answerers
from choice.slack.posting import Notes
from choice.slack.render.text import Words, mention
from choice.slack.store import Card, Cards, Place, Thread, Threads
from choice.slack.surface import NAME
from choice.slack.talk import TalkBusy, TalkRefused, Talks

_TOKEN = re.compile(r"<([^<>]*)>")


def heard_text(text: str, bot_user: str | None) -> str:
    """Return the words of a message; the mention of the bot is no part of them."""
    if bot_user is not None:
        text = re.sub(rf"<@{re.escape(bot_user)}(?:\|[^<>]*)?>[:,]?", " ", text)
    words = _TOKEN.sub(_spoken, text)
    return html.unescape(words).strip()


def _spoken(token: re.Match[str]) -> str:
    """Return what a token of Slack's notation says."""
    target, _, label = token[1].partition("|")
    if target.startswith("!date^"):
        return label
    if target[:1] in {"@", "#", "!"}:
        return f"{target[0] if target[0] != '!' else '@'}{label or target[1:]}"
    return label if not target or label == target else f"{label} ({target})" if label else target


_SPOKEN = frozenset({None, "file_share", "thread_broadcast"})
"""Subtypes of messages that a person wrote just now; edits and joins are others."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Who wrote what, where and when."""

    user: str
    user_team: str | None
    channel: str
    ts: str
    thread_ts: str
    """The thread it stands in, or the one that it begins."""
    text: str
    is_quiet: bool
    """Whether the bot is not mentioned."""
    event_id: str = ""

    @property
    def is_private(self) -> bool:
        """Whether it is a direct message."""
        return self.channel.startswith("D")

    @property
    def is_top_level(self) -> bool:
        """Whether it begins a thread."""
        return self.ts == self.thread_ts

    def as_body(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return asdict(self)

    @classmethod
    def of_body(cls, body: Mapping[str, Any]) -> Self | None:
        """Return what was kept."""
        try:
            return cls(**body)
        except TypeError:
            return None


def heard_of(payload: Mapping[str, Any], workspace: Workspace) -> Heard | None:
    """Return the message of an `event_callback`; None where no person wrote it, or it says nothing."""
    event = payload.get("event")
    if not isinstance(event, dict) or event.get("bot_id") or event.get("subtype") not in _SPOKEN:
        return None
    user, channel, ts, text = (event.get(name) for name in ("user", "channel", "ts", "text"))
    if not (
        isinstance(user, str) and isinstance(channel, str) and isinstance(ts, str) and isinstance(text, str)
    ):
        return None
    if user == workspace.bot_user:
        return None
    said = heard_text(text, workspace.bot_user)
    thread, team = event.get("thread_ts"), event.get("user_team") or event.get("team")
    is_mention = event.get("type") == "app_mention" or f"<@{workspace.bot_user}" in text
    if not said:
        return None
    return Heard(
        user=user,
        user_team=team if isinstance(team, str) else None,
        channel=channel,
        ts=ts,
        thread_ts=thread if isinstance(thread, str) else ts,
        text=said,
        is_quiet=not is_mention,
        event_id=str(payload.get("event_id", "")),
    )


_BUSY_SECONDS = 2.0
_HEAR = "hear"

logger = logging.getLogger(__name__)


class Hearing:
    """Takes messages: kept before they are acknowledged, understood after."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that a message may concern
        self,
        desk: Desk,
        cards: Cards,
        threads: Threads,
        workspaces: Workspaces,
        answerers: Answerers,
        draining: Draining,
        notes: Notes,
        talks: Talks,
    ) -> None:
        self._desk, self._cards, self._threads, self._workspaces = desk, cards, threads, workspaces
        self._answerers, self._draining, self._notes = answerers, draining, notes
        self._talks = talks

    async def take(self, workspace: Workspace, payload: Mapping[str, Any]) -> None:
        """Keep a message, if it is for us; the same message again is kept once."""
        heard = heard_of(payload, workspace)
        if heard is None or (heard.is_quiet and not await self._concerns_us(heard, workspace)):
            return
        # A mention in a thread comes twice, as a mention and as a message: its time names it.
        names = tuple(
            [f"{workspace.team}:{name}" for name in (f"{heard.channel}:{heard.ts}", heard.event_id) if name]
        )
        lane = f"hear:{workspace.team}:{heard.channel}:{heard.thread_ts}"
        job = Job(workspace.tenant, workspace.team, lane, _HEAR, heard.as_body())
        await self._draining.put(job, heard=names)

    async def _concerns_us(self, heard: Heard, workspace: Workspace) -> bool:
        """Tell whether a message without a mention stands in a thread of ours."""
        if heard.is_private:
            return True
        place = Place(workspace.tenant, workspace.team, heard.channel, heard.thread_ts)
        if await self._threads.at(place) is not None:
            return True
        open_cards = await self._cards.in_thread(
            workspace.tenant, workspace.team, heard.channel, heard.thread_ts
        )
        return bool(open_cards)

    async def understand(self, job: Job) -> None:
        """Do the job of understanding a message."""
        workspace = await self._workspaces.find(job.team)
        heard = Heard.of_body(job.body)
        if workspace is None or heard is None:
            return
        person = await self._answerers.person(workspace, heard.user, heard.user_team, heard.channel)
        if person is None:
            return
        place = Place(job.tenant, job.team, heard.channel, heard.thread_ts)
        if await self._answered(heard, person, workspace):
            return
        thread = await self._threads.at(place)
        if thread is None:
            if heard.is_quiet and not heard.is_private:
                return
            thread = await self._threads.keep(Thread(str(uuid.uuid4()), place, heard.user))
        await self._talk(heard, thread, workspace, person)

    # --- To the model ---

    async def _talk(self, heard: Heard, thread: Thread, workspace: Workspace, person: Person) -> None:
        owner = thread.owner
        if heard.user != owner:
            audience = self._answerers.audience(owner, heard.channel)
            if not audience.admits(person):
                if not heard.is_quiet:
                    await self._tell(heard, workspace, "not_yours", owner=mention(owner))
                return
            if heard.is_quiet:
                return
        try:
            await self._talks.say(thread, heard.text, f"slack_{heard.channel}_{heard.ts}")
        except TalkBusy as busy:
            raise SlackAway(_HEAR, str(busy), _BUSY_SECONDS) from busy
        except TalkRefused:
            await self._tell(heard, workspace, "too_much")

    # --- To the desk ---

    async def _answered(self, heard: Heard, person: Person, workspace: Workspace) -> bool:
        """Take a message as the answer to what is open there, if it is one; say whether that settled it."""
        thread_ts = None if heard.is_top_level and heard.is_private else heard.thread_ts
        where = (workspace.tenant, workspace.team, heard.channel, thread_ts)
        for card in await self._cards.in_thread(*where):
            try:
                interaction = await self._desk.look(card.interaction_id, by=person)
            except (UnknownInteraction, NotAllowed):
                continue
            if interaction.outcome is None:
                return await self._reply(heard, card, interaction, person, workspace)
        return False

    async def _reply(
        self, heard: Heard, card: Card, interaction: Interaction, person: Person, workspace: Workspace
    ) -> bool:
        answered = {answer.question_id for answer in interaction.draft.answers}
        question = next((each for each in interaction.form.questions if each.id not in answered), None)
        if question is None:
            return False
        match = match_reply(heard.text, question)
        if match.status == "matched":
            answer = Answer(question_id=question.id, option_ids=match.option_ids)
        elif card.state != "text" or match.status == "not_an_answer":
            # Buttons and a modal are there for own words: what else is said goes to the model.
            return False
        elif match.status == "free_text":
            answer = Answer(question_id=question.id, option_ids=(), custom_text=heard.text)
        else:
            await self._tell(heard, workspace, "ambiguous")
            return True
        rule = {question.id: f"{match.rule}: {match.text}"}
        try:
            if len(interaction.form.questions) == 1:
                await self._desk.answer(interaction, answer, by=person, surface=NAME, matched=rule)
                return True
            drafted = await self._desk.draft(interaction.id, Choose(answer), by=person)
            if not drafted.draft.open_questions(drafted.form):
                await self._desk.complete(interaction.id, by=person, surface=NAME)
        except (InteractionClosed, InvalidAnswer, StaleVersion) as error:
            logger.info("A typed reply was not taken: %s", error)
            return False
        return True

    async def _tell(self, heard: Heard, workspace: Workspace, name: str, **values: str) -> None:
        def say(spoken: Words) -> str:
            return words("slack_talk", spoken.language)(name, **values)

        try:
            await self._notes.tell(workspace, heard.channel, heard.thread_ts, heard.user, say)
        except ChoiceError as error:
            logger.warning("A note could not be kept: %s", error)
