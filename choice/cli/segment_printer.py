"""Prints segments as lines of JSON, neighbouring prose as one line."""

from collections.abc import Iterable
from typing import BinaryIO

from choice.stream.segments import FormFound, Segment
from choice.wire.segment_line import FormLine, TextLine, written


class SegmentPrinter:
    """Prints each segment as soon as it is complete: a form at once, prose when a form or the end follows."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._prose: list[str] = []

    def take(self, segments: Iterable[Segment]) -> None:
        """Print what is complete by now."""
        for segment in segments:
            if isinstance(segment, FormFound):
                self.end()
                self._print(FormLine(dialect=segment.dialect, form=segment.form, source=segment.source))
            else:
                self._prose.append(segment.text)

    def end(self) -> None:
        """Print the prose that has been gathered."""
        if self._prose:
            self._print(TextLine(text="".join(self._prose)))
            self._prose.clear()

    def _print(self, line: TextLine | FormLine) -> None:
        rest = memoryview(written(line).encode() + b"\n")
        while rest:
            # Where Python does not buffer what it prints, less may be taken than was given.
            rest = rest[self._output.write(rest) or 0 :]
        self._output.flush()
