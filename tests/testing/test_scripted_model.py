"""The scripted model follows its script."""

import asyncio

import pytest

from choice.providers import ModelFailed, Piece, ToolCall
from choice.testing import RecordingSink, ScriptedModel, ScriptedReply
from choice.testing.model_contract import REQUEST
from choice.testing.scripted_model import NoReplyLeft

CALL = ToolCall("a", "present_question", "{}")


async def pieces(model: ScriptedModel) -> list[Piece]:
    sink = RecordingSink()
    await model.reply(REQUEST, sink)
    return sink.pieces


async def test_replies_come_in_order_and_requests_are_recorded() -> None:
    model = ScriptedModel(["twelve chars", CALL, ScriptedReply(("to", "kens"), (CALL,))], token_length=5)

    assert [await pieces(model) for _ in range(3)] == [["twelv", "e cha", "rs"], [CALL], ["to", "kens", CALL]]
    assert model.requests == [REQUEST] * 3
    assert model.abandoned == 0


async def test_a_failure_is_raised_after_the_text() -> None:
    failure = ModelFailed("TIMEOUT", "Too slow.")
    model = ScriptedModel([failure, ScriptedReply("ab", failure=failure)])

    with pytest.raises(ModelFailed):
        await pieces(model)
    sink = RecordingSink()
    with pytest.raises(ModelFailed):
        await model.reply(REQUEST, sink)

    assert sink.pieces == ["ab"]


async def test_a_script_has_an_end() -> None:
    with pytest.raises(NoReplyLeft, match="received 1 requests"):
        await pieces(ScriptedModel([]))


async def test_a_reply_pauses_until_it_is_released() -> None:
    released = asyncio.Event()
    model = ScriptedModel([ScriptedReply(("a", "b"), released=released, stops_after=1)])
    sink = RecordingSink()
    held = asyncio.ensure_future(model.reply(REQUEST, sink))
    await sink.written.wait()
    assert sink.pieces == ["a"]
    assert model.open_replies == 1

    released.set()
    await held

    assert sink.pieces == ["a", "b"]
    assert model.open_replies == 0
