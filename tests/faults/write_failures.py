"""The disk is full or fails at one write or sync: nothing is acknowledged falsely, and trying again works."""

import asyncio
from pathlib import Path
from random import Random

from choice.errors import StoreError
from tests.faults import sqlite_day
from tests.faults.ack_log import read_acks
from tests.faults.children import outcome_of, traced
from tests.faults.kills import THINGS
from tests.faults.oracle import complaints
from tests.faults.places import BEGINNINGS, READY, beginning, copy_of
from tests.faults.report import Plan, Report

_FAILURES = (
    ("pwrite64", "ENOSPC"),
    ("pwrite64", "EIO"),
    ("fdatasync", "EIO"),
    ("fsync", "EIO"),
    ("ftruncate", "ENOSPC"),
)
_LAST = 150
"""Days are longer than so many writes; a point beyond a shorter one's end is not counted."""
_POINTS_A_DAY = 20
_GAVE_UP = -1


def fail_writes(plan: Plan) -> Report:
    """Let as many calls fail as wanted, each in a day of its own."""
    sqlite_day.warm_up()
    report, day = Report(), plan.first_day(READY)
    while plan.wants_more(report):
        seed = plan.seed + day
        random = Random(seed)
        with beginning(day) as start:
            for _ in range(plan.a_day(_POINTS_A_DAY, len(BEGINNINGS))):
                if not plan.wants_more(report):
                    break
                call, error = random.choice(_FAILURES)
                most = _LAST if call == "pwrite64" else _LAST // 5
                _fail_at(start, seed, call, error, random.randint(1, most), report)
        day += 1
    return report


def _fail_at(  # noqa: PLR0913, PLR0917 - all that a point is
    start: Path, seed: int, call: str, error: str, when: int, report: Report
) -> None:
    with copy_of(start) as folder:

        def live() -> None:
            try:
                troubles = asyncio.run(sqlite_day.day_in(folder, seed, THINGS, insist=True))
            except StoreError:
                # The count of calls starts anew in each thread, so that each try to open the file may fail.
                troubles = _GAVE_UP
            (folder / "troubles").write_text(str(troubles))

        inject = f"inject={call}:error={error}:when={when}"
        status = traced(live, "-e", f"trace={call}", "-e", inject, "-o", str(folder / "trace"))
        if "INJECTED" not in (folder / "trace").read_text(errors="replace"):
            report.counts["not reached"] += 1
            return
        report.points += 1
        where = f"seed {seed}, {error} at {call} {when}"
        if status:
            report.complain(where, [f"the day ended with status {status}"])
            return
        report.counts[f"{error} at {call}"] += 1
        troubles = int((folder / "troubles").read_text())
        if troubles == _GAVE_UP:
            report.counts["could not be opened while it failed"] += 1
            status = outcome_of(lambda: sqlite_day.live(folder, seed, THINGS, again=True))
            report.complain(where, [f"it did not heal: status {status}"] if status else [])
        else:
            report.counts["errors that clients saw"] += troubles
        seen = sqlite_day.look(folder / "desk.db")
        report.complain(where, complaints(read_acks(folder / "acks"), seen))
