"""Gives released text the cuts back that the model made, after a splitter held several pieces together."""

from collections import deque
from collections.abc import Callable

from choice.stream.segments import FormFound, Segment

_FEW = 256


class TokenCuts:
    """Remembers the pieces that a splitter was fed, until they come out."""

    __slots__ = ("_fed", "fed")

    def __init__(self) -> None:
        self._fed: deque[str] = deque()
        self.fed: Callable[[str], None] = self._fed.append
        """Says what the splitter was fed. This is called for every token that is held."""

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
        if len(fed) <= _FEW and sum(map(len, fed)) == size:
            # Everything comes out: what most often happens where a sentence ends.
            taken += fed
            fed.clear()
            return taken
        while size > 0:
            piece = fed.popleft()
            if len(piece) > size:
                fed.appendleft(piece[size:])
                piece = piece[:size]
            size -= len(piece)
            taken.append(piece)
        return taken
