"""Answers arrive whole whatever the network does to their bytes."""

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
async def test_characters_cut_in_two_are_whole_again(spoken: Spoken, size: int) -> None:
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


async def test_what_one_read_brings_is_written_before_room_is_waited_for(spoken: Spoken) -> None:
    async with spoken.asked(spoken.text("a", "b", "c").in_bursts_of(99)) as (client, _):
        pad = RecordingSink(most=1)
        replying = asyncio.ensure_future(client.reply(REQUEST, pad))
        await pad.awaited.wait()

        assert pad.pieces == ["a", "b", "c"]
        pad.clear()
        await replying


async def test_line_ends_of_every_kind_are_read(spoken: Spoken) -> None:
    for end in (b"\r", b"\r\n"):
        whole = spoken.text("a", "b")
        changed = type(whole)(tuple(write.replace(b"\n", end) for write in whole.writes))
        async with spoken.asked(changed.in_writes_of(5)) as (client, _):
            assert await pieces_of(client) == ["a", "b"]
