"""`choicewire split` and `choicewire instructions`: model text in, prompt text out."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import BinaryIO

from choice.cli.arguments import open_input, read_chunks
from choice.dialects import instructions as dialect_instructions
from choice.stream.segments import FormFound, Segment
from choice.stream.splitter import Splitter
from choice.wire.vocabulary import FormLine, TextLine, encode_line


def split(given: argparse.Namespace) -> int:
    """Print the segments of model text as lines of JSON."""
    splitter = Splitter(given.mode)
    printer = SegmentPrinter(sys.stdout.buffer)
    with open_input(given.file) as stream:
        for chunk in read_chunks(stream, given.file, given.chunks):
            printer.take(splitter.feed(chunk))
    printer.take(splitter.flush())
    printer.end()
    return 0


def instructions(given: argparse.Namespace) -> int:
    """Print the prompt text of one dialect, or the names of all."""
    if given.name is None:
        names = dialect_instructions.names()
        print(json.dumps({"names": names}) if given.json else "\n".join(names))
        return 0
    text = dialect_instructions.read(given.name)
    print(json.dumps({"name": given.name, "text": text}) if given.json else text.rstrip("\n"))
    return 0


class SegmentPrinter:
    """Prints each segment as soon as it is complete: a form at once, text once a form or the end follows."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._text: list[str] = []

    def take(self, segments: Iterable[Segment]) -> None:
        """Print the segments that are complete."""
        for segment in segments:
            if isinstance(segment, FormFound):
                self.end()
                self._print(FormLine(dialect=segment.dialect, form=segment.form, source=segment.source))
            else:
                self._text.append(segment.text)

    def end(self) -> None:
        """Print the collected text."""
        if self._text:
            self._print(TextLine(text="".join(self._text)))
            self._text.clear()

    def _print(self, line: TextLine | FormLine) -> None:
        rest = memoryview(encode_line(line).encode() + b"\n")
        while rest:
            # Unbuffered output may accept only a part.
            rest = rest[self._output.write(rest) or 0 :]
        self._output.flush()
