"""Payloads that are accepted but for what a test changes, and what every refusal of one promises."""

import pytest

from choice.errors import InvalidRequest
from choice.models import ChoiceRequest, Form
from choice.validation import parse_form, parse_request

RED = {"id": "red", "label": "Red", "recommended": True}
GREEN = {"id": "green", "label": "Green", "description": "Calm"}
BLUE = {"id": "blue", "label": "Blue"}
FLAGS = (
    "single_submit_mode",
    "allow_option_annotations",
    "allow_global_annotation",
    "show_placeholder",
    "use_defaults",
)
OTHER_FIELDS = (
    "placeholder",
    "default_selection_ids",
    "min_selections",
    "max_selections",
    "timeout_seconds",
    "transport",
    "session_id",
)


def asking(mode: object = "single", **changes: object) -> dict[str, object]:
    """Return a request that is accepted, but for the changes."""
    options = {} if mode == "text_input" else {"options": [RED, GREEN, BLUE]}
    return {"title": "Paint", "prompt": "Which colour?", "selection_mode": mode, **options, **changes}


def form_asking(mode: str = "single", **changes: object) -> dict[str, object]:
    """Return a form of one question that is accepted, but for the changes to the question."""
    options = {} if mode == "text_input" else {"options": [RED, GREEN, BLUE]}
    return {"questions": [{"text": "Which colour?", "selection_mode": mode, **options, **changes}]}


def refused(payload: object) -> InvalidRequest:
    """Return why a request is refused, once what every refusal promises was seen to hold."""
    with pytest.raises(InvalidRequest) as caught:
        parse_request(payload)
    error = caught.value
    assert str(error) == f"{error.field}: {error.rule}"
    assert len(str(error)) <= 500
    assert error.rule.endswith((".", "?"))
    assert isinstance(parse_request(error.example), ChoiceRequest)
    return error


def form_refused(payload: object) -> InvalidRequest:
    """Return why a form is refused, once what every refusal promises was seen to hold."""
    with pytest.raises(InvalidRequest) as caught:
        parse_form(payload)
    error = caught.value
    assert len(str(error)) <= 500
    assert isinstance(parse_form(error.example), Form)
    return error
