"""Change the machine's clock while questions are open: no deadline moves, on either database."""

import asyncio
from random import Random

from choice import clock
from choice.desk import InteractionClosed, Person
from choice.models import Answer, Question
from tests.desk.postgres_server import binaries
from tests.faults import postgres
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder
from tests.faults.stores import desk_at

_SECOND = 1_000_000
_STEPS = (1, 60, 3600, 86_400, 40 * 86_400)
_TIMEOUT = 600.0
_AT_MOST = 5.0
"""Tolerance for a question's remaining time: what a step takes on a busy machine."""


def step_clocks(plan: Plan) -> Report:
    """Change the clock, half of the time on each database."""
    report, random = Report(), Random(plan.seed)
    real = clock.wall_micros
    try:
        with folder() as place:
            asyncio.run(_step(f"sqlite:///{place / 'desk.db'}", plan.points // 2, random, report))
        if binaries() is not None:
            with postgres.server() as server:
                asyncio.run(_step(server.new_database(), plan.points - report.points, random, report))
    finally:
        clock.wall_micros = real
    return report


async def _step(url: str, points: int, random: Random, report: Report) -> None:
    real, kind = clock.wall_micros, url.partition(":")[0]
    question, answer = Question(text="When?", options=["Now"]), Answer(question_id="q1", option_ids=("1",))
    for _ in range(points):
        async with desk_at(url) as desk:
            asked = await desk.open(question, timeout=_TIMEOUT)
            step = random.choice(_STEPS) * random.choice((-1, 1))
            clock.wall_micros = lambda step=step: real() + step * _SECOND  # type: ignore[misc]
            async with desk_at(url) as other:
                await other.catch_up()
                found = []
                left = (await other.look(asked.id, by=Person("anna"))).remaining(other.store.now())
                if not _TIMEOUT - _AT_MOST <= left.total_seconds() <= _TIMEOUT:
                    found.append(f"{left.total_seconds()} s are left of {_TIMEOUT}")
                try:
                    await desk.answer(asked.id, answer, by=Person("anna"))
                except InteractionClosed as closed:
                    found.append(str(closed))
            report.points += 1
            report.counts[f"on {kind}"] += 1
            report.complain(f"{kind}, {step} s", found)
            clock.wall_micros = real
