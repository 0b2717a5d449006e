"""A form as Slack messages, open and closed. The same form always takes the same number of messages."""

from choice.desk.draft import Draft
from choice.desk.interaction import Interaction
from choice.slack.rendered import Rendered
from choice.slack.words import Words


def open_messages(
    handle: str, interaction: Interaction, draft: Draft, words: Words, asked_user: str | None = None
) -> list[Rendered]:
    """Return the messages that ask; `asked_user` is the Slack user id of who is asked, if one is."""
    raise NotImplementedError


def closed_messages(
    interaction: Interaction, words: Words, user_id: str | None = None, name: str | None = None
) -> list[Rendered]:
    """Return what the same messages become: the question, what was decided, by whom and when; no buttons.

    `user_id` is the Slack user who answered and is mentioned; `name` is said instead where there is none.
    """
    raise NotImplementedError
