"""How long nothing may happen."""

import asyncio

import pytest

from choice.chat.idle_limit import IdleLimit
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
