"""Other processes open, use, close and are killed on the same SQLite file while a desk writes to it."""

import asyncio
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

from choice.desk import Desk
from choice.errors import StoreError
from choice.models import Question
from tests.faults.report import Plan, Report
from tests.faults.start_states import folder
from tests.faults.stores import desk_at

ROOT = Path(__file__).parents[2]
AT_ONCE = 2
MAX_QUESTIONS = 30
_QUESTION = Question(text="Which store?", options=["SQLite", "PostgreSQL"])


def use_beside(plan: Plan) -> Report:
    """Run neighbours, one per point; the desk must never report that the database is locked."""
    return asyncio.run(_run(plan))


async def _run(plan: Plan) -> Report:
    report, random = Report(), Random(plan.seed)
    with folder() as made:
        url = f"sqlite:///{made / 'desk.db'}"
        async with desk_at(url) as desk:
            ended = asyncio.Event()
            writing = asyncio.create_task(_write(desk, ended, report))
            while plan.wants_more(report):
                await asyncio.gather(*[_neighbour(url, random, report) for _ in range(AT_ONCE)])
                report.points += AT_ONCE
            ended.set()
            await writing
    return report


async def _write(desk: Desk, ended: asyncio.Event, report: Report) -> None:
    longest = 0.0
    while not ended.is_set():
        began = time.monotonic()
        try:
            await desk.open(_QUESTION)
            report.counts["questions stored"] += 1
        except StoreError as error:
            report.complain(f"question {report.counts['questions stored']}", [str(error)])
        longest = max(longest, time.monotonic() - began)
    report.counts["ms for a question, longest"] = round(longest * 1000)


async def _neighbour(url: str, random: Random, report: Report) -> None:
    end = random.choice(["closes", "killed", "terminated"])
    report.counts[f"neighbours: {end}"] += 1
    command = (sys.executable, "-m", "tests.faults.neighbours", url, str(random.randint(1, MAX_QUESTIONS)))
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=quiet, stderr=quiet)
    if end != "closes":
        with suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), random.uniform(0.3, 1.6))
        with suppress(ProcessLookupError):
            process.send_signal(signal.SIGKILL if end == "killed" else signal.SIGTERM)
    await process.wait()


async def _ask_some(url: str, count: int) -> None:
    async with desk_at(url) as desk:
        for _ in range(count):
            await desk.open(_QUESTION)


if __name__ == "__main__":
    asyncio.run(_ask_some(sys.argv[1], int(sys.argv[2])))
