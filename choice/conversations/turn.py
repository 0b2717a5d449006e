"""One turn: from what a person said to the last word of the answer."""

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Literal

from choice.auth.principal import Principal
from choice.conversations.answering import Prepared
from choice.conversations.asking import NOTHING_ASKED, TOOLS, Asked, Asking
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
from choice.conversations.history import new_message_id, turns_of
from choice.conversations.models import (
    NO_DETAILS,
    CallRecord,
    Conversation,
    ConversationTakenOver,
    Details,
    Message,
    State,
    UnknownConversation,
)
from choice.conversations.parts import Parts
from choice.conversations.sql import NewMessage
from choice.conversations.store import owner_of
from choice.conversations.writing import Writing
from choice.errors import StoreError
from choice.providers import failures as model_failures
from choice.providers.protocol import AssistantTurn, ModelFailed, ModelRequest, ToolResult
from choice.providers.protocol import Turn as Told
from choice.sources.protocol import NOTHING, Findings
from choice.stream.splitter import Mode
from choice.telemetry.tracing import Span
from choice.wire.vocabulary import CardShown, Completed, Failed, Started, Vocabulary

MOST_ROUNDS = 4
"""So many times a model may call tools that answer at once, before it must stop."""
_KEPT_DETAILS = 256
_RESTARTING = "The server is restarting. What you sent is kept: try again in a moment."
_NOT_WELCOME = "Your sign-in has ended. What you sent is kept: sign in again and go on."
_FORGOTTEN = "This conversation was deleted, so its answer ended."
_TOO_SLOW = "The model did not answer in time. What you sent is kept: try again."
_NOT_KEPT = "The answer could not be kept. Try again in a moment."
_UNEXPECTED = "Something went wrong here. What you sent is kept: try again."

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Turn:
    """What a person said is kept; `run` answers it, once."""

    parts: Parts
    conversation: Conversation
    principal: Principal
    lease: str
    messages: list[Message]
    prepared: Prepared
    ended: Callable[["Turn"], None]
    found: Findings | None = None
    """What matters to what was said, where it was looked for already."""
    since: float | None = None
    """When the request came, by the counter of performance; None where nobody waits."""
    is_welcome: Callable[[], bool] = lambda: True
    """Whether whoever asked may still read the answer."""
    _task: asyncio.Task[Any] | None = None
    _is_over: bool = False
    _over: asyncio.Event | None = None
    """Where somebody waits for the end."""
    _ended_by: str | None = None
    """What the last event says, where somebody else than the reader ended it."""
    _message_id: str = field(default_factory=new_message_id)
    _writing: Writing | None = None
    _findings: Findings = NOTHING

    def end_for_shutdown(self) -> None:
        """End with a last event, because the server stops."""
        self._end(_RESTARTING)

    def end_for_good(self) -> None:
        """End with a last event, because whoever asked may not read on."""
        self._end(_NOT_WELCOME)

    async def forget(self) -> None:
        """End with a last event, because the conversation is deleted; return when nothing more is asked."""
        self._end(_FORGOTTEN)
        if self._task is not None and not self._is_over:
            self._over = self._over or asyncio.Event()
            await self._over.wait()

    def _end(self, words: str) -> None:
        if self._ended_by is None:
            self._ended_by = words
            if self._task is not None:
                self._task.cancel()

    async def run(self, vocabulary: Vocabulary, frames: FrameSink, request_id: str | None = None) -> None:
        """Let the model answer; the last frame says that all is kept, or what went wrong."""
        try:
            with self.parts.tracing.span("turn", "turn") as span:
                await self._run(vocabulary, frames, request_id, span)
        finally:
            self._is_over = True
            if self._over is not None:
                self._over.set()

    async def _run(
        self, vocabulary: Vocabulary, frames: FrameSink, request_id: str | None, span: Span
    ) -> None:
        span.note("choice.conversation.kind", self.conversation.kind)
        span.note("choice.conversation.mode", self.conversation.mode)
        self._task = asyncio.current_task()
        failed: Failed | None = None
        try:
            await self._answer(vocabulary, frames)
        except asyncio.CancelledError:
            await asyncio.shield(self._break_off("stopped", None))
            if self._ended_by is None:
                raise
            if self._task is not None:
                self._task.uncancel()
            failed = Failed("CANCELLED", self._ended_by, request_id)
        except ModelFailed as error:
            failed = Failed(error.code, str(error), request_id)
        except TimeoutError:
            failed = Failed("TIMEOUT", _TOO_SLOW, request_id)
        except UnknownConversation:
            failed = Failed("CANCELLED", _FORGOTTEN, request_id)
        except (StoreError, ConversationTakenOver):
            logger.exception("A turn could not be kept")
            failed = Failed("DATABASE_ERROR", _NOT_KEPT, request_id)
        except Exception:
            logger.exception("A turn failed")
            failed = Failed("INTERNAL", _UNEXPECTED, request_id)
        finally:
            self.ended(self)
        if failed is not None:
            span.fail(failed.code)
            await self._fail(failed, vocabulary, frames)

    async def _fail(self, failed: Failed, vocabulary: Vocabulary, frames: FrameSink) -> None:
        if failed.code != "CANCELLED":
            try:
                await self._break_off("failed", failed.code)
            except Exception:
                # Whoever reads is told in any case: a stream that just ends says nothing.
                logger.exception("The end of a turn could not be kept")
        frames.push(vocabulary.event(failed))

    async def _break_off(self, ending: str, error: str | None) -> None:
        """Keep what was written so far; a question that was answered waits to be told again."""
        said: NewMessage | None = None
        writing = self._writing
        if writing is not None:
            writing.end(broken_off=True)
            if writing.whole:
                details = Details(
                    ending="stopped" if ending == "stopped" else "failed",
                    error=error,
                    sources=dict(self._findings.counts),
                    model=self.parts.model.name,
                )
                said = NewMessage(self._message_id, "assistant", writing.whole, details)
        is_undelivered = any(is_answer(each.outcome) for each in self.prepared.decided)
        state: State = "waiting" if is_undelivered or not self.prepared.proceeds else "idle"
        await self.parts.conversations.release(self.conversation, self.lease, state, said)

    async def _answer(self, vocabulary: Vocabulary, frames: FrameSink) -> None:
        if self._ended_by is not None:
            raise asyncio.CancelledError
        mode = next((mode for each in self.prepared.decided if (mode := chosen_mode(each))), None)
        if not self.prepared.proceeds:
            # The answer is not whole: the message that asked stays the last of the model's.
            self._message_id = next(each.id for each in reversed(self.messages) if each.details.cards)
            frames.push(vocabulary.event(Started(self.conversation.id, self._message_id)))
            await self._finish(NO_DETAILS, "", NOTHING_ASKED, "waiting", vocabulary, frames)
        elif mode is not None:
            await self._set_mode(mode, vocabulary, frames)
        elif self._words == COMMAND and self.prepared.said:
            await self._offer_modes(vocabulary, frames)
        else:
            await self._let_model_answer(vocabulary, frames)

    async def _let_model_answer(self, vocabulary: Vocabulary, frames: FrameSink) -> None:
        parts, mode, loop = self.parts, self.conversation.mode, asyncio.get_running_loop()
        self._findings = self.found or await parts.source.find(self._words, self.principal, parts.clock.now())
        opening = vocabulary.event(Started(self.conversation.id, self._message_id, self._findings.counts))
        told = turns_of([*self.messages, *_as_messages(self.prepared)])
        prompt = parts.system_prompt(mode, self._findings)
        for number in range(1, MOST_ROUNDS + 1):
            writing = self._writing = Writing(mode, vocabulary, frames, self._begun)
            request = ModelRequest(prompt.guide, told, TOOLS, mode, self._findings, prompt.data)
            with parts.tracing.span("model", f"chat {parts.model.name}") as span:
                span.note("gen_ai.operation.name", "chat")
                span.note("gen_ai.request.model", parts.model.name)
                # A task of its own: what each token wakes should not lie below all that surrounds a turn.
                reply = partial(parts.model.reply, request)
                running = loop.create_task(writing.run(reply, parts.idle_seconds))
                if number == 1:
                    # Before anything that the model writes, and in one write with what it writes at once.
                    frames.push(opening)
                await running
            asked, shown = NOTHING_ASKED, writing.shown
            if writing.forms or writing.calls:
                asking = Asking(parts.desk, parts.terms)
                asked = await asking.ask(self.conversation, self._message_id, writing)
            elif not shown or shown.isspace():
                raise model_failures.empty()
            if not asked.goes_on or number == MOST_ROUNDS:
                state: State = "waiting" if asked.cards else "idle"
                await self._finish(self._details(asked), shown, asked, state, vocabulary, frames)
                return
            message = NewMessage(self._message_id, "assistant", shown, self._details(asked))
            await parts.conversations.say(self.conversation, [message])
            told = (*told, *_round(writing, asked))
            self._message_id = new_message_id()

    def _begun(self) -> None:
        """Count how long the first token of the whole turn took."""
        if self.since is not None:
            self.parts.metrics.first_token(time.perf_counter() - self.since)
            self.since = None

    async def _offer_modes(self, vocabulary: Vocabulary, frames: FrameSink) -> None:
        """Ask which mode the thread should have; the model is not needed for that."""
        frames.push(vocabulary.event(Started(self.conversation.id, self._message_id)))
        form = mode_form(self.conversation.mode)
        key = f"{self._message_id}:0"
        asking = Asking(self.parts.desk, self.parts.terms)
        interaction = await asking.open(self.conversation, form, MODE_SELECTION, key)
        asked = Asked((interaction,), (reference(interaction, None, None),))
        await self._finish(Details(cards=asked.cards), "", asked, "waiting", vocabulary, frames)

    async def _set_mode(self, mode: Mode, vocabulary: Vocabulary, frames: FrameSink) -> None:
        frames.push(vocabulary.event(Started(self.conversation.id, self._message_id)))
        owner = owner_of(self.principal)
        await self.parts.conversations.change(self.conversation.id, owner, mode=mode)
        words = f"This thread is in {mode} mode now. What would you like to talk about?"
        frames.push(vocabulary.text(words))
        await self._finish(NO_DETAILS, words, NOTHING_ASKED, "idle", vocabulary, frames)

    async def _finish(  # noqa: PLR0913, PLR0917 - all that ends a turn
        self,
        details: Details,
        shown: str,
        asked: Asked,
        state: State,
        vocabulary: Vocabulary,
        frames: FrameSink,
    ) -> None:
        """Keep the answer, then show what was asked, then say that it is complete."""
        said = NewMessage(self._message_id, "assistant", shown, details) if self.prepared.proceeds else None
        if not await self.parts.conversations.release(self.conversation, self.lease, state, said):
            for interaction in asked.interactions:
                await Asking(self.parts.desk).drop(interaction)
            # It is not known here any more, or somebody else is at it.
            await self.parts.conversations.get(self.conversation.id, owner_of(self.principal))
            raise ConversationTakenOver(self.conversation.id)
        self._writing = None
        for interaction in asked.interactions:
            for card in cards_of(interaction, self.conversation.mode):
                frames.push(vocabulary.event(CardShown(card)))
        ended: Literal["idle", "waiting"] = "waiting" if state == "waiting" else "idle"
        completed = Completed(self._message_id, ended, details.model, details.sources or {})
        if self.prepared.decided:
            frames.push(vocabulary.event(completed))
            await self._acknowledge()
        else:
            frames.finish(vocabulary.event(completed))

    async def _acknowledge(self) -> None:
        """Tell the desk that the model has heard; if that fails, the messages still show it."""
        try:
            for interaction in self.prepared.decided:
                await self.parts.desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
        except StoreError:
            logger.exception("Outcomes could not be acknowledged")

    def _details(self, asked: Asked) -> Details:
        writing = self._writing
        if writing is None:
            return NO_DETAILS
        if not writing.calls and not asked.cards and writing.whole == writing.shown:
            return _of_plain_text(tuple(self._findings.counts.items()), self.parts.model.name)
        calls = [CallRecord(id=call.id, name=call.name, arguments=call.arguments) for call in writing.calls]
        return Details(
            model_text=None if writing.whole == writing.shown else writing.whole,
            cards=asked.cards,
            calls=tuple(calls),
            results=asked.results,
            sources=dict(self._findings.counts),
            model=self.parts.model.name,
        )

    @property
    def _words(self) -> str:
        """What the person said last, by which data is looked for."""
        said = [message.content for message in self.prepared.said if message.content]
        said = said or [each.content for each in self.messages if each.role == "user" and each.content]
        return said[-1].strip() if said else ""


@lru_cache(_KEPT_DETAILS)
def _of_plain_text(sources: tuple[tuple[str, int], ...], model: str) -> Details:
    """Return what is kept beside a text in which nothing was asked or called."""
    return Details(sources=dict(sources), model=model)


def _as_messages(prepared: Prepared) -> list[Message]:
    return [message.as_said() for message in prepared.said]


def _round(writing: Writing, asked: Asked) -> tuple[Told, ...]:
    """Return what the model is told of its own last round."""
    results = [ToolResult(record.call_id, record.name, record.text) for record in asked.results]
    return (AssistantTurn(writing.whole, tuple(writing.calls)), *results)
