"""Writes a model's words into a thread as they come: as a stream where Slack has one, else by changes."""

import asyncio
import logging
from typing import Literal

from choice.errors import ChoiceError
from choice.slack.api.client import SlackRefused, Timer, WebApi
from choice.slack.render.kit import Rendered
from choice.slack.render.limits import safe_limit
from choice.slack.render.text import escape, markdown_pieces
from choice.slack.store import Thread, Threads

BETWEEN_PIECES = 1.0
BETWEEN_CHANGES = 3.0
"""Seconds; Slack asks for no more."""
STREAM_LIMIT = safe_limit("markdown_text")
MESSAGE_LIMIT = safe_limit("message.text")

logger = logging.getLogger(__name__)


class ThreadWriter:
    """Reads along one turn. `run` ends when the turn has ended and all of it stands in the thread."""

    def __init__(
        self, api: WebApi, threads: Threads, thread: Thread, timer: Timer, no_streams: set[str]
    ) -> None:
        self._api, self._threads, self._thread, self._timer = api, threads, thread, timer
        self._no_streams = no_streams
        """The workspaces that have no streams, as far as is known."""
        self._streams = thread.place.team not in no_streams
        self._new: list[str] = []
        self._whole = ""
        self._news, self._is_over = asyncio.Event(), asyncio.Event()
        self._stream: str | None = None
        self._streamed = self._in_stream = 0
        self._is_written = False
        self._messages: list[tuple[str, str]] = []
        self.message_id: str | None = None
        self.state: Literal["idle", "waiting"] | None = None
        self.failure: str | None = None

    # --- What the turn tells ---

    def write(self, text: str) -> None:
        """Take the next piece."""
        self._new.append(text)
        self._news.set()

    def completed(self, message_id: str, state: Literal["idle", "waiting"]) -> None:
        """Learn that the answer is whole."""
        self.message_id, self.state = message_id, state

    def failed(self, code: str) -> None:
        """Learn that the answer ended early."""
        self.failure = code

    def end(self) -> None:
        """Say that nothing more comes."""
        self._is_over.set()
        self._news.set()

    # --- What the thread sees ---

    async def run(self) -> None:
        """Write until the end; raise nothing, for the words are kept elsewhere too.

        Whatever could not be written is told later (`wrote_all` says so).
        """
        try:
            while not self._is_over.is_set():
                await self._news.wait()
                self._news.clear()
                await self._show(last=False)
                await self._rest()
            await self._show(last=True)
            self._is_written = True
        except ChoiceError as error:
            logger.warning("A thread could not be written on: %s", error)

    @property
    def wrote_all(self) -> bool:
        """Whether all of it stands in the thread."""
        return self._is_written

    async def _rest(self) -> None:
        """Let a moment pass, unless the end comes first."""
        pause = BETWEEN_PIECES if self._stream is not None else BETWEEN_CHANGES
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
                await self._pass_on(fresh, last=last)
            except SlackRefused as refused:
                logger.info("A stream cannot be used in %s: %s", place.team, refused)
                self._streams, self._stream = False, None
                if not self._streamed:
                    self._no_streams.add(place.team)
            else:
                return
        await self._change()

    # --- Streams ---

    async def _pass_on(self, fresh: str, *, last: bool) -> None:
        """Add to the stream; begin one where there is none, another where it is full."""
        if self._stream is None:
            fresh = self._whole[self._streamed :]
        for start in range(0, len(fresh), STREAM_LIMIT):
            await self._add(fresh[start : start + STREAM_LIMIT])
        if last and self._stream is not None:
            await self._stop()

    async def _add(self, text: str) -> None:
        place, shown = self._thread.place, escape(text)
        if self._stream is not None and self._in_stream + len(shown) > STREAM_LIMIT:
            await self._stop()
        if self._stream is None:
            told = await self._api.call(
                place.team,
                "chat.startStream",
                channel=place.channel,
                thread_ts=place.thread_ts,
                markdown_text=shown,
                recipient_team_id=place.team,
                recipient_user_id=self._thread.owner,
            )
            self._stream, self._in_stream = str(told["ts"]), 0
            await self._threads.writing(self._thread, self._stream)
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
        except SlackRefused as refused:
            # Slack ends streams by itself after some minutes.
            logger.info("A stream had ended already: %s", refused)
        await self._threads.writing(self._thread, None)

    # --- Changes ---

    async def _change(self) -> None:
        """Post what is new and change what has grown."""
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
