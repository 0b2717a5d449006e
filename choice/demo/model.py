"""The embedded demo model. It answers from rows by fixed rules, deterministically and without a network."""

import asyncio
import re
from collections.abc import Mapping, Sequence

from choice.demo.follow_ups import follow_up_answer
from choice.demo.interview import BLOCK_TO_WRITE, asks_for_data, interview_state, interview_turn
from choice.demo.reports import data_answer, overview_answer
from choice.providers import ModelRequest, Piece, TokenSink, ToolResult, UserTurn

_TOKEN = re.compile(r" ?[^\W\d_]{1,7}| ?\d{1,3}|\n+| +|.", re.DOTALL)


def tokens(text: str) -> list[str]:
    """Split a text into tokens. Joining the tokens returns the text."""
    return _TOKEN.findall(text)


EXAMPLES = (
    "Show me critical weak signals",
    "What's our organizational health?",
    "Top incidents this week",
    "Show me signal WS-001 in JSON",
)


def small_talk() -> str:
    """Return a greeting with example messages."""
    examples = "\n".join([f"- {example}" for example in EXAMPLES])
    return (
        "Hello! I am the **demo model**: I run inside this server, without a network, and answer from its "
        f"data by fixed rules. Try one of these messages:\n\n{examples}\n\n"
        "I can also interview you about something that you want to improve. Say **interview me** and how I "
        "should ask: *with JSON*, *with a choices fence*, *as a form* or *with a tool*. In the modes "
        "Discovery and Clarification, *with letters* and *numbered* also work.\n"
    )


TOKENS_PER_SECOND = 120.0
_SHORTEST_TICK = 0.005
_DASHES = "\n---\n"


def from_environment(_model: str, _variables: Mapping[str, str]) -> "EmbeddedModel":
    """Return the demo model, which needs no configuration."""
    return EmbeddedModel()


class EmbeddedModel:
    """A `ModelClient` that renders reports from rows and leads an interview in any dialect."""

    name = "demo model"

    def __init__(self, tokens_per_second: float | None = TOKENS_PER_SECOND) -> None:
        self._tokens_per_second = tokens_per_second

    async def reply(self, request: ModelRequest, sink: TokenSink) -> None:
        """Stream the answer at `tokens_per_second`, or without delay if `tokens_per_second` is None."""
        pieces = split_pieces(answer(request))
        if self._tokens_per_second is None:
            await _write(pieces, sink)
            return
        loop = asyncio.get_running_loop()
        started = loop.time()
        tick = max(1 / self._tokens_per_second, _SHORTEST_TICK)
        sent = 0
        while sent < len(pieces):
            await asyncio.sleep(tick)
            due = max(int((loop.time() - started) * self._tokens_per_second), sent + 1)
            await _write(pieces[sent:due], sink)
            sent = due

    async def close(self) -> None:
        """Do nothing: the model has no connection to close."""


async def _write(pieces: Sequence[Piece], sink: TokenSink) -> None:
    for piece in pieces:
        if not sink.write(piece):
            await sink.drain()


def split_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    """Split every text of an answer into tokens. Tool calls stay unchanged."""
    return [part for piece in pieces for part in (tokens(piece) if isinstance(piece, str) else [piece])]


def answer(request: ModelRequest) -> list[Piece]:
    """Return the complete answer: its text, followed by its tool call, if any."""
    last = request.turns[-1] if request.turns else None
    if isinstance(last, ToolResult) and BLOCK_TO_WRITE in last.text:
        return [f"{_between_dashes(last.text)}\n"]
    state = interview_state(request.turns)
    if state.requested or state.declined or state.answered is not None:
        return interview_turn(request, state)
    interviewing = request.mode != "chat" and not state.finished
    if isinstance(last, UserTurn):
        findings = request.findings
        has_topic = bool(findings.intent.topics or findings.intent.ids)
        if findings.is_overview and not interviewing and any(findings.counts.values()):
            return [overview_answer(findings, EXAMPLES)]
        if has_topic and not findings.is_overview and (not interviewing or asks_for_data(last.text)):
            carried = findings.is_carried
            return [follow_up_answer(findings, last.text) if carried else data_answer(findings)]
    return interview_turn(request, state) if interviewing else [small_talk()]


def _between_dashes(text: str) -> str:
    """Return the text that a tool result tells the model to write verbatim."""
    return text.partition(_DASHES)[2].rpartition(_DASHES)[0]
