"""One turn of a conversation: from the user's stored message to the end of the model's answer."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal

from choice.auth import Principal
from choice.clock import Clock
from choice.conversations.cards import (
    COMMAND,
    MODE_SELECTION,
    cards_of,
    chosen_mode,
    is_answer,
    mode_form,
    reference,
)
from choice.conversations.frames import FrameSink
from choice.conversations.liveness import ProcessLock
from choice.conversations.model_input import Prompt, new_message_id, turns_of
from choice.conversations.models import (
    NO_DETAILS,
    CallRecord,
    Conversation,
    ConversationTakenOver,
    Details,
    Ending,
    Message,
    NewMessage,
    State,
    UnknownConversation,
)
from choice.conversations.questions import (
    NO_QUESTIONS,
    TOOLS,
    OpenedQuestions,
    PreparedTurn,
    QuestionOpener,
    TermsOf,
    default_terms,
)
from choice.conversations.store import Conversations, owner_of
from choice.conversations.writing import Writing
from choice.desk import Desk
from choice.errors import StoreError
from choice.providers import (
    AssistantTurn,
    ModelClient,
    ModelFailed,
    ModelRequest,
    ModelTurn,
    ToolResult,
    failures,
)
from choice.sources.protocol import NOTHING, Findings, Source
from choice.stream import Mode
from choice.telemetry import NO_TRACING, Metrics, Span, Tracing
from choice.wire import CardShown, Completed, Failed, Started, Vocabulary

IDLE_SECONDS = 30.0
"""Default idle timeout of a model's answer."""
MAX_ROUNDS = 4
"""Maximum number of model requests in one turn.

If a tool call needs no answer from the user, its result is sent to the model in another request.
"""
_CACHED_DETAILS = 256
_RESTARTING = "The server is restarting. Your message is saved. Try again in a moment."
_SIGNED_OUT = "Your sign-in has expired. Your message is saved. Sign in again to continue."
_DELETED = "This conversation was deleted, so its answer was stopped."
_TOO_SLOW = "The model did not answer in time. Your message is saved. Try again."
_NOT_STORED = "The answer could not be saved. Try again in a moment."
_UNEXPECTED = "An internal error occurred. Your message is saved. Try again."

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TurnDependencies:
    """Services and settings that all turns share."""

    desk: Desk
    conversations: Conversations
    model: ModelClient
    source: Source
    clock: Clock
    system_prompt: Callable[[Mode, Findings], Prompt]
    idle_seconds: float = IDLE_SECONDS
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing = NO_TRACING
    process: ProcessLock = field(default_factory=ProcessLock)
    terms: TermsOf = default_terms
    """Audience and timeout of a conversation's questions."""


