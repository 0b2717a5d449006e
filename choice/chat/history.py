"""A conversation as the model is told it: its own words, the person's words, and what came of its calls."""

from collections.abc import Iterable, Sequence

from choice.chat.conversation import Message, ResultRecord
from choice.chat.model_client import AssistantTurn, ToolCall, ToolResult, Turn, UserTurn
from choice.dialects.reply_lines import SUPERSEDED

MOST_CHARACTERS = 200_000
"""Older messages than fit into this are not told again."""


def turns_of(messages: Sequence[Message]) -> tuple[Turn, ...]:
    """Return the turns of a conversation. Every call has its result, and roles are those that were kept."""
    turns: list[Turn] = []
    unanswered: dict[str, str] = {}
    for message in _that_fit(messages):
        if message.role == "assistant":
            turns += _left_open(unanswered)
            turns += _assistant_turns(message, unanswered)
        else:
            turns += _results(message.details.results, unanswered)
            words = message.content if message.details.model_text is None else message.details.model_text
            if words:
                turns += _left_open(unanswered)
                turns.append(UserTurn(words))
    return (*turns, *_left_open(unanswered))


def _assistant_turns(message: Message, unanswered: dict[str, str]) -> list[Turn]:
    details = message.details
    if details.ending == "failed":
        return []
    words = message.content if details.model_text is None else details.model_text
    calls = tuple([ToolCall(call.id, call.name, call.arguments) for call in details.calls])
    if not words and not calls:
        return []
    unanswered |= {call.id: call.name for call in calls}
    return [AssistantTurn(words, calls), *_results(details.results, unanswered)]


def _results(records: Iterable[ResultRecord], unanswered: dict[str, str]) -> list[Turn]:
    return [
        ToolResult(record.call_id, record.name, record.text)
        for record in records
        if unanswered.pop(record.call_id, None) is not None
    ]


def _left_open(unanswered: dict[str, str]) -> list[Turn]:
    """Return a result for each call that has none: providers refuse a conversation with open calls."""
    told: list[Turn] = [ToolResult(call_id, name, SUPERSEDED) for call_id, name in unanswered.items()]
    unanswered.clear()
    return told


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
