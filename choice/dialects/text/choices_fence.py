"""The `choices` fence: a code block whose JSON holds a question and options with a label and a value.

The reply is the value alone: one that cannot be sent back, and one that two options share, make no choice.
"""

from collections.abc import Mapping

from choice.dialects.lenient import decoded, unsent_value
from choice.dialects.reply_lines import value_or_label
from choice.dialects.text.json_question import question_of
from choice.models import Category, Form

NAME = "choices_fence"


def read(source: object, category: Category | None) -> Form | None:
    """Return the form of a block's JSON, or None where it is not a valid one."""
    if not isinstance(source, Mapping):
        return None
    question = question_of(source, category)
    if question is None or unsent_value(decoded(source.get("options") or source.get("choices"))) is not None:
        return None
    if len({value_or_label(option) for option in question.options}) < len(question.options):
        return None
    return Form(questions=(question,))
