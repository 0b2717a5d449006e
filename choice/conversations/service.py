"""Start turns, extend their leases, and resume conversations whose questions were answered elsewhere."""

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from choice.auth import Principal
from choice.conversations.cards import COMMAND, is_from_conversation, unreported_cards
from choice.conversations.data import Reader, asked_by, data_query
from choice.conversations.frames import NullListener, TurnListener
from choice.conversations.model_input import new_message_id, without_stopped
from choice.conversations.models import (
    NO_DETAILS,
    Conversation,
    ConversationBusy,
    Details,
    Message,
    NewConversation,
    NewMessage,
    NothingToRetry,
    Owner,
    PastMessage,
    State,
    UnknownConversation,
)
from choice.conversations.questions import (
    SURFACE,
    Input,
    InputHandler,
    PreparedTurn,
    QuestionOpener,
    Regenerate,
    Retry,
    UserMessage,
    open_card_ids,
)
from choice.conversations.store import owner_of
from choice.conversations.turn import Turn, TurnDependencies, is_from_person
from choice.desk import Interaction
from choice.models import Superseded
from choice.sources.protocol import DatabaseSource, FindQuery
from choice.wire import QuestionStyle

MAX_RESUMING = 8
"""Maximum number of conversations that are resumed concurrently."""
_MAINTENANCE_SECONDS = 2.0
_PURGE_INTERVAL = timedelta(days=1)

logger = logging.getLogger(__name__)


class RunningTurns:
    """The turns that this process runs, by lease."""

    def __init__(self, deps: TurnDependencies, listener: TurnListener) -> None:
        self._deps = deps
        self._listener = listener
        self._running: dict[str, Turn] = {}
        self._lease_numbers = count(1)
        """Number of the next lease. It is unique together with the random process name."""
        self.on_end: Callable[[Turn], None] = lambda _turn: None
        """Called when a turn has ended, before the listener."""
        self.draining = asyncio.Event()
        """Set when the server shuts down. After that, no turns are started."""

    def new_lease(self) -> str:
        """Return a lease whose name starts with the name of this process."""
        return f"{self._deps.process.name}.{next(self._lease_numbers)}"

    def add(self, turn: Turn) -> None:
        """Register a turn. `ended` must be called when it ends."""
        self._running[turn.lease] = turn

    def ended(self, turn: Turn) -> None:
        """Remove a turn and notify the listener."""
        self._running.pop(turn.lease, None)
        self.on_end(turn)
        self._listener.turn_ended(turn.conversation)

    def in_conversation(self, conversation_id: str, tenant: str) -> list[Turn]:
        """Return the running turns of a conversation."""
        wanted = (tenant, conversation_id)
        turns = self._running.values()
        return [turn for turn in turns if (turn.conversation.tenant, turn.conversation.id) == wanted]

    async def run_with_listener(self, turn: Turn) -> None:
        """Run a turn whose output goes to the listener."""
        async with self._listener.output(turn.conversation) as (vocabulary, frames):
            await turn.run(vocabulary, frames)

    async def extend_leases(self) -> None:
        """Extend the leases of the running turns."""
        if self._running:
            await self._deps.conversations.extend_leases(list(self._running))

    async def stop_unauthorized(self) -> None:
        """Stop the turns of callers who are no longer authorized. Each stream gets a final event."""
        for turn in list(self._running.values()):
            if not await turn.is_authorized():
                turn.stop_unauthorized()

    def drain(self) -> None:
        """Stop all turns, each with a final event, and start no new ones."""
        self.draining.set()
        for turn in list(self._running.values()):
            turn.stop_for_shutdown()


