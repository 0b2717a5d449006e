"""Clients that live day after day at one desk, whatever happens to its database, and never give up."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import TypeVar

from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.log import Broken, Record, verify
from choice.desk.people import Asker
from choice.desk.store import Store, Wanted, WantedRecords
from choice.errors import ChoiceError, StoreBusy, StoreUnavailable
from tests.faults.ack_log import AckLog, read_acks
from tests.faults.day import Day
from tests.faults.oracle import Seen, complaints
from tests.faults.report import Report

Result = TypeVar("Result")
_THINGS_A_DAY = 5
_EVERYTHING = 10_000_000


class Load:
    """Some clients at one desk. Each day has an asker of its own, and its own ack log."""

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
        """Live until the faults are over, then finish the day."""
        async with asyncio.TaskGroup() as group:
            for number in range(self._clients):
                group.create_task(self._client(f"client {number}", Random(self._random.random())))
            await fault
            self._resting.set()

    async def check(self, store: Store, report: Report) -> None:
        """Compare what every client was told with what the database holds."""
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
        report.counts["days"] = len(self._agents)
        report.counts.update({f"client was told {name}": times for name, times in self.troubles.items()})

    async def _client(self, name: str, random: Random) -> None:
        day = 0
        while not self._resting.is_set():
            agent = f"{name} day {day}"
            self._agents.append(agent)
            log = AckLog(self._folder / agent)
            day_there = Day(self._desk, log, random, Asker(agent), asyncio.sleep, self._insist)
            try:
                await day_there.live(_THINGS_A_DAY)
            except (ChoiceError, AssertionError) as error:
                self.failures.append(f"{agent} failed: {error}")
            else:
                log.close()
            day += 1

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
