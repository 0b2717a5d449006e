"""Relay conversations with a model to Slack threads, and set the status of each thread."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from choice.clock import micros
from choice.errors import ChoiceError
from choice.i18n import words
from choice.slack.api.client import SlackRejected, SlackUnavailable, Timer, WebApi
from choice.slack.outbox import Job, OutboxWorker
from choice.slack.people import Locales
from choice.slack.render.text import Rendered, markdown_pieces
from choice.slack.store import STREAM_LEASE, Thread, ThreadRef, Threads
from choice.slack.thread_writer import MESSAGE_LIMIT, ThreadWriter


@dataclass(frozen=True, slots=True)
class ModelMessage:
    """A message that the model wrote."""

    message_id: str
    text: str


class ModelBusy(ChoiceError):
    """The model is still answering an earlier message."""


class ModelRateLimited(ChoiceError):
    """The user has reached the rate limit of the model."""


class Reader(Protocol):
    """Receives the text of one turn of the model, and how the turn ends."""

    def write(self, text: str) -> None:
        """Receive the next piece of text."""
        ...

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """Receive the end of a complete answer. In state `waiting` the model waits for a person."""
        ...

    def failed(self, code: str) -> None:
        """Receive the error code of an answer that ended early."""
        ...


class ModelConversations(Protocol):
    """Protocol for conversations with a model. The model's text arrives through `ThreadRelay.turn`."""

    async def send(self, thread: Thread, text: str, message_id: str) -> None:
        """Send a message of the thread's owner to the model, and wait for the answer.

        Idempotent: a retry with the same `message_id` does not send the message again.

        Raises:
            ModelBusy: The model is still answering.
            ModelRateLimited: The user has reached the rate limit.
        """
        ...

    async def messages_after(self, thread: Thread, message_id: str | None) -> list[ModelMessage]:
        """Return the model's messages after `message_id`, oldest first. None returns all of them."""
        ...


Status = Literal["processing", "suspended", "active"]
"""`processing`: the model is writing. `suspended`: the model waits for a person. `active`: neither."""

_STATUS_TIMEOUT = 3.0
_NEWER_METHOD = "agents.sessions.setStatus"
_STATUS_TEXTS: dict[Status, str] = {"processing": "working", "suspended": "waiting"}
"""Names of the texts that the older method shows for a status. `active` clears the text."""

logger = logging.getLogger(__name__)


class ThreadStatus:
    """Sets the status of a thread. Falls back to an older API method if a workspace rejects the newer one."""

    def __init__(self, api: WebApi, locales: Locales) -> None:
        self._api, self._locales = api, locales
        self._unsupported: set[tuple[str, str]] = set()
        """Workspaces and the methods that they reject."""

    async def set(self, thread: Thread, status: Status) -> None:
        """Set the status of a thread. Errors and timeouts are only logged."""
        try:
            async with asyncio.timeout(_STATUS_TIMEOUT):
                await self._set(thread, status)
        except TimeoutError:
            logger.info("Setting a thread status timed out")

    async def repeat_waiting(self, thread: Thread) -> None:
        """Set `suspended` again after a message, where Slack clears the status with every message."""
        if (thread.place.team, _NEWER_METHOD) in self._unsupported:
            await self.set(thread, "suspended")

    async def _set(self, thread: Thread, status: Status) -> None:
        place = thread.place
        if await self._try_method(
            place,
            _NEWER_METHOD,
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=status,
        ):
            return
        text = ""
        if status in _STATUS_TEXTS:
            language = await self._locales.at(place.team, place.channel, thread.owner)
            text = words("slack_talk", language)(_STATUS_TEXTS[status])
        await self._try_method(
            place,
            "assistant.threads.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=text,
        )

    async def _try_method(self, place: ThreadRef, method: str, **arguments: str) -> bool:
        if (place.team, method) in self._unsupported:
            return False
        try:
            await self._api.call(place.team, method, **arguments)
        except SlackRejected as error:
            logger.info("Cannot set a thread status: %s", error)
            self._unsupported.add((place.team, method))
            return False
        except ChoiceError as error:
            logger.info("Cannot set a thread status: %s", error)
        return True


_STOPPED = "CANCELLED"
_END_TIMEOUT, _STOP_TIMEOUT = 60.0, 3.0
"""Seconds to wait for the end of a turn to be posted, normally and while the server stops."""


