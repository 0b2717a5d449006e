"""The forms in a file for the linter: a model's text, or one request or form as JSON."""

from choice.errors import UnreadableJson
from choice.models import Form
from choice.payload.json_text import read_json
from choice.stream.detect import detect
from choice.validation import parse_request_or_form

_NAMES = frozenset({"prompt", "questions"})


def forms_in(text: str) -> list[Form]:
    """Return the forms that a text asks, or the one that it describes.

    Raises:
        InvalidRequest: it describes one that would be refused.
    """
    forms = detect(text).forms
    if forms or not _is_payload(text):
        return forms
    checked = parse_request_or_form(text)
    return [checked if isinstance(checked, Form) else checked.form]


def _is_payload(text: str) -> bool:
    """Tell whether a text is a JSON object with the fields of a request or a form."""
    if not text.lstrip().startswith("{"):
        return False
    try:
        value = read_json(text)
    except UnreadableJson:
        return False
    return isinstance(value, dict) and not _NAMES.isdisjoint(value)
