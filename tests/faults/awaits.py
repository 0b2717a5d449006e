"""Death at every await and at every step of the store: nothing is flushed, closed or said goodbye to."""

import asyncio
import os
from collections.abc import Callable, Coroutine, Generator
from pathlib import Path
from random import Random
from typing import Any

from typing_extensions import override

from tests.faults import sqlite_day
from tests.faults.children import KILLED, outcome_of
from tests.faults.kills import THINGS, check
from tests.faults.places import BEGINNINGS, READY, beginning, copy_of
from tests.faults.report import Plan, Report

_POINTS_A_DAY = 100


class Counted(Coroutine[Any, Any, Any]):
    """A coroutine that tells each time it goes on after an await."""

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


class Fate:
    """Ends the process at the so-manieth moment."""

    def __init__(self, when: int | None) -> None:
        self._when = when
        self.moments = 0

    def tick(self, _name: str = "") -> None:
        """Let one moment pass."""
        self.moments += 1
        if self.moments == self._when:
            os._exit(KILLED)


def counting(fate: Fate) -> Callable[..., asyncio.Task[Any]]:
    """Return how to make tasks in which every await is a moment."""
    return lambda loop, coroutine, **more: asyncio.Task(Counted(coroutine, fate.tick), loop=loop, **more)


def live_until(folder: Path, seed: int, fate: Fate) -> None:
    """Live a day in which every await and every step of the store is a moment."""
    with asyncio.Runner() as runner:
        runner.get_loop().set_task_factory(counting(fate))
        runner.run(sqlite_day.day_in(folder, seed, THINGS, fate.tick))


def die_at_awaits(plan: Plan) -> Report:
    """End as many days as wanted, each at one moment."""
    sqlite_day.warm_up()
    report = Report()
    day, wanted = plan.first_day(READY), plan.a_day(_POINTS_A_DAY, len(BEGINNINGS))
    while plan.wants_more(report):
        seed = plan.seed + day
        with beginning(day) as start:
            last = _moments_of(start, seed)
            whens = range(1, last + 1)
            for when in whens if wanted >= last else sorted(Random(seed).sample(whens, wanted)):
                if not plan.wants_more(report):
                    break
                with copy_of(start) as folder:
                    status = outcome_of(lambda: live_until(folder, seed, Fate(when)))  # noqa: B023
                    where = f"seed {seed}, moment {when} of {last}"
                    if status != KILLED:
                        report.complain(where, [f"the day ended with status {status}"] if status else [])
                        report.counts["not reached"] += 1
                        continue
                    report.points += 1
                    check(folder, seed, where, report)
        day += 1
    report.counts["days"] = day
    return report


def _moments_of(start: Path, seed: int) -> int:
    """Return how many moments a day has, in a process of its own so that this one stays without threads."""
    with copy_of(start) as folder:

        def count() -> None:
            fate = Fate(None)
            live_until(folder, seed, fate)
            (folder / "moments").write_text(str(fate.moments))

        assert outcome_of(count) == 0
        return int((folder / "moments").read_text())
