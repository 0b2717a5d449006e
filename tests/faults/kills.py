"""SIGKILL at a system call: while asking, answering, cancelling, expiring and migrating."""

from collections import Counter
from pathlib import Path
from random import Random

from tests.faults import sqlite_day
from tests.faults.ack_log import read_acks
from tests.faults.children import KILLED, outcome_of, traced
from tests.faults.oracle import complaints
from tests.faults.places import beginning, copy_of
from tests.faults.report import Plan, Report

_ANY = "%file,%desc"
"""Every call that has to do with files, pipes and sockets."""
_CHANGING = "pwrite64,write,fdatasync,fsync,ftruncate,unlink"
_POINTS_A_DAY = 100
_RELIVED = 4
"""Every so-manieth day is lived again after the crash, to its end."""


def kill_at_calls(plan: Plan) -> Report:
    """Kill as many days as wanted, each at one call of one thread."""
    sqlite_day.warm_up()
    report = Report()
    day = 0
    while report.points < plan.points:
        seed = plan.seed + day
        with beginning(day) as start:
            for calls, last in _calls_of(start, seed).items():
                wanted = min(_POINTS_A_DAY, plan.points) // 2
                for when in sorted(Random(seed).choices(range(1, last + 1), k=max(wanted, 1))):
                    _kill_at(start, seed, calls, when, report)
        day += 1
    report.counts["days"] = day
    return report


def _calls_of(start: Path, seed: int) -> dict[str, int]:
    """Return for each group of calls how many the busiest thread makes in a day."""
    with copy_of(start) as folder:
        trace = folder / "trace"
        assert traced(lambda: _live(folder, seed), "-e", f"trace={_ANY}", "-o", str(trace)) == 0
        lines = [line.split(maxsplit=1) for line in trace.read_text(errors="replace").splitlines()]
    lines = [(thread, call) for thread, call in lines if call[0].isalpha()]
    every = Counter(thread for thread, _ in lines)
    names = tuple(f"{name}(" for name in _CHANGING.split(","))
    changing = Counter(thread for thread, call in lines if call.startswith(names))
    return {_ANY: max(every.values()), _CHANGING: max(changing.values())}


def _kill_at(start: Path, seed: int, calls: str, when: int, report: Report) -> None:
    with copy_of(start) as folder:
        inject = ("-e", f"trace={calls}", "-e", f"inject={calls}:signal=SIGKILL:when={when}", "-o", "/dev/null")
        status = traced(lambda: _live(folder, seed), *inject)
        where = f"seed {seed}, call {when} of {calls}"
        if status not in {0, KILLED}:
            report.complain(where, [f"the day ended with status {status}"])
        if status != KILLED:
            report.counts["not reached"] += 1
            return
        report.points += 1
        check(folder, seed, where, report)


def check(folder: Path, seed: int, where: str, report: Report) -> None:
    """Look at what a crash left; now and then live the day again, to its end."""
    if not (folder / "desk.db").exists():
        report.counts["before there was a file"] += 1
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
