"""Ten requests in any minute, in one process and in several; answering is never counted."""

import asyncio
import json
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from limits import RateLimitItemPerSecond
from limits.errors import StorageError
from redis.asyncio import Redis

from choice.auth.principal import Principal
from choice.errors import LimiterUnavailable, RateLimited, TooManyStreams
from choice.server.limits import (
    Limiter,
    SharedPlaces,
    StreamSlots,
    WindowStorage,
    key_of,
    local_limiter,
    open_limiter,
    redis_limiter,
    redis_pool,
)
from choice.settings import Settings
from tests.server.redis_server import RedisServer

ROOT = Path(__file__).resolve().parents[2]
TEN_A_MINUTE = RateLimitItemPerSecond(10, 60)
ADA = Principal("ada", "acme")


class Clock:
    """A time that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def limiter(clock: Clock) -> Limiter:
    return local_limiter(TEN_A_MINUTE, StreamSlots(3), clock)


async def takes(by: Limiter, who: Principal = ADA) -> bool:
    try:
        await by.take(who)
    except RateLimited:
        return False
    return True


@pytest.mark.requirement("CH7")
async def test_the_eleventh_request_in_a_minute_is_refused_and_told_when_to_come_back() -> None:
    clock = Clock()
    by = limiter(clock)
    for number in range(10):
        allowance = await by.take(ADA)
        assert allowance.remaining == 9 - number
        clock.now += 1

    with pytest.raises(RateLimited) as caught:
        await by.take(ADA)

    assert caught.value.retry_after == 51
    assert caught.value.headers == {
        "RateLimit-Policy": '"chat";q=10;w=60',
        "RateLimit": '"chat";r=0;t=51',
        "RateLimit-Limit": "10",
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": "51",
    }


async def test_who_waits_as_long_as_told_is_let_through_and_not_before() -> None:
    clock = Clock()
    by = limiter(clock)
    while await takes(by):
        clock.now += 0.4
    with pytest.raises(RateLimited) as caught:
        await by.take(ADA)

    clock.now = 1060.0
    assert not await takes(by)
    clock.now = 1004.0 + caught.value.retry_after
    assert await takes(by)


@pytest.mark.requirement("CH7")
async def test_there_are_never_more_than_ten_in_any_window_whenever_they_come() -> None:
    clock, chance = Clock(), random.Random(7)
    by = limiter(clock)
    let_through: list[float] = []

    for _ in range(20_000):
        clock.now += chance.choice([0, 0.001, 0.5, 3, 5.9, 6, 6.1, 59, 60, 61]) * chance.random()
        if await takes(by):
            let_through.append(clock.now)

    assert len(let_through) > 1000
    assert min(later - earlier for earlier, later in zip(let_through, let_through[10:], strict=False)) > 60


async def test_users_and_tenants_do_not_share_their_requests() -> None:
    by = limiter(Clock())
    others = [
        Principal("ada", "other"),
        Principal("bob", "acme"),
        Principal("a", "cmeada"),
        Principal("daacme", "a"),
    ]
    while await takes(by):
        pass

    assert [await takes(by, who) for who in others] == [True] * 4
    assert len({key_of(who) for who in (ADA, *others)}) == 5


async def test_roles_and_expiry_do_not_make_another_user() -> None:
    assert key_of(Principal("ada", "acme", frozenset({"admin"}), 5)) == key_of(ADA)


@pytest.mark.requirement("CH7")
async def test_ever_new_users_cost_bounded_memory() -> None:
    clock = Clock()
    storage = WindowStorage(clock, most_keys=2000)
    tracemalloc.start()

    for number in range(10_000):
        clock.now += 0.1
        assert await storage.acquire_entry(f"{number:064}", 10, 60)
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(storage._hits) <= 700  # noqa: SLF001 - there is no other way to know what is kept
    assert peak < 5_000_000


async def test_beyond_so_many_users_at_once_nobody_new_is_let_in_and_nobody_counted_is_forgotten() -> None:
    clock = Clock()
    storage = WindowStorage(clock, most_keys=3)
    for key in "abc":
        assert await storage.acquire_entry(key, 1, 60)

    with pytest.raises(StorageError):
        await storage.acquire_entry("d", 1, 60)

    assert not await storage.acquire_entry("a", 1, 60)
    clock.now += 61
    assert await storage.acquire_entry("d", 1, 60)


async def test_more_than_the_limit_at_once_is_refused() -> None:
    storage = WindowStorage(Clock())

    assert not await storage.acquire_entry("a", 2, 60, amount=3)
    assert await storage.get_moving_window("a", 2, 60) == (1000.0, 0)


@pytest.mark.requirement("CH7")
async def test_a_user_has_at_most_three_streams_and_gets_the_place_back() -> None:
    slots = StreamSlots(3)
    held = [slots.take(ADA) for _ in range(3)]
    with pytest.raises(TooManyStreams):
        slots.take(ADA)
    held.pop()()
    held += [slots.take(ADA), slots.take(Principal("bob", "acme"))]
    most = len(slots)
    for give_back in held:
        give_back()

    assert most == 4
    assert len(slots) == 0


@pytest.mark.requirement("CH7")
async def test_over_redis_ten_get_through_and_another_limiter_knows(redis: RedisServer) -> None:
    settings = Settings("memory:", redis_url=redis.url)
    first, second = await open_limiter(settings), await open_limiter(settings)

    results = await asyncio.gather(*[takes(by) for by in (first, second) for _ in range(20)])
    with pytest.raises(RateLimited) as caught:
        await second.take(ADA)
    await first.close()
    await second.close()

    assert sum(results) == 10
    assert 55 <= caught.value.retry_after <= 60


@pytest.mark.requirement("CH7")
@pytest.mark.parametrize("ahead", ["0", "3600", "-3600"])
def test_two_processes_together_never_let_more_than_ten_through_in_any_window(
    redis: RedisServer, ahead: str
) -> None:
    window = 1
    command = [sys.executable, "-m", "tests.server.hammer", redis.url, "10", str(window), "3"]

    running = [
        subprocess.Popen([*command, clock], stdout=subprocess.PIPE, cwd=ROOT) for clock in ("0", ahead)
    ]
    outputs = [process.communicate(timeout=60)[0] for process in running]

    let_through = sorted(tuple(moment) for output in outputs for moment in json.loads(output))
    assert all(json.loads(output) for output in outputs)
    assert len(let_through) >= 20
    # Eleven in a window for certain: the first was made and the last was answered within it.
    for place in range(len(let_through) - 10):
        eleven = let_through[place : place + 11]
        assert max(answered for _made, answered in eleven) - eleven[0][0] >= window


async def test_when_redis_is_down_chat_is_closed_and_opens_again_by_itself(redis: RedisServer) -> None:
    by = redis_limiter(redis.url, TEN_A_MINUTE, StreamSlots(3))
    await by.take(ADA)

    redis.stop()
    with pytest.raises(LimiterUnavailable):
        await by.take(ADA)
    # Then each process counts its own streams: one with an answer can still be opened.
    (await by.place(ADA))()

    redis.start()
    assert (await by.take(ADA)).remaining == 9
    await by.close()


@pytest.mark.requirement("CH7")
async def test_over_redis_all_processes_together_give_a_user_three_places(redis: RedisServer) -> None:
    settings = Settings("memory:", redis_url=redis.url, most_streams=3)
    first, second, third = [await open_limiter(settings) for _ in range(3)]
    for by in (first, first, second):
        await by.place(ADA)

    for by in (first, second, third):
        with pytest.raises(TooManyStreams):
            await by.place(ADA)
    await third.place(Principal("bob", "acme"))
    await first.close()

    await second.place(ADA)
    await third.place(ADA)
    with pytest.raises(TooManyStreams):
        await second.place(ADA)
    await second.close()
    await third.close()


async def test_a_place_is_held_as_long_as_its_stream_and_no_longer_than_its_process(
    redis: RedisServer,
) -> None:
    pool = redis_pool(redis.url)
    ours = SharedPlaces(pool, 1, held_seconds=3)
    database = Redis(connection_pool=pool)

    async def held() -> dict[bytes, float]:
        found: Any = await database.zrange("choicewire:streams:ada", 0, -1, withscores=True)
        return dict(found)

    await ours.take("ada")
    # As a process leaves it that died.
    await database.zadd("choicewire:streams:bob", {"left behind": 1})
    before = await held()
    give_back = await ours.take("bob")

    async with asyncio.timeout(20):
        while (later := await held()) == before:  # noqa: ASYNC110 - Redis tells nobody
            await asyncio.sleep(0.05)
    give_back()
    await ours.close()

    assert len(before) == 1
    assert later.keys() == before.keys()
    assert await database.keys("choicewire:streams:*") == []
    await pool.aclose()


async def test_a_limiter_opens_while_redis_is_down() -> None:
    by = await open_limiter(Settings("memory:", redis_url="redis://127.0.0.1:1/0"))

    with pytest.raises(LimiterUnavailable):
        await by.take(ADA)
    await by.close()


async def test_names_of_users_are_not_written_to_redis(redis: RedisServer) -> None:
    by = redis_limiter(redis.url, TEN_A_MINUTE, StreamSlots(3))
    await by.take(Principal("canary-user", "canary-tenant"))

    assert by._pool is not None  # noqa: SLF001 - to look at what was written
    keys = await Redis(connection_pool=by._pool).keys("*")  # noqa: SLF001 - the same
    await by.close()

    assert len(keys) == 1
    assert b"canary" not in keys[0]
