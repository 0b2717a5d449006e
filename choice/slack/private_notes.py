"""Short notes that only the person who clicked sees."""

from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Form, Question
from choice.slack.words import Words


def late_note(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Say that the question has ended, and how."""
    raise NotImplementedError


def refused_note(words: Words) -> str:
    """Say that this person may not answer this question."""
    raise NotImplementedError


def missing_note(form: Form, draft: Draft, words: Words) -> str:
    """Say which questions of a form have no answer yet."""
    raise NotImplementedError


def count_note(question: Question, words: Words) -> str:
    """Say how many options a question takes."""
    raise NotImplementedError


def changed_note(words: Words) -> str:
    """Say that the question was changed after this message, and that the newer one counts."""
    raise NotImplementedError


def unknown_note(words: Words) -> str:
    """Say that this button is no longer in use."""
    raise NotImplementedError


def failed_note(words: Words) -> str:
    """Say that this did not work, that nothing was lost, and to try again."""
    raise NotImplementedError
