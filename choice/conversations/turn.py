"""One turn of a conversation: from the user's stored message to the end of the model's answer."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from itertools import takewhile
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
    unreported_cards,
)
from choice.conversations.data import NO_READER, Reader, asked_by, find_data
from choice.conversations.frames import FrameSink
from choice.conversations.liveness import ProcessLock
from choice.conversations.look_up import LOOK_UP, MAX_LOOK_UPS, LookUps
from choice.conversations.model_input import UNVERIFIED_HISTORY, Prompt, new_message_id, turns_of
from choice.conversations.model_limits import LearnedLimits
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
    EXAMPLE,
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
from choice.dialects import Tool
from choice.errors import StoreError
from choice.models import Outcome
from choice.providers import (
    AnswerCutOff,
    AssistantTurn,
    ContextTooLong,
    ModelClient,
    ModelFailed,
    ModelRequest,
    ModelTurn,
    RequestContext,
    ToolResult,
    ToolsRefused,
    failures,
)
from choice.settings import MODEL_SILENCE_SECONDS, MODEL_TIMEOUT_SECONDS
from choice.sources.follow_ups import intent_json
from choice.sources.protocol import NOTHING, Findings, Source
from choice.stream import Mode
from choice.telemetry import NO_TRACING, Metrics, Span, Tracing
from choice.wire import (
    CardShown,
    Completed,
    Failed,
    QuestionStyle,
    Started,
    Vocabulary,
    question_text,
)

IDLE_SECONDS = float(MODEL_SILENCE_SECONDS)
"""Default idle timeout of a model's answer."""
TOTAL_SECONDS = float(MODEL_TIMEOUT_SECONDS)
"""Default maximum duration of a model's answer."""
MAX_ROUNDS = 4
"""Maximum number of model requests in one turn, besides those after look-ups.

If a tool call needs no answer from the user, its result is sent to the model in another request.
"""
_RESTARTING = "The server is restarting. Your message is saved. Try again in a moment."
_SIGNED_OUT = "Your sign-in has expired. Your message is saved. Sign in again to continue."
_DELETED = "This conversation was deleted, so its answer was stopped."
_TOO_SLOW = "The model did not answer in time. Your message is saved. Try again."
_CUT_OFF = "\n\n_The answer reached the model's length limit. Write “continue” to get the rest._"
_SHORTENED = "_The conversation is too long for the model, so its oldest messages were left out._\n\n"
_NOT_STORED = "The answer could not be saved. Try again in a moment."
_UNEXPECTED = "An internal error occurred. Your message is saved. Try again."

logger = logging.getLogger(__name__)

PromptOf = Callable[[Mode, Findings, Sequence[Tool], str | None], Prompt]
"""Returns the prompt for one answer: mode, findings, tools, and the text dialect to ask in, if any."""
DialectOf = Callable[[Conversation], Awaitable[str | None]]
"""Returns the text dialect in which the model asks in a conversation, or None for the default."""


async def no_dialect(_conversation: Conversation) -> str | None:
    """Return None: the model asks by tool calls or, without tools, in `choices` blocks."""
    return None


@dataclass(frozen=True, slots=True)
class TurnDependencies:
    """Services and settings that all turns share."""

    desk: Desk
    conversations: Conversations
    model: ModelClient
    source: Source
    clock: Clock
    system_prompt: PromptOf
    idle_seconds: float = IDLE_SECONDS
    total_seconds: float = TOTAL_SECONDS
    limits: LearnedLimits = field(default_factory=LearnedLimits)
    metrics: Metrics = field(default_factory=Metrics)
    tracing: Tracing = NO_TRACING
    process: ProcessLock = field(default_factory=ProcessLock)
    terms: TermsOf = default_terms
    """Audience and timeout of a conversation's questions."""
    dialect_of: DialectOf = no_dialect
    reader: Reader = NO_READER
    """Time zone and language of people who do not state theirs."""
    dashboard_url: str | None = None
    """Address of the dashboard that answers about data link to."""
    quick_questions: bool = True
    """Whether the closing question of a message gets light buttons."""


