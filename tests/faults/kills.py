"""SIGKILL at a system call while asking, answering, cancelling, expiring and migrating."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.faults import sqlite_workload
from tests.faults.ack_log import read_acks
from tests.faults.children import KILLED, outcome_of, traced
from tests.faults.oracle import complaints
from tests.faults.report import Plan, Report
from tests.faults.start_states import READY, START_STATES, copy_of, start_folder

_TRACED = "%file,%desc"
"""System calls on files, pipes and sockets."""
_LASTING = ("pwrite64", "write", "fdatasync", "fsync", "ftruncate", "unlink", "openat")
"""System calls that change something; half of the points are at these."""
_POINTS_PER_WORKLOAD = 100
_RELIVED = 4
"""Every n-th workload is repeated to its end after the crash."""


def kill_at_calls(plan: Plan) -> Report:
    """Kill workloads, each at one system call of one thread."""
    sqlite_workload.warm_up()
    report = Report()
    index, most = (
        plan.first_workload(READY),
        plan.points_per_workload(_POINTS_PER_WORKLOAD, len(START_STATES)),
    )
    while plan.wants_more(report):
        seed = plan.seed + index
        with start_folder(index) as start:
            for call, when in _points_of(start, seed, min(most, plan.points - report.points + 1)):
                if not plan.wants_more(report):
                    break
                _kill_at(start, seed, call, when, report)
        index += 1
    report.counts["workloads"] = index
    return report


def _points_of(start: Path, seed: int, most: int) -> list[tuple[str, int]]:
    """Return points at which to kill a workload: a system call and its number within one thread."""
    with copy_of(start) as folder:
        trace = folder / "trace"
        assert traced(lambda: _live(folder, seed), "-e", f"trace={_TRACED}", "-o", str(trace)) == 0
        return points_in(trace, _LASTING, Random(seed), most)


def points_in(trace: Path, telling: Sequence[str], random: Random, most: int) -> list[tuple[str, int]]:
    """Return points of a trace, half of them at calls that change something."""
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
            report.complain(where, [f"the workload ended with status {status}"])
        if status != KILLED:
            report.counts["not reached"] += 1
            return
        report.points += 1
        report.counts[f"at {call}"] += 1
        check(folder, seed, where, report)


def check(folder: Path, seed: int, where: str, report: Report) -> None:
    """Check the state after a crash; sometimes repeat the workload to its end."""
    if not (folder / "desk.db").exists():
        report.counts["before there was a file"] += 1
        report.complain(where, sqlite_workload.complaints_without_a_file(folder))
        return
    acks = read_acks(folder / "acks")
    report.counts["acknowledged before the crash"] += len(acks.asked) + len(acks.ended)
    report.complain(where, complaints(acks, sqlite_workload.look(folder / "desk.db")))
    if report.points % _RELIVED == 0:
        status = outcome_of(lambda: sqlite_workload.run(folder, seed, STEPS, again=True))
        report.complain(where, [f"living it again ended with status {status}"] if status else [])
        after = complaints(read_acks(folder / "acks"), sqlite_workload.look(folder / "desk.db"))
        report.complain(f"{where}, repeated", after)
        report.counts["repeated to the end"] += 1


STEPS = 3


def _live(folder: Path, seed: int) -> None:
    sqlite_workload.run(folder, seed, STEPS)
