"""From positions to answers: what a click means for a form. Nothing here raises on a forged position."""

from collections.abc import Sequence

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Form, Question
from choice.slack.click import Action, ChooseOptions, OpenFromHome, OwnWords


def is_current(action: Action | OwnWords, interaction: Interaction) -> bool:
    """Tell whether a click was made on the form as it is now, so that its positions mean what they say."""
    return isinstance(action, OpenFromHome) or action.version == interaction.version


def chosen_answer(action: ChooseOptions, form: Form) -> Answer | None:
    """Return the answer that chosen positions make; None where the form has no such question or option."""
    question = question_at(form, action.question)
    option_ids = None if question is None else _ids_at(question, action.options)
    if question is None or option_ids is None:
        return None
    return Answer(question_id=question.id, option_ids=option_ids)


def written_answer(words: OwnWords, form: Form) -> Answer | None:
    """Return the answer that own words make, whole; None where the form has no such question or option.

    Only a question that takes options and own words together keeps what is ticked beside them.
    """
    question = question_at(form, words.question)
    option_ids = None if question is None else _ids_at(question, words.options)
    if question is None or option_ids is None:
        return None
    kept = option_ids if question.selection_mode == "hybrid" else ()
    return Answer(question_id=question.id, option_ids=kept, custom_text=words.text or None)


def recommended_answers(form: Form, draft: Draft) -> tuple[Answer, ...]:
    """Return an answer for each question that is still open, from what is recommended.

    Empty where one of them recommends nothing, or nothing is open: then there is no such button either.
    """
    still_open = draft.open_questions(form)
    answers = [recommended_answer(question) for question in form.questions if question.id in still_open]
    return tuple([answer for answer in answers if answer]) if all(answers) else ()


def recommended_answer(question: Question) -> Answer | None:
    """Return the answer that a question recommends; None where it recommends too little or too much."""
    option_ids = tuple([option.id for option in question.options if option.recommended])
    if not max(question.min_selections, 1) <= len(option_ids) <= question.max_selections:
        return None
    return Answer(question_id=question.id, option_ids=option_ids)


def question_at(form: Form, position: int) -> Question | None:
    """Return the question at a position, or None."""
    return form.questions[position] if position < len(form.questions) else None


def _ids_at(question: Question, positions: Sequence[int]) -> tuple[str, ...] | None:
    if any(position >= len(question.options) for position in positions):
        return None
    return tuple([question.options[position].id for position in positions])
