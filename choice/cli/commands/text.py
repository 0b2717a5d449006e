"""`choicewire split`, `lint` and `instructions`: questions in model text, and prompts that teach to ask."""

import argparse
import json
import re
import sys
from collections.abc import Iterable
from typing import BinaryIO

from choice.cli.arguments import UsageError, open_input, read_chunks, read_text
from choice.dialects import instructions as dialect_instructions
from choice.errors import InvalidRequest, UnreadableJson
from choice.lint import advise
from choice.models import Form
from choice.payload import decoder, read_json
from choice.stream import FormFound, Segment, Splitter, detect
from choice.validation import parse_request_or_form
from choice.wire import FormLine, TextLine, encode_line

_NAMES = frozenset({"prompt", "questions"})
_BEGINNING = re.compile(r'\s*(?P<object>\{\s*(?:["}]|\Z))')
_DECODER = decoder(strict=False)


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


def lint(given: argparse.Namespace) -> int:
    """Print advice on each question of a text, request or form."""
    try:
        forms = forms_in(read_text(given.file))
    except InvalidRequest as error:
        message = f"this request is not valid. {error}"
        raise UsageError(message) from error
    except UnreadableJson as error:
        message = f"this begins as JSON, but is not valid. {error}"
        raise UsageError(message) from error
    found = [(number, advice) for number, form in enumerate(forms, start=1) for advice in advise(form)]
    if given.json:
        print(
            json.dumps([{"form": number, **advice._asdict()} for number, advice in found], ensure_ascii=False)
        )
    elif not forms:
        print("No question found.")
    elif not found:
        print(f"Nothing to improve in {len(forms)} form{'s' * (len(forms) > 1)}.")
    else:
        for number, (question_id, rule, words) in found:
            print(f"form {number}, {question_id}: {rule}: {words}")
    return 0


def forms_in(text: str) -> list[Form]:
    """Return the forms in model text, or the one that a JSON text describes.

    Raises:
        UnreadableJson: It begins as JSON and is not valid.
        InvalidRequest: It describes an invalid request.
    """
    forms = detect(text).forms
    if forms or not _is_meant_as_json(text):
        return forms
    value = read_json(text)
    if not isinstance(value, dict) or _NAMES.isdisjoint(value):
        return []
    checked = parse_request_or_form(value)
    return [checked if isinstance(checked, Form) else checked.form]


def _is_meant_as_json(text: str) -> bool:
    """Return whether a text is a JSON object, valid or not, without text after it."""
    found = _BEGINNING.match(text)
    if found is None:
        return False
    try:
        _value, end = _DECODER.raw_decode(text, found.start("object"))
    except (ValueError, RecursionError, UnreadableJson):
        return True
    return not text[end:].strip()
