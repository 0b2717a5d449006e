"""A connection on which nothing is said is kept open, in time."""

import asyncio
import selectors
from itertools import pairwise

import pytest
from typing_extensions import override

from choice.chat.frames import HEARTBEAT_SECONDS, STALLED_SECONDS, Frames, ReaderStalled
from choice.wire.sse import HEARTBEAT


class Waiting(selectors.SelectSelector):
    """Waits for nothing: what it would have waited is added to a clock."""

    waited = 0.0

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.waited += timeout or 0.0
        return super().select(0 if timeout is not None else None)


class HastyLoop(asyncio.SelectorEventLoop):
    """A loop on which time passes at once."""

    def __init__(self) -> None:
        self._passing = Waiting()
        super().__init__(self._passing)

    @override
    def time(self) -> float:
        return self._passing.waited


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
