"""The `user_choice_group` dialect: several questions under one heading, typed or not."""

from collections.abc import Mapping

from choice.dialects.lenient import decoded, first_of, text_of
from choice.dialects.text.user_choices import form_of
from choice.models import MAX_PROMPT, Category, Form

NAME = "user_choice_group"


def read(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a group, or None where it is not a valid one.

    Without a type it is a group only when every member asks a question of its own: otherwise `choices` are
    mere options.
    """
    members = decoded(first_of(source, ("choices", "questions")))
    if source.get("type") != NAME and not _is_untyped_group(source, members):
        return None
    return form_of(
        text_of(first_of(source, ("question", "title"))),
        text_of(first_of(source, ("context", "description")), MAX_PROMPT),
        members,
        category,
    )


def _is_untyped_group(source: Mapping[str, object], members: object) -> bool:
    return (
        source.get("type") is None
        and isinstance(source.get("question"), str)
        and isinstance(members, list)
        and all(isinstance(member, Mapping) and isinstance(member.get("question"), str) for member in members)
    )
