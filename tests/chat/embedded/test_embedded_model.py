"""The demo model streams like any other: piece by piece, at its pace, until nobody reads any more."""

import asyncio
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.chat.embedded.token_cut import tokens
from choice.chat.embedded_model import EmbeddedModel
from choice.chat.model_client import ModelClient, ModelRequest, Piece, ToolCall, UserTurn
from choice.chat.sources.findings import Signal
from tests.chat.embedded.talking import TOOLS, demo, said

REQUEST = ModelRequest("", (UserTurn("signals"),), findings=demo("signals", Signal))


async def steps(model: ModelClient, request: ModelRequest = REQUEST) -> list[list[Piece]]:
    return [list(pieces) async for pieces in model.reply(request)]


@given(st.text())
def test_the_pieces_of_a_text_are_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text


def test_words_are_cut_with_the_space_before_them() -> None:
    assert tokens("## Critical signals\n\n1. **No**") == [
        "#", "#", " Critica", "l", " signals", "\n\n", "1", ".", " ", "*", "*", "No", "*", "*",
    ]  # fmt: skip


async def test_without_a_pace_all_comes_at_once() -> None:
    (pieces,) = await steps(EmbeddedModel(tokens_per_second=None))

    assert "".join(map(str, pieces)) == said("signals", REQUEST.findings)


async def test_with_a_pace_pieces_come_one_after_the_other() -> None:
    loop = asyncio.get_running_loop()
    started = loop.time()

    came = await steps(EmbeddedModel(tokens_per_second=2000))

    pieces = list(chain.from_iterable(came))
    assert len(came) > 10
    assert loop.time() - started >= len(pieces) / 2000 * 0.8
    assert "".join(map(str, pieces)) == said("signals", REQUEST.findings)


async def test_answers_are_the_same_every_time() -> None:
    model = EmbeddedModel(tokens_per_second=None)

    assert await steps(model) == await steps(model)


async def test_a_call_is_the_last_piece() -> None:
    request = ModelRequest("", (UserTurn("ask with a tool"),), TOOLS, "discovery")

    (pieces,) = await steps(EmbeddedModel(tokens_per_second=None), request)

    assert [isinstance(piece, ToolCall) for piece in pieces[-2:]] == [False, True]


async def test_whoever_stops_reading_ends_the_answer() -> None:
    model = EmbeddedModel(tokens_per_second=100)
    reply = model.reply(REQUEST)
    await anext(reply)

    await reply.aclose()

    with pytest.raises(StopAsyncIteration):
        await anext(reply)
    await model.close()


def test_it_says_what_it_is() -> None:
    assert EmbeddedModel().name == "demo model"
    assert "demo model" in said("hello")
