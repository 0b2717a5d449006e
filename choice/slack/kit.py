"""The few shapes of Block Kit that are used here. Text that is not ours is plain text, or comes escaped."""

from collections.abc import Sequence
from typing import Any

from choice.slack.rendered import Block
from choice.slack.text_pieces import shortened, size

SECTION = 2850
"""Slack takes 3000 and does not say how it counts emoji."""
LABEL = 71
"""Slack takes 75 on a button, in a menu and beside a box."""
VISIBLE = 30
"""About as much of a button's text is seen."""
HEADER = 142
PLACEHOLDER = 142
TYPED = 3000


def plain_text(text: str) -> Block:
    """Return text in which Slack sees no marks and no tokens."""
    return {"type": "plain_text", "text": text}


def marked_text(mrkdwn: str) -> Block:
    """Return escaped text with marks; `verbatim` keeps Slack from making links of what looks like one."""
    return {"type": "mrkdwn", "text": mrkdwn, "verbatim": True}


def section(text: Block) -> Block:
    """Return a paragraph."""
    return {"type": "section", "text": text}


def header(text: str) -> Block:
    """Return a heading; one that is too long for Slack's heading is a paragraph."""
    if size(text) <= HEADER:
        return {"type": "header", "text": plain_text(text)}
    return section(plain_text(text))


def small(mrkdwn: str) -> Block:
    """Return a line in small print."""
    return {"type": "context", "elements": [marked_text(mrkdwn)]}


def divider() -> Block:
    """Return a line between two questions."""
    return {"type": "divider"}


def button(text: str, action_id: str, value: str, **more: Any) -> Block:  # noqa: ANN401 - any field of a button
    """Return a button."""
    return {
        "type": "button",
        "text": plain_text(shortened(text, LABEL)),
        "action_id": action_id,
        "value": value,
        **more,
    }


def actions(block_id: str, buttons: Sequence[Block]) -> Block:
    """Return a row of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": list(buttons)}


def entry(text: str, position: int) -> Block:
    """Return one entry of a menu or a list of boxes; its value is its position."""
    return {"text": plain_text(text), "value": str(position)}
