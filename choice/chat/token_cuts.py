"""Gives released text the cuts back that the model made, after a splitter held several pieces together."""

from collections import deque

from choice.stream.segments import FormFound, Segment


class TokenCuts:
    """Remembers the pieces that a splitter was fed, until they come out."""

    __slots__ = ("_fed",)

    def __init__(self) -> None:
        self._fed: deque[str] = deque()

    @property
    def is_empty(self) -> bool:
        """Whether all that was fed has come out."""
        return not self._fed

    def fed(self, piece: str) -> None:
        """Say what the splitter was fed."""
        self._fed.append(piece)

    def of(self, segment: Segment) -> list[str]:
        """Return the text of a segment, cut as it was fed; nothing for a form, whose text is suppressed."""
        if isinstance(segment, FormFound):
            self._take(len(segment.source))
            return []
        return self._take(len(segment.text))

    def _take(self, size: int) -> list[str]:
        fed, taken = self._fed, []
        while size > 0:
            piece = fed.popleft()
            if len(piece) > size:
                fed.appendleft(piece[size:])
                piece = piece[:size]
            size -= len(piece)
            taken.append(piece)
        return taken
