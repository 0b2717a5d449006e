"""Write a model's answer into a thread as it arrives: by streaming, or else by updating messages."""

import asyncio
import logging
from typing import Literal

from choice.errors import ChoiceError
from choice.slack.api.client import SlackRejected, Timer, WebApi
from choice.slack.render.limits import safe_limit
from choice.slack.render.text import Rendered, escape, markdown_pieces
from choice.slack.store import Thread, Threads

APPEND_INTERVAL = 1.0
UPDATE_INTERVAL = 3.0
"""Seconds between calls, within Slack's rate limits."""
STREAM_LIMIT = safe_limit("markdown_text")
_CHUNK = STREAM_LIMIT // len("&amp;")
"""Characters appended at once: within the limit even if every one is escaped."""
MESSAGE_LIMIT = safe_limit("message.text")

logger = logging.getLogger(__name__)


class ThreadWriter:
    """Writes one turn. `run` returns when the turn has ended and all of it is posted."""

    def __init__(
        self, api: WebApi, threads: Threads, thread: Thread, timer: Timer, without_streaming: set[str]
    ) -> None:
        self._api, self._threads, self._thread, self._timer = api, threads, thread, timer
        self._without_streaming = without_streaming
        """Workspaces where streaming has failed; shared by all writers."""
        self._streams = thread.place.team not in without_streaming
        self._new: list[str] = []
        self._whole = ""
        self._news, self._is_over = asyncio.Event(), asyncio.Event()
        self._stream: str | None = None
        self._streamed = self._in_stream = 0
        self._is_complete = False
        self._messages: list[tuple[str, str]] = []
        self.message_id: str | None = None
        self.state: Literal["idle", "waiting"] | None = None
        self.failure: str | None = None

    # --- Input ---

    def write(self, text: str) -> None:
        """Receive the next piece of text."""
        self._new.append(text)
        self._news.set()

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """The answer is complete."""
        self.message_id, self.state = message_id, state

    def failed(self, code: str) -> None:
        """The answer ended early with this error code."""
        self.failure = code

    def end(self) -> None:
        """No more text follows."""
        self._is_over.set()
        self._news.set()

    # --- Output ---

    async def run(self) -> None:
        """Write until the end of the turn. Errors are logged, not raised: the text is stored elsewhere too.

        If `is_complete` is False afterwards, the caller posts the rest later.
        """
        try:
            while not self._is_over.is_set():
                await self._news.wait()
                self._news.clear()
                await self._show(last=False)
                await self._rest()
            await self._show(last=True)
            self._is_complete = True
        except ChoiceError as error:
            logger.warning("Cannot write to a thread: %s", error)

    @property
    def is_complete(self) -> bool:
        """Whether the whole answer was posted."""
        return self._is_complete

    async def _rest(self) -> None:
        """Wait for the interval between calls, or for the end of the turn."""
        pause = APPEND_INTERVAL if self._stream is not None else UPDATE_INTERVAL
        over = asyncio.ensure_future(self._is_over.wait())
        pausing = asyncio.ensure_future(self._timer.pause(pause))
        try:
            await asyncio.wait((over, pausing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            over.cancel()
            pausing.cancel()
            await asyncio.gather(over, pausing, return_exceptions=True)

    async def _show(self, *, last: bool) -> None:
        fresh = "".join(self._new)
        self._new.clear()
        self._whole += fresh
        if not self._whole.strip():
            return
        place = self._thread.place
        if self._streams:
            try:
                await self._stream_text(fresh, last=last)
            except SlackRejected as error:
                logger.info("Streaming is unavailable in workspace %s: %s", place.team, error)
                self._streams, self._stream = False, None
                if not self._streamed:
                    self._without_streaming.add(place.team)
            else:
                return
        await self._change()

    # --- Streaming ---

    async def _stream_text(self, fresh: str, *, last: bool) -> None:
        """Append to the stream; start one if needed, and a new one when it is full."""
        if self._stream is None:
            fresh = self._whole[self._streamed :]
        for start in range(0, len(fresh), _CHUNK):
            await self._add(fresh[start : start + _CHUNK])
        if last and self._stream is not None:
            await self._stop()

    async def _add(self, text: str) -> None:
        place, shown = self._thread.place, escape(text)
        if self._stream is not None and self._in_stream + len(shown) > STREAM_LIMIT:
            await self._stop()
        if self._stream is None:
            response = await self._api.call(
                place.team,
                "chat.startStream",
                channel=place.channel,
                thread_ts=place.thread_ts,
                markdown_text=shown,
                recipient_team_id=place.team,
                recipient_user_id=self._thread.owner,
            )
            self._stream, self._in_stream = str(response["ts"]), 0
            await self._threads.save_stream(self._thread, self._stream)
        else:
            await self._api.call(
                place.team, "chat.appendStream", channel=place.channel, ts=self._stream, markdown_text=shown
            )
        self._in_stream += len(shown)
        self._streamed += len(text)

    async def _stop(self) -> None:
        place = self._thread.place
        stream, self._stream = self._stream, None
        try:
            await self._api.call(place.team, "chat.stopStream", channel=place.channel, ts=stream)
        except SlackRejected as error:
            # Slack ends idle streams after some minutes.
            logger.info("The stream has already ended: %s", error)
        await self._threads.save_stream(self._thread, None)

    # --- Updating ---

    async def _change(self) -> None:
        """Post new messages and update those that grew."""
        place = self._thread.place
        unstreamed = self._whole[self._streamed :]
        for number, text in enumerate(markdown_pieces(unstreamed, MESSAGE_LIMIT)):
            if number >= len(self._messages):
                ts = await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))
                self._messages.append((ts, text))
            elif self._messages[number][1] != text:
                ts = self._messages[number][0]
                await self._api.update(place.team, place.channel, ts, Rendered(text))
                self._messages[number] = (ts, text)
