"""Kill a client of PostgreSQL at a system call or an await: while asking, answering, expiring, migrating."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg
import sqlalchemy as sa

from choice.desk import Broken, verify_log
from choice.desk.postgres.store import open_postgres_store
from tests.desk.postgres_server import ORDINARY, PostgresServer
from tests.faults import postgres, postgres_workload
from tests.faults.ack_log import read_acks
from tests.faults.awaits import KillSwitch, counting
from tests.faults.children import KILLED, outcome_of, traced
from tests.faults.kills import STEPS, points_in
from tests.faults.oracle import complaints
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder

_TRACED = "%network,%desc"
_TELLING = ("sendto", "recvfrom", "write", "fsync", "connect", "close", "shutdown")
"""System calls that send or receive data; half of the points are at these."""
_POINTS_PER_WORKLOAD = 50
_RELIVED, _KINDS_OF_WORKLOADS, _FIRST_IN_USE = 4, 4, 2
_SECONDS_A_DAY = 20


class _Client(NamedTuple):
    """One workload of one client."""

    url: str
    agent: str
    seed: int
    began: int


class _Bench:
    """A server and the databases that workloads start with: an empty one, or one in use."""

    def __init__(self, server: PostgresServer, runner: asyncio.Runner) -> None:
        self._run = runner.run
        self._days = 0
        self.used = server.new_database()
        self._empty = server.new_database()
        self._run(_open_once(self.used))
        self._administrator = self._run(asyncpg.connect(_database(self.used, "postgres", "postgres")))
        gc.collect()
        gc.freeze()

    @contextmanager
    def client(self, index: int, seed: int) -> Iterator[_Client]:
        """Create a client for one point, on its own database if it must be migrated."""
        self._days += 1
        agent = f"client {self._days}"
        template = self._empty
        if index % 6 not in {0, 1}:
            yield _Client(self.used, agent, seed, self._days * _SECONDS_A_DAY)
            return
        name, copied = f"desk_{self._days}", sa.make_url(template).database
        self._run(self._administrator.execute(f"CREATE DATABASE {name} TEMPLATE {copied} OWNER {ORDINARY}"))
        yield _Client(_database(template, ORDINARY, name), agent, seed, 0)
        self._run(self._administrator.execute(f"DROP DATABASE {name} WITH (FORCE)"))

    def gone(self) -> None:
        """Wait until the server has noticed that a client is gone."""
        self._run(postgres_workload.gone(self._administrator))

    def problems(self, client: _Client, place: Path) -> list[str]:
        """Compare a client's ack log with the database."""
        return complaints(
            read_acks(place / "acks"), self._run(postgres_workload.look(client.url, client.agent))
        )

    def close(self, report: Report) -> None:
        """Verify the log of all workloads."""
        self._run(self._administrator.close())
        report.complain("log", self._run(_chain_of(self.used)))


def kill_clients(plan: Plan) -> Report:
    """Kill clients; a third of the workloads start with a migration, half are killed at awaits."""
    report, index = Report(), plan.first_workload(_FIRST_IN_USE)
    with postgres.server(durable=False) as server, asyncio.Runner() as runner:
        bench = _Bench(server, runner)
        while plan.wants_more(report):
            kill_some = _kill_at_awaits if index // 2 % 2 else _kill_at_calls
            kill_some(bench, index, plan, report)
            index += 1
        bench.close(report)
    report.counts["workloads"] = index
    return report


def _kill_at_calls(bench: _Bench, index: int, plan: Plan, report: Report) -> None:
    seed, most = plan.seed + index, plan.points_per_workload(_POINTS_PER_WORKLOAD, _KINDS_OF_WORKLOADS)
    with bench.client(index, seed) as client, folder() as place:
        trace = place / "trace"
        assert traced(_workload(client, place), "-e", f"trace={_TRACED}", "-o", str(trace)) == 0
        points = points_in(trace, _TELLING, Random(seed), most)
        bench.gone()
    for call, when in points:
        if not plan.wants_more(report):
            return
        inject = ("-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={when}", "-o", "/dev/null")
        _kill(bench, index, seed, f"{call} {when}", report, lambda work: traced(work, *inject))  # noqa: B023
        report.counts["at system calls"] += 1


def _kill_at_awaits(bench: _Bench, index: int, plan: Plan, report: Report) -> None:
    seed, most = plan.seed + index, plan.points_per_workload(_POINTS_PER_WORKLOAD, _KINDS_OF_WORKLOADS)
    with bench.client(index, seed) as client, folder() as place:

        def count() -> None:
            switch = KillSwitch(None)
            _workload(client, place, switch)()
            (place / "moments").write_text(str(switch.moments))

        assert outcome_of(count) == 0
        last = int((place / "moments").read_text())
        bench.gone()
    for when in sorted(Random(seed).sample(range(1, last + 1), min(most, last))):
        if not plan.wants_more(report):
            return
        _kill(bench, index, seed, f"moment {when} of {last}", report, outcome_of, KillSwitch(when))
        report.counts["at awaits"] += 1


def _kill(  # noqa: PLR0913, PLR0917 - all that a point is
    bench: _Bench,
    index: int,
    seed: int,
    point: str,
    report: Report,
    done: Callable[[Callable[[], None]], int],
    switch: KillSwitch | None = None,
) -> None:
    where = f"seed {seed}, {point}"
    with bench.client(index, seed) as client, folder() as place:
        status = done(_workload(client, place, switch))
        bench.gone()
        if status != KILLED:
            report.complain(where, [f"the workload ended with status {status}"] if status else [])
            report.counts["not reached"] += 1
            return
        report.points += 1
        acks = read_acks(place / "acks")
        report.counts["acknowledged before the crash"] += len(acks.asked) + len(acks.ended)
        report.complain(where, bench.problems(client, place))
        if report.points % _RELIVED == 0:
            later = client._replace(began=client.began + _SECONDS_A_DAY // 2)
            status = outcome_of(_workload(later, place))
            bench.gone()
            report.complain(where, [f"repeating it ended with status {status}"] if status else [])
            report.complain(f"{where}, repeated", bench.problems(client, place))
            report.counts["repeated to the end"] += 1


def _workload(client: _Client, place: Path, switch: KillSwitch | None = None) -> Callable[[], None]:
    def work() -> None:
        step = {} if switch is None else {"step": switch.tick}
        workload = postgres_workload.run_on(
            client.url, place, client.agent, client.seed, STEPS, client.began, **step
        )
        with asyncio.Runner() as runner:
            if switch is not None:
                runner.get_loop().set_task_factory(counting(switch))
            runner.run(workload)

    return work


def _database(url: str, user: str, name: str) -> str:
    return sa.make_url(url).set(username=user, database=name).render_as_string()


async def _open_once(url: str) -> None:
    await (await open_postgres_store(url)).close()


async def _chain_of(url: str) -> list[str]:
    store = await open_postgres_store(url)
    try:
        verdict = await verify_log(store)
    finally:
        await store.close()
    return [f"the chain is broken: {verdict}"] if isinstance(verdict, Broken) else []
