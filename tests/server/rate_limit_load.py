"""Send requests as fast as possible and print the accepted ones: `rate_limit_load URL LIMIT WINDOW ...`."""

import asyncio
import json
import sys
import time
from types import SimpleNamespace

from limits.aio.storage.redis import redispy

from choice.auth import Principal
from choice.errors import RateLimited
from choice.server.limits import Limiter, RedisWindow, Slots, redis_pool

ADA = Principal("ada", "acme")


async def send_requests(limiter: Limiter, ends: float) -> list[tuple[float, float]]:
    """Return when each accepted request was sent and when it was answered."""
    let_through: list[tuple[float, float]] = []
    while (before := time.time()) < ends:
        try:
            await limiter.acquire(ADA)
        except RateLimited:
            continue
        let_through.append((before, time.time()))
    return let_through


async def main() -> None:
    url, amount, window, seconds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
    ahead = float(sys.argv[5])
    # Let `limits` see a wrong clock; this process still knows the right time.
    redispy.time = SimpleNamespace(time=lambda: time.time() + ahead)  # type: ignore[assignment,attr-defined]
    pool = redis_pool(url)
    limiter = Limiter(RedisWindow(pool, amount, window), Slots(3), pool)
    ends = time.time() + seconds
    found = await asyncio.gather(*[send_requests(limiter, ends) for _ in range(4)])
    await limiter.close()
    print(json.dumps([moment for one in found for moment in one]))  # noqa: T201 - read by the test


if __name__ == "__main__":
    asyncio.run(main())
