"""Builders for the Block Kit shapes that we send. Text from outside is plain text, or already escaped."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from choice.slack.render.limits import LIMITS, safe_limit
from choice.slack.render.text import shortened, size

Block = dict[str, Any]
"""One block, element or text object of Block Kit, as JSON."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """One message: its blocks, and the text that notifications show and screen readers read.

    Send it with `unfurl_links=False, unfurl_media=False, parse="none"`.
    """

    text: str
    blocks: tuple[Block, ...] = ()


SECTION = safe_limit("section.text")
LABEL = safe_limit("button.text")
"""For the text of a button and of a menu entry."""
VISIBLE = 30
"""About as many characters of a button's text are visible."""
HEADER = safe_limit("header.text")
PLACEHOLDER = safe_limit("placeholder")
TEXT_INPUT = LIMITS["plain_text_input.value"]


def plain_text(text: str) -> Block:
    """Return a plain-text object, in which Slack formats nothing."""
    return {"type": "plain_text", "text": text}


def marked_text(mrkdwn: str) -> Block:
    """Return a mrkdwn object of escaped text; `verbatim` disables automatic links."""
    return {"type": "mrkdwn", "text": mrkdwn, "verbatim": True}


def section(text: Block) -> Block:
    """Return a section."""
    return {"type": "section", "text": text}


def header(text: str) -> Block:
    """Return a header, or a section if the text is too long for one."""
    if size(text) <= HEADER:
        return {"type": "header", "text": plain_text(text)}
    return section(plain_text(text))


def small(mrkdwn: str) -> Block:
    """Return a context block."""
    return {"type": "context", "elements": [marked_text(mrkdwn)]}


def divider() -> Block:
    """Return a divider."""
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
    """Return one option of a menu or checkbox list; its value is its position."""
    return {"text": plain_text(text), "value": str(position)}
