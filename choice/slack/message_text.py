"""Untrusted text as Slack's mrkdwn: nothing in it can become a mention, a link, a date or a preview.

Every token of Slack begins with `<`. So whatever is escaped is inert, and the only tokens in our messages are
the two that are built here, from a checked user id and from a time.
"""

import re
from datetime import UTC, datetime

from choice.slack.markdown_blocks import mrkdwn
from choice.slack.slack_escape import escape
from choice.slack.text_pieces import pieces, size

__all__ = ["escape", "markdown_pieces", "mention", "moment", "mrkdwn", "pieces", "size"]

_USER_ID = re.compile(r"[UW][A-Z0-9]{2,30}", re.ASCII)


def markdown_pieces(markdown: str, limit: int) -> list[str]:
    """Return `mrkdwn` of a long text in pieces."""
    return pieces(mrkdwn(markdown), limit)


def mention(user_id: str) -> str:
    """Return the token that names a Slack user; an empty text where this is no Slack user id."""
    return f"<@{user_id}>" if _USER_ID.fullmatch(user_id) else ""


def moment(at: datetime) -> str:
    """Return the token that shows a time in the reader's own time zone and language."""
    fallback = f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    return f"<!date^{int(at.timestamp())}^{{date_short_pretty}} {{time}}|{fallback}>"
