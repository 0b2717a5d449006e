"""Batching, back-pressure and heartbeats of a stream."""

import asyncio
from functools import partial
from itertools import pairwise

import pytest

from choice.conversations import Frames, WritePacing
from choice.conversations.frames import (
    HEARTBEAT_SECONDS,
    HIGH_WATER_MARK,
    MAX_WRITE_INTERVAL,
    MIN_WRITE_INTERVAL,
)
from choice.wire import HEARTBEAT
from tests.server.skipping_loop import SkippingLoop


class Sent:
    """Records the bodies sent, with their times."""

    def __init__(self) -> None:
        self.bodies: list[tuple[float, str]] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def __call__(self, body: bytes) -> None:
        """Record a body when the client reads it."""
        await self.may_go_on.wait()
        self.bodies.append((asyncio.get_running_loop().time(), body.decode()))

    @property
    def texts(self) -> list[str]:
        """Texts of the recorded bodies."""
        return [text for _, text in self.bodies]


@pytest.mark.requirement("CH11")
def test_an_idle_stream_gets_a_heartbeat_every_fifteen_seconds() -> None:
    async def stream() -> Sent:
        sent, frames = Sent(), Frames(WritePacing())
        running = asyncio.ensure_future(frames.run(sent))
        for pause in (0.5, 14.0, 100.0):
            await asyncio.sleep(pause)
            frames.expect(lambda: "data: word\n\n")
        await asyncio.sleep(1)
        frames.close()
        await running
        return sent

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        sent = runner.run(stream())

    gaps = [later - sooner for (sooner, _), (later, _) in pairwise(sent.bodies)]
    assert max(gaps) <= HEARTBEAT_SECONDS + 0.001
    assert sent.texts.count(HEARTBEAT) == 6


@pytest.mark.requirement("CH11")
def test_heartbeats_are_sent_before_the_first_token() -> None:
    async def stream() -> Sent:
        sent, frames = Sent(), Frames(WritePacing())
        running = asyncio.ensure_future(frames.run(sent))
        frames.push("opening")
        await asyncio.sleep(61)
        frames.close()
        await running
        return sent

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        sent = runner.run(stream())

    assert sent.texts == ["opening", *[HEARTBEAT] * 4]
    assert [round(at) for at, _ in sent.bodies] == [0, 15, 30, 45, 60]


def test_the_first_text_is_sent_immediately_and_later_text_is_batched() -> None:
    async def stream() -> Sent:
        sent, frames = Sent(), Frames(WritePacing())
        running = asyncio.ensure_future(frames.run(sent))
        frames.push("opening")
        await asyncio.sleep(0.001)
        for number in range(20):
            frames.expect(partial("{} ".format, number))
            await asyncio.sleep(0.005)
        frames.finish("end")
        frames.close()
        await running
        sent.bodies.append((0.0, frames.rest().decode()))
        return sent

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        sent = runner.run(stream())

    opening, first, *later, rest = sent.bodies
    assert (opening[1], first[1]) == ("opening", "0 ")
    assert first[0] - opening[0] < 0.002
    gaps = [after[0] - before[0] for before, after in pairwise([first, *later])]
    assert min(gaps) >= MIN_WRITE_INTERVAL - 0.0001
    assert max(gaps) < MIN_WRITE_INTERVAL + 0.006
    assert rest[1].endswith("end")


def test_batches_are_longer_when_many_streams_are_open() -> None:
    pacing = WritePacing()
    found = []
    for open_streams in (1, 20, 64, 1000):
        while pacing.open_streams < open_streams:
            pacing.opened()
        found.append(pacing.gather_seconds)

    assert found == [MIN_WRITE_INTERVAL, MIN_WRITE_INTERVAL, 0.04, MAX_WRITE_INTERVAL]


async def test_a_stream_counts_as_open_while_it_runs() -> None:
    pacing, sent = WritePacing(), Sent()
    frames = Frames(pacing)
    running = asyncio.ensure_future(frames.run(sent))
    await asyncio.sleep(0)
    during = pacing.open_streams
    frames.close()
    await running

    assert (during, pacing.open_streams) == (1, 0)


async def test_the_writer_waits_while_the_client_does_not_read() -> None:
    sent, frames = Sent(), Frames(WritePacing())
    sent.may_go_on.clear()
    running = asyncio.ensure_future(frames.run(sent))
    frames.push("x" * HIGH_WATER_MARK)
    empty = frames.is_full
    await asyncio.sleep(0)
    frames.push("y")
    waiting = asyncio.ensure_future(frames.drain())
    await asyncio.sleep(0)
    blocked = not waiting.done()
    sent.may_go_on.set()
    await waiting
    frames.close()
    await running

    assert (empty, blocked) == (False, True)
    assert sent.texts[0] == "x" * HIGH_WATER_MARK


async def test_frames_that_are_pending_at_close_are_returned_by_rest_and_not_sent() -> None:
    sent, frames = Sent(), Frames(WritePacing())
    frames.push("rest")
    frames.close()
    await frames.run(sent)

    assert frames.rest() == b"rest"
    assert sent.texts == []
