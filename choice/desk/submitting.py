"""What a person sends in, made into the answers that count."""

from collections.abc import Iterable
from typing import NamedTuple

from choice.answers import Answer, Submission
from choice.errors import InvalidAnswer, UnknownQuestion
from choice.models import Form
from choice.validation import check_answer

_ANSWERS = "answers"
_QUESTION_ID = "question_id"


class Sent(NamedTuple):
    """Answers as they came in."""

    answers: tuple[Answer, ...]
    note: str | None = None
    answer_id: str | None = None


def sent_in(answers: Submission | Answer | Iterable[Answer]) -> Sent:
    """Return what somebody sends in, in whatever form they do."""
    match answers:
        case Answer():
            return Sent((answers,))
        case Submission():
            return Sent(answers.answers, answers.note, answers.answer_id)
        case _:
            return Sent(tuple(answers))


def checked(form: Form, answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return the answers that count, one for each question, in the order of the form.

    Raises:
        InvalidAnswer: They do not fit the form.
    """
    questions = {question.id: question for question in form.questions}
    by_question: dict[str, Answer] = {}
    for answer in answers:
        question = questions.get(answer.question_id)
        if question is None:
            raise UnknownQuestion(answer.question_id, list(questions))
        if question.id in by_question:
            raise InvalidAnswer(_QUESTION_ID, "must not name a question that is answered already.")
        by_question[question.id] = check_answer(question, answer)
    if len(by_question) < len(questions):
        raise InvalidAnswer(_ANSWERS, f"must answer each of the {len(questions)} questions of this form.")
    return tuple([by_question[question_id] for question_id in questions])
