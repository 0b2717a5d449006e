"""Rate limits and stream slots, in one process and shared through Redis."""

import asyncio
import json
import random
import subprocess
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from choice.auth import Principal
from choice.errors import LimiterUnavailable, RateLimited, TooManyStreams
from choice.server.limits import (
    Limiter,
    LocalWindow,
    SharedSlots,
    Slots,
    open_limiter,
    redis_pool,
    user_key,
)
from choice.settings import Settings
from tests.server.redis_server import RedisServer

ROOT = Path(__file__).resolve().parents[2]
ADA = Principal("ada", "acme")


class Clock:
    """Clock that is set by the test."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def limiter(clock: Clock) -> Limiter:
    return Limiter(LocalWindow(10, 60, clock), Slots(3))


async def is_allowed(by: Limiter, who: Principal = ADA) -> bool:
    try:
        await by.acquire(who)
    except RateLimited:
        return False
    return True


@pytest.mark.requirement("CH7")
async def test_the_eleventh_request_in_a_minute_is_rejected_with_retry_after() -> None:
    clock = Clock()
    by = limiter(clock)
    for number in range(10):
        allowance = await by.acquire(ADA)
        assert allowance.remaining == 9 - number
        clock.now += 1

    with pytest.raises(RateLimited) as caught:
        await by.acquire(ADA)

    assert caught.value.retry_after == 51
    assert caught.value.headers == {
        "RateLimit-Policy": '"chat";q=10;w=60',
        "RateLimit": '"chat";r=0;t=51',
        "RateLimit-Limit": "10",
        "RateLimit-Remaining": "0",
        "RateLimit-Reset": "51",
    }


async def test_a_client_that_waits_for_retry_after_is_let_in() -> None:
    clock = Clock()
    by = limiter(clock)
    while await is_allowed(by):
        clock.now += 0.4
    with pytest.raises(RateLimited) as caught:
        await by.acquire(ADA)

    clock.now = 1060.0
    assert not await is_allowed(by)
    clock.now = 1004.0 + caught.value.retry_after
    assert await is_allowed(by)


@pytest.mark.requirement("CH7")
async def test_no_window_ever_has_more_than_ten_requests() -> None:
    clock, chance = Clock(), random.Random(7)
    by = limiter(clock)
    let_through: list[float] = []

    for _ in range(20_000):
        clock.now += chance.choice([0, 0.001, 0.5, 3, 5.9, 6, 6.1, 59, 60, 61]) * chance.random()
        if await is_allowed(by):
            let_through.append(clock.now)

    assert len(let_through) > 1000
    assert min(later - earlier for earlier, later in zip(let_through, let_through[10:], strict=False)) > 60


async def test_users_and_tenants_have_separate_limits() -> None:
    by = limiter(Clock())
    others = [
        Principal("ada", "other"),
        Principal("bob", "acme"),
        Principal("a", "cmeada"),
        Principal("daacme", "a"),
    ]
    while await is_allowed(by):
        pass

    assert [await is_allowed(by, who) for who in others] == [True] * 4
    assert len({user_key(who) for who in (ADA, *others)}) == 5


async def test_the_key_of_a_user_does_not_depend_on_roles_or_expiry() -> None:
    assert user_key(Principal("ada", "acme", frozenset({"admin"}), 5)) == user_key(ADA)


@pytest.mark.requirement("CH7")
async def test_memory_is_bounded_for_any_number_of_users() -> None:
    clock = Clock()
    window = LocalWindow(10, 60, clock, max_keys=2000)
    tracemalloc.start()

    for number in range(10_000):
        clock.now += 0.1
        assert (await window.hit(f"{number:064}")).is_allowed
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()

    assert len(window._hits) <= 700  # noqa: SLF001 - there is no other way to know what is kept
    assert peak < 5_000_000


async def test_with_too_many_active_users_new_ones_are_rejected_and_none_is_evicted() -> None:
    clock = Clock()
    window = LocalWindow(1, 60, clock, max_keys=3)
    for key in "abc":
        assert (await window.hit(key)).is_allowed

    with pytest.raises(LimiterUnavailable):
        await window.hit("d")

    assert not (await window.hit("a")).is_allowed
    clock.now += 61
    assert (await window.hit("d")).is_allowed


@pytest.mark.requirement("CH7")
async def test_a_user_has_at_most_three_streams_until_one_is_released() -> None:
    slots = Slots(3)
    held = [slots.acquire("ada") for _ in range(3)]
    with pytest.raises(TooManyStreams):
        slots.acquire("ada")
    held.pop()()
    held += [slots.acquire("ada"), slots.acquire("bob")]
    most = len(slots)
    for release in held:
        release()

    assert most == 4
    assert len(slots) == 0


@pytest.mark.requirement("CH7")
async def test_two_limiters_share_their_counts_through_redis(redis: RedisServer) -> None:
    settings = Settings("memory:", redis_url=redis.url)
    first, second = open_limiter(settings), open_limiter(settings)

    results = await asyncio.gather(*[is_allowed(by) for by in (first, second) for _ in range(20)])
    with pytest.raises(RateLimited) as caught:
        await second.acquire(ADA)
    await first.close()
    await second.close()

    assert sum(results) == 10
    assert 55 <= caught.value.retry_after <= 60


@pytest.mark.requirement("CH7")
@pytest.mark.parametrize("ahead", ["0", "3600", "-3600"])
def test_two_processes_share_a_limit_even_if_their_clocks_differ(redis: RedisServer, ahead: str) -> None:
    window = 1
    command = [sys.executable, "-m", "tests.server.rate_limit_load", redis.url, "10", str(window), "3"]

    running = [
        subprocess.Popen([*command, clock], stdout=subprocess.PIPE, cwd=ROOT) for clock in ("0", ahead)
    ]
    outputs = [process.communicate(timeout=60)[0] for process in running]

    let_through = sorted(tuple(moment) for output in outputs for moment in json.loads(output))
    assert all(json.loads(output) for output in outputs)
    assert len(let_through) >= 20
    # Eleven in one window for certain: the first was sent and the last was answered within it.
    for place in range(len(let_through) - 10):
        eleven = let_through[place : place + 11]
        assert max(answered for _made, answered in eleven) - eleven[0][0] >= window


async def test_requests_are_rejected_while_redis_is_down_and_accepted_again_afterwards(
    redis: RedisServer,
) -> None:
    by = open_limiter(Settings("memory:", redis_url=redis.url))
    await by.acquire(ADA)

    redis.stop()
    with pytest.raises(LimiterUnavailable):
        await by.acquire(ADA)
    # Streams are then limited per process, so that answers still work.
    (await by.acquire_slot(ADA, "streams"))()

    redis.start()
    assert (await by.acquire(ADA)).remaining == 9
    await by.close()


@pytest.mark.requirement("CH7")
async def test_stream_slots_are_shared_through_redis(redis: RedisServer) -> None:
    settings = Settings("memory:", redis_url=redis.url, most_streams=3)
    first, second, third = [open_limiter(settings) for _ in range(3)]
    for by in (first, first, second):
        await by.acquire_slot(ADA, "streams")

    for by in (first, second, third):
        with pytest.raises(TooManyStreams):
            await by.acquire_slot(ADA, "streams")
    await third.acquire_slot(Principal("bob", "acme"), "streams")
    await first.close()

    await second.acquire_slot(ADA, "streams")
    await third.acquire_slot(ADA, "streams")
    with pytest.raises(TooManyStreams):
        await second.acquire_slot(ADA, "streams")
    await second.close()
    await third.close()


async def test_the_lease_of_a_slot_is_extended_and_that_of_a_crashed_process_expires(
    redis: RedisServer,
) -> None:
    pool = redis_pool(redis.url)
    ours = SharedSlots(pool, 1, lease_seconds=3)
    database = Redis(connection_pool=pool)

    async def held() -> dict[bytes, float]:
        found: Any = await database.zrange("choicewire:streams:ada", 0, -1, withscores=True)
        return dict(found)

    await ours.acquire("ada")
    # The expired lease of a crashed process.
    await database.zadd("choicewire:streams:bob", {"left behind": 1})
    before = await held()
    release = await ours.acquire("bob")

    async with asyncio.timeout(20):
        while (later := await held()) == before:  # noqa: ASYNC110 - the lease is extended in Redis
            await asyncio.sleep(0.05)
    release()
    await ours.close()

    assert len(before) == 1
    assert later.keys() == before.keys()
    assert await database.keys("choicewire:streams:*") == []
    await pool.aclose()


async def test_a_limiter_can_be_opened_while_redis_is_down() -> None:
    by = open_limiter(Settings("memory:", redis_url="redis://127.0.0.1:1/0"))

    with pytest.raises(LimiterUnavailable):
        await by.acquire(ADA)
    await by.close()


async def test_names_of_users_are_not_written_to_redis(redis: RedisServer) -> None:
    by = open_limiter(Settings("memory:", redis_url=redis.url))
    await by.acquire(Principal("canary-user", "canary-tenant"))

    assert by._pool is not None  # noqa: SLF001 - to look at what was written
    keys = await Redis(connection_pool=by._pool).keys("*")  # noqa: SLF001 - the same
    await by.close()

    assert len(keys) == 1
    assert b"canary" not in keys[0]
