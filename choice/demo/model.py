"""The demo model: it answers from rows by fixed rules, without a network, the same every time."""

import asyncio
import re
from collections.abc import Mapping, Sequence

from choice.demo.interview import BLOCK_TO_WRITE, asks_for_data, interview_turn, read_interview
from choice.demo.reports import data_answer
from choice.providers import ModelRequest, Piece, TokenSink, ToolResult, UserTurn

_TOKEN = re.compile(r" ?[^\W\d_]{1,7}| ?\d{1,3}|\n+| +|.", re.DOTALL)


def tokens(text: str) -> list[str]:
    """Return the pieces of a text; together they are the text."""
    return _TOKEN.findall(text)


EXAMPLES = (
    "Show me critical weak signals",
    "What's our organizational health?",
    "Top incidents this week",
    "Show me signal WS-001 in JSON",
)


def small_talk() -> str:
    """Return who answers here and what can be asked."""
    examples = "\n".join([f"- {example}" for example in EXAMPLES])
    return (
        "Hello! I am the **demo model**: I run inside this server, without a network, and answer from its "
        f"data by fixed rules. These are good messages to begin with:\n\n{examples}\n\n"
        "I can also interview you about something that should improve. Say **interview me**, and add how I "
        "should ask: *with JSON*, *with a choices fence*, *as a form* or *with a tool*; in the modes "
        "Discovery and Clarification also *with letters* or *numbered*, which stay text in a chat.\n"
    )


TOKENS_PER_SECOND = 120.0
_SHORTEST_TICK = 0.005
_DASHES = "\n---\n"


def from_environment(_model: str, _variables: Mapping[str, str]) -> "EmbeddedModel":
    """Return the demo model, which needs no configuration."""
    return EmbeddedModel()


class EmbeddedModel:
    """Writes the shapes of answers that data asks for, and leads an interview in any dialect."""

    name = "demo model"

    def __init__(self, tokens_per_second: float | None = TOKENS_PER_SECOND) -> None:
        self._pace = tokens_per_second

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Write the answer at the model's pace, at each tick what is due; all at once without a pace."""
        pieces = cut(answer(request))
        if self._pace is None:
            await _write(pieces, sink)
            return
        loop = asyncio.get_running_loop()
        started = loop.time()
        tick = max(1 / self._pace, _SHORTEST_TICK)
        sent = 0
        while sent < len(pieces):
            await asyncio.sleep(tick)
            due = max(int((loop.time() - started) * self._pace), sent + 1)
            await _write(pieces[sent:due], sink)
            sent = due

    async def close(self) -> None:
        """Do nothing: there is no connection."""


async def _write(pieces: Sequence[Piece], sink: TokenSink) -> None:
    for piece in pieces:
        if not sink.write(piece):
            await sink.drain()


def cut(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with every text cut into tokens."""
    return [part for piece in pieces for part in (tokens(piece) if isinstance(piece, str) else [piece])]


def answer(request: ModelRequest) -> list[Piece]:
    """Return the whole answer: its text, and the tool call behind it if there is one."""
    last = request.turns[-1] if request.turns else None
    if isinstance(last, ToolResult) and BLOCK_TO_WRITE in last.text:
        return [f"{_between_dashes(last.text)}\n"]
    state = read_interview(request.turns)
    if state.wanted or state.refused or state.answered is not None:
        return interview_turn(request, state)
    interviewing = request.mode != "chat" and not state.finished
    if isinstance(last, UserTurn):
        intent = request.findings.intent
        has_topic = bool(intent.topics or intent.ids)
        if has_topic and (not interviewing or asks_for_data(last.text)):
            return [data_answer(request.findings)]
    return interview_turn(request, state) if interviewing else [small_talk()]


def _between_dashes(text: str) -> str:
    """Return what a tool said must be written, character for character."""
    return text.partition(_DASHES)[2].rpartition(_DASHES)[0]
