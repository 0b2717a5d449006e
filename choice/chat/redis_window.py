"""The window that all processes share on one Redis, moved by the clock of that Redis alone."""

from typing import Final, cast

from limits.aio.storage import RedisStorage
from limits.aio.storage.redis.redispy import RedispyBridge
from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

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
