"""Places of streams that all processes on one Redis count together.

A place is held for half a minute and held anew meanwhile: those of a process that died are free again soon.
Without Redis nobody is kept from a stream here; each process still counts its own.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from secrets import token_hex
from typing import Final

from redis.asyncio import ConnectionPool, Redis
from redis.exceptions import RedisError

from choice.chat.redis_window import PREFIX
from choice.chat.refusals import TooManyStreams

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
