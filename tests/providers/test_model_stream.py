"""Answers are decoded however the network cuts their bytes."""

import asyncio

import pytest

from choice.testing import RecordingSink
from choice.testing.model_contract import REQUEST
from tests.providers.protocols import PROTOCOLS, Spoken, pieces_of

pytestmark = pytest.mark.requirement("CH13")


@pytest.fixture(params=PROTOCOLS.values(), ids=list(PROTOCOLS))
def spoken(request: pytest.FixtureRequest) -> Spoken:
    protocol: Spoken = request.param
    return protocol


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 100_000])
async def test_characters_split_across_chunks_are_decoded(spoken: Spoken, size: int) -> None:
    tokens = ["Grün ", "🙂", "漢字", " \u2028 ", "\x00end"]
    async with spoken.asked(spoken.text(*tokens).in_writes_of(size)) as (client, _):
        assert await pieces_of(client) == tokens


async def test_a_long_answer_arrives_whole(spoken: Spoken) -> None:
    tokens = [f"{number:>9} " for number in range(10_240)]
    async with spoken.asked(spoken.text(*tokens).in_writes_of(8_191)) as (client, _):
        assert await pieces_of(client) == tokens


async def test_one_huge_token_arrives_whole(spoken: Spoken) -> None:
    async with spoken.asked(spoken.text("ü" * 50_000)) as (client, _):
        assert await pieces_of(client) == ["ü" * 50_000]


async def test_all_pieces_of_a_read_are_written_before_draining(spoken: Spoken) -> None:
    async with spoken.asked(spoken.text("a", "b", "c").in_bursts_of(99)) as (client, _):
        sink = RecordingSink(most=1)
        replying = asyncio.ensure_future(client.reply(REQUEST, sink))
        await sink.awaited.wait()

        assert sink.pieces == ["a", "b", "c"]
        sink.clear()
        await replying


async def test_every_kind_of_line_end_is_decoded(spoken: Spoken) -> None:
    for end in (b"\r", b"\r\n"):
        whole = spoken.text("a", "b")
        changed = type(whole)(tuple(write.replace(b"\n", end) for write in whole.writes))
        async with spoken.asked(changed.in_writes_of(5)) as (client, _):
            assert await pieces_of(client) == ["a", "b"]
