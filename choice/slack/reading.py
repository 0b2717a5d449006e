"""Who reads along in a thread: one turn at a time, and questions wait until its words stand there."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from choice.catalogues.catalogue import words
from choice.slack.draining import Draining
from choice.slack.locales import Locales
from choice.slack.message_text import markdown_pieces
from choice.slack.outbox import Job
from choice.slack.refusals import SlackRefused
from choice.slack.rendered import Rendered
from choice.slack.session_status import SessionStatus
from choice.slack.talks import Reader, Talks
from choice.slack.thread_writer import MESSAGE_LIMIT, ThreadWriter
from choice.slack.threads import Thread, Threads
from choice.slack.timing import Timer
from choice.slack.web_api import WebApi

_STOPPED = "CANCELLED"

logger = logging.getLogger(__name__)


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
    ) -> None:
        self._api, self._threads, self._timer = api, threads, timer
        self._draining, self._locales, self._status = draining, locales, status
        self._no_streams: set[str] = set()
        self._held: dict[str, list[Job]] = {}

    async def put(self, job: Job) -> None:
        """Have a job done when nothing is being written in its thread."""
        waiting = self._held.get(job.lane)
        if waiting is None:
            await self._draining.put(job)
        else:
            waiting.append(job)

    @asynccontextmanager
    async def along(self, conversation_id: str, tenant: str) -> AsyncIterator[Reader | None]:
        """Read along one turn of a conversation; nobody does where it is not led in Slack."""
        thread = await self._threads.of(conversation_id, tenant)
        if thread is None or thread.place.lane in self._held:
            yield None
            return
        lane = thread.place.lane
        self._held[lane] = []
        writer = ThreadWriter(self._api, self._threads, thread, self._timer, self._no_streams)
        writing = asyncio.ensure_future(writer.run())
        showing = asyncio.ensure_future(self._status.set(thread.place, "processing"))
        try:
            yield writer
        finally:
            writer.end()
            await asyncio.shield(asyncio.gather(writing, showing, return_exceptions=True))
            await asyncio.shield(self._settle(thread, writer, self._held.pop(lane)))

    async def _settle(self, thread: Thread, writer: ThreadWriter, held: list[Job]) -> None:
        """Note what stands in the thread; let wait no longer what waited for it."""
        place = thread.place
        if writer.message_id is not None and writer.wrote_all:
            await self._threads.note(thread, told=writer.message_id)
        elif writer.message_id is not None or writer.failure is not None:
            held = [self.telling(thread), *held]
        if writer.failure is not None:
            held = [self._failing(thread, writer.failure), *held]
        for job in held:
            await self._draining.put(job)
        is_waiting = writer.state == "waiting" or writer.failure is not None
        await self._status.set(place, "suspended" if is_waiting else "active")

    async def catch_up(self, thread: Thread) -> None:
        """Have told what the model wrote with nobody reading along, unless it is just being written."""
        if thread.place.lane not in self._held:
            await self._draining.put(self.telling(thread))

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

    async def tell(self, job: Job, talks: Talks) -> None:
        """Post what the model wrote and does not stand in the thread yet."""
        thread = await self._threads.of(str(job.body["conversation"]), job.tenant)
        if thread is None or job.lane in self._held:
            return
        thread = await self._end_stream(thread)
        place = thread.place
        for written in await talks.written_after(thread, thread.told):
            for text in markdown_pieces(written.text, MESSAGE_LIMIT) if written.text.strip() else []:
                await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))
            await self._threads.note(thread, told=written.message_id)

    async def _end_stream(self, thread: Thread) -> Thread:
        """End a message that a process left half written."""
        if thread.stream_ts is None:
            return thread
        place = thread.place
        try:
            await self._api.call(place.team, "chat.stopStream", channel=place.channel, ts=thread.stream_ts)
        except SlackRefused as refused:
            logger.info("A stream had ended already: %s", refused)
        await self._threads.note(thread, stream_ts=None)
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
