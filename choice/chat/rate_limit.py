"""How many requests a user may make in any minute, exact over all processes where they share a Redis."""

import hashlib
import math
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError
from redis.asyncio import ConnectionPool, Redis
from redis.exceptions import RedisError

from choice.chat.principal import Principal
from choice.chat.redis_window import redis_pool, redis_window
from choice.chat.refusals import LimiterUnavailable, RateLimited
from choice.chat.shared_places import SharedPlaces
from choice.chat.stream_slots import StreamSlots
from choice.chat.window_storage import WindowStorage
from choice.settings import Settings

WINDOW: Final = 60
"""Seconds."""

_POLICY: Final = "chat"
_KEYS_AT_HAND: Final = 1024


class Allowance(NamedTuple):
    """What is left of a user's requests."""

    limit: int
    window: int
    remaining: int
    reset: int
    """Seconds until the oldest request that counts leaves the window."""

    def headers(self) -> dict[str, str]:
        """Return it as headers: those of the current IETF draft, and those of the older ones."""
        return {
            "RateLimit-Policy": f'"{_POLICY}";q={self.limit};w={self.window}',
            "RateLimit": f'"{_POLICY}";r={self.remaining};t={self.reset}',
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


class Limiter:
    """Counts the requests of each user, and holds the places of their streams.

    Only what costs a model's work is counted. Answering is not, so it works also with the counter down.
    """

    def __init__(
        self,
        storage: RedisStorage | WindowStorage,
        limit: RateLimitItemPerSecond,
        streams: StreamSlots,
        now: Callable[[], float],
        pool: ConnectionPool | None = None,
    ) -> None:
        self._pool = pool
        self._places = None if pool is None else SharedPlaces(pool, streams.most)
        self._storage = storage
        self._windows = MovingWindowRateLimiter(storage)
        self._limit = limit
        self._window = limit.get_expiry()
        self._now = now
        self.streams = streams

    async def take(self, principal: Principal) -> Allowance:
        """Count a request of a principal and return what is left.

        Raises:
            RateLimited: Nothing is left; it says when there will be.
            LimiterUnavailable: The counter cannot be reached.
        """
        key = key_of(principal)
        try:
            taken, ends, left = await self._hit(key)
        except (StorageError, RedisError, OSError, TimeoutError) as error:
            raise LimiterUnavailable from error
        # In whole seconds after which there is room for certain.
        reset = max(1, math.floor(ends - self._now()) + 1)
        remaining = max(0, left) if taken else 0
        allowance = Allowance(self._limit.amount, self._window, remaining, reset)
        if not taken:
            raise RateLimited(reset, allowance.headers())
        return allowance

    async def _hit(self, key: str) -> tuple[bool, float, int]:
        """Count a request if there is room; return whether there was, when there is more, and how much."""
        if isinstance(self._storage, WindowStorage):
            # The same two questions, without the way around by which a server would be asked.
            taken, since, counting = self._storage.hit(key, self._limit.amount, self._window)
            return taken, since + self._window, self._limit.amount - counting
        taken = await self._windows.hit(self._limit, key)
        return taken, *await self._windows.get_window_stats(self._limit, key)

    async def place(self, principal: Principal) -> Callable[[], None]:
        """Take a place for a stream of a principal; return how to give it back, once.

        Raises:
            TooManyStreams: All of the user's places are taken, here or in all processes together.
        """
        give_back = self.streams.take(principal)
        if self._places is None:
            return give_back
        try:
            give_back_shared = await self._places.take(key_of(principal))
        except BaseException:
            give_back()
            raise

        def both() -> None:
            give_back()
            give_back_shared()

        return both

    async def check(self) -> None:
        """Ask whether requests can be counted now; those of this process alone always can.

        Raises:
            LimiterUnavailable: The counter cannot be reached.
        """
        if self._pool is None:
            return
        try:
            await Redis(connection_pool=self._pool).ping()
        except (RedisError, OSError, TimeoutError) as error:
            raise LimiterUnavailable from error

    async def close(self) -> None:
        """Let go of the places and the connections."""
        if self._places is not None:
            await self._places.close()
        if self._pool is not None:
            await self._pool.aclose()


async def open_limiter(settings: Settings) -> Limiter:
    """Return the limiter of the settings: over Redis if they name one, else for this process alone.

    A Redis that is down now is no error: it may come back.
    """
    limit = RateLimitItemPerSecond(settings.requests_per_minute, WINDOW)
    streams = StreamSlots(settings.most_streams)
    if settings.redis_url is None:
        return local_limiter(limit, streams)
    return redis_limiter(settings.redis_url, limit, streams)


def local_limiter(
    limit: RateLimitItemPerSecond, streams: StreamSlots, now: Callable[[], float] = time.monotonic
) -> Limiter:
    """Return a limiter that counts in this process, by a clock that nobody can set."""
    return Limiter(WindowStorage(now), limit, streams, now)


def redis_limiter(url: str, limit: RateLimitItemPerSecond, streams: StreamSlots) -> Limiter:
    """Return a limiter that counts together with all others on the same Redis."""
    pool = redis_pool(url)
    return Limiter(redis_window(pool), limit, streams, time.time, pool)


def key_of(principal: Principal) -> str:
    """Return a key for a user of a tenant: short, no other user's, and nobody's name."""
    return _key_of(principal.tenant, principal.user)


@lru_cache(_KEYS_AT_HAND)
def _key_of(tenant: str, user: str) -> str:
    return hashlib.sha256(f"{len(tenant)}:{tenant}{user}".encode()).hexdigest()
