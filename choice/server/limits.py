"""Per-user limits on requests, questions, streams, waiting requests and sockets.

They are counted in memory, or for all processes together through Redis.
"""

import asyncio
import hashlib
import logging
import math
import time
from bisect import bisect_left
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from functools import lru_cache, partial
from secrets import token_hex
from typing import Final, Literal, NamedTuple, cast

from limits import RateLimitItemPerSecond
from limits.aio.storage import RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from limits.aio.strategies import MovingWindowRateLimiter
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from choice.desk import Principal
from choice.errors import LimiterUnavailable, RateLimited, TooManyOpen, TooManyStreams
from choice.settings import ASKS_PER_MINUTE, MOST_SOCKETS, MOST_WAITS, Settings

WINDOW_SECONDS: Final = 60
MAX_KEYS: Final = 100_000
PREFIX: Final = "choicewire"
"""Prefix of all keys in Redis."""
REDIS_TIMEOUT: Final = 1.0
LEASE_SECONDS: Final = 30

_CACHED_KEYS: Final = 1024
_RENEWALS: Final = 3
"""Number of times a lease is extended within its duration."""
_EVICTED: Final = 4
"""Maximum number of expired keys removed for each new key. With more than one, they cannot accumulate."""
_REDIS_ERRORS: Final = (RedisError, OSError, TimeoutError)

logger = logging.getLogger(__name__)

Release = Callable[[], None]
"""Releases a slot. Call it once."""


class Hit(NamedTuple):
    """Result of counting one request."""

    is_allowed: bool
    resets_in: float
    """Seconds until the oldest request leaves the window."""
    remaining: int


class LocalWindow:
    """Sliding windows in memory, on the monotonic clock. Stores at most `limit` timestamps per key."""

    def __init__(
        self, limit: int, seconds: int, now: Callable[[], float] = time.monotonic, max_keys: int = MAX_KEYS
    ) -> None:
        self.limit = limit
        self.seconds = seconds
        self._now = now
        self._max_keys = max_keys
        # Ordered by last hit, so that expired keys come first.
        self._hits: OrderedDict[str, deque[float]] = OrderedDict()

    async def hit(self, key: str) -> Hit:
        """Count one request if the limit allows it. Raise LimiterUnavailable if there are too many keys."""
        now = self._now()
        since = now - self.seconds
        hits = self._hits.get(key)
        if hits is None:
            self._evict(since)
            hits = self._hits[key] = deque(maxlen=self.limit)
        is_allowed = len(hits) < self.limit or hits[0] < since
        if is_allowed:
            hits.append(now)
            self._hits.move_to_end(key)
        oldest = bisect_left(hits, since)
        return Hit(is_allowed, hits[oldest] - since, self.limit - len(hits) + oldest)

    def _evict(self, since: float) -> None:
        for _ in range(_EVICTED):
            key = next(iter(self._hits), None)
            if key is None or self._hits[key][-1] >= since:
                break
            del self._hits[key]
        if len(self._hits) >= self._max_keys:
            raise LimiterUnavailable


class RedisWindow:
    """Sliding windows in Redis, counted by the script of `limits` with one line changed.

    The original script takes the time from its caller, so a server with a fast clock could exceed the limit.
    The changed line takes the time from Redis.
    """

    _CALLER_TIME: Final = b"local timestamp = tonumber(ARGV[1])"
    _REDIS_TIME: Final = b"local now = redis.call('time'); local timestamp = now[1] + now[2] / 1000000"

    def __init__(self, pool: ConnectionPool, limit: int, seconds: int, namespace: str = "LIMITER") -> None:
        self.limit = limit
        self.seconds = seconds
        storage = RedisStorage(
            "redis://", implementation="redispy", key_prefix=PREFIX, connection_pool=cast("str", pool)
        )
        bridge = cast("RedispyBridge", storage.bridge)
        script = bridge.SCRIPT_ACQUIRE_MOVING_WINDOW
        if self._CALLER_TIME not in script:
            raise NotImplementedError(self._CALLER_TIME)
        bridge.lua_acquire_moving_window = bridge.get_connection().register_script(
            script.replace(self._CALLER_TIME, self._REDIS_TIME)
        )
        self._item = RateLimitItemPerSecond(limit, seconds, namespace=namespace)
        self._limiter = MovingWindowRateLimiter(storage)

    async def hit(self, key: str) -> Hit:
        """Count one request if the limit allows it. Raise LimiterUnavailable if Redis does not answer."""
        try:
            is_allowed = await self._limiter.hit(self._item, key)
            reset_time, remaining = await self._limiter.get_window_stats(self._item, key)
        except _REDIS_ERRORS as error:
            raise LimiterUnavailable from error
        return Hit(is_allowed, reset_time - time.time(), remaining)


