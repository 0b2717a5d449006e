"""Answers that a person stopped, and then wants again."""

from collections.abc import Sequence
from itertools import dropwhile

from choice.chat.conversation import Message


def without_stopped(messages: Sequence[Message]) -> list[Message]:
    """Return what was said without the stopped answers at its end, so that the last message has none."""
    kept = list(dropwhile(lambda each: each.details.ending == "stopped", reversed(messages)))
    return kept[::-1]