@dataclass(slots=True)
class _RunningTurn:
    """A turn in progress, with the jobs to enqueue after it."""

    jobs: list[Job] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class ThreadRelay:
    """Posts the model's messages to Slack threads. Each thread has at most one turn at a time."""

    _api: WebApi
    _threads: Threads
    _timer: Timer
    _worker: OutboxWorker
    _locales: Locales
    _status: ThreadStatus
    _conversations: ModelConversations
    _without_streaming: set[str] = field(default_factory=set, init=False)
    _running: dict[str, _RunningTurn] = field(default_factory=dict, init=False)

    async def put(self, job: Job, thread: Thread | None = None) -> None:
        """Enqueue a job. During a turn in the same thread, the job is held back until the turn ends."""
        running = self._running.get(job.lane)
        if running is not None:
            running.jobs.append(job)
            return
        if thread is not None and self._threads.is_streaming(thread):
            # The process that streams into this thread enqueues the same job afterwards.
            # Our copy runs only if that process crashes, so it is delayed until the lease expires.
            after = self._timer.now() + STREAM_LEASE
            job = replace(job, due_at=micros(after))
        await self._worker.put(job)

    @asynccontextmanager
    async def turn(self, conversation_id: str, tenant: str) -> AsyncIterator[Reader | None]:
        """Relay one turn of a conversation. Yields None if the conversation has no thread in Slack."""
        found = await self._threads.of(conversation_id, tenant)
        if found is None:
            yield None
            return
        # The previous turn may still be posting its last messages.
        async with self._lock(found.place.lane):
            thread = await self._threads.of(conversation_id, tenant) or found
            async with self._writing(thread) as reader:
                yield reader

    @asynccontextmanager
    async def _lock(self, lane: str) -> AsyncIterator[None]:
        """Lock a thread. Jobs for the thread are enqueued when the block ends."""
        while lane in self._running:
            await self._running[lane].ended.wait()
        turn = self._running[lane] = _RunningTurn()
        try:
            yield
        finally:
            del self._running[lane]
            turn.ended.set()
            for job in turn.jobs:
                await self._worker.put(job)

    @asynccontextmanager
    async def _writing(self, thread: Thread) -> AsyncIterator[Reader]:
        writer = ThreadWriter(self._api, self._threads, thread, self._timer, self._without_streaming)
        writing = asyncio.ensure_future(writer.run())
        showing = asyncio.ensure_future(self._status.set(thread, "processing"))
        try:
            yield writer
        finally:
            writer.end()
            await asyncio.shield(_wait_for((writing, showing), writer.failure))
            await asyncio.shield(self._settle(thread, writer))

    async def _settle(self, thread: Thread, writer: ThreadWriter) -> None:
        """Save which messages were posted, and enqueue jobs for the missing text and for an error."""
        if not writer.is_complete:
            await self._worker.put(self.catch_up_job(thread))
        elif writer.message_id is not None:
            await self._threads.save_delivered(thread, writer.message_id)
        else:
            # The answer ended early. Its text is posted and stored, but the writer has no message id for it.
            for written in await self._conversations.messages_after(thread, thread.delivered):
                await self._threads.save_delivered(thread, written.message_id)
        if writer.failure is not None:
            await self._worker.put(self._failure_job(thread, writer.failure))
        is_waiting = writer.state == "waiting" or writer.failure is not None
        if writer.failure != _STOPPED:
            await self._status.set(thread, "suspended" if is_waiting else "active")

    async def catch_up(self, thread: Thread) -> None:
        """Enqueue a job that posts the model's messages that are missing from a thread."""
        await self.put(self.catch_up_job(thread))

    def catch_up_job(self, thread: Thread) -> Job:
        """Return a job that posts the model's messages that are missing from a thread."""
        place = thread.place
        body = {"conversation": thread.conversation_id}
        name = f"tell:{thread.conversation_id}"
        return Job(place.tenant, place.team, place.lane, "tell", body, id=name)

    def _failure_job(self, thread: Thread, code: str) -> Job:
        place = thread.place
        body = {"conversation": thread.conversation_id, "code": code}
        return Job(place.tenant, place.team, place.lane, "fail", body)

    # --- Jobs ---

    async def post_missing(self, job: Job) -> None:
        """Post the model's messages that are missing from a thread."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None:
            return
        if self._threads.is_streaming(thread):
            raise SlackUnavailable(job.kind, "stream in progress", STREAM_LEASE.total_seconds())
        thread = await self._end_stream(thread)
        place = thread.place
        for written in await self._conversations.messages_after(thread, thread.delivered):
            for text in markdown_pieces(written.text, MESSAGE_LIMIT) if written.text.strip() else []:
                await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))
            await self._threads.save_delivered(thread, written.message_id)

    async def _end_stream(self, thread: Thread) -> Thread:
        """Stop a stream that a crashed process left open."""
        if thread.stream_ts is None:
            return thread
        place = thread.place
        try:
            await self._api.call(place.team, "chat.stopStream", channel=place.channel, ts=thread.stream_ts)
        except SlackRejected as error:
            logger.info("The stream has already ended: %s", error)
        await self._threads.save_stream(thread, None)
        return await self._threads.of(thread.conversation_id, place.tenant) or thread

    async def post_failure(self, job: Job) -> None:
        """Post that the model failed or was stopped."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None:
            return
        place = thread.place
        language = await self._locales.at(place.team, place.channel, thread.owner)
        name = "stopped" if job.body.get("code") == _STOPPED else "model_failed"
        text = words("slack_talk", language)(name)
        await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))


async def _wait_for(tasks: tuple[asyncio.Future[None], ...], failure: str | None) -> None:
    """Wait for the tasks of a turn, and cancel them after a timeout."""
    _done, late = await asyncio.wait(tasks, timeout=_STOP_TIMEOUT if failure == _STOPPED else _END_TIMEOUT)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