Held = Literal["streams", "waits", "sockets"]
"""What a user may hold open at a time."""


class Slots:
    """Limits what each user holds open in this process."""

    def __init__(self, limit: int, held: Held = "streams") -> None:
        self.limit = limit
        self.held: Held = held
        self._open: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._open.total()

    def acquire(self, key: str) -> Release:
        """Take a slot of a user, or raise TooManyOpen."""
        if self._open[key] >= self.limit:
            raise _too_many(self.held, self.limit)
        self._open[key] += 1
        return partial(self._release, key)

    def _release(self, key: str) -> None:
        self._open[key] -= 1
        if not self._open[key]:
            del self._open[key]


def _too_many(held: Held, limit: int) -> TooManyOpen:
    return TooManyStreams(limit) if held == "streams" else TooManyOpen(held, limit)


class SharedSlots:
    """Limits what each user holds open over all processes.

    Slots are members of a sorted set in Redis. The score of a slot is the time at which its lease expires.
    The lease is extended while the slot is held, so only the leases of a crashed process expire.
    """

    _ACQUIRE: Final = """
local now = tonumber(redis.call('time')[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('zadd', KEYS[1], now + tonumber(ARGV[3]), ARGV[2])
redis.call('expire', KEYS[1], ARGV[3] + 1)
return 1
"""
    _EXTEND: Final = """
local now = tonumber(redis.call('time')[1])
redis.call('zadd', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
redis.call('expire', KEYS[1], ARGV[2] + 1)
"""

    def __init__(
        self, pool: ConnectionPool, limit: int, lease_seconds: int = LEASE_SECONDS, held: Held = "streams"
    ) -> None:
        self._redis = redis = Redis(connection_pool=pool)
        self._acquire = redis.register_script(self._ACQUIRE)
        self._extend = redis.register_script(self._EXTEND)
        self._limit = limit
        self._held: Held = held
        self._lease_seconds = lease_seconds
        self._keys: dict[str, str] = {}
        """The Redis key of each slot that this process holds."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._extending: asyncio.Task[None] | None = None

    async def acquire(self, key: str) -> Release:
        """Take a slot of a user, or raise TooManyOpen. If Redis fails, only the local limit applies."""
        redis_key, slot = f"{PREFIX}:{self._held}:{key}", token_hex(16)
        try:
            acquired = await self._acquire(keys=[redis_key], args=[self._limit, slot, self._lease_seconds])
        except _REDIS_ERRORS:
            logger.warning("Redis does not answer. Open %s are limited per process only.", self._held)
            return lambda: None
        if not acquired:
            raise _too_many(self._held, self._limit)
        self._keys[slot] = redis_key
        if self._extending is None or self._extending.done():
            self._extending = asyncio.create_task(self._extend_leases())
            self._keep(self._extending)
        return partial(self._release, slot)

    async def close(self) -> None:
        """Release all slots of this process."""
        for slot in list(self._keys):
            self._release(slot)
        if self._extending is not None:
            self._extending.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _release(self, slot: str) -> None:
        redis_key = self._keys.pop(slot, None)
        if redis_key is not None:
            self._keep(asyncio.get_running_loop().create_task(self._remove(redis_key, slot)))

    async def _remove(self, redis_key: str, slot: str) -> None:
        try:
            await self._redis.zrem(redis_key, slot)
        except _REDIS_ERRORS:
            logger.warning("A slot could not be released; it expires in %s s.", self._lease_seconds)

    async def _extend_leases(self) -> None:
        while self._keys:
            await asyncio.sleep(self._lease_seconds / _RENEWALS)
            for slot, redis_key in list(self._keys.items()):
                try:
                    await self._extend(keys=[redis_key], args=[slot, self._lease_seconds])
                except _REDIS_ERRORS:
                    logger.warning("Leases of slots could not be extended; retrying.")
                    break
                if slot not in self._keys:
                    await self._remove(redis_key, slot)  # Released while the lease was extended.

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Allowance(NamedTuple):
    """A user's remaining requests."""

    limit: int
    window: int
    remaining: int
    reset: int
    """Seconds until the oldest request leaves the window."""
    policy: str = "chat"

    def headers(self) -> dict[str, str]:
        """Return the rate limit headers of the current IETF draft and of older drafts."""
        return {
            "RateLimit-Policy": f'"{self.policy}";q={self.limit};w={self.window}',
            "RateLimit": f'"{self.policy}";r={self.remaining};t={self.reset}',
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


class Limiter:
    """Limits the requests, the questions, and the open streams, waits and sockets of each user.

    Only requests that call a model and new questions are counted. Answers are not, so they work while Redis
    is down.
    """

    def __init__(  # noqa: PLR0913 - one value per limit
        self,
        window: LocalWindow | RedisWindow,
        streams: Slots,
        pool: ConnectionPool | None = None,
        *,
        asks: int = ASKS_PER_MINUTE,
        waits: int = MOST_WAITS,
        sockets: int = MOST_SOCKETS,
    ) -> None:
        self.streams = streams
        self._window = window
        self._pool = pool
        self._local_asks = LocalWindow(asks, WINDOW_SECONDS)
        self._shared_asks = None if pool is None else RedisWindow(pool, asks, WINDOW_SECONDS, "ASKS")
        local = (streams, Slots(waits, "waits"), Slots(sockets, "sockets"))
        self._slots = {each.held: each for each in local}
        self._shared = {
            each.held: SharedSlots(pool, each.limit, held=each.held) for each in local if pool is not None
        }

    async def acquire(self, principal: Principal) -> Allowance:
        """Count one request and return the remaining allowance.

        Raises:
            RateLimited: The user has no requests left in this window.
            LimiterUnavailable: Requests cannot be counted now.
        """
        return _allowance(self._window, await self._window.hit(user_key(principal)), "chat")

    async def acquire_ask(self, principal: Principal) -> Allowance:
        """Count one question. While Redis is down, questions are counted per process.

        Raises:
            RateLimited: The user has asked too many questions in this window.
            LimiterUnavailable: Too many users ask for questions to be counted.
        """
        key, window = user_key(principal), self._shared_asks or self._local_asks
        try:
            hit = await window.hit(key)
        except LimiterUnavailable:
            if window is self._local_asks:
                raise
            hit = await self._local_asks.hit(key)
        return _allowance(window, hit, "ask")

    async def acquire_slot(self, principal: Principal, held: Held) -> Release:
        """Take a slot of a user.

        Raises:
            TooManyOpen: All slots are in use, in this process or in all processes together.
        """
        key = user_key(principal)
        release = self._slots[held].acquire(key)
        shared = self._shared.get(held)
        if shared is None:
            return release
        try:
            release_shared = await shared.acquire(key)
        except BaseException:
            release()
            raise

        def release_both() -> None:
            release()
            release_shared()

        return release_both

    async def check(self) -> None:
        """Raise LimiterUnavailable if Redis is used and does not answer."""
        if self._pool is None:
            return
        try:
            await Redis(connection_pool=self._pool).ping()
        except _REDIS_ERRORS as error:
            raise LimiterUnavailable from error

    async def close(self) -> None:
        """Release all slots and close the connections to Redis."""
        for shared in self._shared.values():
            await shared.close()
        if self._pool is not None:
            await self._pool.aclose()


def _allowance(window: LocalWindow | RedisWindow, hit: Hit, policy: str) -> Allowance:
    # Round up, so that a client that waits this long is always admitted.
    reset = max(1, math.floor(hit.resets_in) + 1)
    remaining = max(0, hit.remaining) if hit.is_allowed else 0
    allowance = Allowance(window.limit, window.seconds, remaining, reset, policy)
    if not hit.is_allowed:
        raise RateLimited(reset, allowance.headers())
    return allowance


def open_limiter(settings: Settings) -> Limiter:
    """Return the limiter for the settings. It does not connect to Redis yet."""
    limit, streams = settings.requests_per_minute, Slots(settings.most_streams)
    url = settings.redis_url
    pool = None if url is None else redis_pool(url)
    window = LocalWindow(limit, WINDOW_SECONDS) if pool is None else RedisWindow(pool, limit, WINDOW_SECONDS)
    return Limiter(
        window,
        streams,
        pool,
        asks=settings.asks_per_minute,
        waits=settings.most_waits,
        sockets=settings.most_sockets,
    )


def redis_pool(url: str) -> ConnectionPool:
    """Return a connection pool. It connects on first use."""
    return ConnectionPool.from_url(
        url,
        socket_timeout=REDIS_TIMEOUT,
        socket_connect_timeout=REDIS_TIMEOUT,
        # Retry once without delay, because a pooled connection may have been closed since its last use.
        retry=Retry(NoBackoff(), 1),
    )


def user_key(principal: Principal) -> str:
    """Return a fixed-length key for a user. Names are hashed, so that Redis does not contain them."""
    return _user_key(principal.tenant, principal.subject)


@lru_cache(_CACHED_KEYS)
def _user_key(tenant: str, user: str) -> str:
    return hashlib.sha256(f"{len(tenant)}:{tenant}{user}".encode()).hexdigest()
