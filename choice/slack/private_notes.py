"""Short notes that only the person who clicked sees."""

from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.models import Form, Question
from choice.plain_text import plain_line
from choice.slack.message_text import escape
from choice.slack.outcome_blocks import outcome_text
from choice.slack.question_blocks import count_words
from choice.slack.text_pieces import shortened
from choice.slack.words import Words

_NAMED = 120


def late_note(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Say that the question has ended, and how."""
    return f"{words('late')}\n{outcome_text(interaction, words, user_id, name)}"


def refused_note(words: Words) -> str:
    """Say that this person may not answer this question."""
    return words("refused")


def missing_note(form: Form, draft: Draft, words: Words) -> str:
    """Say which questions of a form have no answer yet."""
    still_open = draft.open_questions(form)
    named = [
        f"{at + 1}. {shortened(escape(plain_line(question.text)), _NAMED)}"
        for at, question in enumerate(form.questions)
        if question.id in still_open
    ]
    return words("missing", questions="; ".join(named))


def count_note(question: Question, words: Words) -> str:
    """Say how many options a question takes."""
    return words("choose_or_write") if question.selection_mode == "hybrid" else count_words(question, words)


def changed_note(words: Words) -> str:
    """Say that the question was changed after this message, and that the newer one counts."""
    return words("changed")


def unknown_note(words: Words) -> str:
    """Say that this button is no longer in use."""
    return words("unknown")


def failed_note(words: Words) -> str:
    """Say that this did not work, that nothing was lost, and to try again."""
    return words("failed")
