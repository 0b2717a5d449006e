"""The forms in a file for the linter: a model's text, or one request or form as JSON."""

import re

from choice.errors import UnreadableJson
from choice.models import Form
from choice.payload.json_text import decoder, read_json
from choice.stream.detect import detect
from choice.validation import parse_request_or_form

_NAMES = frozenset({"prompt", "questions"})
_BEGINNING = re.compile(r'\s*(?P<object>\{\s*(?:["}]|\Z))')
_DECODER = decoder(strict=False)


def forms_in(text: str) -> list[Form]:
    """Return the forms that a text asks, or the one that it describes.

    Raises:
        UnreadableJson: It is meant as JSON, and is none.
        InvalidRequest: It describes one that would be refused.
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
    """Tell whether a text begins as a JSON object does, and is not prose that goes on behind one."""
    found = _BEGINNING.match(text)
    if found is None:
        return False
    try:
        _value, end = _DECODER.raw_decode(text, found.start("object"))
    except (ValueError, RecursionError, UnreadableJson):
        return True
    return not text[end:].strip()
