"""The one line that stays of a question: what became of it."""

from choice.answers import Answer, Answered, Outcome
from choice.catalogues.catalogue import words
from choice.models import Form, Question


def summary(form: Form, outcome: Outcome, language: str = "en") -> str:
    """Return in one line how a form ended; not yet safe for a terminal."""
    say = words("card", language)
    asked = form.title or form.questions[0].text
    if not isinstance(outcome, Answered):
        return f"{asked}: {say(outcome.kind)}"
    given = {answer.question_id: answer for answer in outcome.answers}
    parts = [answer_words(one, given[one.id], language) for one in form.questions if one.id in given]
    return f"{asked}: {'; '.join(parts)}"


def answer_words(question: Question, answer: Answer, language: str = "en") -> str:
    """Return what was chosen and said, for people."""
    labels = [option.label for option in question.options if option.id in answer.option_ids]
    said = [*labels, *([f"“{answer.custom_text}”"] if answer.custom_text else [])]
    return ", ".join(said) or words("card", language)("none_chosen")
