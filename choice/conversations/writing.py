"""Lets a model write: its text leaves as it comes, and its questions are held for the end."""

import asyncio
import math
from bisect import bisect_right
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from itertools import accumulate
from typing import cast

from choice.conversations.frames import FrameSink
from choice.providers.protocol import Paper, Piece, ToolCall
from choice.stream.segments import FormFound, Segment, Text
from choice.stream.splitter import Mode, Splitter
from choice.wire.vocabulary import ToolExecuting, Vocabulary

_FEW = 1024


class TokenCuts:
    """Remembers the pieces that a splitter was fed, until they come out."""

    __slots__ = ("_fed", "fed")

    def __init__(self) -> None:
        self._fed: deque[str] = deque()
        self.fed: Callable[[Iterable[str]], None] = self._fed.extend
        """Says of which pieces that was which the splitter was fed."""

    def __bool__(self) -> bool:
        """Tell whether something that was fed has not come out yet."""
        return bool(self._fed)

    def of(self, segment: Segment) -> list[str]:
        """Return the text of a segment, cut as it was fed; nothing for a form, whose text is suppressed."""
        if isinstance(segment, FormFound):
            self._take(len(segment.source))
            return []
        return self._take(len(segment.text))

    def _take(self, size: int) -> list[str]:
        fed = self._fed
        taken: list[str] = []
        if len(fed) <= _FEW:
            # What most often happens: all comes out, or all but the beginning of a sentence.
            pieces = list(fed)
            ends = list(accumulate(map(len, pieces)))
            whole = bisect_right(ends, size)
            taken = pieces[:whole]
            fed.clear()
            fed.extend(pieces[whole:])
            size -= ends[whole - 1] if whole else 0
        while size > 0:
            piece = fed.popleft()
            if len(piece) > size:
                fed.appendleft(piece[size:])
                piece = piece[:size]
            size -= len(piece)
            taken.append(piece)
        return taken


_MOST_UNFRAMED = 256
"""So many pieces wait for a reader, before they are put into frames and counted."""


class Writing:
    """One run of a model. What it wrote so far stands here, however the run ends."""

    def __init__(
        self,
        mode: Mode,
        vocabulary: Vocabulary,
        frames: FrameSink,
        begun: Callable[[], None] = lambda: None,
    ) -> None:
        """Take where the text goes, and who is told when the first of it leaves."""
        self._begun: Callable[[], None] | None = begun
        self._splitter = Splitter(mode)
        self._cuts = TokenCuts()
        self._vocabulary = vocabulary
        self._frames = frames
        self._whole: list[str] = []
        self._shown: list[str] = []
        self._unread: list[Piece] = []
        """What came last. It is read and put into frames together, when it can be sent."""
        self._loop = asyncio.get_running_loop()
        self._limit: asyncio.Timeout | None = None
        self._limit_seconds = 0.0
        self._renew_at = math.inf
        self.forms: list[FormFound] = []
        self.calls: list[ToolCall] = []

    @property
    def whole(self) -> str:
        """All that the model wrote."""
        return "".join(self._whole)

    @property
    def shown(self) -> str:
        """What people see of it as text."""
        return "".join(self._shown)

    async def run(self, reply: Callable[[Paper], Awaitable[None]], idle_seconds: float) -> None:
        """Let a model write on this until it has ended.

        Raises:
            ModelFailed: The model could not go on.
            TimeoutError: Nothing came for too long.
        """
        async with asyncio.timeout(None) as self._limit:
            self._limit_seconds = idle_seconds
            self._renew()
            await reply(self)
        self.end()

    def write(self, piece: Piece) -> bool:
        """Take a piece; tell whether there is room for more."""
        if self._loop.time() >= self._renew_at:
            self._renew()
        unread = self._unread
        if unread:
            unread.append(piece)
            return len(unread) < _MOST_UNFRAMED or self._passed_on()
        unread.append(piece)
        self._frames.expect(self._framed)
        return True

    def _passed_on(self) -> bool:
        """Put what waits into frames, and let it go; tell whether there is room for more."""
        self._frames.push(self._framed())
        return not self._frames.is_full

    async def room(self) -> None:
        """Wait until the reader has taken what is there."""
        await self._frames.room()
        self._renew()

    def _renew(self) -> None:
        """Restart the idle limit.

        Pieces restart it at most a hundred times per limit, because a timer for each would be slow. The limit
        is longer by that hundredth, so that it never ends early.
        """
        if self._limit is not None and not self._limit.expired():
            now, slack = self._loop.time(), self._limit_seconds / 100
            self._renew_at = now + slack
            self._limit.reschedule(now + self._limit_seconds + slack)

    def end(self, *, broken_off: bool = False) -> None:
        """Let go what is held. An answer that broke off asks nothing, and shows nothing out of its place.

        A question after which nothing was shown is shown as text; one before other text stays away.
        """
        frames = self._framed()
        segments = self._splitter.flush()
        if broken_off:
            texts = [_as_text(segment) for segment in segments]
            segments = [*texts]
            read = len(self.whole) - sum([len(text.text) for text in texts])
            sources = _unfollowed(self.forms, self.whole[:read], self.shown)
            self.forms.clear()
            frames += self._shown_as(sources)
        frames += self._shown_as(self._pieces_of(segments))
        if frames:
            self._frames.push(frames)

    def _framed(self) -> str:
        """Read all that was not read yet, and return its frames."""
        if not self._unread:
            return ""
        pieces = self._unread.copy()
        self._unread.clear()
        texts = cast("list[str]", pieces)
        try:
            text = "".join(texts)
        except TypeError:  # There is a call among them, which is rare.
            return "".join([self._read_one(piece) for piece in pieces])
        return self._read(texts, text)

    def _read_one(self, piece: Piece) -> str:
        if isinstance(piece, str):
            return self._read([piece], piece)
        # What was written before the call is shown before it; what follows is another text.
        held = self._shown_as(self._pieces_of(self._splitter.flush()))
        self.calls.append(piece)
        return held + self._vocabulary.event(ToolExecuting(piece.name))

    def _read(self, pieces: list[str], text: str) -> str:
        """Look for questions in pieces, which are a text together; return the frames of what is shown."""
        self._whole.append(text)
        segments = self._splitter.feed(text)
        if self._cuts or len(segments) != 1 or segments[0][0] != text:
            self._cuts.fed(pieces)
            pieces = self._pieces_of(segments)
            text = "".join(pieces)
        return self._shown_as(pieces, text)

    def _pieces_of(self, segments: Sequence[Segment]) -> list[str]:
        """Return what is shown of segments, cut as the model cut it."""
        self.forms += [segment for segment in segments if isinstance(segment, FormFound)]
        return [piece for segment in segments for piece in self._cuts.of(segment)]

    def _shown_as(self, pieces: list[str], text: str | None = None) -> str:
        """Show pieces, and return their frames; `text` is what they are together."""
        if not pieces:
            return ""
        self._shown.append("".join(pieces) if text is None else text)
        if self._begun is not None:
            self._begun()
            self._begun = None
        return self._vocabulary.texts(pieces)


def _unfollowed(forms: Sequence[FormFound], written: str, shown: str) -> list[str]:
    """Return the sources of the last forms, as far as what was written ends with them."""
    sources: list[str] = []
    for form in reversed(forms):
        if shown.endswith(form.source) or not written.endswith(form.source):
            break
        sources.insert(0, form.source)
        written = written.removesuffix(form.source)
    return sources


def _as_text(segment: Segment) -> Text:
    return Text(segment.source) if isinstance(segment, FormFound) else segment
