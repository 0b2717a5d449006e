"""Server-sent events: one frame an event, one line of ASCII a frame, so that every reader splits it right.

Names of events come from our own code. What others wrote stands only inside JSON strings, where every
character that could end a line, or that is no character at all, is escaped.
"""

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter

HEARTBEAT = ": \n\n"
"""A comment: it keeps a connection open and means nothing."""

quoted = json.encoder.encode_basestring_ascii
"""Return a text as a JSON string in ASCII; the encoder's own part for it, without what surrounds it."""

_LONGEST_KNOWN = 16
_MOST_KNOWN = 8192

_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


class TextFrames:
    """The frames of texts as JSON strings, between what all frames begin and end with.

    Small ones are remembered: a model's tokens repeat, and to find one takes a quarter of the time. Where too
    many are, all are forgotten, so that no text can make this large, nor useless for the texts after it.
    """

    __slots__ = ("_head", "_known", "_tail")

    def __init__(self, head: str, tail: str) -> None:
        self._head, self._tail = head, tail
        self._known: dict[str, str] = {}

    def __call__(self, pieces: Sequence[str]) -> str:
        """Return a frame for each piece of text."""
        return "".join(self.of(pieces))

    def of(self, pieces: Sequence[str]) -> Sequence[str]:
        """Return the frame of each piece of text."""
        try:
            # Of one alone, `itemgetter` makes no sequence.
            return itemgetter(*pieces)(self._known) if len(pieces) > 1 else [*map(self._frame, pieces)]
        except KeyError:
            return [*map(self._frame, pieces)]

    def _frame(self, piece: str) -> str:
        known = self._known
        frame = known.get(piece)
        if frame is None:
            frame = f"{self._head}{quoted(piece)}{self._tail}"
            if len(piece) <= _LONGEST_KNOWN:
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                known[piece] = frame
        return frame


_known = TextFrames("", "")


def compact(value: object) -> str:
    """Return JSON on one line of ASCII."""
    return _encode(value)


def data_frame(data: Mapping[str, object]) -> str:
    """Return the frame of an event that has no name."""
    return f"data: {_encode(data)}\n\n"


def named_frame(name: str, data: Mapping[str, object]) -> str:
    """Return the frame of an event with a name."""
    return f"event: {name}\ndata: {_encode(data)}\n\n"


def around_text(frame: str) -> tuple[str, str]:
    """Return what stands before and behind the text in a frame that was written with an empty one."""
    head, empty, tail = frame.partition('""')
    if not empty:
        raise ValueError(frame)
    return head, tail


def text_frames(head: str, pieces: Sequence[str], tail: str) -> str:
    """Return a frame for each piece of text, between what all frames begin and end with."""
    return f"{head}{f'{tail}{head}'.join(_known.of(pieces))}{tail}"
