"""A Slack click until it is acknowledged, with the answer on disk, against a bare Bolt listener.

Both are handed the same signed requests in process. The bare listener acknowledges at once, as Bolt's own
examples do; Bolt looks for the acknowledgement every ten milliseconds unless it processes before it responds.
How long a disk takes to keep an answer depends on the machine: the desk's answer alone is measured beside it.
"""

import asyncio
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measuring import ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_most

_CLICKS = 10
_CONCURRENCY = 200
_ROUNDS = 3
_PAIRS = 3
_NAMES = (
    "slack: click to ack, answer on disk / bare Bolt listener, wall time",
    "slack: click to ack, answer on disk / the desk's answer alone, wall time",
    "slack: 200 clicks on one question at once, all acked / 1 s",
)


def results() -> Iterator[Result | Skipped]:
    """Measure single clicks, and two hundred concurrent ones."""
    if find_spec("slack_bolt") is None:
        yield from [Skipped(name, "it needs the extra slack") for name in _NAMES]
        return
    from benchmarks.slack_side import SlackSide, bare_listener  # noqa: PLC0415 - an extra

    listener = bare_listener()
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        side = SlackSide(Path(folder))
        runner.run(side.open())

        def ours() -> float:
            return runner.run(side.answered_one_by_one(_CLICKS))

        def bare() -> float:
            return runner.run(side.acknowledged_one_by_one(listener, _CLICKS))

        def alone() -> float:
            return runner.run(side.decided_one_by_one(_CLICKS))

        try:
            yield Result(_NAMES[0], ratio_of_costs(ours, bare, rounds=_ROUNDS, pairs=_PAIRS), at_most(1.3))
            yield Result(_NAMES[1], ratio_of_costs(ours, alone, rounds=_ROUNDS, pairs=_PAIRS))
            at_once = ratio_of_costs(
                lambda: runner.run(side.answered_at_once(_CONCURRENCY)), lambda: 1.0, rounds=_ROUNDS, pairs=1
            )
            yield Result(_NAMES[2], at_once, at_most(1.0))
        finally:
            runner.run(side.close())
