"""A form as plain numbered text, for when Slack refuses the blocks."""

from choice.desk.interaction import Interaction
from choice.slack.words import Words


def fallback_texts(interaction: Interaction, words: Words) -> list[str]:
    """Return the messages, numbered as typed replies are read."""
    raise NotImplementedError
