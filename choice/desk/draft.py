"""A form that is being filled in: the answers so far."""

from dataclasses import dataclass, replace

from choice.answers import Answer
from choice.errors import InvalidAnswer, UnknownQuestion
from choice.models import Form


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer one question, or change the answer it has."""

    answer: Answer


@dataclass(frozen=True, slots=True)
class Clear:
    """Take back the answer to one question."""

    question_id: str


@dataclass(frozen=True, slots=True)
class Reset:
    """Take back every answer."""


DraftStep = Choose | Clear | Reset


@dataclass(frozen=True, slots=True)
class Draft:
    """The answers a person has chosen but not sent. Every step gives a new draft with the next number."""

    answers: tuple[Answer, ...] = ()
    step: int = 0

    def after(self, step: DraftStep, form: Form) -> "Draft":
        """Return the draft after one step.

        Raises:
            UnknownQuestion: The form does not ask the question that the step is about.
        """
        match step:
            case Choose(answer):
                _require_question(form, answer.question_id)
                kept = self._without(answer.question_id)
                return Draft(_in_form_order((*kept, answer), form), self.step + 1)
            case Clear(question_id):
                _require_question(form, question_id)
                return replace(self, answers=self._without(question_id), step=self.step + 1)
            case Reset():  # pragma: no branch - there are no others
                return Draft(step=self.step + 1)

    def open_questions(self, form: Form) -> tuple[str, ...]:
        """Return the ids of the questions that have no answer yet."""
        answered = {answer.question_id for answer in self.answers}
        return tuple([question.id for question in form.questions if question.id not in answered])

    def complete(self, form: Form) -> tuple[Answer, ...]:
        """Return the answers, now that every question has one.

        Raises:
            InvalidAnswer: A question has no answer yet.
        """
        missing = self.open_questions(form)
        if missing:
            field, rule = "answers", f"there is no answer yet to {', '.join(map(repr, missing))}."
            raise InvalidAnswer(field, rule)
        return self.answers

    def _without(self, question_id: str) -> tuple[Answer, ...]:
        return tuple([answer for answer in self.answers if answer.question_id != question_id])


def _require_question(form: Form, question_id: str) -> None:
    if form.question(question_id) is None:
        raise UnknownQuestion(question_id, [question.id for question in form.questions])


def _in_form_order(answers: tuple[Answer, ...], form: Form) -> tuple[Answer, ...]:
    place = {question.id: position for position, question in enumerate(form.questions)}
    return tuple(sorted(answers, key=lambda answer: place[answer.question_id]))
