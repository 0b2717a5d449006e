"""Power loss on SQLite: a workload is recorded once, and the power fails at thousands of its moments."""

from pathlib import Path
from random import Random

import sqlalchemy as sa

from choice.errors import StoreError
from tests.faults import sqlite_workload
from tests.faults.ack_log import Acks
from tests.faults.children import outcome_of
from tests.faults.disk_trace import Event, recorded
from tests.faults.oracle import complaints
from tests.faults.report import Plan, Report
from tests.faults.simulated_disk import SimulatedDisk
from tests.faults.start_states import folder, start_folder

_POINTS_PER_WORKLOAD = 1000
_RELIVED = 500
_STEPS = 6


def lose_power(plan: Plan) -> Report:
    """Simulate power loss at many moments."""
    sqlite_workload.warm_up()
    report = Report()
    index = 0
    while plan.wants_more(report):
        _lose_power_in_a_workload(plan, plan.seed + index, report)
        index += 1
    report.counts["workloads"] = index
    return report


def _lose_power_in_a_workload(plan: Plan, seed: int, report: Report) -> None:
    random, acks = Random(seed), Acks()
    points = min(_POINTS_PER_WORKLOAD, plan.points - report.points)
    with start_folder(seed) as place:
        disk = SimulatedDisk(str(place))
        disk.load(place)
        events = recorded(lambda: sqlite_workload.run(place, seed, _STEPS), place)
        when = sorted(random.randint(0, len(events)) for _ in range(points))
        done = 0
        with folder() as after:
            for moment in when:
                if not plan.wants_more(report):
                    break
                for event in events[done:moment]:
                    _let_happen(event, disk, acks)
                done = moment
                report.points += 1
                where = f"seed {seed}, event {moment} of {len(events)}"
                _restore(disk.after_power_loss(random), after)
                _check(after, acks, seed, where, report)


def _let_happen(event: Event, disk: SimulatedDisk, acks: Acks) -> None:
    """Apply an event to the disk; acknowledgements are recorded at once and never lost."""
    if not event.path.endswith("acks"):
        disk.happen(event)
    elif event.kind == "write":
        acks.learn(event.data.decode())


def _restore(files: dict[str, bytes], after: Path) -> None:
    for old in after.iterdir():
        old.unlink()
    for path, content in files.items():
        if not path.endswith("-shm"):
            (after / Path(path).name).write_bytes(content)


def _check(after: Path, acks: Acks, seed: int, where: str, report: Report) -> None:
    database = after / "desk.db"
    if not database.exists():
        report.counts["before there was a file"] += 1
        lost = acks.asked | set(acks.ended)
        report.complain(where, ["the whole file is lost"] if lost else [])
        report.complain(where, sqlite_workload.complaints_without_a_file(after))
        return
    report.counts["acknowledged before the power loss"] += len(acks.asked) + len(acks.ended)
    relive = report.points % _RELIVED == 0
    try:
        problems = complaints(acks, sqlite_workload.look(database))
    except (StoreError, sa.exc.DatabaseError) as error:
        problems = [str(error).splitlines()[0]]
    report.complain(where, problems)
    if relive and not problems:
        status = outcome_of(lambda: sqlite_workload.run(after, seed, _STEPS, again=True))
        report.complain(where, [f"living it again ended with status {status}"] if status else [])
        report.counts["repeated to the end"] += 1
