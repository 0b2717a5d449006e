"""Contract of model clients: checks that every implementation must pass.

for check in CHECKS:
    await check(stage)          # a factory of clients; see Stage
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Literal, Protocol

from choice.providers import ModelClient, ModelFailed, ModelRequest, Piece, ToolCall, UserTurn
from choice.testing.scripted_model import RecordingSink

SOON = 1.0
"""Seconds within which a provider must notice that the client disconnected."""
REQUEST = ModelRequest(system="Be brief.", turns=(UserTurn("Which store?"),))
FIRST = ToolCall("call_1", "present_question", '{"question": "Which store?", "options": ["SQLite", "other"]}')
SECOND = ToolCall("call_2", "present_choices", "{}")


@dataclass(frozen=True)
class ModelScript:
    """Behaviour of the model that a client calls."""

    tokens: tuple[str, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    ending: Literal["ends", "breaks off", "waits"] = "ends"


class Staged(Protocol):
    """A client and the scripted model that it calls."""

    @property
    def client(self) -> ModelClient:
        """The client under test."""
        ...

    @property
    def asked(self) -> asyncio.Event:
        """Set when the model is called."""
        ...

    async def abandoned(self) -> None:
        """Return when the server side notices that the client disconnected."""
        ...


Stage = Callable[[ModelScript], AbstractAsyncContextManager[Staged]]
Check = Callable[[Stage], Awaitable[None]]


async def a_client_has_a_name(stage: Stage) -> None:
    async with stage(ModelScript()) as staged:
        assert staged.client.name


async def text_arrives_piece_by_piece_as_the_model_cut_it(stage: Stage) -> None:
    async with stage(ModelScript(("Take ", "SQ", "Lite", ".", " Grün 🙂"))) as staged:
        assert await _all(staged.client) == ["Take ", "SQ", "Lite", ".", " Grün 🙂"]


async def a_call_comes_whole_after_the_text(stage: Stage) -> None:
    async with stage(ModelScript(("One ", "question:"), (FIRST,))) as staged:
        assert await _all(staged.client) == ["One ", "question:", FIRST]


async def several_calls_come_in_their_order(stage: Stage) -> None:
    async with stage(ModelScript(calls=(FIRST, SECOND))) as staged:
        assert await _all(staged.client) == [FIRST, SECOND]


async def an_answer_of_nothing_just_ends(stage: Stage) -> None:
    async with stage(ModelScript()) as staged:
        assert await _all(staged.client) == []


async def what_came_before_a_failure_stands(stage: Stage) -> None:
    async with stage(ModelScript(("Take ", "SQ"), ending="breaks off")) as staged:
        sink = RecordingSink()
        failure: ModelFailed | None = None
        try:
            await staged.client.reply(REQUEST, sink)
        except ModelFailed as error:
            failure = error

        assert failure is not None
        assert failure.code == "MODEL_ERROR"
        assert str(failure)
        assert sink.pieces == ["Take ", "SQ"]


async def a_reply_that_nobody_awaits_asks_nobody(stage: Stage) -> None:
    async with stage(ModelScript(("never",))) as staged:
        staged.client.reply(REQUEST, RecordingSink()).close()

        assert not staged.asked.is_set()


async def a_model_waits_for_room(stage: Stage) -> None:
    async with stage(ModelScript(("Take ", "SQLite"))) as staged:
        sink = RecordingSink(most=1)
        replying = asyncio.ensure_future(staged.client.reply(REQUEST, sink))
        await asyncio.wait_for(sink.awaited.wait(), SOON * 10)
        assert not replying.done()

        while not replying.done():
            sink.clear()
            await asyncio.sleep(0)

        await replying
        assert sink.pieces == ["Take ", "SQLite"]


async def cancelling_before_the_first_piece_ends_the_call(stage: Stage) -> None:
    async with stage(ModelScript(ending="waits")) as staged:
        await _cancelled_while_writing(staged, expected=[])


async def cancelling_in_the_middle_ends_the_call(stage: Stage) -> None:
    async with stage(ModelScript(("Take ",), ending="waits")) as staged:
        await _cancelled_while_writing(staged, expected=["Take "])


async def answers_at_the_same_time_do_not_mix(stage: Stage) -> None:
    async with stage(ModelScript(("one ", "two"), (FIRST,))) as staged:
        answers = await asyncio.gather(*(_all(staged.client) for _ in range(8)))

        assert answers == [["one ", "two", FIRST]] * 8


async def a_client_can_be_closed_twice(stage: Stage) -> None:
    async with stage(ModelScript(("word",))) as staged:
        await _all(staged.client)
        await staged.client.close()
        await staged.client.close()


async def _all(client: ModelClient) -> list[Piece]:
    sink = RecordingSink()
    await client.reply(REQUEST, sink)
    return sink.pieces


async def _cancelled_while_writing(staged: Staged, expected: Sequence[Piece]) -> None:
    sink = RecordingSink()
    replying = asyncio.ensure_future(staged.client.reply(REQUEST, sink))
    await asyncio.wait_for((sink.written if expected else staged.asked).wait(), SOON * 10)
    replying.cancel()

    await asyncio.wait([replying])
    assert replying.cancelled()
    await asyncio.wait_for(staged.abandoned(), SOON)
    assert sink.pieces == list(expected)


CHECKS: tuple[Check, ...] = (
    a_client_has_a_name,
    text_arrives_piece_by_piece_as_the_model_cut_it,
    a_call_comes_whole_after_the_text,
    several_calls_come_in_their_order,
    an_answer_of_nothing_just_ends,
    what_came_before_a_failure_stands,
    a_reply_that_nobody_awaits_asks_nobody,
    a_model_waits_for_room,
    cancelling_before_the_first_piece_ends_the_call,
    cancelling_in_the_middle_ends_the_call,
    answers_at_the_same_time_do_not_mix,
    a_client_can_be_closed_twice,
)
