"""Three servers on one PostgreSQL and one Redis, whose network and processes fail under load.

Clients ask, answer, cancel, wait and collect over HTTP, each at a random server, and repeat a request with
the same idempotency key until it is acknowledged. `history` then compares their view with the database.
"""

import asyncio
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx
import pytest

from choice.desk import Wanted
from tests.desk.postgres_server import PostgresServer
from tests.faults import postgres
from tests.faults.history import Asked, History, Result
from tests.faults.links import Link
from tests.faults.report import Plan, Report
from tests.faults.stores import desk_at
from tests.server import redis_server
from tests.server.children import Child, child

SERVERS = 3
CLIENTS = 8
READY_SECONDS = 5.0
"""Every server must be ready again this long after a fault has ended."""
_LIMITS = {
    "CHOICE_MAX_OPEN": "1000000",
    "CHOICE_REQUESTS_PER_MINUTE": "1000000",
}
_LONG_SECONDS = 8.0
"""Longer than the server retries a request."""
_RETRY_SECONDS = 0.1
_REQUEST_SECONDS = 20.0
_DRAIN_SECONDS = 60.0
_EVERYTHING = 10_000_000
_OPTIONS = ("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Cluster:
    """The servers, their links to PostgreSQL and Redis, and the backends themselves."""

    servers: list[Child]
    database_links: list[Link]
    redis_links: list[Link]
    database: PostgresServer
    redis: redis_server.RedisServer

    async def seconds_until_ready(self) -> float:
        """Wait until every server is ready and return how long it took."""
        began = time.monotonic()
        await asyncio.gather(*[_ready(server.url) for server in self.servers])
        return time.monotonic() - began


async def _ready(url: str) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=2.0) as client, asyncio.timeout(_DRAIN_SECONDS):
        while True:
            try:
                if (await client.get("/readyz")).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            await asyncio.sleep(0.02)


def break_cluster(plan: Plan) -> Report:
    """Inject faults one after another while clients work."""
    try:
        redis = redis_server.started()
    except pytest.skip.Exception as missing:
        raise SystemExit(str(missing)) from None
    try:
        with postgres.server() as server:
            return asyncio.run(_run(server, server.new_desk(), redis, plan))
    finally:
        redis.remove()


async def _run(database: PostgresServer, url: str, redis: redis_server.RedisServer, plan: Plan) -> Report:
    report, random, history = Report(), Random(plan.seed), History()
    folder = Path(tempfile.mkdtemp(prefix="cl"))
    try:
        async with _cluster(folder, url, database, redis) as cluster:
            load = Load(cluster, history, random)
            await load.run(_faults(cluster, load, random, plan, report))
        async with desk_at(url) as desk:
            found = await desk.store.find(Wanted(tenant="local", most=_EVERYTHING))
        stored: dict[str, list[tuple[str, Result]]] = defaultdict(list)
        for one in found:
            result = ("open", None) if one.outcome is None else _stored_result(one.outcome)
            stored[one.form.title or ""].append((one.id, result))
        report.complain("history", history.problems(stored))
        report.counts.update(history.counts)
        report.counts["questions"] = len(history.asked)
    finally:
        shutil.rmtree(folder)
    return report


@asynccontextmanager
async def _cluster(
    folder: Path, url: str, database: PostgresServer, redis: redis_server.RedisServer
) -> AsyncIterator[Cluster]:
    """Start the servers, each with links of its own."""
    async with AsyncExitStack() as stack:
        database_links, redis_links, starting = [], [], []
        for number in range(SERVERS):
            place = folder / str(number)
            place.mkdir()
            to_database, to_redis = Link(database.folder / ".s.PGSQL.5432"), Link(redis.folder / "redis.sock")
            await stack.enter_async_context(to_database.listening(place / ".s.PGSQL.5432"))
            await stack.enter_async_context(to_redis.listening(place / "redis.sock"))
            database_links.append(to_database)
            redis_links.append(to_redis)
            variables = _LIMITS | {
                "CHOICE_DATABASE_URL": url.replace(str(database.folder), str(place)),
                "CHOICE_REDIS_URL": f"unix://{place}/redis.sock",
            }
            starting.append(stack.enter_async_context(child(place / "data", **variables)))
        servers = list(await asyncio.gather(*[asyncio.ensure_future(one) for one in starting]))
        yield Cluster(servers, database_links, redis_links, database, redis)


# --- Faults ---


