"""A message as it is sent to Slack."""

from dataclasses import dataclass
from typing import Any

Block = dict[str, Any]
"""One block, element or text object of Block Kit, ready to become JSON."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """One message: its blocks, and the text that notifications show and screen readers read.

    Send it with `unfurl_links=False, unfurl_media=False, parse="none"`.
    """

    text: str
    blocks: tuple[Block, ...] = ()
