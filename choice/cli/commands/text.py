"""`choicewire split`, `lint` and `instructions`: find and check questions in text, print prompt texts."""

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

_REQUEST_FIELDS = frozenset({"prompt", "questions"})
_JSON_START = re.compile(r'\s*(?P<object>\{\s*(?:["}]|\Z))')
_DECODER = decoder(strict=False)


def split(args: argparse.Namespace) -> int:
    """Print the segments of model text as lines of JSON."""
    splitter = Splitter(args.mode)
    printer = SegmentPrinter(sys.stdout.buffer)
    with open_input(args.file) as stream:
        for chunk in read_chunks(stream, args.file, args.chunks):
            printer.take(splitter.feed(chunk))
    printer.take(splitter.flush())
    printer.end()
    return 0


def instructions(args: argparse.Namespace) -> int:
    """Print the prompt text of one dialect, or the names of all dialects."""
    if args.name is None:
        names = dialect_instructions.names()
        print(json.dumps({"names": names}) if args.json else "\n".join(names))
        return 0
    text = dialect_instructions.read(args.name)
    print(json.dumps({"name": args.name, "text": text}) if args.json else text.rstrip("\n"))
    return 0


class SegmentPrinter:
    """Prints forms immediately. Text is collected and printed before the next form or at the end."""

    def __init__(self, output: BinaryIO) -> None:
        self._output = output
        self._text: list[str] = []

    def take(self, segments: Iterable[Segment]) -> None:
        """Print forms, and collect text until the next form."""
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
            # Unbuffered output may write only a part of the line.
            rest = rest[self._output.write(rest) or 0 :]
        self._output.flush()


def lint(args: argparse.Namespace) -> int:
    """Print advice on each question in model text, or in a request or form as JSON."""
    try:
        forms = forms_in(read_text(args.file))
    except InvalidRequest as error:
        message = f"the request or form is invalid. {error}"
        raise UsageError(message) from error
    except UnreadableJson as error:
        message = f"the input starts like JSON, but is not valid JSON. {error}"
        raise UsageError(message) from error
    found = [(number, advice) for number, form in enumerate(forms, start=1) for advice in advise(form)]
    if args.json:
        print(
            json.dumps([{"form": number, **advice._asdict()} for number, advice in found], ensure_ascii=False)
        )
    elif not forms:
        print("No questions found.")
    elif not found:
        print(f"Nothing to improve in {len(forms)} form{'s' * (len(forms) > 1)}.")
    else:
        for number, (question_id, rule, words) in found:
            print(f"form {number}, {question_id}: {rule}: {words}")
    return 0


def forms_in(text: str) -> list[Form]:
    """Return the forms in model text, or the form of a request or form as JSON.

    Raises:
        UnreadableJson: The text looks like a JSON object, but is not valid JSON.
        InvalidRequest: The JSON object is not a valid request or form.
    """
    forms = detect(text).forms
    if forms or not _looks_like_json(text):
        return forms
    value = read_json(text)
    if not isinstance(value, dict) or _REQUEST_FIELDS.isdisjoint(value):
        return []
    checked = parse_request_or_form(value)
    return [checked if isinstance(checked, Form) else checked.form]


def _looks_like_json(text: str) -> bool:
    """Return whether a text is a JSON object, possibly invalid, and nothing else."""
    found = _JSON_START.match(text)
    if found is None:
        return False
    try:
        _value, end = _DECODER.raw_decode(text, found.start("object"))
    except (ValueError, RecursionError, UnreadableJson):
        return True
    return not text[end:].strip()