async def _always() -> bool:
    return True


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
    questions: QuestionStyle = "cards"
    """How the client gets questions."""
    findings: Findings | None = None
    """Data for the message, if it has already been looked up."""
    reader: Reader = NO_READER
    """Time zone and language of the person."""
    since: float | None = None
    """`time.perf_counter()` at the start of the request, to measure the time to the first token."""
    is_authorized: Callable[[], Awaitable[bool]] = _always
    """Whether the caller is still authorized to read the answer."""
    _task: asyncio.Task[Any] | None = None
    _has_ended: bool = False
    _ended: asyncio.Event | None = None
    """Set at the end of the turn. Created only if a caller waits for the end."""
    _stop_reason: str | None = None
    """Text of the final event, if the server stopped the turn."""
    _message_id: str = field(default_factory=new_message_id)
    _writing: Writing | None = None
    _findings: Findings = NOTHING
    _look_ups: LookUps | None = None
    _outcomes: Mapping[str, Outcome] = field(default_factory=dict)
    _dialect: str | None = None
    _is_shortened: bool = False
    """Whether the request was shortened in this turn, because it did not fit."""
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
        if self._stop_reason is None:
            self._stop_reason = reason
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
            if self._stop_reason is None:
                raise
            if self._task is not None:
                self._task.uncancel()
            failed = Failed("CANCELLED", self._stop_reason, request_id)
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
                details = Details(
                    ending=ending,
                    error=error,
                    sources=self._counts(),
                    searched=self._searched(),
                    model=self.deps.model.name,
                )
                message = NewMessage(self._message_id, "assistant", writing.whole, details)
        is_unreported = any(is_answer(each.outcome) for each in self.prepared.decided)
        is_waiting = is_unreported or self.prepared.left_open or not self.prepared.calls_model
        state: State = "waiting" if is_waiting else "idle"
        await self.deps.conversations.finish_turn(self.conversation, self.lease, state, message)

    async def _answer(self) -> None:
        if self._stop_reason is not None:
            raise asyncio.CancelledError
        mode = next((mode for each in self.prepared.decided if (mode := chosen_mode(each))), None)
        if not self.prepared.calls_model:
            # Other questions of the same message are still open, so the model does not answer yet.
            self._message_id = next(each.id for each in reversed(self.messages) if each.details.cards)
            self._start()
            await self._show_next_question()
            await self._finish(NO_DETAILS, "", NO_QUESTIONS, is_waiting=True)
        elif mode is not None:
            await self._set_mode(mode)
        elif self._text == COMMAND and self.prepared.messages:
            await self._offer_modes()
        else:
            await self._ask_model()

    async def _show_next_question(self) -> None:
        """Write the next open question of a form, if the client does not rely on cards."""
        if self.questions == "cards":
            return
        cards = await unreported_cards(self.deps.desk, self.conversation, self._all_messages)
        form = next((card.interaction.form for card in cards if card.interaction.outcome is None), None)
        drafts = {
            answer.question_id
            for card in cards
            if card.interaction.outcome is None
            for answer in card.interaction.draft.answers
        }
        left = [each for each in (form.questions if form else ()) if each.id not in drafts]
        if left:
            self._frames.push(self._vocabulary.text(question_text(left[0])))

    def _start(self) -> None:
        self._frames.push(self._vocabulary.event(Started(self.conversation.id, self._message_id)))

    async def _ask_model(self) -> None:
        deps = self.deps
        self._findings = self.findings or await self._find_data()
        look_ups = self._look_ups = LookUps(deps.source, self.principal, self._now)
        started: Started | None = Started(self.conversation.id, self._message_id, self._findings.counts)
        turns = turns_of(self._all_messages)
        self._outcomes = await self._outcomes_of_agent()
        self._dialect = await deps.dialect_of(self.conversation)
        for number in range(1, MAX_ROUNDS + MAX_LOOK_UPS + 1):
            writing = await self._write(turns, started)
            started, opened = None, NO_QUESTIONS
            if writing.forms or writing.calls or writing.asked:
                opener = QuestionOpener(deps.desk, deps.terms)
                looked_up = await look_ups.results(writing.calls)
                opened = await opener.open_all(self.conversation, self._message_id, writing, looked_up)
                for interaction, card in zip(opened.interactions, opened.cards, strict=True):
                    if card.call_id is not None or card.key is not None:
                        writing.add_question(interaction.form)
            elif not writing.whole or writing.whole.isspace():
                raise failures.empty()
            shown, is_last = writing.shown, number == MAX_ROUNDS + look_ups.rounds
            if is_last and opened.continues and (not shown or shown.isspace()):
                raise failures.unusable_calls(opened.results[-1].text.partition(EXAMPLE)[0])
            details = self._details(writing, opened)
            if is_last or not opened.continues:
                is_waiting = bool(opened.cards or self.prepared.left_open)
                await self._finish(details, shown, opened, is_waiting=is_waiting)
                return
            message = NewMessage(self._message_id, "assistant", shown, details)
            await deps.conversations.append(self.conversation, [message])
            turns = (*turns, *_round(writing, opened))
            self._message_id = new_message_id()

    async def _find_data(self) -> Findings:
        """Look up the rows for the user's last message."""
        deps, now = self.deps, self._now()
        asked = asked_by(self.messages, self.prepared.messages, self.conversation.mode, now)
        return await find_data(deps.source, asked, self.principal, now, self.reader, deps.dashboard_url)

    def _now(self) -> datetime:
        """Return the time in the time zone of the person."""
        return self.deps.clock.now().astimezone(self.reader.zone)

    def _counts(self) -> dict[str, int]:
        """Return the number of rows of each kind that the model got."""
        findings, look_ups = self._findings, self._look_ups
        return dict(findings.counts) if look_ups is None else look_ups.counts(findings)

    def _searched(self) -> dict[str, Any] | None:
        """Return the filters of the findings, for follow-up messages."""
        intent = self._findings.intent
        return intent_json(intent) if intent.topics or intent.ids else None

    async def _write(self, turns: tuple[ModelTurn, ...], started: Started | None) -> Writing:
        """Let the model write, and return what it wrote.

        The request is sent again without tools if the model refuses them, and once with fewer turns or rows
        if it is too long. An answer that reached the length limit is complete as far as it goes.
        """
        limits, note = self.deps.limits, ""
        while True:
            request = self._request(turns)
            writing = Writing(
                self.conversation.mode,
                self._vocabulary,
                self._frames,
                self._count_first_token,
                self.questions,
                quick_questions=self.deps.quick_questions,
            )
            self._writing = writing
            if note:
                writing.add_note(note)
            try:
                await self._run_model(request, writing, started)
            except ToolsRefused:
                if writing.whole or not limits.refuse_tools():
                    raise
            except ContextTooLong as error:
                if writing.whole or self._is_shortened:
                    raise
                limits.shorten(request, error.share)
                self._is_shortened, note = True, _SHORTENED
            except AnswerCutOff:
                if not writing.received_text():
                    raise
                writing.end()
                writing.add_note(_CUT_OFF)
                return writing
            else:
                return writing
            started = None

    def _request(self, turns: tuple[ModelTurn, ...]) -> ModelRequest:
        deps, mode = self.deps, self.conversation.mode
        # A client that renders the source of questions needs them in the text.
        is_in_text = self._dialect is not None or self.questions == "source"
        tools: tuple[Tool, ...] = TOOLS if deps.limits.offers_tools else ()
        asking, tools = ((), tools and (LOOK_UP,)) if is_in_text else (tools, tools)
        guide, data = deps.system_prompt(mode, self._findings, asking, self._dialect)
        if any(message.details.past for message in self._all_messages):
            data = f"{data}\n\n{UNVERIFIED_HISTORY}"
        principal = self.principal
        context = RequestContext(
            self.conversation.id, principal.subject, principal.tenant, principal.roles, self._outcomes
        )
        request = ModelRequest(guide, turns, tools, mode, self._findings, data, context)
        return deps.limits.fit(request)

    async def _outcomes_of_agent(self) -> dict[str, Outcome]:
        """Return the outcomes of the questions that an agent asked since the user's last message, by key."""
        since = list(takewhile(lambda each: not is_from_person(each), reversed(self._all_messages)))
        keys = {
            card.interaction_id: card.key
            for each in since
            for card in each.details.cards
            if card.key is not None
        }
        if not keys:
            return {}
        found = await self.deps.desk.store.load_many(list(keys))
        return {keys[each.id]: each.outcome.about(each.form) for each in found if each.outcome is not None}

    async def _run_model(self, request: ModelRequest, writing: Writing, started: Started | None) -> None:
        deps = self.deps
        with deps.tracing.span("model", f"chat {deps.model.name}") as span:
            span.note("gen_ai.operation.name", "chat")
            span.note("gen_ai.request.model", deps.model.name)
            # Run in a separate task, so that each token resumes a shallow stack of coroutines.
            reply = partial(deps.model.reply, request)
            running = asyncio.get_running_loop().create_task(
                writing.run(reply, deps.idle_seconds, deps.total_seconds)
            )
            if started is not None:
                # Push the start event before the model's first text. Both may share one write.
                self._frames.push(self._vocabulary.event(started))
            await running

    @property
    def _all_messages(self) -> list[Message]:
        """The messages of the conversation, including those of this turn."""
        return [*self.messages, *[message.as_message() for message in self.prepared.messages]]

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
        message = answer if self.prepared.calls_model else None
        if not await deps.conversations.finish_turn(self.conversation, self.lease, state, message):
            for interaction in opened.interactions:
                await QuestionOpener(deps.desk).supersede(interaction)
            # Raises UnknownConversation if it was deleted.
            await deps.conversations.get(self.conversation.id, owner_of(self.principal))
            raise ConversationTakenOver(self.conversation.id)
        self._writing = None
        for interaction in self.prepared.left_open if opened.cards else ():
            await QuestionOpener(deps.desk).supersede(interaction, "The question was asked again.")
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
            return Details(sources=self._counts(), searched=self._searched(), model=self.deps.model.name)
        calls = [CallRecord(id=call.id, name=call.name, arguments=call.arguments) for call in writing.calls]
        return Details(
            model_text=None if writing.whole == writing.shown else writing.whole,
            cards=opened.cards,
            calls=tuple(calls),
            results=opened.results,
            sources=self._counts(),
            searched=self._searched(),
            model=self.deps.model.name,
        )

    @property
    def _text(self) -> str:
        """The user's last message, which is also the query for the data source."""
        texts = [message.content for message in self.prepared.messages if message.content]
        texts = texts or [each.content for each in self.messages if each.role == "user" and each.content]
        return texts[-1].strip() if texts else ""


def is_from_person(message: Message) -> bool:
    """Return whether a message is what the person wrote, and not an answer or a report of outcomes."""
    return message.role == "user" and bool(message.content) and not message.details.responses


def _round(writing: Writing, opened: OpenedQuestions) -> tuple[ModelTurn, ...]:
    """Return the model's last answer and the results of its tool calls, for the next request."""
    results = [ToolResult(record.call_id, record.name, record.text) for record in opened.results]
    return (AssistantTurn(writing.whole, tuple(writing.calls)), *results)
