"""ENOSPC or EIO at one write or sync: nothing is acknowledged falsely, and a retry works."""

import asyncio
from pathlib import Path
from random import Random

from choice.errors import StoreError
from tests.faults import sqlite_workload
from tests.faults.ack_log import read_acks
from tests.faults.children import outcome_of, traced
from tests.faults.kills import STEPS
from tests.faults.oracle import complaints
from tests.faults.report import Plan, Report
from tests.faults.start_states import READY, START_STATES, copy_of, start_folder

_FAILURES = (
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fdatasync", "EIO"),
    ("fsync", "EIO"),
    ("ftruncate", "ENOSPC"),
)
_LAST = 150
"""Upper bound for the number of the failing write; a point beyond a workload's end is not counted."""
_POINTS_PER_WORKLOAD = 20
_GAVE_UP = -1


def fail_writes(plan: Plan) -> Report:
    """Let system calls fail, each in its own workload."""
    sqlite_workload.warm_up()
    report, index = Report(), plan.first_workload(READY)
    while plan.wants_more(report):
        seed = plan.seed + index
        random = Random(seed)
        with start_folder(index) as start:
            for _ in range(plan.points_per_workload(_POINTS_PER_WORKLOAD, len(START_STATES))):
                if not plan.wants_more(report):
                    break
                call, error = random.choice(_FAILURES)
                most = _LAST if call == "pwrite64" else _LAST // 5
                _fail_at(start, seed, call, error, random.randint(1, most), report)
        index += 1
    return report


def _fail_at(  # noqa: PLR0913, PLR0917 - the parameters of a point
    start: Path, seed: int, call: str, error: str, when: int, report: Report
) -> None:
    with copy_of(start) as folder:

        def work() -> None:
            try:
                troubles = asyncio.run(sqlite_workload.run_in(folder, seed, STEPS, insist=True))
            except StoreError:
                # Calls are counted per thread, so that each attempt to open the file may fail.
                troubles = _GAVE_UP
            (folder / "troubles").write_text(str(troubles))

        inject = f"inject={call}:error={error}:when={when}"
        status = traced(work, "-e", f"trace={call}", "-e", inject, "-o", str(folder / "trace"))
        if "INJECTED" not in (folder / "trace").read_text(errors="replace"):
            report.counts["not reached"] += 1
            return
        report.points += 1
        where = f"seed {seed}, {error} at {call} {when}"
        if status:
            report.complain(where, [f"the workload ended with status {status}"])
            return
        report.counts[f"{error} at {call}"] += 1
        troubles = int((folder / "troubles").read_text())
        if troubles == _GAVE_UP:
            report.counts["could not be opened while it failed"] += 1
            status = outcome_of(lambda: sqlite_workload.run(folder, seed, STEPS, again=True))
            report.complain(where, [f"it did not heal: status {status}"] if status else [])
        else:
            report.counts["errors that clients saw"] += troubles
        seen = sqlite_workload.look(folder / "desk.db")
        report.complain(where, complaints(read_acks(folder / "acks"), seen))