@dataclass(slots=True)
class Turn:
    """A turn that holds the lease of its conversation. Its input is already stored. Call `run` once."""

    deps: TurnDependencies
    conversation: Conversation
    principal: Principal
    lease: str
    messages: list[Message]
    prepared: PreparedTurn
    on_end: Callable[["Turn"], None]
    findings: Findings | None = None
    """Data for the message, if it has already been looked up."""
    since: float | None = None
    """`time.perf_counter()` at the start of the request, to measure the time to the first token."""
    is_welcome: Callable[[], bool] = lambda: True
    """Whether the caller is still authorized to read the answer."""
    _task: asyncio.Task[Any] | None = None
    _has_ended: bool = False
    _ended: asyncio.Event | None = None
    """Set at the end of the turn. Created only if a caller waits for the end."""
    _stopped_because: str | None = None
    """Text of the final event, if the server stopped the turn."""
    _message_id: str = field(default_factory=new_message_id)
    _writing: Writing | None = None
    _findings: Findings = NOTHING
    _vocabulary: Vocabulary = field(init=False)
    _frames: FrameSink = field(init=False)

    def stop_for_shutdown(self) -> None:
        """Stop with a final event, because the server is shutting down."""
        self._stop(_RESTARTING)

    def stop_unauthorized(self) -> None:
        """Stop with a final event, because the caller's sign-in has expired."""
        self._stop(_SIGNED_OUT)

    async def stop_deleted(self) -> None:
        """Stop with a final event, because the conversation is being deleted. Wait until the turn ends."""
        self._stop(_DELETED)
        if self._task is not None and not self._has_ended:
            self._ended = self._ended or asyncio.Event()
            await self._ended.wait()

    def _stop(self, reason: str) -> None:
        if self._stopped_because is None:
            self._stopped_because = reason
            if self._task is not None:
                self._task.cancel()

    async def run(self, vocabulary: Vocabulary, frames: FrameSink, request_id: str | None = None) -> None:
        """Let the model answer. The last frame confirms that the answer is stored, or reports the error."""
        self._vocabulary, self._frames = vocabulary, frames
        try:
            with self.deps.tracing.span("turn", "turn") as span:
                await self._run(request_id, span)
        finally:
            self._has_ended = True
            if self._ended is not None:
                self._ended.set()

    async def _run(self, request_id: str | None, span: Span) -> None:
        span.note("choice.conversation.kind", self.conversation.kind)
        span.note("choice.conversation.mode", self.conversation.mode)
        self._task = asyncio.current_task()
        failed: Failed | None = None
        try:
            await self._answer()
        except asyncio.CancelledError:
            await asyncio.shield(self._interrupt("stopped", None))
            if self._stopped_because is None:
                raise
            if self._task is not None:
                self._task.uncancel()
            failed = Failed("CANCELLED", self._stopped_because, request_id)
        except ModelFailed as error:
            failed = Failed(error.code, str(error), request_id)
        except TimeoutError:
            failed = Failed("TIMEOUT", _TOO_SLOW, request_id)
        except UnknownConversation:
            failed = Failed("CANCELLED", _DELETED, request_id)
        except (StoreError, ConversationTakenOver):
            logger.exception("Storing a turn failed")
            failed = Failed("DATABASE_ERROR", _NOT_STORED, request_id)
        except Exception:
            logger.exception("A turn failed")
            failed = Failed("INTERNAL", _UNEXPECTED, request_id)
        finally:
            self.on_end(self)
        if failed is not None:
            span.fail(failed.code)
            await self._fail(failed)

    async def _fail(self, failed: Failed) -> None:
        if failed.code != "CANCELLED":
            try:
                await self._interrupt("failed", failed.code)
            except Exception:
                # Send the error event anyway: a stream must not end without a final event.
                logger.exception("Storing the end of a turn failed")
        self._frames.push(self._vocabulary.event(failed))

    async def _interrupt(self, ending: Ending, error: str | None) -> None:
        """Store the model's incomplete response. The next turn repeats the user's answers to the model."""
        message: NewMessage | None = None
        writing = self._writing
        if writing is not None:
            writing.end(interrupted=True)
            if writing.whole:
                counts, model = dict(self._findings.counts), self.deps.model.name
                details = Details(ending=ending, error=error, sources=counts, model=model)
                message = NewMessage(self._message_id, "assistant", writing.whole, details)
        is_unreported = any(is_answer(each.outcome) for each in self.prepared.decided)
        state: State = "waiting" if is_unreported or not self.prepared.proceeds else "idle"
        await self.deps.conversations.finish_turn(self.conversation, self.lease, state, message)

    async def _answer(self) -> None:
        if self._stopped_because is not None:
            raise asyncio.CancelledError
        mode = next((mode for each in self.prepared.decided if (mode := chosen_mode(each))), None)
        if not self.prepared.proceeds:
            # Other questions of the same message are still open, so the model does not answer yet.
            self._message_id = next(each.id for each in reversed(self.messages) if each.details.cards)
            self._start()
            await self._finish(NO_DETAILS, "", NO_QUESTIONS, is_waiting=True)
        elif mode is not None:
            await self._set_mode(mode)
        elif self._text == COMMAND and self.prepared.messages:
            await self._offer_modes()
        else:
            await self._ask_model()

    def _start(self) -> None:
        self._frames.push(self._vocabulary.event(Started(self.conversation.id, self._message_id)))

    async def _ask_model(self) -> None:
        deps, mode, loop = self.deps, self.conversation.mode, asyncio.get_running_loop()
        self._findings = self.findings or await deps.source.find(self._text, self.principal, deps.clock.now())
        started = Started(self.conversation.id, self._message_id, self._findings.counts)
        new = [message.as_message() for message in self.prepared.messages]
        turns = turns_of([*self.messages, *new])
        prompt = deps.system_prompt(mode, self._findings)
        for number in range(1, MAX_ROUNDS + 1):
            writing = self._writing = Writing(mode, self._vocabulary, self._frames, self._count_first_token)
            request = ModelRequest(prompt.guide, turns, TOOLS, mode, self._findings, prompt.data)
            with deps.tracing.span("model", f"chat {deps.model.name}") as span:
                span.note("gen_ai.operation.name", "chat")
                span.note("gen_ai.request.model", deps.model.name)
                # Run in a separate task, so that each token resumes a shallow stack of coroutines.
                reply = partial(deps.model.reply, request)
                running = loop.create_task(writing.run(reply, deps.idle_seconds))
                if number == 1:
                    # Push the start event before the model's first text. Both may share one write.
                    self._frames.push(self._vocabulary.event(started))
                await running
            opened, shown = NO_QUESTIONS, writing.shown
            if writing.forms or writing.calls:
                opener = QuestionOpener(deps.desk, deps.terms)
                opened = await opener.open_all(self.conversation, self._message_id, writing)
            elif not shown or shown.isspace():
                raise failures.empty()
            details = self._details(writing, opened)
            if not opened.continues or number == MAX_ROUNDS:
                await self._finish(details, shown, opened, is_waiting=bool(opened.cards))
                return
            message = NewMessage(self._message_id, "assistant", shown, details)
            await deps.conversations.append(self.conversation, [message])
            turns = (*turns, *_round(writing, opened))
            self._message_id = new_message_id()

    def _count_first_token(self) -> None:
        if self.since is not None:
            self.deps.metrics.first_token(time.perf_counter() - self.since)
            self.since = None

    async def _offer_modes(self) -> None:
        """Ask the user for the mode of the thread, without calling the model."""
        self._start()
        form, key = mode_form(self.conversation.mode), f"{self._message_id}:0"
        opener = QuestionOpener(self.deps.desk, self.deps.terms)
        interaction = await opener.open(self.conversation, form, MODE_SELECTION, key)
        opened = OpenedQuestions((interaction,), (reference(interaction, None, None),))
        await self._finish(Details(cards=opened.cards), "", opened, is_waiting=True)

    async def _set_mode(self, mode: Mode) -> None:
        self._start()
        await self.deps.conversations.change(self.conversation.id, owner_of(self.principal), mode=mode)
        text = f"This thread is now in {mode} mode. What would you like to talk about?"
        self._frames.push(self._vocabulary.text(text))
        await self._finish(NO_DETAILS, text, NO_QUESTIONS, is_waiting=False)

    async def _finish(
        self, details: Details, shown: str, opened: OpenedQuestions, *, is_waiting: bool
    ) -> None:
        """Store the answer, then send its cards and the event that confirms completion."""
        deps = self.deps
        state: Literal["idle", "waiting"] = "waiting" if is_waiting else "idle"
        answer = NewMessage(self._message_id, "assistant", shown, details)
        message = answer if self.prepared.proceeds else None
        if not await deps.conversations.finish_turn(self.conversation, self.lease, state, message):
            for interaction in opened.interactions:
                await QuestionOpener(deps.desk).supersede(interaction)
            # Raises UnknownConversation if it was deleted.
            await deps.conversations.get(self.conversation.id, owner_of(self.principal))
            raise ConversationTakenOver(self.conversation.id)
        self._writing = None
        for interaction in opened.interactions:
            for card in cards_of(interaction, self.conversation.mode):
                self._frames.push(self._vocabulary.event(CardShown(card)))
        completion = Completed(self._message_id, state, details.model, details.sources or {})
        completed = self._vocabulary.event(completion)
        if self.prepared.decided:
            self._frames.push(completed)
            await self._acknowledge()
        else:
            self._frames.finish(completed)

    async def _acknowledge(self) -> None:
        """Mark the outcomes as delivered. A failure is only logged, because the messages are stored."""
        try:
            for interaction in self.prepared.decided:
                await self.deps.desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
        except StoreError:
            logger.exception("Acknowledging outcomes failed")

    def _details(self, writing: Writing, opened: OpenedQuestions) -> Details:
        if not writing.calls and not opened.cards and writing.whole == writing.shown:
            return _plain_details(tuple(self._findings.counts.items()), self.deps.model.name)
        calls = [CallRecord(id=call.id, name=call.name, arguments=call.arguments) for call in writing.calls]
        return Details(
            model_text=None if writing.whole == writing.shown else writing.whole,
            cards=opened.cards,
            calls=tuple(calls),
            results=opened.results,
            sources=dict(self._findings.counts),
            model=self.deps.model.name,
        )

    @property
    def _text(self) -> str:
        """The user's last message, which is also the query for the data source."""
        texts = [message.content for message in self.prepared.messages if message.content]
        texts = texts or [each.content for each in self.messages if each.role == "user" and each.content]
        return texts[-1].strip() if texts else ""


@lru_cache(_CACHED_DETAILS)
def _plain_details(sources: tuple[tuple[str, int], ...], model: str) -> Details:
    """Return the details of an answer without questions or tool calls. Cached, as most are equal."""
    return Details(sources=dict(sources), model=model)


def _round(writing: Writing, opened: OpenedQuestions) -> tuple[ModelTurn, ...]:
    """Return the model's last answer and the results of its tool calls, for the next request."""
    results = [ToolResult(record.call_id, record.name, record.text) for record in opened.results]
    return (AssistantTurn(writing.whole, tuple(writing.calls)), *results)
