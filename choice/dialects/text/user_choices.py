"""The `user_choices` dialect: a titled form of several questions as one JSON object."""

from collections.abc import Mapping, Sequence

from choice.dialects.lenient import decoded, first_of, text_of
from choice.dialects.text.json_question import question_of
from choice.models import MAX_PROMPT, MAX_QUESTIONS, MAX_TITLE, Category, Form, Question

NAME = "user_choices"


def read(source: Mapping[str, object], category: Category | None) -> Form | None:
    """Return the form of a `user_choices` object, or None where it is not a valid one."""
    if source.get("type") != NAME:
        return None
    return form_of(
        text_of(first_of(source, ("title", "question"))),
        text_of(first_of(source, ("description", "context")), MAX_PROMPT),
        decoded(first_of(source, ("questions", "choices"))),
        category,
    )


def form_of(
    title: str | None, context: str | None, members: object, category: Category | None
) -> Form | None:
    """Return a form of all members; one that is not a valid question makes the whole invalid."""
    if not isinstance(members, list) or not 1 <= len(members) <= MAX_QUESTIONS:
        return None
    questions = [
        question_of(member, category, number, given_id=True) if isinstance(member, Mapping) else None
        for number, member in enumerate(members, start=1)
    ]
    whole = [question for question in questions if question is not None]
    if len(whole) < len(members):
        return None
    if title is not None and len(title) > MAX_TITLE:
        context = title if context is None else f"{title}\n\n{context}"
        title = None
    if context is not None and len(context) > MAX_PROMPT:
        return None
    return Form(title=title, context=context, questions=_with_own_ids(whole))


def _with_own_ids(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions, numbered anew where two have the same id."""
    if len({question.id for question in questions}) == len(questions):
        return tuple(questions)
    return tuple(
        question.model_copy(update={"id": f"q{number}"}) for number, question in enumerate(questions, start=1)
    )
