"""How many requests a user may make in any minute, exact over all processes where they share a Redis."""

import asyncio
import hashlib
import logging
import math
import time
from bisect import bisect_left
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from secrets import token_hex
from typing import Final, NamedTuple, cast

from limits import RateLimitItemPerSecond
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import StorageError
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from typing_extensions import override

from choice.auth.principal import Principal
from choice.errors import LimiterUnavailable, RateLimited, TooManyStreams
from choice.settings import Settings

MOST_KEYS: Final = 100_000
_TOO_MANY: Final = MemoryError("too many users at once")


class WindowStorage(MemoryStorage):
    """Keeps the moments of the last hits of each key, as many as the limit, and only while they count."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most_keys: int = MOST_KEYS) -> None:
        super().__init__()
        self._now = now
        self._most_keys = most_keys
        # The key that was hit last is the last one, so those to forget come first.
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    @override
    async def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count a hit if the window has room for it.

        Raises:
            StorageError: Too many keys count at present.
        """
        return self.hit(key, limit, expiry, amount)[0]

    @override
    async def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """Return the moment of the oldest hit that counts, and how many count."""
        return _counting(self._hits.get(key, ()), self._now(), expiry)

    def hit(self, key: str, limit: int, expiry: int, amount: int = 1) -> tuple[bool, float, int]:
        """Count a hit if the window has room for it.

        Return whether it had, the moment of the oldest hit that counts, and how many count.

        Raises:
            StorageError: Too many keys count at present.
        """
        now = self._now()
        hits = self._hits.get(key)
        if hits is None:
            self._make_room(now - expiry)
            hits = self._hits[key] = deque(maxlen=limit)
        # As in `limits`: the hit that would be pushed out must have left the window.
        if amount > limit or (len(hits) > limit - amount and hits[amount - 1 - limit] >= now - expiry):
            return (False, *_counting(hits, now, expiry))
        hits.extend([now] * amount)
        self._hits.move_to_end(key)
        return (True, *_counting(hits, now, expiry))

    def _make_room(self, since: float) -> None:
        """Forget keys without a hit that counts: at most a few at a time, more than come in."""
        for _ in range(4):
            key = next(iter(self._hits), None)
            if key is None or (self._hits[key] and self._hits[key][-1] >= since):
                break
            del self._hits[key]
        if len(self._hits) >= self._most_keys:
            raise StorageError(_TOO_MANY)


def _counting(hits: Sequence[float], now: float, expiry: int) -> tuple[float, int]:
    """Return the moment of the oldest hit that counts, and how many count."""
    first = 0 if hits and hits[0] >= now - expiry else bisect_left(hits, now - expiry)
    return (hits[first], len(hits) - first) if first < len(hits) else (now, 0)


class StreamSlots:
    """Gives every user the same small number of places."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._held: Counter[tuple[str, str]] = Counter()

    def take(self, principal: Principal) -> Callable[[], None]:
        """Take a place; return how to give it back, once.

        Raises:
            TooManyStreams: All of the user's places are taken.
        """
        who = (principal.tenant, principal.user)
        if self._held[who] >= self.most:
            raise TooManyStreams(self.most)
        self._held[who] += 1
        return partial(self._give_back, who)

    def _give_back(self, who: tuple[str, str]) -> None:
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]

    def __len__(self) -> int:
        return self._held.total()


PREFIX: Final = "choicewire"
PATIENCE: Final = 1.0
"""Seconds to wait for Redis."""

_TIME_OF_THE_CALLER: Final = b"local timestamp = tonumber(ARGV[1])"
_TIME_OF_REDIS: Final = b"local now = redis.call('time'); local timestamp = now[1] + now[2] / 1000000"


def redis_pool(url: str) -> ConnectionPool:
    """Return connections to a Redis, none of which is opened yet."""
    return ConnectionPool.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        # One more try, at once: a connection may have died since it was used last.
        retry=Retry(NoBackoff(), 1),
    )


def redis_window(pool: ConnectionPool) -> RedisStorage:
    """Return the storage of `limits` on a Redis, with one line of its script changed.

    The script takes the time from whoever calls it, so a server whose clock runs ahead would let everything
    through. Here it takes the time from Redis.
    """
    storage = RedisStorage(
        "redis://", implementation="redispy", key_prefix=PREFIX, connection_pool=cast("str", pool)
    )
    bridge = cast("RedispyBridge", storage.bridge)
    script = bridge.SCRIPT_ACQUIRE_MOVING_WINDOW
    if _TIME_OF_THE_CALLER not in script:
        raise NotImplementedError(_TIME_OF_THE_CALLER)
    bridge.lua_acquire_moving_window = bridge.get_connection().register_script(
        script.replace(_TIME_OF_THE_CALLER, _TIME_OF_REDIS)
    )
    return storage


HELD_SECONDS: Final = 30
_RENEWALS: Final = 3
"""How often a place is held anew, before it would be lost."""

_TAKE: Final = """
local now = tonumber(redis.call('time')[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('zadd', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('expire', KEYS[1], ARGV[3] + 1)
return 1
"""
_HOLD: Final = """
local now = tonumber(redis.call('time')[1])
redis.call('zadd', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('expire', KEYS[1], ARGV[2] + 1)
"""

logger = logging.getLogger(__name__)


class SharedPlaces:
    """Gives every user the same small number of places, over all processes."""

    def __init__(self, pool: ConnectionPool, most: int, held_seconds: int = HELD_SECONDS) -> None:
        self._redis = redis = Redis(connection_pool=pool)
        self._take = redis.register_script(_TAKE)
        self._hold = redis.register_script(_HOLD)
        self._most = most
        self._held_seconds = held_seconds
        self._held: dict[str, str] = {}
        """The key under which each place stands."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._renewing: asyncio.Task[None] | None = None

    async def take(self, user: str) -> Callable[[], None]:
        """Take a place under the key of a user; return how to give it back, once.

        Raises:
            TooManyStreams: All of the user's places are taken.
        """
        key, place = f"{PREFIX}:streams:{user}", token_hex(16)
        try:
            taken = await self._take(keys=[key], args=[self._most, place, self._held_seconds])
        except (RedisError, OSError, TimeoutError):
            logger.warning("Places of streams are counted by this process alone: Redis does not answer.")
            return _nothing
        if not taken:
            raise TooManyStreams(self._most)
        self._held[place] = key
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.get_running_loop().create_task(self._renew())
            self._keep(self._renewing)
        return partial(self._give_back, place)

    async def close(self) -> None:
        """Give all places back."""
        for place in list(self._held):
            self._give_back(place)
        if self._renewing is not None:
            self._renewing.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _give_back(self, place: str) -> None:
        key = self._held.pop(place, None)
        if key is not None:
            self._keep(asyncio.get_running_loop().create_task(self._remove(key, place)))

    async def _remove(self, key: str, place: str) -> None:
        try:
            await self._redis.zrem(key, place)
        except (RedisError, OSError, TimeoutError):
            logger.warning("A place of a stream could not be given back; it is free in %s s.", HELD_SECONDS)

    async def _renew(self) -> None:
        """Hold all places anew, while there are any."""
        while self._held:
            await asyncio.sleep(self._held_seconds / _RENEWALS)
            for place, key in list(self._held.items()):
                try:
                    await self._hold(keys=[key], args=[place, self._held_seconds])
                except (RedisError, OSError, TimeoutError):
                    logger.warning("Places of streams could not be held; it is tried again.")
                    break
                if place not in self._held:
                    await self._remove(key, place)  # It was given back in this very moment.

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _nothing() -> None:
    """Give nothing back."""


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
