"""When the frames of an answer are written on its line."""

import asyncio
from collections.abc import Callable, Mapping

import pytest

from choice.chat.direct_frames import DirectFrames
from choice.chat.frames import HEARTBEAT_SECONDS
from choice.chat.lines import Lines
from choice.wire.sse import HEARTBEAT
from tests.chat.hasty_loop import HastyLoop


class Noted:
    """A line that notes what is written on it."""

    is_full = False

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.wrote = asyncio.Event()
        self.soon = Lines().soon

    def heard(self, _scope: Mapping[str, object]) -> bytes | None:
        """Hear nothing."""
        return None

    def take(
        self, room: Callable[[], None], left: Callable[[], object], look: Callable[[float], None]
    ) -> None:
        """Do nothing."""

    def give_back(self) -> None:
        """Do nothing."""

    def cut(self) -> None:
        """Do nothing."""

    def write(self, chunk: bytes) -> None:
        """Note a chunk."""
        self.written.append(chunk)
        self.wrote.set()


async def test_what_opens_an_answer_leaves_at_once_and_so_does_its_first_text() -> None:
    line = Noted()
    frames = DirectFrames(line, asyncio.get_running_loop())
    frames.push("opening")
    await asyncio.sleep(0)
    frames.expect(lambda: "first")
    await asyncio.sleep(0)
    begun = line.written.copy()
    line.wrote.clear()
    frames.expect(lambda: "second")
    for _ in range(3):
        await asyncio.sleep(0)
    at_once = line.written.copy()
    await line.wrote.wait()

    assert begun == [b"opening", b"first"]
    assert at_once == begun
    assert line.written == [*begun, b"second"]


async def test_what_is_written_at_once_leaves_with_what_opens_the_answer() -> None:
    line = Noted()
    frames = DirectFrames(line, asyncio.get_running_loop())
    frames.push("opening ")
    frames.expect(lambda: "and text")
    await asyncio.sleep(0)

    assert line.written == [b"opening and text"]


async def test_nothing_is_written_once_the_rest_was_taken_for_the_end() -> None:
    line = Noted()
    frames = DirectFrames(line, asyncio.get_running_loop())
    frames.push("rest")
    rest = frames.end()
    await asyncio.sleep(0)

    assert rest == b"rest"
    assert line.written == []


@pytest.mark.requirement("CH11")
def test_a_model_that_is_silent_from_the_start_is_covered_by_a_comment_every_fifteen_seconds() -> None:
    heard: list[float] = []
    at_once: list[bytes] = []

    async def stream() -> None:
        loop = asyncio.get_running_loop()
        line = Noted()
        frames = DirectFrames(line, loop)
        frames.push("opening")
        for second in range(1, 62):
            await asyncio.sleep(1)
            written = len(line.written)
            frames.look(loop.time())
            await asyncio.sleep(0)
            if HEARTBEAT.encode() in line.written[written:]:
                heard.append(second)
        frames.expect(lambda: "first")
        await asyncio.sleep(0)
        at_once.append(line.written[-1])

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(stream())

    assert heard == [HEARTBEAT_SECONDS * number for number in range(1, 5)]
    assert at_once == [b"first"]


def test_the_first_text_does_not_wait_for_a_comment_that_was_just_sent() -> None:
    written: list[bytes] = []

    async def stream() -> None:
        loop = asyncio.get_running_loop()
        line = Noted()
        frames = DirectFrames(line, loop)
        await asyncio.sleep(HEARTBEAT_SECONDS)
        frames.look(loop.time())
        await asyncio.sleep(0)
        frames.expect(lambda: "first")
        await asyncio.sleep(0)
        written.extend(line.written)

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        runner.run(stream())

    assert written == [HEARTBEAT.encode(), b"first"]