class Resuming:
    """Resumes conversations whose questions were answered elsewhere, or whose process died.

    It is a surface of the desk, so the desk notifies it of outcomes immediately.
    """

    name = SURFACE

    def __init__(
        self, deps: TurnDependencies, inputs: InputHandler, running: RunningTurns, listener: TurnListener
    ) -> None:
        self._deps = deps
        self._inputs = inputs
        self._running = running
        self._listener = listener
        self._after_turn: dict[tuple[str, str], Owner] = {}
        """Conversations to resume as soon as their running turn has ended."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._slots = asyncio.Semaphore(MAX_RESUMING)
        running.on_end = self._turn_ended

    async def show(self, interaction: Interaction) -> None:
        """Do nothing, because the turn that asked the question shows the card."""

    async def close(self, interaction: Interaction) -> None:
        """Resume the conversation of a question that ended on another surface or by timeout."""
        conversation_id = interaction.asked_by.conversation
        if (
            not is_from_conversation(interaction)
            or conversation_id is None
            or self._running.draining.is_set()
        ):
            return
        outcome = interaction.outcome
        # Outcomes from this conversation are reported by the turn that caused them.
        is_ours = isinstance(outcome, Superseded | None) or getattr(outcome, "surface", None) == SURFACE
        if not is_ours and not interaction.acknowledged_at:
            self._resume(conversation_id, Owner(interaction.asked_by.tenant, interaction.audience.users[0]))

    async def resume_all(self) -> None:
        """Resume conversations with answered questions or an expired lease, when the server starts."""
        await self._expire_dead_processes()
        for conversation in await self._deps.conversations.waiting_or_abandoned():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def resume_abandoned(self) -> None:
        """Resume or release conversations whose process died during a turn."""
        await self._expire_dead_processes()
        for conversation in await self._deps.conversations.abandoned():
            self._resume(conversation.id, Owner(conversation.tenant, conversation.owner))

    async def stop(self) -> None:
        """Cancel all resumed turns and wait for their end."""
        for task in self._tasks:
            task.cancel()
        await self.join()

    async def join(self) -> None:
        """Wait until all resumed turns have ended."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _expire_dead_processes(self) -> None:
        """Expire the leases of dead processes on this machine, instead of waiting until they run out."""
        process = self._deps.process
        for name in await asyncio.to_thread(process.dead_processes):
            await self._deps.conversations.expire_leases(name)
            await asyncio.to_thread(process.remove, name)

    def _resume(self, conversation_id: str, owner: Owner) -> None:
        task = asyncio.get_running_loop().create_task(self._run(conversation_id, owner))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _turn_ended(self, turn: Turn) -> None:
        owner = self._after_turn.pop((turn.conversation.tenant, turn.conversation.id), None)
        if owner is not None and not self._running.draining.is_set():
            self._resume(turn.conversation.id, owner)

    async def _run(self, conversation_id: str, owner: Owner) -> None:
        """Run a turn for outcomes that the model has not seen, unless another process does so first."""
        conversations, lease = self._deps.conversations, self._running.new_lease()
        async with self._slots:
            try:
                if not await self._is_needed(conversation_id, owner):
                    return
                acquired = await conversations.acquire(conversation_id, owner, lease)
            except UnknownConversation:
                return
            except ConversationBusy:
                # If the question was answered before its turn ended, resume after that turn.
                if self._running.in_conversation(conversation_id, owner.tenant):
                    self._after_turn[owner.tenant, conversation_id] = owner
                return
            conversation, messages = acquired.conversation, acquired.messages
            try:
                prepared = await self._prepare(conversation, messages)
            except BaseException:
                await asyncio.shield(conversations.release(conversation, lease, "waiting"))
                raise
            if not prepared.calls_model:
                await conversations.release(conversation, lease, _state_after(conversation.state, prepared))
                return
            principal = Principal(owner.user, owner.tenant)
            ended = self._running.ended
            questions: QuestionStyle = "text" if conversation.kind == "session" else "cards"
            turn = Turn(self._deps, conversation, principal, lease, messages, prepared, ended, questions)
            turn.reader = self._deps.reader
            self._running.add(turn)
            await self._running.run_with_listener(turn)

    async def _is_needed(self, conversation_id: str, owner: Owner) -> bool:
        """Return whether there is something to resume. This check needs no lease."""
        conversation, messages = await self._deps.conversations.read(conversation_id, owner)
        if conversation.state == "working":
            return True
        prepared = await self._inputs.catch_up(conversation, messages)
        return prepared.calls_model or (prepared.is_over and conversation.state == "waiting")

    async def _prepare(self, conversation: Conversation, messages: list[Message]) -> PreparedTurn:
        if conversation.state == "working":
            await QuestionOpener(self._deps.desk).supersede_unreferenced(conversation, messages)
        prepared = await self._inputs.catch_up(conversation, messages)
        asked_back = any(message.details.left_open for message in messages[-1:])
        is_waiting = prepared.is_waiting and not asked_back
        was_interrupted = conversation.state == "working" and not (prepared.calls_model or is_waiting)
        was_interrupted = was_interrupted and [message.role for message in messages[-1:]] == ["user"]
        if was_interrupted and await self._listener.expects_answer(conversation):
            prepared = PreparedTurn(left_open=prepared.left_open)
        if prepared.calls_model:
            await self._deps.conversations.append(conversation, prepared.messages)
        return prepared


