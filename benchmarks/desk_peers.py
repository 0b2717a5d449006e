"""Ask → answer → resume, durable, against LangGraph with its SQLite checkpointer (wall time)."""

import asyncio
import importlib.util
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.desk_sample import ANNA, ANSWER, QUESTION, open_desk_on
from benchmarks.measuring import ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_least
from choice.desk.desk import Desk

_NAME = "LangGraph's interrupt → resume on SQLite / ask → answer → outcome on SQLite"
_IN_TURN = 10


def results() -> Iterator[Result | Skipped]:
    """Measure LangGraph where it is installed; Chainlit is not measured yet."""
    # The package first: looking for a module inside one that is missing is an error.
    if not importlib.util.find_spec("langgraph") or not importlib.util.find_spec(
        "langgraph.checkpoint.sqlite"
    ):
        yield Skipped(_NAME, "langgraph-checkpoint-sqlite is not installed: pip install -e .[bench]")
    else:
        yield from _against_langgraph()
    yield Skipped("Chainlit's ask → answer", "no way to drive it without a browser was written yet")


def _against_langgraph() -> Iterator[Result]:
    from benchmarks.langgraph_peer import LangGraphPeer  # noqa: PLC0415 - only where it is installed

    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        desk = runner.run(_entered(Path(folder) / "desk.db"))
        peer = LangGraphPeer(Path(folder) / "graph.db")
        ratio = ratio_of_costs(
            lambda: peer.round_trips(_IN_TURN), lambda: runner.run(_round_trips(desk)), rounds=7, pairs=3
        )
        peer.close()
        runner.run(desk.__aexit__(None, None, None))
    yield Result(_NAME, ratio, at_least(3))


async def _entered(path: Path) -> Desk:
    return await (await open_desk_on(path)).__aenter__()


async def _round_trips(desk: Desk) -> float:
    begun = time.perf_counter()
    for _ in range(_IN_TURN):
        asked = await desk.open(QUESTION)
        waiting = asyncio.create_task(desk.wait(asked.id))
        await desk.answer(asked.id, ANSWER, by=ANNA)
        assert (await waiting).kind == "answered"
    return (time.perf_counter() - begun) / _IN_TURN
