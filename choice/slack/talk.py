"""Conversations with the model in Slack threads: the seam, the thread status, and one turn at a time."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from choice.catalogues.catalogue import words
from choice.clock import micros
from choice.errors import ChoiceError
from choice.slack.api.client import SlackAway, SlackRefused, Timer, WebApi
from choice.slack.outbox import Draining, Job
from choice.slack.people import Locales
from choice.slack.render.kit import Rendered
from choice.slack.render.text import markdown_pieces
from choice.slack.store import STREAM_LASTS, Place, Thread, Threads
from choice.slack.thread_writer import MESSAGE_LIMIT, ThreadWriter


@dataclass(frozen=True, slots=True)
class Written:
    """A message of the model, as people see it."""

    message_id: str
    text: str


class TalkBusy(ChoiceError):
    """The model is still answering what was said before."""


class TalkRefused(ChoiceError):
    """The model is not asked: there was too much of it lately."""


class Reader(Protocol):
    """Reads along what the model writes in one turn."""

    def write(self, text: str) -> None:
        """Take the next piece."""
        ...

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """Learn that the answer is whole, and whether a question is open now."""
        ...

    def failed(self, code: str) -> None:
        """Learn that the answer ended early, and why."""
        ...


class Talks(Protocol):
    """Leads conversations with a model. Whoever reads along is asked of the one who reads (`Reading`)."""

    async def say(self, thread: Thread, words: str, message_id: str) -> None:
        """Tell the model what the owner of a thread said; return when it has answered.

        The same `message_id` again is said once.

        Raises:
            TalkBusy: It is still answering.
            TalkRefused: There is a limit.
        """
        ...

    async def written_after(self, thread: Thread, message_id: str | None) -> list[Written]:
        """Return what the model wrote after one of its messages, the oldest first."""
        ...


Status = Literal["processing", "suspended", "active"]
"""It works; it waits for a person; neither."""

_SECONDS = 3.0

logger = logging.getLogger(__name__)


class SessionStatus:
    """Sets the status by the newest method that a workspace has."""

    def __init__(self, api: WebApi) -> None:
        self._api = api
        self._unknown: set[tuple[str, str]] = set()

    async def set(self, place: Place, status: Status) -> None:
        """Set the status of a thread, if that takes no more than a moment."""
        try:
            async with asyncio.timeout(_SECONDS):
                await self._set(place, status)
        except TimeoutError:
            logger.info("A status could not be shown in time")

    async def _set(self, place: Place, status: Status) -> None:
        if await self._tried(
            place,
            "agents.sessions.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=status,
        ):
            return
        words = "is working…" if status == "processing" else ""
        await self._tried(
            place,
            "assistant.threads.setStatus",
            channel_id=place.channel,
            thread_ts=place.thread_ts,
            status=words,
        )

    async def _tried(self, place: Place, method: str, **arguments: str) -> bool:
        if (place.team, method) in self._unknown:
            return False
        try:
            await self._api.call(place.team, method, **arguments)
        except SlackRefused as refused:
            logger.info("A status cannot be shown: %s", refused)
            self._unknown.add((place.team, method))
            return False
        except ChoiceError as error:
            logger.info("A status cannot be shown: %s", error)
        return True


_STOPPED = "CANCELLED"
_LONGEST_END, _SHORT_END = 60.0, 3.0
"""How long the last words may take; less where the server stops."""


@dataclass(slots=True)
class _Held:
    """What waits until a turn has ended in a thread."""

    jobs: list[Job] = field(default_factory=list)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Reading:
    """Lets threads read along what models write, live or later."""

    def __init__(  # noqa: PLR0913, PLR0917 - all that writing in a thread takes
        self,
        api: WebApi,
        threads: Threads,
        timer: Timer,
        draining: Draining,
        locales: Locales,
        status: SessionStatus,
        talks: Talks,
    ) -> None:
        self._api, self._threads, self._timer = api, threads, timer
        self._draining, self._locales, self._status = draining, locales, status
        self._talks = talks
        self._no_streams: set[str] = set()
        self._held: dict[str, _Held] = {}

    async def put(self, job: Job, thread: Thread | None = None) -> None:
        """Have a job done when nothing is being written in its thread."""
        waiting = self._held.get(job.lane)
        if waiting is not None:
            waiting.jobs.append(job)
            return
        if thread is not None and self._threads.is_being_written(thread):
            # Another process writes there, and puts the same job when it has ended, unless it dies before.
            after = self._timer.now() + STREAM_LASTS
            job = replace(job, due_at=micros(after))
        await self._draining.put(job)

    @asynccontextmanager
    async def along(self, conversation_id: str, tenant: str) -> AsyncIterator[Reader | None]:
        """Read along one turn of a conversation; nobody does where it is not led in Slack."""
        found = await self._threads.of(conversation_id, tenant)
        if found is None:
            yield None
            return
        # The last words of the turn before may still be on their way.
        async with self._turn_in(found.place.lane):
            thread = await self._threads.of(conversation_id, tenant) or found
            async with self._writing(thread) as reader:
                yield reader

    @asynccontextmanager
    async def _turn_in(self, lane: str) -> AsyncIterator[None]:
        """Wait until nobody else writes in a thread; what is to be done there waits for the block's end."""
        while lane in self._held:
            await self._held[lane].ended.wait()
        mine = self._held[lane] = _Held()
        try:
            yield
        finally:
            del self._held[lane]
            mine.ended.set()
            for job in mine.jobs:
                await self._draining.put(job)

    @asynccontextmanager
    async def _writing(self, thread: Thread) -> AsyncIterator[Reader]:
        writer = ThreadWriter(self._api, self._threads, thread, self._timer, self._no_streams)
        writing = asyncio.ensure_future(writer.run())
        showing = asyncio.ensure_future(self._status.set(thread.place, "processing"))
        try:
            yield writer
        finally:
            writer.end()
            await asyncio.shield(_ended((writing, showing), writer.failure))
            await asyncio.shield(self._settle(thread, writer))

    async def _settle(self, thread: Thread, writer: ThreadWriter) -> None:
        """Note what stands in the thread, before anything that waited for it is done there."""
        place = thread.place
        if not writer.wrote_all:
            await self._draining.put(self.telling(thread))
        elif writer.message_id is not None:
            await self._threads.told(thread, writer.message_id)
        else:
            # What was written until it broke off stands there, and is kept under a name of its own.
            for written in await self._talks.written_after(thread, thread.told):
                await self._threads.told(thread, written.message_id)
        if writer.failure is not None:
            await self._draining.put(self._failing(thread, writer.failure))
        is_waiting = writer.state == "waiting" or writer.failure is not None
        if writer.failure != _STOPPED:
            await self._status.set(place, "suspended" if is_waiting else "active")

    async def catch_up(self, thread: Thread) -> None:
        """Have told what the model wrote with nobody reading along."""
        await self.put(self.telling(thread))

    def telling(self, thread: Thread) -> Job:
        """Return the job of telling what the model wrote while nobody could read along."""
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
        """Post what the model wrote and does not stand in the thread yet."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None:
            return
        if self._threads.is_being_written(thread):
            raise SlackAway(job.kind, "being written", STREAM_LASTS.total_seconds())
        thread = await self._end_stream(thread)
        place = thread.place
        for written in await self._talks.written_after(thread, thread.told):
            for text in markdown_pieces(written.text, MESSAGE_LIMIT) if written.text.strip() else []:
                await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))
            await self._threads.told(thread, written.message_id)

    async def _end_stream(self, thread: Thread) -> Thread:
        """End a message that a process left half written."""
        if thread.stream_ts is None:
            return thread
        place = thread.place
        try:
            await self._api.call(place.team, "chat.stopStream", channel=place.channel, ts=thread.stream_ts)
        except SlackRefused as refused:
            logger.info("A stream had ended already: %s", refused)
        await self._threads.writing(thread, None)
        return await self._threads.of(thread.conversation_id, place.tenant) or thread

    async def fail(self, job: Job) -> None:
        """Say in a thread that the model did not get to its end."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None:
            return
        place = thread.place
        language = await self._locales.at(place.team, place.channel, thread.owner)
        said = "stopped" if job.body.get("code") == _STOPPED else "model_failed"
        text = words("slack_talk", language)(said)
        await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))


async def _ended(tasks: tuple[asyncio.Future[None], ...], failure: str | None) -> None:
    """Wait for what is being written, but not for ever: it is told later then."""
    _done, late = await asyncio.wait(tasks, timeout=_SHORT_END if failure == _STOPPED else _LONGEST_END)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
