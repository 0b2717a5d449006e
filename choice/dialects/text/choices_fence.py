"""The `choices` fence: a code block whose JSON holds a question and options with a label and a value."""

from collections.abc import Mapping

from choice.dialects.text.json_question import question_of
from choice.models import Category, Form, form_of_checked

NAME = "choices_fence"


def read(source: object, category: Category | None) -> Form | None:
    """Return the form of a block's JSON, or None where it is not a valid one."""
    if not isinstance(source, Mapping):
        return None
    question = question_of(source, category)
    return None if question is None else form_of_checked(questions=(question,))
