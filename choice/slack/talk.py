"""Conversations with the model in Slack threads: the seam, the thread status, and one turn at a time."""

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
    """A message of the model."""

    message_id: str
    text: str


class ModelBusy(ChoiceError):
    """The model is still answering an earlier message."""


class ModelRateLimited(ChoiceError):
    """The user has reached the rate limit of the model."""


class Reader(Protocol):
    """Receives what the model writes in one turn."""

    def write(self, text: str) -> None:
        """Receive the next piece of text."""
        ...

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """The answer is complete; `state` says whether a question is open."""
        ...

    def failed(self, code: str) -> None:
        """The answer ended early with this error code."""
        ...


class ModelConversations(Protocol):
    """The seam to the conversations with a model. Text arrives through `ThreadRelay.turn`."""

    async def send(self, thread: Thread, text: str, message_id: str) -> None:
        """Send a message of the thread's owner to the model; return when it has answered.

        Idempotent by `message_id`.

        Raises:
            ModelBusy: The model is still answering.
            ModelRateLimited: The user has reached the rate limit.
        """
        ...

    async def messages_after(self, thread: Thread, message_id: str | None) -> list[ModelMessage]:
        """Return the model's messages after this one, oldest first."""
        ...


Status = Literal["processing", "suspended", "active"]
"""The model works; it waits for a person; neither."""

_SECONDS = 3.0

logger = logging.getLogger(__name__)


class ThreadStatus:
    """Sets the status of a thread, with the newest method that the workspace supports."""

    def __init__(self, api: WebApi, locales: Locales) -> None:
        self._api, self._locales = api, locales
        self._unknown: set[tuple[str, str]] = set()

    async def set(self, thread: Thread, status: Status) -> None:
        """Set the status of a thread; give up after a short timeout."""
        try:
            async with asyncio.timeout(_SECONDS):
                await self._set(thread, status)
        except TimeoutError:
            logger.info("Setting a thread status timed out")

    async def _set(self, thread: Thread, status: Status) -> None:
        place = thread.place
        if await self._tried(
            place,
            "agents.sessions.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=status,
        ):
            return
        text = ""
        if status == "processing":
            text = words("slack_talk", await self._locales.at(place.team, place.channel, thread.owner))(
                "working"
            )
        await self._tried(
            place,
            "assistant.threads.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=text,
        )

    async def _tried(self, place: ThreadRef, method: str, **arguments: str) -> bool:
        if (place.team, method) in self._unknown:
            return False
        try:
            await self._api.call(place.team, method, **arguments)
        except SlackRejected as error:
            logger.info("Cannot set a thread status: %s", error)
            self._unknown.add((place.team, method))
            return False
        except ChoiceError as error:
            logger.info("Cannot set a thread status: %s", error)
        return True


_STOPPED = "CANCELLED"
_END_TIMEOUT, _STOP_TIMEOUT = 60.0, 3.0
"""Timeout for posting the end of a turn; shorter when the server stops."""


@dataclass(slots=True)
class _RunningTurn:
    """A turn in progress, and the jobs that wait for its end."""

    jobs: list[Job] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(eq=False, slots=True)
class ThreadRelay:
    """Relays what the model writes into threads, live or afterwards; one turn at a time per thread."""

    _api: WebApi
    _threads: Threads
    _timer: Timer
    _worker: OutboxWorker
    _locales: Locales
    _status: ThreadStatus
    _conversations: ModelConversations
    _without_streaming: set[str] = field(default_factory=set, init=False)
    _held: dict[str, _RunningTurn] = field(default_factory=dict, init=False)

    async def put(self, job: Job, thread: Thread | None = None) -> None:
        """Enqueue a job, after the turn in progress in its thread if there is one."""
        waiting = self._held.get(job.lane)
        if waiting is not None:
            waiting.jobs.append(job)
            return
        if thread is not None and self._threads.is_streaming(thread):
            # Another process streams there and enqueues this job afterwards. Delay ours in case it crashes.
            after = self._timer.now() + STREAM_LEASE
            job = replace(job, due_at=micros(after))
        await self._worker.put(job)

    @asynccontextmanager
    async def turn(self, conversation_id: str, tenant: str) -> AsyncIterator[Reader | None]:
        """Relay one turn of a conversation; yield None if it has no thread in Slack."""
        found = await self._threads.of(conversation_id, tenant)
        if found is None:
            yield None
            return
        # The end of the previous turn may still be on its way.
        async with self._turn_in(found.place.lane):
            thread = await self._threads.of(conversation_id, tenant) or found
            async with self._writing(thread) as reader:
                yield reader

    @asynccontextmanager
    async def _turn_in(self, lane: str) -> AsyncIterator[None]:
        """Hold the lock of a thread; jobs for the thread wait until the block ends."""
        while lane in self._held:
            await self._held[lane].ended.wait()
        mine = self._held[lane] = _RunningTurn()
        try:
            yield
        finally:
            del self._held[lane]
            mine.ended.set()
            for job in mine.jobs:
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
            await asyncio.shield(_ended((writing, showing), writer.failure))
            await asyncio.shield(self._settle(thread, writer))

    async def _settle(self, thread: Thread, writer: ThreadWriter) -> None:
        """Save what was posted, before the waiting jobs of the thread run."""
        if not writer.is_complete:
            await self._worker.put(self.telling(thread))
        elif writer.message_id is not None:
            await self._threads.save_delivered(thread, writer.message_id)
        else:
            # The partial answer was posted, and is stored under its own message id.
            for written in await self._conversations.messages_after(thread, thread.delivered):
                await self._threads.save_delivered(thread, written.message_id)
        if writer.failure is not None:
            await self._worker.put(self._failing(thread, writer.failure))
        is_waiting = writer.state == "waiting" or writer.failure is not None
        if writer.failure != _STOPPED:
            await self._status.set(thread, "suspended" if is_waiting else "active")

    async def catch_up(self, thread: Thread) -> None:
        """Enqueue posting of model messages that were not relayed live."""
        await self.put(self.telling(thread))

    def telling(self, thread: Thread) -> Job:
        """Return the job that posts model messages not yet in the thread."""
        place = thread.place
        body = {"conversation": thread.conversation_id}
        name = f"tell:{thread.conversation_id}"
        return Job(place.tenant, place.team, place.lane, "tell", body, id=name)

    def _failing(self, thread: Thread, code: str) -> Job:
        place = thread.place
        body = {"conversation": thread.conversation_id, "code": code}
        return Job(place.tenant, place.team, place.lane, "fail", body)

    # --- Jobs ---

    async def tell(self, job: Job) -> None:
        """Post model messages that are not in the thread yet."""
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

    async def fail(self, job: Job) -> None:
        """Post that the model failed or was stopped."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None:
            return
        place = thread.place
        language = await self._locales.at(place.team, place.channel, thread.owner)
        name = "stopped" if job.body.get("code") == _STOPPED else "model_failed"
        text = words("slack_talk", language)(name)
        await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))


async def _ended(tasks: tuple[asyncio.Future[None], ...], failure: str | None) -> None:
    """Wait for the writer with a timeout; the rest is posted later."""
    _done, late = await asyncio.wait(tasks, timeout=_STOP_TIMEOUT if failure == _STOPPED else _END_TIMEOUT)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
