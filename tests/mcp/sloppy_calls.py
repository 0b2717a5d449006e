"""Calls of `provide_choice` as models make them, each with a flaw. All have a recommendation."""

import json
from typing import Any

LITE = {"id": "lite", "label": "SQLite", "description": "One file", "recommended": True}
PG = {"id": "pg", "label": "PostgreSQL", "description": "A server"}
GOOD: dict[str, Any] = {
    "title": "Store",
    "prompt": "The service needs a database before it starts. Which store should it use?",
    "selection_mode": "single",
    "options": [LITE, PG],
}
TEXT = {"title": "Name", "prompt": "The service is about to be registered. What is its name?"}


def _without(*names: str) -> dict[str, Any]:
    return {name: value for name, value in GOOD.items() if name not in names}


def _options(*options: object) -> dict[str, Any]:
    return GOOD | {"options": list(options)}


CHOICE_CALLS: dict[str, dict[str, Any]] = {
    "options as text": _options("SQLite (recommended)", "PostgreSQL"),
    "options as starred text": _options("⭐ SQLite", "PostgreSQL"),
    "options as JSON text": GOOD | {"options": json.dumps([LITE, PG])},
    "options as lines": GOOD | {"options": "SQLite (recommended)\nPostgreSQL"},
    "options as a bulleted list": GOOD | {"options": "- SQLite (recommended)\n- PostgreSQL"},
    "options as a list in one line": GOOD | {"options": "SQLite (recommended), PostgreSQL"},
    "options as an object": GOOD | {"options": {"lite": "SQLite (recommended)", "pg": "PostgreSQL"}},
    "options as an object of objects": GOOD | {"options": {"lite": LITE, "pg": PG}},
    "each option as JSON text": _options(json.dumps(LITE), json.dumps(PG)),
    "choices for options": _without("options") | {"choices": [LITE, PG]},
    "no ids": _options({"label": "SQLite", "recommended": True}, {"label": "PostgreSQL"}),
    "numbers as ids": _options(LITE | {"id": 1}, PG | {"id": 2}),
    "equal ids": _options(LITE | {"id": "a"}, PG | {"id": "a"}),
    "one id missing": _options(LITE, {"label": "PostgreSQL"}),
    "text for label": _options({"text": "SQLite", "recommended": True}, {"text": "PostgreSQL"}),
    "value and name": _options(
        {"name": "SQLite", "value": "lite", "recommended": True}, {"name": "Pg", "value": "pg"}
    ),
    "recommended as text": _options(LITE | {"recommended": "true"}, PG | {"recommended": "false"}),
    "recommended named by id": _options(
        {"id": "lite", "label": "SQLite"}, PG
    )  # the call names it beside the options
    | {"recommended": "lite"},
    "recommended named by label": _options({"label": "SQLite"}, {"label": "PostgreSQL"})
    | {"recommended_option": "PostgreSQL"},
    "is_default for recommended": _options({"label": "SQLite", "is_default": True}, PG),
    "two recommended": _options(LITE, PG | {"recommended": True}),
    "unknown field in an option": _options(LITE | {"emoji": "x", "pros": ["small"]}, PG),
    "null description": _options(LITE | {"description": None}, PG | {"description": ""}),
    "a long label": _options(LITE | {"label": "SQLite, " * 40}, PG),
    "no title": _without("title"),
    "empty title": GOOD | {"title": ""},
    "a long title": GOOD | {"title": "Store " * 60},
    "header for title": _without("title") | {"header": "Store"},
    "no mode": _without("selection_mode"),
    "multiple": GOOD | {"selection_mode": "multiple"},
    "MULTI": GOOD | {"selection_mode": "MULTI"},
    "single_select": GOOD | {"selection_mode": "single_select"},
    "radio": GOOD | {"selection_mode": "radio"},
    "Single Choice": GOOD | {"selection_mode": "Single Choice"},
    "mode by another name": _without("selection_mode") | {"mode": "single"},
    "camel case": _without("selection_mode") | {"selectionMode": "multi", "maxSelections": 2},
    "a flag for the mode": _without("selection_mode") | {"multiSelect": True},
    "an unknown mode": GOOD | {"selection_mode": "whatever"},
    "free_text": TEXT | {"selection_mode": "free_text"},
    "text_input with no options": TEXT | {"selection_mode": "text_input", "options": []},
    "text_input with limits": TEXT
    | {"selection_mode": "text_input", "min_selections": 1, "max_selections": 1},
    "single with no options": TEXT | {"selection_mode": "single"},
    "text_input with options": GOOD | {"selection_mode": "text_input"},
    "question for prompt": _without("prompt") | {"question": GOOD["prompt"]},
    "context beside the prompt": GOOD | {"context": "The old one is full."},
    "unknown fields": GOOD | {"urgency": "high", "category": "storage", "allow_cancel": False},
    "timeout as text": GOOD | {"timeout_seconds": "300"},
    "timeout with a unit": GOOD | {"timeout": "5 minutes"},
    "timeout 0": GOOD | {"timeout_seconds": 0},
    "limits 0": GOOD | {"min_selections": 0, "max_selections": 0},
    "limits as text": GOOD | {"selection_mode": "multi", "min_selections": "1", "max_selections": "2"},
    "too high a limit": GOOD | {"selection_mode": "multi", "max_selections": 10},
    "a limit of 2 with single": GOOD | {"max_selections": 2},
    "a default by label": GOOD | {"default_selection_ids": ["PostgreSQL"]},
    "a default that is no list": GOOD | {"default": "lite"},
    "a placeholder with single": GOOD | {"placeholder": "Anything else"},
    "session none": GOOD | {"session_id": "none"},
    "use_defaults alone": GOOD | {"use_defaults": True},
    "wrapped in arguments": {"arguments": GOOD},
    "wrapped in questions": {
        "questions": [{"question": GOOD["prompt"], "header": "Store", "options": [LITE, PG]}]
    },
    # These mean something that cannot be asked.
    "inverted limits": GOOD | {"selection_mode": "multi", "min_selections": 2, "max_selections": 1},
    "equal labels": _options(LITE, PG | {"label": "sqlite"}),
    "an unknown default": GOOD | {"default_selection_ids": ["mysql"]},
    "an empty prompt": GOOD | {"prompt": " "},
}
STRICT_FILLINGS: dict[str, dict[str, Any]] = {
    "null": {
        "default_selection_ids": None,
        "min_selections": None,
        "max_selections": None,
        "allow_custom_input": None,
        "placeholder": None,
        "show_placeholder": None,
        "single_submit_mode": None,
        "allow_option_annotations": None,
        "allow_global_annotation": None,
        "timeout_seconds": None,
        "use_defaults": None,
        "transport": None,
        "project": None,
        "run_url": None,
        "urgency": None,
        "audience": None,
        "session_id": None,
    },
    "neutral": {
        "default_selection_ids": [],
        "min_selections": 0,
        "max_selections": 0,
        "allow_custom_input": True,
        "placeholder": "",
        "show_placeholder": False,
        "single_submit_mode": False,
        "allow_option_annotations": False,
        "allow_global_annotation": False,
        "timeout_seconds": 0,
        "use_defaults": False,
        "transport": "auto",
        "project": "",
        "run_url": "",
        "urgency": "normal",
        "audience": {"users": [], "roles": []},
        "session_id": "",
    },
    "words for nothing": {
        "default_selection_ids": [],
        "min_selections": 1,
        "max_selections": 1,
        "allow_custom_input": False,
        "placeholder": "None",
        "show_placeholder": True,
        "single_submit_mode": True,
        "allow_option_annotations": True,
        "allow_global_annotation": True,
        "timeout_seconds": 300,
        "use_defaults": True,
        "transport": "web",
        "project": "none",
        "run_url": "N/A",
        "urgency": "low",
        "audience": {},
        "session_id": "none",
    },
}
