"""A bar on standard error that shows how far something is; only where a person looks at it."""

import sys
from types import TracebackType
from typing import Self, TextIO

_WIDTH = 30


class ProgressBar:
    """Draws one line again and again, and wipes it out in the end."""

    def __init__(self, doing: str, total: int, stream: TextIO | None = None) -> None:
        self._doing = doing
        self._total = max(total, 1)
        self._stream = sys.stderr if stream is None else stream
        self._drawn = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._drawn:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, done: int) -> None:
        """Show how much is done; what would look the same is not drawn again."""
        if not self._stream.isatty():
            return
        part = min(done / self._total, 1.0)
        bar = "█" * round(part * _WIDTH)
        line = f"{self._doing} {bar:░<{_WIDTH}} {part:4.0%}"
        if line != self._drawn:
            self._drawn = line
            self._stream.write(f"\r{line}")
            self._stream.flush()
