"""Write a model's answer into a thread while it arrives, by streaming or by updating messages."""

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
"""Minimum seconds between two calls, to stay within Slack's rate limits."""
STREAM_LIMIT = safe_limit("markdown_text")
_CHUNK = STREAM_LIMIT // len("&amp;")
"""Maximum characters to append in one call. Escaping makes a character at most five times longer."""
MESSAGE_LIMIT = safe_limit("message.text")

logger = logging.getLogger(__name__)


class ThreadWriter:
    """Writes one turn of the model into a thread. `run` posts the text that `write` receives."""

    def __init__(
        self, api: WebApi, threads: Threads, thread: Thread, timer: Timer, without_streaming: set[str]
    ) -> None:
        self._api, self._threads, self._thread, self._timer = api, threads, thread, timer
        self._without_streaming = without_streaming
        """Workspaces that do not support streaming. Shared by all writers."""
        self._streams = thread.place.team not in without_streaming
        self._unwritten: list[str] = []
        self._text = ""
        self._wakeup, self._has_ended = asyncio.Event(), asyncio.Event()
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
        self._unwritten.append(text)
        self._wakeup.set()

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """Receive the end of a complete answer."""
        self.message_id, self.state = message_id, state

    def failed(self, code: str) -> None:
        """Receive the error code of an answer that ended early."""
        self.failure = code

    def end(self) -> None:
        """Receive the end of the turn. No more text follows."""
        self._has_ended.set()
        self._wakeup.set()

    # --- Output ---

    async def run(self) -> None:
        """Write until the end of the turn.

        An error is logged and ends the writing. Then `is_complete` is False, and the caller posts the rest.
        """
        try:
            while not self._has_ended.is_set():
                await self._wakeup.wait()
                self._wakeup.clear()
                await self._flush(last=False)
                await self._pause()
            await self._flush(last=True)
            self._is_complete = True
        except ChoiceError as error:
            logger.warning("Cannot write to a thread: %s", error)

    @property
    def is_complete(self) -> bool:
        """Whether the whole answer was posted."""
        return self._is_complete

    async def _pause(self) -> None:
        """Wait for the interval between calls, or for the end of the turn."""
        pause = APPEND_INTERVAL if self._stream is not None else UPDATE_INTERVAL
        ending = asyncio.ensure_future(self._has_ended.wait())
        pausing = asyncio.ensure_future(self._timer.pause(pause))
        try:
            await asyncio.wait((ending, pausing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ending.cancel()
            pausing.cancel()
            await asyncio.gather(ending, pausing, return_exceptions=True)

    async def _flush(self, *, last: bool) -> None:
        fresh = "".join(self._unwritten)
        self._unwritten.clear()
        self._text += fresh
        if not self._text.strip():
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
        await self._update_messages()

    # --- Streaming ---

    async def _stream_text(self, fresh: str, *, last: bool) -> None:
        """Append text to the stream. Starts a stream if none is open or the open one is full."""
        if self._stream is None:
            fresh = self._text[self._streamed :]
        for start in range(0, len(fresh), _CHUNK):
            await self._append(fresh[start : start + _CHUNK])
        if last and self._stream is not None:
            await self._stop_stream()

    async def _append(self, text: str) -> None:
        place, shown = self._thread.place, escape(text)
        if self._stream is not None and self._in_stream + len(shown) > STREAM_LIMIT:
            await self._stop_stream()
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

    async def _stop_stream(self) -> None:
        place = self._thread.place
        stream, self._stream = self._stream, None
        try:
            await self._api.call(place.team, "chat.stopStream", channel=place.channel, ts=stream)
        except SlackRejected as error:
            # Slack itself ends a stream that is idle for some minutes.
            logger.info("The stream has already ended: %s", error)
        await self._threads.save_stream(self._thread, None)

    # --- Updating ---

    async def _update_messages(self) -> None:
        """Update messages whose text changed, and post the rest of the text as new messages."""
        place = self._thread.place
        unstreamed = self._text[self._streamed :]
        for number, text in enumerate(markdown_pieces(unstreamed, MESSAGE_LIMIT)):
            if number >= len(self._messages):
                ts = await self._api.post(place.team, place.channel, place.thread_ts, Rendered(text))
                self._messages.append((ts, text))
            elif self._messages[number][1] != text:
                ts = self._messages[number][0]
                await self._api.update(place.team, place.channel, ts, Rendered(text))
                self._messages[number] = (ts, text)
