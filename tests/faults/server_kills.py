"""Kill PostgreSQL under load: a backend, another process, the postmaster, or all; clients recover."""

import asyncio
import time
from random import Random

from tests.desk.postgres_server import PostgresServer
from tests.faults import postgres
from tests.faults.load import Load
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder
from tests.faults.stores import desk_at

CLIENTS = 8
_CALLS_BETWEEN = 20
"""Calls that must succeed before the next kill."""
_PATIENCE = 60.0


def kill_servers(plan: Plan) -> Report:
    """Kill processes repeatedly."""
    with postgres.server() as server:
        if plan.variant == "commit-later":
            postgres.commit_later(server)
        return asyncio.run(_kill(server, plan))


async def _kill(server: PostgresServer, plan: Plan) -> Report:
    report, random = Report(), Random(plan.seed)
    url = server.new_database()
    with folder() as logs:
        async with desk_at(url) as desk:
            load = Load(desk, logs, random, CLIENTS)
            await load.run(_kills(server, load, random, plan, report))
        async with desk_at(url) as desk:
            await load.check(desk.store, report)
    return report


async def _kills(server: PostgresServer, load: Load, random: Random, plan: Plan, report: Report) -> None:
    pauses = []
    while plan.wants_more(report):
        await _progress(load, _CALLS_BETWEEN)
        await asyncio.sleep(random.random() * 0.05)
        await asyncio.to_thread(_kill_one, server, random, report)
        began = time.monotonic()
        await _progress(load, CLIENTS)
        pauses.append(time.monotonic() - began)
        report.points += 1
    pauses.sort()
    report.counts["ms from being back to work, median"] = round(pauses[len(pauses) // 2] * 1000)
    report.counts["ms from being back to work, longest"] = round(pauses[-1] * 1000)


def _kill_one(server: PostgresServer, random: Random, report: Report) -> None:
    parent = postgres.postmaster(server)
    processes = postgres.children(parent)
    what = random.choice(["a backend", "another process", "the postmaster", "everything"])
    report.counts[f"killed {what}"] += 1
    match what:
        case "a backend":
            backends = [process for process, title in processes.items() if "desk_" in title]
            postgres.kill(random.choice(backends or list(processes)))
        case "another process":  # The writer, the checkpointer or a cleaner.
            others = [process for process, title in processes.items() if "desk_" not in title]
            postgres.kill(random.choice(others or list(processes)))
        case "the postmaster":
            postgres.kill(parent)
            postgres.come_back(server, [parent, *processes])
        case _:
            postgres.kill(parent, *processes)
            postgres.come_back(server, [parent, *processes])


async def _progress(load: Load, calls: int) -> None:
    """Wait until the given number of further calls has succeeded."""
    wanted = load.calls + calls
    async with asyncio.timeout(_PATIENCE):
        while load.calls < wanted:  # noqa: ASYNC110 - a counter has no event
            await asyncio.sleep(0.005)
