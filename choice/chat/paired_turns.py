"""Puts every tool result right behind the call that it answers, as both providers demand."""

from collections.abc import Sequence

from choice.chat.model_client import AssistantTurn, ToolResult, Turn

_NO_RESULT = "No answer was given."


def paired(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns with each call's result behind it, in the order of the calls.

    A call that nobody answered gets a result that says so, and a result without a call is left out: a
    conversation that a provider refuses once, it would refuse for ever.
    """
    ordered: list[Turn] = []
    for at, turn in enumerate(turns):
        if isinstance(turn, ToolResult):
            continue
        ordered.append(turn)
        if isinstance(turn, AssistantTurn) and turn.calls:
            found = _results_after(turns[at + 1 :])
            ordered += [
                found.get(call.id) or ToolResult(call.id, call.name, _NO_RESULT) for call in turn.calls
            ]
    return ordered


def _results_after(turns: Sequence[Turn]) -> dict[str, ToolResult]:
    """Return the results by their call's id, up to the next turn with calls, which may use an id again."""
    found: dict[str, ToolResult] = {}
    for turn in turns:
        if isinstance(turn, AssistantTurn) and turn.calls:
            break
        if isinstance(turn, ToolResult):
            found.setdefault(turn.call_id, turn)
    return found
