"""End the process at an await or at a step of the store, without flushing or closing anything."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from random import Random
from typing import Any

from typing_extensions import override

from tests.faults import sqlite_workload
from tests.faults.children import KILLED, outcome_of
from tests.faults.kills import STEPS, check
from tests.faults.report import Plan, Report
from tests.faults.start_states import READY, START_STATES, copy_of, start_folder

_POINTS_PER_WORKLOAD = 100


class Counted(Coroutine[Any, Any, Any]):
    """A coroutine that reports each time it resumes after an await."""

    def __init__(self, inner: Coroutine[Any, Any, Any], tick: Callable[[], None]) -> None:
        self._inner = inner
        self._tick = tick

    @override
    def send(self, value: Any) -> Any:
        self._tick()
        return self._inner.send(value)

    @override
    def throw(self, *error: Any) -> Any:
        self._tick()
        return self._inner.throw(*error)

    @override
    def close(self) -> None:
        self._inner.close()

    @override
    def __await__(self) -> Generator[Any, Any, Any]:
        return self._inner.__await__()


class KillSwitch:
    """Ends the process at the n-th tick."""

    def __init__(self, when: int | None) -> None:
        self._when = when
        self.moments = 0

    def tick(self, _name: str = "") -> None:
        """Count one tick."""
        self.moments += 1
        if self.moments == self._when:
            os._exit(KILLED)


def counting(switch: KillSwitch) -> Callable[..., asyncio.Task[Any]]:
    """Return a task factory in which every await is a tick."""
    return lambda loop, coroutine, **more: asyncio.Task(Counted(coroutine, switch.tick), loop=loop, **more)


def run_until(folder: Path, seed: int, switch: KillSwitch) -> None:
    """Run a workload in which every await and every step of the store is a tick."""
    with asyncio.Runner() as runner:
        runner.get_loop().set_task_factory(counting(switch))
        runner.run(sqlite_workload.run_in(folder, seed, STEPS, switch.tick))


def die_at_awaits(plan: Plan) -> Report:
    """End workloads, each at one tick."""
    sqlite_workload.warm_up()
    report = Report()
    index, wanted = (
        plan.first_workload(READY),
        plan.points_per_workload(_POINTS_PER_WORKLOAD, len(START_STATES)),
    )
    while plan.wants_more(report):
        seed = plan.seed + index
        with start_folder(index) as start:
            last = _moments_of(start, seed)
            whens = range(1, last + 1)
            for when in whens if wanted >= last else sorted(Random(seed).sample(whens, wanted)):
                if not plan.wants_more(report):
                    break
                with copy_of(start) as folder:
                    status = outcome_of(lambda: run_until(folder, seed, KillSwitch(when)))  # noqa: B023
                    where = f"seed {seed}, moment {when} of {last}"
                    if status != KILLED:
                        report.complain(where, [f"the workload ended with status {status}"] if status else [])
                        report.counts["not reached"] += 1
                        continue
                    report.points += 1
                    check(folder, seed, where, report)
        index += 1
    report.counts["workloads"] = index
    return report


def _moments_of(start: Path, seed: int) -> int:
    """Count the ticks of a workload, in a child process so that this one stays without threads."""
    with copy_of(start) as folder:

        def count() -> None:
            switch = KillSwitch(None)
            run_until(folder, seed, switch)
            (folder / "moments").write_text(str(switch.moments))

        assert outcome_of(count) == 0
        return int((folder / "moments").read_text())
