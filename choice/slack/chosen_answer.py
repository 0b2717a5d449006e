"""From positions to answers: what a click means for a form. Nothing here raises on a forged position."""

from choice.answers import Answer
from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Form
from choice.slack.action_ids import Action, ChooseOptions, OwnWords


def is_current(action: Action | OwnWords, interaction: Interaction) -> bool:
    """Tell whether a click was made on the form as it is now, so that its positions mean what they say."""
    raise NotImplementedError


def chosen_answer(action: ChooseOptions, form: Form) -> Answer | None:
    """Return the answer that chosen positions make; None where the form has no such question or option."""
    raise NotImplementedError


def written_answer(words: OwnWords, form: Form) -> Answer | None:
    """Return the answer that own words make, whole; None where the form has no such question."""
    raise NotImplementedError


def recommended_answers(form: Form, draft: Draft) -> tuple[Answer, ...]:
    """Return an answer for each question that is still open, from what is recommended.

    Empty where one of them recommends nothing, or nothing is open: then there is no such button either.
    """
    raise NotImplementedError
