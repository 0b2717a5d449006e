"""The seam between what happens and how a client is told: one vocabulary a wire."""

from collections.abc import Sequence
from typing import Protocol

from choice.wire.events import Event


class Vocabulary(Protocol):
    """Puts what happens into frames. One vocabulary serves one answer, from its start to its end."""

    def text(self, text: str) -> str:
        """Return the frames of a piece of the answer's text."""
        ...

    def texts(self, pieces: Sequence[str]) -> str:
        """Return the frames of pieces that are ready together: for each what `text` returns, at less cost."""
        ...

    def event(self, event: Event) -> str:
        """Return the frames of anything else; an empty text where this wire has no word for it."""
        ...

    @property
    def headers(self) -> tuple[tuple[str, str], ...]:
        """What the response must say beside its content type."""
        ...
