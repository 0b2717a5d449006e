"""SIGKILL at a system call: while asking, answering, cancelling, expiring and migrating."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.faults import sqlite_day
from tests.faults.ack_log import read_acks
from tests.faults.children import KILLED, outcome_of, traced
from tests.faults.oracle import complaints
from tests.faults.places import BEGINNINGS, READY, beginning, copy_of
from tests.faults.report import Plan, Report

_TRACED = "%file,%desc"
"""Every call that has to do with files, pipes and sockets."""
_LASTING = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "openat")
"""The calls that change something: half of the points are at these."""
_POINTS_A_DAY = 100
_RELIVED = 4
"""Every so-manieth day is lived again after the crash, to its end."""


def kill_at_calls(plan: Plan) -> Report:
    """Kill as many days as wanted, each at one call of one thread."""
    sqlite_day.warm_up()
    report = Report()
    day, most = plan.first_day(READY), plan.a_day(_POINTS_A_DAY, len(BEGINNINGS))
    while plan.wants_more(report):
        seed = plan.seed + day
        with beginning(day) as start:
            for call, when in _points_of(start, seed, min(most, plan.points - report.points + 1)):
                if not plan.wants_more(report):
                    break
                _kill_at(start, seed, call, when, report)
        day += 1
    report.counts["days"] = day
    return report


def _points_of(start: Path, seed: int, most: int) -> list[tuple[str, int]]:
    """Return points to kill a day at: a call, and the how-manieth of one thread."""
    with copy_of(start) as folder:
        trace = folder / "trace"
        assert traced(lambda: _live(folder, seed), "-e", f"trace={_TRACED}", "-o", str(trace)) == 0
        return points_in(trace, _LASTING, Random(seed), most)


def points_in(trace: Path, telling: Sequence[str], random: Random, most: int) -> list[tuple[str, int]]:
    """Return points of a trace, half of them at the calls that tell most."""
    made: Counter[tuple[str, str]] = Counter()
    for line in trace.read_text(errors="replace").splitlines():
        thread, call = line.split(maxsplit=1)
        if call[0].isalpha():
            made[thread, call.partition("(")[0]] += 1
    last: dict[str, int] = {}
    for (_, name), times in made.items():
        last[name] = max(times, last.get(name, 0))
    every = [(name, when) for name, times in last.items() for when in range(1, times + 1)]
    lasting = [point for point in every if point[0] in telling]
    half = (most + 1) // 2
    return random.sample(every, min(half, len(every))) + random.sample(lasting, min(half, len(lasting)))


def _kill_at(start: Path, seed: int, call: str, when: int, report: Report) -> None:
    with copy_of(start) as folder:
        inject = ("-e", f"trace={call}", "-e", f"inject={call}:signal=SIGKILL:when={when}", "-o", "/dev/null")
        status = traced(lambda: _live(folder, seed), *inject)
        where = f"seed {seed}, {call} {when}"
        if status not in {0, KILLED}:
            report.complain(where, [f"the day ended with status {status}"])
        if status != KILLED:
            report.counts["not reached"] += 1
            return
        report.points += 1
        report.counts[f"at {call}"] += 1
        check(folder, seed, where, report)


def check(folder: Path, seed: int, where: str, report: Report) -> None:
    """Look at what a crash left; now and then live the day again, to its end."""
    if not (folder / "desk.db").exists():
        report.counts["before there was a file"] += 1
        report.complain(where, sqlite_day.complaints_without_a_file(folder))
        return
    acks = read_acks(folder / "acks")
    report.counts["acknowledged before the crash"] += len(acks.asked) + len(acks.ended)
    report.complain(where, complaints(acks, sqlite_day.look(folder / "desk.db")))
    if report.points % _RELIVED == 0:
        status = outcome_of(lambda: sqlite_day.live(folder, seed, THINGS, again=True))
        report.complain(where, [f"living it again ended with status {status}"] if status else [])
        after = complaints(read_acks(folder / "acks"), sqlite_day.look(folder / "desk.db"))
        report.complain(f"{where}, lived again", after)
        report.counts["lived again to the end"] += 1


THINGS = 3


def _live(folder: Path, seed: int) -> None:
    sqlite_day.live(folder, seed, THINGS)
