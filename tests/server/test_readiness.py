"""`/readyz` reports the unavailable dependency within its timeout."""

import asyncio
import time
from pathlib import Path

import asyncpg
import pytest

from choice.server.schemas.responses import Unready
from choice.server.service import READINESS_TIMEOUT
from choice.testing.scripted_model import ScriptedModel
from tests.desk.postgres_server import PostgresServer
from tests.server.redis_server import RedisServer
from tests.server.service import running, settings_for

pytestmark = pytest.mark.requirement("UP8")


async def test_a_server_is_healthy_but_not_ready_while_redis_is_down(
    tmp_path: Path, redis: RedisServer
) -> None:
    async with running(settings_for(tmp_path, redis_url=redis.url), ScriptedModel([])) as run:
        client = run.client()
        before = await client.get("/readyz")
        redis.stop()
        down = await client.get("/readyz")
        alive = await client.get("/healthz")
        redis.start()
        again = await client.get("/readyz")

    assert [before.status_code, down.status_code, again.status_code] == [200, 503, 200]
    assert Unready.model_validate_json(down.text).part == "redis"
    assert alive.status_code == 200


async def test_readiness_times_out_if_redis_does_not_respond(tmp_path: Path, redis: RedisServer) -> None:
    async with running(settings_for(tmp_path, redis_url=redis.url), ScriptedModel([])) as run:
        client = run.client()
        await client.get("/readyz")
        redis.freeze()
        began = time.monotonic()
        silent = await client.get("/readyz")
        took = time.monotonic() - began

    assert (silent.status_code, silent.json()["part"]) == (503, "redis")
    assert took < READINESS_TIMEOUT + 1


async def test_a_server_without_redis_is_ready(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        ready = await run.client().get("/readyz")

    assert (ready.status_code, ready.json()["status"]) == (200, "ready")


async def test_a_server_is_not_ready_while_the_database_is_down(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    settings = settings_for(tmp_path, postgres.new_database())
    async with running(settings, ScriptedModel([])) as run:
        client = run.client()
        await asyncio.to_thread(postgres.stop, "immediate")
        began = time.monotonic()
        down = await client.get("/readyz")
        took = time.monotonic() - began
        await asyncio.to_thread(postgres.resume)

    assert (down.status_code, down.json()["part"]) == (503, "database")
    assert took < READINESS_TIMEOUT + 1


async def test_readiness_times_out_if_the_database_does_not_respond(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url = postgres.new_database()
    async with running(settings_for(tmp_path, url), ScriptedModel([])) as run:
        client = run.client()
        holder = await asyncpg.connect(url)
        async with holder.transaction():
            await holder.execute("LOCK TABLE decision_log, interactions IN ACCESS EXCLUSIVE MODE")
            began = time.monotonic()
            silent = await client.get("/readyz")
            took = time.monotonic() - began
        again = await client.get("/readyz")
        await holder.close()

    assert (silent.status_code, silent.json()["part"]) == (503, "database")
    assert took < READINESS_TIMEOUT + 1
    assert again.status_code == 200