async def _faults(cluster: Cluster, load: "Load", random: Random, plan: Plan, report: Report) -> None:
    """Inject faults until the plan is fulfilled, each after some successful calls."""
    recoveries: list[float] = []
    order = list(_FAULTS)
    while plan.wants_more(report):
        await load.progress(CLIENTS)
        name = order[report.points % len(order)] if report.points < len(order) else random.choice(order)
        report.counts[f"fault: {name}"] += 1
        await _FAULTS[name](cluster, random, load)
        seconds = await cluster.seconds_until_ready()
        recoveries.append(seconds)
        if seconds > READY_SECONDS:
            report.complain(name, [f"a server was ready only {seconds:.1f} s after the fault"])
        report.points += 1
    recoveries.sort()
    report.counts["ms until ready, median"] = round(recoveries[len(recoveries) // 2] * 1000)
    report.counts["ms until ready, longest"] = round(recoveries[-1] * 1000)


async def _hold(random: Random) -> None:
    """Let a fault last: mostly so long that requests are retried in the server, sometimes until they fail."""
    await asyncio.sleep(_LONG_SECONDS if random.random() < 1 / 6 else 0.2 + 2.5 * random.random())


def _some(links: list[Link], random: Random) -> list[Link]:
    return random.sample(links, random.randint(1, len(links)))


async def _cut_database(cluster: Cluster, random: Random, _load: "Load") -> None:
    links = _some(cluster.database_links, random)
    for link in links:
        await link.cut()
    await _hold(random)
    for link in links:
        await link.mend()


async def _stall_database(cluster: Cluster, random: Random, _load: "Load") -> None:
    links, resume = _some(cluster.database_links, random), random.random() < 0.5
    for link in links:
        link.stall()
    await _hold(random)
    for link in links:
        await link.mend(resume=resume)


async def _slow_database(cluster: Cluster, random: Random, load: "Load") -> None:
    links = _some(cluster.database_links, random)
    for link in links:
        link.slow(0.05 + 0.2 * random.random())
    await load.progress(1)
    await _hold(random)
    for link in links:
        await link.mend()


async def _restart_database(cluster: Cluster, random: Random, _load: "Load") -> None:
    await asyncio.to_thread(cluster.database.stop, random.choice(["fast", "immediate"]))
    await _hold(random)
    await asyncio.to_thread(cluster.database.resume)


async def _cut_redis(cluster: Cluster, random: Random, _load: "Load") -> None:
    links = _some(cluster.redis_links, random)
    for link in links:
        await link.cut()
    await _hold(random)
    for link in links:
        await link.mend()


async def _stall_redis(cluster: Cluster, random: Random, _load: "Load") -> None:
    links = _some(cluster.redis_links, random)
    for link in links:
        link.stall()
    await _hold(random)
    for link in links:
        await link.mend(resume=random.random() < 0.5)


async def _restart_redis(cluster: Cluster, random: Random, _load: "Load") -> None:
    await asyncio.to_thread(cluster.redis.stop)
    await _hold(random)
    (cluster.redis.folder / "redis.sock").unlink(missing_ok=True)
    await asyncio.to_thread(cluster.redis.start)


_FAULTS: dict[str, Callable[[Cluster, Random, "Load"], Awaitable[None]]] = {
    "database connections cut": _cut_database,
    "database connections stalled": _stall_database,
    "Redis connections cut": _cut_redis,
    "database restarted": _restart_database,
    "database connections slowed": _slow_database,
    "Redis connections stalled": _stall_redis,
    "Redis restarted": _restart_redis,
}


# --- Clients ---


class Load:
    """Clients that work until the faults are over."""

    def __init__(self, cluster: Cluster, history: History, random: Random) -> None:
        self._history = history
        self._random = random
        self._agents = [self._client(server, "agent", "agent") for server in cluster.servers]
        self._people = [self._client(server, "ada", "member") for server in cluster.servers]
        self._resting = False
        self._done = 0
        self._moved = asyncio.Condition()

    @staticmethod
    def _client(server: Child, user: str, role: str) -> httpx.AsyncClient:
        client = server.client(user, roles=(role,))
        client.timeout = httpx.Timeout(_REQUEST_SECONDS)
        return client

    async def run(self, faults: Awaitable[None]) -> None:
        """Run until the faults are over; then every client finishes its question."""
        async with asyncio.TaskGroup() as group:
            for number in range(CLIENTS):
                group.create_task(self._work(number, Random(self._random.random())))
            await faults
            self._resting = True

    async def progress(self, questions: int) -> None:
        """Wait until the given number of further questions has ended."""
        wanted = self._done + questions
        async with asyncio.timeout(_DRAIN_SECONDS), self._moved:
            await self._moved.wait_for(lambda: self._done >= wanted)

    async def _work(self, number: int, random: Random) -> None:
        index = 0
        while not self._resting:
            await self._one_question(f"question {number}.{index}", random)
            index += 1
            async with self._moved:
                self._done += 1
                self._moved.notify_all()

    async def _one_question(self, key: str, random: Random) -> None:
        asked = self._history.begin(key)
        expires = random.random() < 0.2
        body = {"request": _request(key, 2 if expires else 600), "idempotency_key": key}
        opened = await self._insist(self._agents, "POST", "/api/interactions", body, random)
        interaction_id = str(opened["id"])
        asked.ids.add(interaction_id)
        path = f"/api/interactions/{interaction_id}"
        # Deadlines pass in the database, so a wait of that long suffices even if the servers are away.
        work = [self._collect(asked, path, random)]
        if not expires:
            work += [self._answer(asked, path, random, f"{key} {one}") for one in range(2)]
            if random.random() < 0.3:
                work.append(self._cancel(asked, path, random))
        await asyncio.gather(*work)

    async def _answer(self, asked: Asked, path: str, random: Random, answer_id: str) -> None:
        option = random.choice(_OPTIONS)
        answers = [{"question_id": "q1", "option_ids": [option]}]
        body = {"answers": answers, "answer_id": answer_id}
        await self._decide(asked, self._people, f"{path}/answer", body, random, ("answered", option))

    async def _cancel(self, asked: Asked, path: str, random: Random) -> None:
        await self._decide(asked, self._agents, f"{path}/cancel", {}, random, ("cancelled", None))

    async def _decide(  # noqa: PLR0913, PLR0917 - one request and what it should lead to
        self,
        asked: Asked,
        callers: list[httpx.AsyncClient],
        path: str,
        body: Mapping[str, object],
        random: Random,
        result: Result,
    ) -> None:
        reply = await self._insist(callers, "POST", path, body, random)
        if "error" in reply:
            self._history.counts["decided by another client"] += 1
            asked.observed.add(_result(reply))
            return
        self._history.counts["decisions acknowledged"] += 1
        # Cancelling has no key: a repeated cancellation is told how the question ended.
        told = _result(reply)
        if result[0] == "cancelled" or told == result:
            asked.acknowledged.append(told)
        else:
            asked.observed.add(told)

    async def _collect(self, asked: Asked, path: str, random: Random) -> None:
        while True:
            reply = await self._insist(self._agents, "GET", f"{path}?wait=5", None, random)
            if reply["outcome"] is not None:
                asked.observed.add(_result(reply))
                self._history.counts["outcomes collected"] += 1
                return

    async def _insist(
        self,
        callers: list[httpx.AsyncClient],
        method: str,
        path: str,
        body: Mapping[str, object] | None,
        random: Random,
    ) -> dict[str, object]:
        """Send a request, to another server each time, until a reply says what became of it."""
        while True:
            try:
                reply = await random.choice(callers).request(method, path, json=body)
            except httpx.HTTPError as error:
                self._history.counts[f"request failed: {type(error).__name__}"] += 1
            else:
                if reply.status_code in {200, 201, 409}:
                    found: dict[str, object] = reply.json()
                    return found
                self._history.counts[f"status {reply.status_code}"] += 1
                assert reply.status_code in {429, 500, 503}, reply.text
            await asyncio.sleep(_RETRY_SECONDS)


def _request(title: str, seconds: int) -> dict[str, object]:
    options = [{"id": one, "label": f"Option {one}", "recommended": one == "a"} for one in _OPTIONS]
    request = {"title": title, "prompt": "Which option should be used?", "selection_mode": "single"}
    return request | {"options": options, "timeout_seconds": seconds}


def _result(reply: dict[str, object]) -> Result:
    """Return the result in a reply of a server."""
    outcome = reply["outcome"]
    assert isinstance(outcome, dict), reply
    answers = outcome["answers"]
    return str(reply["state"]), answers[0]["option_ids"][0] if answers else None


def _stored_result(outcome: object) -> Result:
    """Return the result of a stored outcome."""
    answers = getattr(outcome, "answers", ())
    return str(getattr(outcome, "kind")), answers[0].option_ids[0] if answers else None  # noqa: B009
