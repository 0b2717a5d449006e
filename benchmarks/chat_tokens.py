"""Tokens that the fake models of the chat benchmarks write."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice

_WORDS = ("The ", "signal ", "was ", "seen ", "first ", "in ", "the ", "**platform** ", "team", ".\n")


def tokens(count: int) -> Iterator[str]:
    """Return an iterator of prose tokens."""
    return islice(cycle(_WORDS), count)


async def written(count: int, pace: float) -> AsyncIterator[str]:
    """Yield tokens, each after a pause if there is one."""
    for token in tokens(count):
        if pace:
            await asyncio.sleep(pace)
        yield token
