"""The `user_choice` dialect: one question as a typed JSON object."""

from collections.abc import Mapping

from choice.dialects.text.json_question import question_of
from choice.models import Category, Form

NAME = "user_choice"


def read(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a `user_choice` object, or None where it is not a valid one."""
    if source.get("type") != NAME:
        return None
    question = question_of(source, category)
    return None if question is None else Form(questions=(question,))
