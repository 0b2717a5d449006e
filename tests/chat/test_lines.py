"""What connections share: frames that leave together, and a server that is late writes less often."""

import asyncio
import logging
import time

import pytest

from choice.chat.lines import MOST_TOGETHER_SECONDS, TOGETHER_SECONDS, Lines


async def test_frames_leave_at_once_unless_the_last_ones_just_left() -> None:
    lines, loop = Lines(), asyncio.get_running_loop()
    order: list[str] = []
    written = asyncio.Event()
    begun = loop.time()
    lines.soon(lambda: order.append("just after others"), begun)
    lines.soon(written.set, begun)
    lines.soon(lambda: order.append("at once"), begun - 1)
    await asyncio.sleep(0)
    first = order.copy()
    await written.wait()

    assert first == ["at once"]
    assert order == ["at once", "just after others"]
    assert loop.time() - begun >= TOGETHER_SECONDS / 2


async def test_a_server_that_is_late_lets_more_frames_leave_together_and_then_fewer_again() -> None:
    lines, loop = Lines(), asyncio.get_running_loop()
    late = asyncio.Event()
    lines.soon(late.set, loop.time())
    time.sleep(0.06)  # noqa: ASYNC251 - this is what keeps the loop from its work
    await late.wait()
    stretched = lines.together_seconds
    in_time = asyncio.Event()
    while lines.together_seconds > 2 * TOGETHER_SECONDS:
        lines.soon(in_time.set, loop.time())
        await in_time.wait()
        in_time.clear()

    assert TOGETHER_SECONDS < stretched <= MOST_TOGETHER_SECONDS


async def test_where_many_streams_write_at_once_each_of_them_writes_less_often() -> None:
    lines, loop = Lines(), asyncio.get_running_loop()
    written = asyncio.Event()
    for _ in range(100):
        lines.soon(lambda: None, loop.time())
    lines.soon(written.set, loop.time())
    await written.wait()
    of_many = lines.together_seconds
    for _ in range(1000):
        lines.soon(lambda: None, loop.time())
    written.clear()
    lines.soon(written.set, loop.time())
    await written.wait()

    assert 2 * TOGETHER_SECONDS < of_many <= MOST_TOGETHER_SECONDS
    assert lines.together_seconds == MOST_TOGETHER_SECONDS


async def test_one_stream_that_cannot_be_written_leaves_the_others_alone(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lines, now = Lines(), asyncio.get_running_loop().time()
    written = asyncio.Event()

    def broken() -> None:
        raise ZeroDivisionError

    with caplog.at_level(logging.ERROR):
        lines.soon(broken, now)
        lines.soon(written.set, now)
        await written.wait()

    assert [record.getMessage() for record in caplog.records] == ["Frames could not be written"]
