"""Share of a request that is the same as in the request before, and can come from the provider's cache."""

import json
from collections.abc import Iterator
from datetime import date

from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, at_least
from choice.conversations import system_prompt
from choice.dialects import PRESENT_QUESTION
from choice.providers import AssistantTurn, ModelRequest, ModelTurn, UserTurn
from choice.providers.openai import openai_request
from choice.sources.protocol import Findings, Signal

_TURNS = 20
_ANSWER = "A sentence of the answer with its figures and names. " * 30


def results() -> Iterator[Result]:
    """Compare the last two requests of a conversation in which each message has other data."""
    before, after = (json.dumps(openai_request(_request(turn))["messages"]) for turn in (_TURNS - 1, _TURNS))
    common = next(
        (at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), len(before)
    )
    share = common / len(before)
    name = f"common beginning of requests {_TURNS - 1} and {_TURNS} / request {_TURNS - 1}"
    yield Result(name, Ratio(share, 0.0), at_least(0.75))


def _request(number: int) -> ModelRequest:
    prompt = system_prompt("chat", _findings(number), (PRESENT_QUESTION,))
    turns: list[ModelTurn] = []
    for earlier in range(number):
        turns += [UserTurn(f"Question {earlier}?"), AssistantTurn(_ANSWER)]
    asked = UserTurn(f"Question {number}?")
    return ModelRequest(prompt.guide, (*turns, asked), (PRESENT_QUESTION,), data=prompt.data)


def _findings(number: int) -> Findings:
    """Return twenty rows that no other message has."""
    rows = [
        Signal(
            f"WS-{number}{row:02}", f"Signal {row}", "Sales", "high", 7.5, date(2026, 1, 2), 12, _ANSWER[:120]
        )
        for row in range(20)
    ]
    return Findings(signals=tuple(rows))