def _state_after(state: State, prepared: PreparedTurn) -> State:
    """Return the new state of a conversation that is not resumed."""
    if prepared.is_waiting:
        return "waiting"
    return "idle" if prepared.is_over or state == "working" else state


class Turns:
    """Starts turns, and manages running and resumed turns."""

    def __init__(self, deps: TurnDependencies, listener: TurnListener | None = None) -> None:
        listener = listener or NullListener()
        self._deps = deps
        self._inputs = InputHandler(deps.desk, deps.metrics)
        self.running = RunningTurns(deps, listener)
        self.resuming = Resuming(deps, self._inputs, self.running, listener)
        self._purged_at: datetime | None = None
        self._shared_source: DatabaseSource | None = None
        """The data source, if it shares a database with the conversations; then both use one transaction."""
        if isinstance(deps.source, DatabaseSource) and deps.source.database is deps.conversations.database:
            self._shared_source = deps.source

    @property
    def reader(self) -> Reader:
        """Time zone and language of people who do not state theirs."""
        return self._deps.reader

    @property
    def is_draining(self) -> bool:
        """Whether the server is shutting down."""
        return self.running.draining.is_set()

    async def begin(  # noqa: PLR0913 - optional facts about the conversation
        self,
        principal: Principal,
        conversation_id: str,
        given: Input,
        *,
        new: NewConversation | None = None,
        is_new: bool = False,
        past: tuple[PastMessage, ...] = (),
        questions: QuestionStyle = "cards",
        reader: Reader | None = None,
    ) -> Turn:
        """Acquire the lease, store the user's input, and return the turn. `Turn.run` then answers it.

        `new` is the conversation to create if it does not exist. With `is_new`, the caller guarantees that it
        does not exist, and the check is skipped.
        `past` is sent to the model before the first message of a new conversation. It is ignored if the
        conversation exists.
        `reader` is the time zone and language of the person, if they are known.

        Raises:
            UnknownConversation: It does not exist or belongs to another user.
            ConversationBusy: The last message is still being answered.
            UnknownInteraction, InteractionClosed, InvalidAnswer: The answer to a card is rejected.
        """
        lease, message = self.running.new_lease(), None
        if isinstance(given, UserMessage):
            details = Details(past=past) if past else NO_DETAILS
            message = NewMessage(given.message_id or new_message_id(), "user", given.content, details)
        conversations, owner = self._deps.conversations, owner_of(principal)
        if new is not None and message is not None and is_new:
            find = self._find_query(message, new, principal, reader or self._deps.reader)
            acquired = await conversations.start(new, owner, lease, message, find)
        else:
            acquired = await conversations.acquire(conversation_id, owner, lease, new=new, message=message)
        conversation = acquired.conversation
        messages = without_stopped(acquired.messages) if isinstance(given, Retry) else acquired.messages
        try:
            if isinstance(given, Regenerate):
                messages = await self._without_answer(conversation, messages)
            if acquired.is_appended:
                if message is not None and acquired.messages:
                    message = message._replace(details=NO_DETAILS)
                prepared = PreparedTurn((message,) if message else ())
            else:
                prepared = await self._inputs.prepare(conversation, messages, given)
                await conversations.append(conversation, prepared.messages)
        except BaseException:
            state: State = "idle" if conversation.state == "working" else conversation.state
            await asyncio.shield(conversations.release(conversation, lease, state))
            raise
        ended, findings = self.running.ended, acquired.findings
        turn = Turn(
            self._deps, conversation, principal, lease, messages, prepared, ended, questions, findings
        )
        turn.reader = reader or self._deps.reader
        self.running.add(turn)
        return turn

    def _find_query(
        self,
        message: NewMessage,
        new: NewConversation,
        principal: Principal,
        reader: Reader,
    ) -> FindQuery | None:
        """Return the lookup of a message's data for the transaction that stores the message."""
        if self._shared_source is None or message.content.strip() == COMMAND:
            return None
        now = self._deps.clock.now().astimezone(reader.zone)
        asked = asked_by([], [message], new.mode, now)
        return data_query(self._shared_source, asked, principal, now, reader, self._deps.dashboard_url)

    async def would_answer(self, principal: Principal, conversation_id: str, content: str) -> bool:
        """Return whether a text names an option of the first open question in a conversation."""
        owner = owner_of(principal)
        try:
            conversation, messages = await self._deps.conversations.read(conversation_id, owner)
        except UnknownConversation:
            return False
        return await self._inputs.would_answer(conversation, messages, content)

    async def open_questions(self, principal: Principal, conversation_id: str) -> list[str]:
        """Return the ids of the open questions of a conversation, none if it does not exist."""
        try:
            conversation, messages = await self._deps.conversations.read(conversation_id, owner_of(principal))
        except UnknownConversation:
            return []
        return open_card_ids(await unreported_cards(self._deps.desk, conversation, messages))

    async def _without_answer(self, conversation: Conversation, messages: list[Message]) -> list[Message]:
        """Delete everything after the last message that the person wrote, and supersede its questions.

        Raises:
            NothingToRetry: The conversation has no message of the person.
        """
        last = next((at for at in range(len(messages))[::-1] if is_from_person(messages[at])), None)
        if last is None:
            raise NothingToRetry(conversation.id)
        kept = messages[: last + 1]
        await self._deps.conversations.truncate(conversation, kept[-1].seq)
        await QuestionOpener(self._deps.desk).supersede_unreferenced(conversation, kept)
        return kept

    async def leave(self, conversation_id: str, owner: Owner) -> None:
        """Delete a conversation and supersede its open questions.

        Raises:
            UnknownConversation: It does not exist or belongs to another user.
        """
        conversation = await self._deps.conversations.get(conversation_id, owner)
        for turn in self.running.in_conversation(conversation_id, owner.tenant):
            await turn.stop_deleted()
        await QuestionOpener(self._deps.desk).supersede_unreferenced(conversation, [])
        await self._deps.conversations.delete(conversation_id, owner)

    async def start(self) -> None:
        """Resume conversations that were interrupted, or answered while the server was not running."""
        await self.purge_daily()
        await self.resuming.resume_all()

    async def keep_alive(self) -> None:
        """Run periodic maintenance of leases, abandoned turns and expired conversations until cancelled."""
        while True:
            await asyncio.sleep(_MAINTENANCE_SECONDS)
            try:
                await self.running.extend_leases()
                await self.running.stop_unauthorized()
                await self.resuming.resume_abandoned()
                await self.purge_daily()
            except Exception:
                logger.exception("Maintenance of turns failed; it will be retried")

    async def purge_daily(self) -> None:
        """Delete expired conversations, at most once a day."""
        now = self._deps.clock.now()
        if self._purged_at is None or now - self._purged_at >= _PURGE_INTERVAL:
            await self._deps.conversations.purge()
            self._purged_at = now

    async def drain(self) -> None:
        """Stop all turns, each with a final event, and start no new ones."""
        self.running.drain()
        await self.resuming.stop()
