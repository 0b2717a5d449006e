"""Fit requests to what a model accepts: its context window, and whether it supports tools."""

import logging
import sys
from collections.abc import Sequence
from itertools import groupby

from choice.providers import AssistantTurn, ModelRequest, ModelTurn, ToolResult, UserTurn
from choice.settings import ModelTools

LEFT_OUT = """\
# What was left out

The conversation is longer than you can read. Its oldest messages, and rows of the data, were left out. If the
person refers to something that you do not have, say so and ask for it."""

logger = logging.getLogger(__name__)


class LearnedLimits:
    """Limits of the model, learned from its errors. Shared by all turns of a process."""

    def __init__(self, tools: ModelTools = "auto") -> None:
        self._tools = tools
        self._max_characters = sys.maxsize
        self.offers_tools = tools != "off"
        """Whether tools are sent to the model."""

    def refuse_tools(self) -> bool:
        """Note that the model refuses tools. Return whether to go on without them."""
        if self._tools == "on":
            return False
        self.offers_tools = False
        logger.warning("The model refuses tools; from now on it is asked without them (CHOICE_MODEL_TOOLS).")
        return True

    def shorten(self, request: ModelRequest, share: float) -> None:
        """Note that only a share of this request fits into the model's context."""
        self._max_characters = int(_size(request) * share)
        logger.warning("Requests are shortened to %d characters for this model.", self._max_characters)

    def fit(self, request: ModelRequest) -> ModelRequest:
        """Return a request that fits: without the oldest turns and, if necessary, with fewer rows."""
        too_many = _size(request) - self._max_characters
        if too_many <= 0:
            return request
        turns = _newest(request.turns, too_many + len(LEFT_OUT))
        shorter = request._replace(turns=turns, data=f"{request.data}\n\n{LEFT_OUT}")
        too_many = _size(shorter) - self._max_characters
        if too_many > 0:
            data = f"{_with_fewer_rows(request.data, too_many)}\n\n{LEFT_OUT}"
            shorter = shorter._replace(data=data)
        return shorter


def _size(request: ModelRequest) -> int:
    return len(request.system) + len(request.data) + sum(map(_length, request.turns))


def _length(turn: ModelTurn) -> int:
    calls = turn.calls if isinstance(turn, AssistantTurn) else ()
    return len(turn.text) + sum([len(call.arguments) for call in calls])


def _newest(turns: Sequence[ModelTurn], too_many: int) -> tuple[ModelTurn, ...]:
    """Remove the oldest turns until enough characters are gone. The last message and what follows it stay."""
    last = next((at for at in range(len(turns))[::-1] if isinstance(turns[at], UserTurn)), 0)
    start = 0
    while start < last and (too_many > 0 or isinstance(turns[start], AssistantTurn | ToolResult)):
        too_many -= _length(turns[start])
        start += 1
    return tuple(turns[start:])


def _with_fewer_rows(data: str, too_many: int) -> str:
    """Remove rows from the end of each block of data, which has the most important rows first."""
    lines = data.split("\n")
    size = sum([len(line) for line in lines if line.startswith("{")])
    kept_share = max(1 - too_many / size, 0.0) if size else 1.0
    kept: list[str] = []
    for is_row, block in groupby(lines, key=lambda line: line.startswith("{")):
        block_lines = list(block)
        kept += block_lines[: int(len(block_lines) * kept_share)] if is_row else block_lines
    return "\n".join(kept)
