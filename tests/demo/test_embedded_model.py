"""The demo model streams like any other: piece by piece, at its pace, until nobody reads any more."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.demo.model import EmbeddedModel, tokens
from choice.providers import ModelClient, ModelRequest, Piece, ToolCall, UserTurn
from choice.sources.protocol import Signal
from choice.testing import RecordingSink
from tests.demo.talking import TOOLS, demo, said

REQUEST = ModelRequest("", (UserTurn("signals"),), findings=demo("signals", Signal))


async def written(model: ModelClient, request: ModelRequest = REQUEST) -> list[Piece]:
    sink = RecordingSink()
    await model.reply(request, sink)
    return sink.pieces


@given(st.text())
def test_the_pieces_of_a_text_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


def test_words_are_cut_with_the_space_before_them() -> None:
    assert tokens("## Critical signals\n\n1. **No**") == [
        "#", "#", " Critica", "l", " signals", "\n\n", "1", ".", " ", "*", "*", "No", "*", "*",
    ]  # fmt: skip


async def test_without_a_pace_all_comes_at_once() -> None:
    pieces = await written(EmbeddedModel(tokens_per_second=None))

    assert "".join(map(str, pieces)) == said("signals", REQUEST.findings)


async def test_with_a_pace_pieces_come_one_after_the_other() -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()

    pieces = await written(EmbeddedModel(tokens_per_second=2000))

    assert len(pieces) > 10
    assert loop.time() - started >= len(pieces) / 2000 * 0.8
    assert "".join(map(str, pieces)) == said("signals", REQUEST.findings)


async def test_answers_are_the_same_every_time() -> None:
    model = EmbeddedModel(tokens_per_second=None)

    assert await written(model) == await written(model)


async def test_a_call_is_the_last_piece() -> None:
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

    assert "".join(map(str, sink.pieces)) != said("signals", REQUEST.findings)
    await model.close()


def test_it_says_what_it_is() -> None:
    assert EmbeddedModel().name == "demo model"
    assert "demo model" in said("hello")
