"""Clients that run workloads on one desk and retry whatever happens to its database."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from choice.desk import Asker, Desk, Interaction, Store, Wanted, WantedRecords
from choice.desk.log import Broken, Record, verify
from choice.errors import ChoiceError, StoreBusy, StoreUnavailable
from tests.faults.ack_log import AckLog, read_acks
from tests.faults.oracle import Seen, complaints
from tests.faults.report import Report
from tests.faults.workload import Workload

Result = TypeVar("Result")
_STEPS_PER_WORKLOAD = 5
_EVERYTHING = 10_000_000


class Load:
    """Clients of one desk. Each workload has its own asker and ack log."""

    def __init__(self, desk: Desk, folder: Path, random: Random, clients: int) -> None:
        self.troubles: Counter[str] = Counter()
        self.failures: list[str] = []
        self.calls = 0
        self._desk = desk
        self._folder = folder
        self._random = random
        self._clients = clients
        self._agents: list[str] = []
        self._resting = asyncio.Event()

    async def run(self, fault: Awaitable[None]) -> None:
        """Run until the faults are over, then finish the current workloads."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._clients):
                group.create_task(self._client(f"client {number}", Random(self._random.random())))
            await fault
            self._resting.set()

    async def check(self, store: Store, report: Report) -> None:
        """Compare every client's ack log with the database."""
        report.complain("client", self.failures)
        found: dict[str, list[Interaction]] = defaultdict(list)
        for interaction in await store.find(Wanted(tenant="local", most=_EVERYTHING)):
            found[interaction.asked_by.agent].append(interaction)
        records: dict[str, list[Record]] = defaultdict(list)
        log = await store.records(WantedRecords(most=_EVERYTHING))
        for record in log:
            records[record.agent].append(record)
        for agent in self._agents:
            acks = read_acks(self._folder / agent)
            report.counts["acknowledged"] += len(acks.asked) + len(acks.ended)
            report.complain(agent, complaints(acks, Seen(found[agent], records[agent])))
        verdict = verify(log, await store.chain_start())
        report.complain("log", [f"the chain is broken: {verdict}"] if isinstance(verdict, Broken) else [])
        report.counts["workloads"] = len(self._agents)
        report.counts.update({f"client got {name}": times for name, times in self.troubles.items()})

    async def _client(self, name: str, random: Random) -> None:
        index = 0
        while not self._resting.is_set():
            agent = f"{name} workload {index}"
            self._agents.append(agent)
            log = AckLog(self._folder / agent)
            workload = Workload(self._desk, log, random, Asker(agent), asyncio.sleep, self._insist)
            try:
                await workload.run(_STEPS_PER_WORKLOAD)
            except (ChoiceError, AssertionError) as error:
                self.failures.append(f"{agent} failed: {error}")
            else:
                log.close()
            index += 1

    async def _insist(self, call: Callable[[], Awaitable[Result]]) -> Result:
        while True:
            try:
                result = await call()
            except (StoreUnavailable, StoreBusy) as error:
                self.troubles[type(error).__name__] += 1
                await asyncio.sleep(0.05)
            else:
                self.calls += 1
                return result
