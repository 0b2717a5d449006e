"""How long nothing may happen."""

import asyncio
from functools import partial

import pytest

from choice.chat.frames import NoReader
from choice.chat.idle_limit import IdleLimit
from choice.chat.model_client import Paper
from choice.chat.writing import Writing
from choice.wire.token_stream import TokenStream
from tests.chat.hasty_loop import HastyLoop


async def happening(every: float, times: int, limit: float) -> None:
    """Count something up now and then, and wait for nothing after that."""
    count = 0
    with IdleLimit(limit, lambda: count):
        for _ in range(times):
            await asyncio.sleep(every)
            count += 1
        await asyncio.get_running_loop().create_future()


async def ended_at(every: float, times: int, limit: float) -> float:
    """Return when a limit ended what happened so many times."""
    with pytest.raises(TimeoutError):
        await happening(every, times, limit)
    return asyncio.get_running_loop().time()


@pytest.mark.parametrize(("every", "times"), [(29.0, 4), (3.0, 100), (0.1, 77)])
def test_the_limit_ends_what_goes_on_no_longer_at_most_a_tenth_late(every: float, times: int) -> None:
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        ended = runner.run(ended_at(every, times, 30.0))

    assert every * times + 30.0 - 0.001 <= ended <= every * times + 33.001


async def told_of(every: float, times: int, limit: float) -> None:
    """Say now and then that something happened, and count it; wait for nothing after that."""
    count = 0
    with IdleLimit(limit, lambda: count) as limited:
        for _ in range(times):
            await asyncio.sleep(every)
            count += 1
            limited.alive()
        await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize(("every", "times"), [(29.0, 4), (3.1, 100), (0.1, 77)])
def test_where_somebody_says_that_something_happened_the_limit_is_exact(every: float, times: int) -> None:
    async def ended() -> float:
        with pytest.raises(TimeoutError):
            await told_of(every, times, 30.0)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        at = runner.run(ended())

    assert at == pytest.approx(every * times + 30.0)


async def silent_after(every: float, times: int, paper: Paper) -> None:
    """Write a token now and then, and nothing after that."""
    for _ in range(times):
        await asyncio.sleep(every)
        paper.write("token ")
    await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize(("every", "times"), [(29.0, 4), (0.005, 300), (3.1, 1)])
def test_a_model_that_falls_silent_is_given_up_when_its_time_is_over(every: float, times: int) -> None:
    async def ended() -> float:
        with pytest.raises(TimeoutError):
            await Writing("chat", TokenStream(), NoReader()).run(partial(silent_after, every, times), 30.0)
        return asyncio.get_running_loop().time()

    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        at = runner.run(ended())

    assert every * times + 30.0 - 0.001 <= at <= every * times + 30.3


def test_where_nothing_is_counted_the_limit_is_exact() -> None:
    with asyncio.Runner(loop_factory=HastyLoop) as runner:
        ended = runner.run(ended_at(0.0, 0, 30.0))

    assert ended == pytest.approx(30.0)


async def test_who_is_cancelled_by_somebody_else_is_cancelled() -> None:
    begun = asyncio.Event()

    async def limited() -> None:
        with IdleLimit(30.0):
            begun.set()
            await asyncio.get_running_loop().create_future()

    task = asyncio.ensure_future(limited())
    await begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task
