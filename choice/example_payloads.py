"""Payloads that work, one for each selection mode: whoever is refused is shown the one they need."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from choice.errors import InvalidRequest
from choice.models import SelectionMode
from choice.payload.values import exact_text, members_of

MODES: tuple[SelectionMode, ...] = get_args(SelectionMode)

_STORES = [
    {"id": "sqlite", "label": "SQLite", "description": "One file, no server.", "recommended": True},
    {"id": "postgres", "label": "PostgreSQL", "description": "Several writers at once."},
]
_EXAMPLES: Mapping[SelectionMode, Mapping[str, object]] = {
    "single": {
        "title": "Choose a store",
        "prompt": "The service needs a place for its data. Which store should it use?",
        "selection_mode": "single",
        "options": _STORES,
    },
    "multi": {
        "title": "Choose the stores to test",
        "prompt": "The release is ready. Which stores should the tests run on?",
        "selection_mode": "multi",
        "options": _STORES,
        "default_selection_ids": ["sqlite"],
        "min_selections": 1,
        "max_selections": 2,
    },
    "text_input": {
        "title": "Name the service",
        "prompt": "The service is about to be registered. What should it be called?",
        "selection_mode": "text_input",
        "placeholder": "For example billing-api",
    },
    "hybrid": {
        "title": "Choose a store",
        "prompt": "The service needs a place for its data. Which stores would do, and what else matters?",
        "selection_mode": "hybrid",
        "options": _STORES,
        "placeholder": "Anything to keep in mind",
    },
}


def request_refusal(mode: SelectionMode) -> Callable[[str, str], InvalidRequest]:
    """Return what makes the errors of a request in a selection mode."""
    return partial(InvalidRequest, example=_EXAMPLES[mode])


def form_refusal(mode: SelectionMode) -> Callable[[str, str], InvalidRequest]:
    """Return what makes the errors of a form, about a question in a selection mode."""
    question = dict(_EXAMPLES[mode])
    title, text = question.pop("title"), question.pop("prompt")
    return partial(
        InvalidRequest, example={"title": title, "questions": [{"id": "q1", "text": text, **question}]}
    )


def mode_of(given: object) -> SelectionMode:
    """Return the selection mode a payload asks for, `single` where it cannot be told."""
    wanted = exact_text((members_of(given) or {}).get("selection_mode"))
    return next((mode for mode in MODES if mode == wanted), "single")
