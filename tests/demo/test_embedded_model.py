"""Streaming by the demo model: tokens, pace, back-pressure and cancellation."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.demo.model import EmbeddedModel, tokens
from choice.providers import ModelClient, ModelRequest, Piece, ToolCall, UserTurn
from choice.sources.protocol import Signal
from choice.testing import RecordingSink
from tests.demo.conversation import TOOLS, answer_text, demo

REQUEST = ModelRequest("", (UserTurn("signals"),), findings=demo("signals", Signal))


async def written(model: ModelClient, request: ModelRequest = REQUEST) -> list[Piece]:
    sink = RecordingSink()
    await model.reply(request, sink)
    return sink.pieces


@given(st.text())
def test_the_tokens_of_a_text_joined_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


def test_a_token_includes_the_space_before_it() -> None:
    assert tokens("## Critical signals\n\n1. **No**") == [
        "#", "#", " Critica", "l", " signals", "\n\n", "1", ".", " ", "*", "*", "No", "*", "*",
    ]  # fmt: skip


async def test_without_a_pace_the_whole_answer_is_written_at_once() -> None:
    pieces = await written(EmbeddedModel(tokens_per_second=None))

    assert "".join(map(str, pieces)) == answer_text("signals", REQUEST.findings)


async def test_with_a_pace_tokens_are_written_over_time() -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()

    pieces = await written(EmbeddedModel(tokens_per_second=2000))

    assert len(pieces) > 10
    assert loop.time() - started >= len(pieces) / 2000 * 0.8
    assert "".join(map(str, pieces)) == answer_text("signals", REQUEST.findings)


async def test_answers_are_deterministic() -> None:
    model = EmbeddedModel(tokens_per_second=None)

    assert await written(model) == await written(model)


async def test_a_tool_call_is_written_last() -> None:
    request = ModelRequest("", (UserTurn("ask with a tool"),), TOOLS, "discovery")

    pieces = await written(EmbeddedModel(tokens_per_second=None), request)

    assert [isinstance(piece, ToolCall) for piece in pieces[-2:]] == [False, True]


@pytest.mark.parametrize("pace", [None, 2000])
async def test_it_waits_for_room(pace: float | None) -> None:
    sink = RecordingSink(most=3)
    replying = asyncio.ensure_future(EmbeddedModel(pace).reply(REQUEST, sink))
    await sink.awaited.wait()

    assert len(sink.pieces) == 3
    replying.cancel()


async def test_whoever_stops_reading_ends_the_answer() -> None:
    model, sink = EmbeddedModel(tokens_per_second=100), RecordingSink()
    replying = asyncio.ensure_future(model.reply(REQUEST, sink))
    await sink.written.wait()

    replying.cancel()
    await asyncio.wait([replying])

    assert "".join(map(str, sink.pieces)) != answer_text("signals", REQUEST.findings)
    await model.close()


def test_the_model_introduces_itself() -> None:
    assert EmbeddedModel().name == "demo model"
    assert "demo model" in answer_text("hello")
