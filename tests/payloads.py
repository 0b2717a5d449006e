"""Valid payloads with changes, and the checks that hold for every rejection."""

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
    """Return a valid request with changes."""
    options = {} if mode == "text_input" else {"options": [RED, GREEN, BLUE]}
    return {"title": "Paint", "prompt": "Which colour?", "selection_mode": mode, **options, **changes}


def form_asking(mode: str = "single", **changes: object) -> dict[str, object]:
    """Return a valid form of one question with changes."""
    options = {} if mode == "text_input" else {"options": [RED, GREEN, BLUE]}
    return {"questions": [{"text": "Which colour?", "selection_mode": mode, **options, **changes}]}


def rejection(payload: object) -> InvalidRequest:
    """Return the error of an invalid request, after checking what holds for every error."""
    with pytest.raises(InvalidRequest) as caught:
        parse_request(payload)
    error = caught.value
    assert str(error) == f"{error.field}: {error.rule}"
    assert len(str(error)) <= 500
    assert error.rule.endswith((".", "?"))
    assert isinstance(parse_request(error.example), ChoiceRequest)
    return error


def form_rejection(payload: object) -> InvalidRequest:
    """Return the error of an invalid form, after checking what holds for every error."""
    with pytest.raises(InvalidRequest) as caught:
        parse_form(payload)
    error = caught.value
    assert len(str(error)) <= 500
    assert isinstance(parse_form(error.example), Form)
    return error
