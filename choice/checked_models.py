"""Options, questions and forms of values that are known to keep their rules, made without looking again."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from choice.models import Form, Option, Question

_new = object.__new__
# The slots of a model, set past its own `__setattr__`, which refuses.
_set_values, _set_given, _set_extra, _set_private = (
    BaseModel.__dict__[slot].__set__
    for slot in ("__dict__", "__pydantic_fields_set__", "__pydantic_extra__", "__pydantic_private__")
)
_OPTION_FIELDS = set(Option.model_fields)
"""Given to all options alike: nothing of a frozen option is ever given later, and a copy has its own."""
_QUESTION_DEFAULTS: Mapping[str, Any] = {
    name: None if field.is_required() else field.get_default()
    for name, field in Question.model_fields.items()
}
_FORM_DEFAULTS: Mapping[str, Any] = {"title": None, "context": None, "questions": ()}


def option_of_checked(
    option_id: str, label: str, description: str | None, value: str | None, *, recommended: bool
) -> Option:
    """Return the option of values that are known to keep its rules, without looking at them again."""
    option = _new(Option)
    _set_values(
        option,
        {
            "id": option_id,
            "label": label,
            "description": description,
            "value": value,
            "recommended": recommended,
        },
    )
    _set_given(option, _OPTION_FIELDS)
    _set_extra(option, None)
    _set_private(option, None)
    return option


def question_of_checked(**values: Any) -> Question:  # noqa: ANN401 - the fields of a question
    """Return the question of values that are known to keep its rules; both limits and metadata are given."""
    question = _new(Question)
    _fill(question, {**_QUESTION_DEFAULTS, **values}, set(values))
    return question


def form_of_checked(**values: Any) -> Form:  # noqa: ANN401 - the fields of a form
    """Return the form of questions that are known to keep its rules."""
    form = _new(Form)
    _fill(form, {**_FORM_DEFAULTS, **values}, set(values))
    return form


def _fill(model: BaseModel, values: dict[str, Any], given: set[str]) -> None:
    """Give a new model its fields as `model_construct` does, which takes longer than checking them would."""
    _set_values(model, values)
    _set_given(model, given)
    _set_extra(model, None)
    _set_private(model, None)
