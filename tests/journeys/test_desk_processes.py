"""Desks in several processes on one database."""

import asyncio
import json
import math
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import choice
from choice.assembly.desk import open_store
from choice.assembly.environment import environment_settings
from tests.desk.conftest import url_of
from tests.desk.stores import KINDS

ROOT = Path(__file__).parents[2]
PLANNER = choice.Asker("planner")
POSTGRESQL = choice.Answer(question_id="q1", option_ids=("2",))
PATIENCE = 30


@pytest.fixture(params=KINDS[1:])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database that processes can share."""
    return url_of(request.param, request, tmp_path)


@asynccontextmanager
async def program(*arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the desk program and see it end."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.journeys.desk_program", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def heard(process: asyncio.subprocess.Process) -> dict[str, str]:
    """Return the next thing that a program says."""
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    said: dict[str, str] = json.loads(line)
    return said


def nudge(process: asyncio.subprocess.Process) -> None:
    """Let a program go on that waits for a line."""
    assert process.stdin is not None
    process.stdin.write(b"\n")


@pytest.mark.requirement("UP1", "UP2", "UP8")
async def test_a_question_of_one_process_is_answered_in_another(url: str) -> None:
    async with program(url, "ask") as asking:
        asked = await heard(asking)
        async with choice.open_desk(url) as desk:
            await desk.answer(asked["id"], POSTGRESQL, by=choice.Person("anna"))

            assert await heard(asking) == {"kind": "answered"}


@pytest.mark.requirement("UP1", "QC15")
async def test_the_outcome_is_delivered_to_an_asker_that_was_killed_and_restarted(url: str) -> None:
    async with program(url, "ask") as asking:
        asked = await heard(asking)
        asking.kill()
        await asking.wait()
    async with choice.open_desk(url) as desk:
        await desk.answer(asked["id"], POSTGRESQL, by=choice.Person("anna"))

    async with program(url, "collect") as restarted:
        collected = await heard(restarted)
        assert await restarted.wait() == 0
    async with program(url, "collect") as again:
        output, _ = await again.communicate()

    assert (collected["id"], collected["state"]) == (asked["id"], "answered")
    assert output == b""


@pytest.mark.requirement("UP2")
async def test_one_of_64_answers_from_four_processes_is_accepted(url: str) -> None:
    async with choice.open_desk(url) as desk:
        interaction = await desk.open(choice.Question(text="Which store?", options=["A", "B"]))
        runs = [program(url, "contend", interaction.id, name, "16") for name in "abcd"]
        async with runs[0] as first, runs[1] as second, runs[2] as third, runs[3] as fourth:
            processes = (first, second, third, fourth)
            for process in processes:
                await heard(process)
            for process in processes:
                nudge(process)
            said = [await heard(process) for process in processes for _ in range(16)]

        outcome = await desk.wait(interaction.id)

    answered = [one["answered"] for one in said if "answered" in one]
    refused = [one["refused"] for one in said if "refused" in one]
    assert (len(answered), len(refused)) == (1, 63)
    assert isinstance(outcome, choice.Answered)
    assert set(refused) == {answered[0]} == {outcome.answered_by}


@pytest.mark.requirement("PC7", "UP3")
async def test_a_question_expires_without_any_client(url: str) -> None:
    waits: list[float] = []
    async with program(url, "hold") as server:
        await heard(server)
        # A busy machine may delay one of them.
        while len(waits) < 3 and min(waits, default=math.inf) >= 2.3:
            async with program(url, "open", "2") as asking:
                asked = await heard(asking)
            ended = await ended_interaction(url, asked["id"])
            assert ended.state == "timed_out"
            assert ended.ended_at is not None
            waits.append((ended.ended_at - ended.asked_at).total_seconds())

    assert min(waits) < 2.3


async def ended_interaction(url: str, interaction_id: str) -> choice.Interaction:
    """Read the database until the interaction has ended, without taking part in ending it."""
    changed = asyncio.Event()
    store, wakeups = await open_store(url, environment_settings())
    await wakeups.start(changed.set)
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                found = await store.load(interaction_id, "local")
                assert found is not None
                if found.outcome is not None:
                    return found
                await changed.wait()
                changed.clear()
    finally:
        await wakeups.close()
        await store.close()
