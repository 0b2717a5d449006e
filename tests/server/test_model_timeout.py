"""Timeout of a model that stops writing."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest
from typing_extensions import override

from choice.conversations import NullSink
from choice.conversations.writing import Writing
from choice.providers import TokenSink
from choice.wire import TokenStream
from tests.server.skipping_loop import SkippingLoop

LIMIT = 30.0


class StalledReader(NullSink):
    """Reader that never requests frames."""

    @override
    def expect(self, more: Callable[[], str]) -> None:
        """Ignore the frames."""


async def silent_after(every: float, times: int, sink: TokenSink) -> None:
    """Write some tokens at an interval, then nothing."""
    for _ in range(times):
        await asyncio.sleep(every)
        sink.write("token ")
    await asyncio.get_running_loop().create_future()


def given_up_at(every: float, times: int, reader: NullSink) -> float:
    async def ended() -> float:
        with pytest.raises(TimeoutError):
            await Writing("chat", TokenStream(), reader).run(partial(silent_after, every, times), LIMIT)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        return runner.run(ended())


@pytest.mark.parametrize("reader", [NullSink(), StalledReader()], ids=["read", "stalled"])
@pytest.mark.parametrize(("every", "times"), [(0.0, 0), (29.0, 4), (0.005, 300), (3.1, 1), (0.1, 77)])
def test_a_silent_model_times_out_within_one_percent_of_the_limit(
    every: float, times: int, reader: NullSink
) -> None:
    at = given_up_at(every, times, reader)

    assert every * times + LIMIT - 0.001 <= at <= every * times + LIMIT * 1.01 + 0.001


async def test_cancelling_the_task_cancels_the_model_call() -> None:
    begun = asyncio.Event()

    async def waiting(_sink: TokenSink) -> None:
        begun.set()
        await asyncio.get_running_loop().create_future()

    task = asyncio.ensure_future(Writing("chat", TokenStream(), NullSink()).run(waiting, LIMIT))
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
