"""Untrusted text as Slack's mrkdwn: nothing in it can become a mention, a link, a date or a preview."""

from datetime import datetime


def size(text: str) -> int:
    """Return how long Slack may find a text: in UTF-16 units, the larger of the two ways to count."""
    raise NotImplementedError


def escape(text: str) -> str:
    """Return a text with `& < >` escaped, once; without them Slack sees no token in it."""
    raise NotImplementedError


def mrkdwn(markdown: str) -> str:
    """Return a model's markdown in Slack's notation, escaped. Links become their text and address."""
    raise NotImplementedError


def pieces(text: str, limit: int) -> list[str]:
    """Cut escaped text into pieces of at most `limit`, between lines, words or characters, never in a token.

    A code block that is cut is closed in one piece and opened again in the next.
    """
    raise NotImplementedError


def markdown_pieces(markdown: str, limit: int) -> list[str]:
    """Return `mrkdwn` of a long text in pieces."""
    raise NotImplementedError


def mention(user_id: str) -> str:
    """Return the token that names a Slack user; an empty text where this is no Slack user id."""
    raise NotImplementedError


def moment(at: datetime) -> str:
    """Return the token that shows a time in the reader's own time zone and language."""
    raise NotImplementedError
