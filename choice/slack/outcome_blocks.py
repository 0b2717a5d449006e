"""How a form ended, in words: what, who, when."""

from choice.desk.interaction import Interaction
from choice.slack.words import Words


def outcome_text(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> str:
    """Return the whole record as text: for the thread, where the message itself could not be changed."""
    raise NotImplementedError
