"""A client of PostgreSQL dies at a system call or an await: while asking, answering, expiring, migrating."""

import asyncio
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg
import sqlalchemy as sa

from choice.desk.log import Broken
from choice.desk.log_reports import verify_log
from choice.desk.postgres.store import open_postgres_store
from tests.desk.postgres_server import ORDINARY, PostgresServer
from tests.faults import postgres, postgres_day
from tests.faults.ack_log import read_acks
from tests.faults.awaits import Fate, counting
from tests.faults.children import KILLED, outcome_of, traced
from tests.faults.kills import THINGS, points_in
from tests.faults.oracle import complaints
from tests.faults.places import folder
from tests.faults.report import Plan, Report

_TRACED = "%network,%desc"
_TELLING = ("sendto", "recvfrom", "write", "fsync", "connect", "close", "shutdown")
"""The calls by which a client says or learns something: half of the points are at these."""
_POINTS_A_DAY = 50
_RELIVED, _KINDS_OF_DAYS, _FIRST_IN_USE = 4, 4, 2
_SECONDS_A_DAY = 20


class _Client(NamedTuple):
    """One day of one client."""

    url: str
    agent: str
    seed: int
    began: int


class _Bench:
    """A server, and the databases on it that days begin with: an empty one, or one in use."""

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
    def client(self, day: int, seed: int) -> Iterator[_Client]:
        """Make a client for one point, on a database of its own if it has to be migrated."""
        self._days += 1
        agent = f"client {self._days}"
        template = self._empty
        if day % 6 not in {0, 1}:
            yield _Client(self.used, agent, seed, self._days * _SECONDS_A_DAY)
            return
        name, copied = f"desk_{self._days}", sa.make_url(template).database
        self._run(self._administrator.execute(f"CREATE DATABASE {name} TEMPLATE {copied} OWNER {ORDINARY}"))
        yield _Client(_database(template, ORDINARY, name), agent, seed, 0)
        self._run(self._administrator.execute(f"DROP DATABASE {name} WITH (FORCE)"))

    def gone(self) -> None:
        """Wait until the server has noticed that a client is no more."""
        self._run(postgres_day.gone(self._administrator))

    def problems(self, client: _Client, place: Path) -> list[str]:
        """Compare what a client was told with what the database holds."""
        return complaints(read_acks(place / "acks"), self._run(postgres_day.look(client.url, client.agent)))

    def close(self, report: Report) -> None:
        """Verify the log of all days."""
        self._run(self._administrator.close())
        report.complain("log", self._run(_chain_of(self.used)))


def kill_clients(plan: Plan) -> Report:
    """Kill as many clients as wanted; a third of the days begin with a migration, half die at awaits."""
    report, day = Report(), plan.first_day(_FIRST_IN_USE)
    with postgres.server(durable=False) as server, asyncio.Runner() as runner:
        bench = _Bench(server, runner)
        while plan.wants_more(report):
            kill_some = _kill_at_awaits if day // 2 % 2 else _kill_at_calls
            kill_some(bench, day, plan, report)
            day += 1
        bench.close(report)
    report.counts["days"] = day
    return report


def _kill_at_calls(bench: _Bench, day: int, plan: Plan, report: Report) -> None:
    seed, most = plan.seed + day, plan.a_day(_POINTS_A_DAY, _KINDS_OF_DAYS)
    with bench.client(day, seed) as client, folder() as place:
        trace = place / "trace"
        assert traced(_living(client, place), "-e", f"trace={_TRACED}", "-o", str(trace)) == 0
        points = points_in(trace, _TELLING, Random(seed), most)
        bench.gone()
    for call, when in points:
        if not plan.wants_more(report):
            return
        inject = ("-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={when}", "-o", "/dev/null")
        _kill(bench, day, seed, f"{call} {when}", report, lambda work: traced(work, *inject))  # noqa: B023
        report.counts["at system calls"] += 1


def _kill_at_awaits(bench: _Bench, day: int, plan: Plan, report: Report) -> None:
    seed, most = plan.seed + day, plan.a_day(_POINTS_A_DAY, _KINDS_OF_DAYS)
    with bench.client(day, seed) as client, folder() as place:

        def count() -> None:
            fate = Fate(None)
            _living(client, place, fate)()
            (place / "moments").write_text(str(fate.moments))

        assert outcome_of(count) == 0
        last = int((place / "moments").read_text())
        bench.gone()
    for when in sorted(Random(seed).sample(range(1, last + 1), min(most, last))):
        if not plan.wants_more(report):
            return
        _kill(bench, day, seed, f"moment {when} of {last}", report, outcome_of, Fate(when))
        report.counts["at awaits"] += 1


def _kill(  # noqa: PLR0913, PLR0917 - all that a point is
    bench: _Bench,
    day: int,
    seed: int,
    point: str,
    report: Report,
    done: Callable[[Callable[[], None]], int],
    fate: Fate | None = None,
) -> None:
    where = f"seed {seed}, {point}"
    with bench.client(day, seed) as client, folder() as place:
        status = done(_living(client, place, fate))
        bench.gone()
        if status != KILLED:
            report.complain(where, [f"the day ended with status {status}"] if status else [])
            report.counts["not reached"] += 1
            return
        report.points += 1
        acks = read_acks(place / "acks")
        report.counts["acknowledged before the crash"] += len(acks.asked) + len(acks.ended)
        report.complain(where, bench.problems(client, place))
        if report.points % _RELIVED == 0:
            later = client._replace(began=client.began + _SECONDS_A_DAY // 2)
            status = outcome_of(_living(later, place))
            bench.gone()
            report.complain(where, [f"living it again ended with status {status}"] if status else [])
            report.complain(f"{where}, lived again", bench.problems(client, place))
            report.counts["lived again to the end"] += 1


def _living(client: _Client, place: Path, fate: Fate | None = None) -> Callable[[], None]:
    def live() -> None:
        step = {} if fate is None else {"step": fate.tick}
        day = postgres_day.day_on(client.url, place, client.agent, client.seed, THINGS, client.began, **step)
        with asyncio.Runner() as runner:
            if fate is not None:
                runner.get_loop().set_task_factory(counting(fate))
            runner.run(day)

    return live


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
