"""Questions in model output, for the Slack tests."""

import json
from typing import Any


def single(
    question: str = "Which store?",
    labels: tuple[str, ...] = ("SQLite", "PostgreSQL"),
    **more: Any,  # noqa: ANN401 - members
) -> str:
    """Return an answer of a model that asks one question."""
    options = [{"id": str(number), "label": label} for number, label in enumerate(labels, start=1)]
    return fenced({"type": "user_choice", "question": question, "options": options} | more)


def group(count: int, title: str = "Before we begin", **more: Any) -> str:  # noqa: ANN401 - members of the JSON
    """Return an answer of a model that asks several questions at once."""
    choices = [
        {
            "type": "user_choice",
            "question": f"Question {number}?",
            "options": [{"id": "a", "label": f"Yes to {number}"}, {"id": "b", "label": f"No to {number}"}],
        }
        for number in range(1, count + 1)
    ]
    return fenced({"type": "user_choice_group", "question": title, "choices": choices} | more)


def fenced(asked: dict[str, Any]) -> str:
    """Return JSON in a fence, after some prose."""
    return f"Let me ask.\n\n```json\n{json.dumps(asked)}\n```"
