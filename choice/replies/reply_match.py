"""What a typed reply was found to mean."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["matched", "ambiguous", "free_text", "not_an_answer", "delegated", "declined"]


@dataclass(frozen=True, slots=True)
class ReplyMatch:
    """The verdict on a reply, with the reply as it was typed."""

    status: Status
    option_ids: tuple[str, ...]
    """The options chosen, in the order of the question; where it is `ambiguous`, those to ask about."""
    rule: str
    """What decided, in one word: `id`, `label`, `number`, `letter`, `ordinal`, `negation`, `question` …"""
    text: str
