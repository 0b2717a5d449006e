"""Whether Slack would take these blocks: every limit that one bad block would break the message by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

Surface = Literal["message", "modal", "home"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One broken rule: where (a JSON pointer), which (a short code), and what to do."""

    pointer: str
    code: str
    message: str


def problems(blocks: Sequence[object], surface: Surface = "message") -> list[Problem]:
    """Return what Slack would refuse about blocks; nothing where they are fine. Never raises."""
    raise NotImplementedError


def view_problems(view: Mapping[str, object]) -> list[Problem]:
    """Return what Slack would refuse about a whole modal or home view."""
    raise NotImplementedError


def text_problems(text: object) -> list[Problem]:
    """Return what Slack would refuse, or cut, about the top-level text of a message that is updated."""
    raise NotImplementedError
