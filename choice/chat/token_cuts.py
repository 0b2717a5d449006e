"""Gives released text the cuts back that the model made, after a splitter held several pieces together."""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable
from itertools import accumulate

from choice.stream.segments import FormFound, Segment

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
