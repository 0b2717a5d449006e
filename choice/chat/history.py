"""A conversation as the model is told it: its own words, the person's words, and what came of its calls."""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from choice.chat.conversation import Message
from choice.chat.model_client import AssistantTurn, ToolCall, ToolResult, Turn, UserTurn
from choice.dialects.replies import SUPERSEDED

MOST_CHARACTERS = 200_000
"""Older messages than fit into this are not told again."""


def turns_of(messages: Sequence[Message]) -> tuple[Turn, ...]:
    """Return the turns of a conversation. Every call has its result, and roles are those that were kept."""
    kept = [message for message in _that_fit(messages) if message.details.ending != "failed"]
    turns: list[Turn] = []
    for at, message in enumerate(kept):
        words = message.content if message.details.model_text is None else message.details.model_text
        calls = tuple([ToolCall(call.id, call.name, call.arguments) for call in message.details.calls])
        if message.role == "user" and words:
            turns.append(UserTurn(words))
        elif message.role == "assistant" and (words or calls):
            turns += [AssistantTurn(words, calls), *_results(calls, kept[at:])]
    return tuple(turns)


def _results(calls: Iterable[ToolCall], messages: Sequence[Message]) -> list[Turn]:
    """Return what came of the calls of the first message: providers refuse a conversation with open calls.

    A result may be told after other words, and a later message of the model may use the id of a call again.
    """
    until_next = takewhile(lambda message: message.role == "user", messages[1:])
    told: dict[str, str] = {}
    for message in (messages[0], *until_next):
        for record in message.details.results:
            told.setdefault(record.call_id, record.text)
    return [ToolResult(call.id, call.name, told.get(call.id, SUPERSEDED)) for call in calls]


def _that_fit(messages: Sequence[Message]) -> Sequence[Message]:
    """Return the newest messages that fit, starting with a user's."""
    size = 0
    start = len(messages)
    while start > 0:
        size += len(messages[start - 1].content) + len(messages[start - 1].details.model_text or "")
        if size > MOST_CHARACTERS:
            break
        start -= 1
    while start < len(messages) and messages[start].role != "user":
        start += 1
    return messages[start:] or messages[-1:]
