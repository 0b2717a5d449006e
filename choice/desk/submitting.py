"""What a person sends in, made into the answers that count."""

from collections.abc import Iterable

from choice.answers import Answer, Submission
from choice.errors import InvalidAnswer, UnknownQuestion
from choice.models import Form
from choice.validation import check_answer

_ANSWERS = "answers"
_QUESTION_ID = "question_id"


def submission_of(answers: Submission | Answer | Iterable[Answer]) -> Submission:
    """Return answers as a submission."""
    match answers:
        case Submission():
            return answers
        case Answer():
            return Submission(answers=(answers,))
        case _:
            return Submission(answers=tuple(answers))


def checked(form: Form, answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return the answers that count, one for each question, in the order of the form.

    Raises:
        InvalidAnswer: They do not fit the form.
    """
    by_question: dict[str, Answer] = {}
    for answer in answers:
        question = form.question(answer.question_id)
        if question is None:
            raise UnknownQuestion(answer.question_id, [one.id for one in form.questions])
        if question.id in by_question:
            raise InvalidAnswer(_QUESTION_ID, "must not name a question that is answered already.")
        by_question[question.id] = check_answer(question, answer)
    if len(by_question) < len(form.questions):
        raise InvalidAnswer(
            _ANSWERS, f"must answer each of the {len(form.questions)} questions of this form."
        )
    return tuple([by_question[question.id] for question in form.questions])
