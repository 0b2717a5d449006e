"""Fault injection: `python -m tests.faults.run [NAME ...] [--points N] [--seed N] [--variant VARIANT]`.

Without a name every harness runs in its full form. Each first prints the command that repeats it.
"""

from __future__ import annotations

import argparse
import json
import math
import secrets
import sys
import time
from typing import NamedTuple

from tests.faults import (
    awaits,
    client_kills,
    clock_steps,
    cluster,
    contest,
    kills,
    locks,
    neighbours,
    power_loss,
    reply_cuts,
    server_kills,
    write_failures,
)
from tests.faults.report import Harness, Plan
from tests.faults.variants import VARIANTS


class Entry(NamedTuple):
    """A harness and the number of points of its full form."""

    harness: Harness
    points: int


HARNESSES: dict[str, Entry] = {
    "kills": Entry(kills.kill_at_calls, 10_000),
    "awaits": Entry(awaits.die_at_awaits, 10_000),
    "power-loss": Entry(power_loss.lose_power, 100_000),
    "write-failures": Entry(write_failures.fail_writes, 1_000),
    "locks": Entry(locks.hold_locks, 200),
    "neighbours": Entry(neighbours.use_beside, 1_000),
    "clock-steps": Entry(clock_steps.step_clocks, 1_000),
    "server-kills": Entry(server_kills.kill_servers, 1_000),
    "client-kills": Entry(client_kills.kill_clients, 10_000),
    "reply-cuts": Entry(reply_cuts.cut_replies, 10_000),
    "cluster": Entry(cluster.break_cluster, 1_000),
    "contest-sqlite": Entry(contest.contest_on_sqlite, 100_000),
    "contest-postgresql": Entry(contest.contest_on_postgresql, 100_000),
}


def main(arguments: list[str] | None = None) -> int:
    """Run harnesses and print their results; return 1 if a guarantee was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.run")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(HARNESSES))
    parser.add_argument("--points", type=int, help="number of points; default: the full form")
    parser.add_argument("--minutes", type=float, default=math.inf, help="time limit")
    parser.add_argument("--seed", type=int, help="first seed; default: random")
    parser.add_argument("--until-noticed", action="store_true", help="stop after the first complaint")
    parser.add_argument(
        "--variant",
        choices=VARIANTS,
        help="change the desk first; most variants are broken, and the harness must detect it",
    )
    wanted = parser.parse_args(arguments)
    unknown = [name for name in wanted.names if name not in HARNESSES]
    if unknown:
        parser.error(f"unknown harness {unknown[0]!r}; choose from {', '.join(HARNESSES)}")
    if wanted.variant:
        VARIANTS[wanted.variant]()
    statuses = [_run(name, wanted) for name in wanted.names or HARNESSES]
    return max(statuses)


def _run(name: str, wanted: argparse.Namespace) -> int:
    entry = HARNESSES[name]
    seed = secrets.randbelow(10**9) if wanted.seed is None else wanted.seed
    ends = time.monotonic() + 60 * wanted.minutes
    plan = Plan(seed, wanted.points or entry.points, wanted.variant, ends, wanted.until_noticed)
    variant = f" --variant {plan.variant}" if plan.variant else ""
    _say(f"{name}: python -m tests.faults.run {name} --seed {seed} --points {plan.points}{variant}")
    begun = time.monotonic()
    report = entry.harness(plan)
    for complaint in report.complaints:
        _say(f"  {complaint}")
    took = round(time.monotonic() - begun, 1)
    facts = {"name": name, "seed": seed, "points": report.points, "seconds": took} | dict(report.counts)
    _say(json.dumps(facts))
    return 1 if report.complaints else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
