"""The modal in which a person writes an answer."""

from choice.models import Form
from choice.slack.action_ids import WriteOwnWords
from choice.slack.rendered import Block
from choice.slack.words import Words


def own_words_view(
    asked: WriteOwnWords, form: Form, words: Words, written: str | None = None
) -> Block | None:
    """Return the view for `views.open`; `written` is what the draft holds. None for an unknown question."""
    raise NotImplementedError
