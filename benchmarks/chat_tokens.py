"""What the fake models of the chat benchmarks write."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from itertools import cycle, islice

_WORDS = ("The ", "signal ", "was ", "seen ", "first ", "in ", "the ", "**platform** ", "team", ".\n")


def tokens(count: int) -> Iterator[str]:
    """Return so many tokens of prose, without holding them."""
    return islice(cycle(_WORDS), count)


async def written(count: int, pace: float) -> AsyncIterator[str]:
    """Yield tokens, each after a pause; without a pause all are there at once."""
    for token in tokens(count):
        if pace:
            await asyncio.sleep(pace)
        yield token
