"""Encode server-sent events: one frame per event, one line of ASCII JSON per frame.

Event names come from our own code. Text from users and models appears only inside JSON strings, where line
separators and lone surrogates are escaped.
"""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter

HEARTBEAT = ": \n\n"
"""A comment, sent as keep-alive."""

quoted = json.encoder.encode_basestring_ascii
"""Encode a string as an ASCII JSON string, without the overhead of `json.dumps`."""

_MAX_CACHED_LENGTH = 16
_MAX_CACHED = 8192

_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


class TextFrames:
    """Renders texts as frames with a fixed head and tail, and caches the frames of short texts.

    The tokens of a model repeat, and a cache hit takes a quarter of the time. The cache is cleared when it
    is full.
    """

    __slots__ = ("_cache", "_head", "_tail")

    def __init__(self, head: str, tail: str) -> None:
        self._head, self._tail = head, tail
        self._cache: dict[str, str] = {}

    def __call__(self, pieces: Sequence[str]) -> str:
        """Return the frames of texts as one string."""
        return "".join(self.of(pieces))

    def of(self, pieces: Sequence[str]) -> Sequence[str]:
        """Return the frame of each text."""
        try:
            # `itemgetter` with one key returns a single value, not a tuple.
            return itemgetter(*pieces)(self._cache) if len(pieces) > 1 else [*map(self._frame, pieces)]
        except KeyError:
            return [*map(self._frame, pieces)]

    def _frame(self, piece: str) -> str:
        cache = self._cache
        frame = cache.get(piece)
        if frame is None:
            frame = f"{self._head}{quoted(piece)}{self._tail}"
            if len(piece) <= _MAX_CACHED_LENGTH:
                if len(cache) >= _MAX_CACHED:
                    cache.clear()
                cache[piece] = frame
        return frame


_strings = TextFrames("", "")


def compact(value: object) -> str:
    """Return JSON on one line of ASCII."""
    return _encode(value)


def data_frame(data: Mapping[str, object]) -> str:
    """Return the frame of an unnamed event."""
    return f"data: {_encode(data)}\n\n"


def named_frame(name: str, data: Mapping[str, object]) -> str:
    """Return the frame of a named event."""
    return f"event: {name}\ndata: {_encode(data)}\n\n"


def around_text(frame: str) -> tuple[str, str]:
    """Split the frame of an empty text into the parts before and after the text."""
    head, empty, tail = frame.partition('""')
    if not empty:
        raise ValueError(frame)
    return head, tail


def text_frames(head: str, pieces: Sequence[str], tail: str) -> str:
    """Return the frames of texts with the given head and tail."""
    return f"{head}{f'{tail}{head}'.join(_strings.of(pieces))}{tail}"
