"""`choicewire lint`: advice on the questions in a text or a request."""

import argparse
import json
import re

from choice.cli.arguments import read_text
from choice.cli.command import UsageError
from choice.errors import InvalidRequest, UnreadableJson
from choice.lint import advise
from choice.models import Form
from choice.payload.json_text import decoder, read_json
from choice.stream.splitter import detect
from choice.validation import parse_request_or_form

_NAMES = frozenset({"prompt", "questions"})
_BEGINNING = re.compile(r'\s*(?P<object>\{\s*(?:["}]|\Z))')
_DECODER = decoder(strict=False)


def run(given: argparse.Namespace) -> int:
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
