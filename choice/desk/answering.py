"""What a person sends in, made into the answers that count."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from choice.answers import Answer, Submission
from choice.desk.people import Person
from choice.errors import InvalidAnswer, UnknownQuestion
from choice.models import Form
from choice.validation import all_answers_rule, check_answer

_ANSWERS = "answers"
_QUESTION_ID = "question_id"


class Sent(NamedTuple):
    """Answers as they came in, from whom, and how."""

    answers: tuple[Answer, ...]
    note: str | None
    answer_id: str | None
    by: Person
    surface: str | None
    version: str | None
    """The version that was shown."""
    matched: Mapping[str, str] | None


def sent_in(  # noqa: PLR0913 - all that is recorded of an answer
    answers: Submission | Answer | Iterable[Answer],
    *,
    by: Person,
    surface: str | None,
    version: str | None,
    answer_id: str | None,
    matched: Mapping[str, str] | None,
) -> Sent:
    """Return what somebody sends in, in whatever form they do."""
    if isinstance(answers, Answer):
        return Sent((answers,), None, answer_id, by, surface, version, matched)
    if isinstance(answers, Submission):
        own_id = answers.answer_id if answer_id is None else answer_id
        return Sent(answers.answers, answers.note, own_id, by, surface, version, matched)
    return Sent(tuple(answers), None, answer_id, by, surface, version, matched)


def checked(form: Form, answers: tuple[Answer, ...]) -> tuple[Answer, ...]:
    """Return the answers that count, one for each question, in the order of the form.

    Raises:
        InvalidAnswer: They do not fit the form.
    """
    asked = form.questions
    if len(asked) == len(answers) == 1:
        return (check_answer(asked[0], answers[0]),)  # So it is nearly always.
    questions = {question.id: question for question in asked}
    by_question: dict[str, Answer] = {}
    for answer in answers:
        question = questions.get(answer.question_id)
        if question is None:
            raise UnknownQuestion(answer.question_id, list(questions))
        if question.id in by_question:
            raise InvalidAnswer(_QUESTION_ID, "must not name a question that is answered already.")
        by_question[question.id] = check_answer(question, answer)
    if len(by_question) < len(questions):
        raise InvalidAnswer(_ANSWERS, all_answers_rule(len(questions)))
    return tuple([by_question[question_id] for question_id in questions])
