"""A connection on which nothing is said is kept open, in time."""

import asyncio
from itertools import pairwise

import pytest

from choice.chat.frames import HEARTBEAT_SECONDS, STALLED_SECONDS, Frames, ReaderStalled
from choice.wire.sse import HEARTBEAT
from tests.chat.hasty_loop import HastyLoop


@pytest.mark.requirement("CH11")
def test_a_quiet_stream_hears_something_every_fifteen_seconds() -> None:
    heard: list[tuple[float, bytes]] = []

    async def stream() -> None:
        loop = asyncio.get_running_loop()

        async def send(body: bytes, _more: bool) -> None:  # noqa: FBT001 - as the protocol has it
            heard.append((loop.time(), body))

        frames = Frames(send)
        sending = asyncio.ensure_future(frames.run())
        for pause in (0.5, 14.0, 100.0):
            await asyncio.sleep(pause)
            frames.push("data: word\n\n")
        frames.close()
        await sending

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(stream())

    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(heard)]
    assert max(gaps) <= HEARTBEAT_SECONDS + 0.001
    assert [body.decode() for _, body in heard].count(HEARTBEAT) == 6


@pytest.mark.requirement("CH11")
def test_a_reader_that_takes_nothing_is_given_up_after_half_a_minute() -> None:
    ended: list[float] = []

    async def stream() -> None:
        loop = asyncio.get_running_loop()

        async def send(_body: bytes, _more: bool) -> None:  # noqa: FBT001 - as the protocol has it
            await loop.create_future()

        frames = Frames(send)
        sending = asyncio.ensure_future(frames.run())
        await asyncio.sleep(7)
        frames.push("data: word\n\n")
        with pytest.raises(ReaderStalled):
            await sending
        ended.append(loop.time() - 7)

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(stream())

    assert ended == [pytest.approx(STALLED_SECONDS)]
