"""Ask → answer → outcome against LangGraph, which is durable, and Chainlit, which is not (wall time)."""

import asyncio
import importlib.util
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.desk_sample import ANNA, ANSWER, QUESTION, journal_mode_of, open_desk_on
from benchmarks.measuring import Cost, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_least
from choice.desk import Desk

_LANGGRAPH = "LangGraph's interrupt → resume on SQLite ({}) / ask → answer → outcome on SQLite"
_CHAINLIT = "Chainlit's ask → answer, in memory and without its socket / ask → answer → outcome on SQLite"
_IN_TURN = 10


def results() -> Iterator[Result | Skipped]:
    """Compare each installed peer with a desk on SQLite."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        desk = runner.run(_entered(Path(folder) / "desk.db"))
        try:
            yield from _against_langgraph(runner, desk, Path(folder))
            yield from _against_chainlit(runner, desk)
        finally:
            runner.run(desk.__aexit__(None, None, None))


def _against_langgraph(runner: asyncio.Runner, desk: Desk, folder: Path) -> Iterator[Result | Skipped]:
    """Compare with LangGraph's default write-ahead log and with the desk's journal mode."""
    # Check the package first: find_spec raises if a parent package is missing.
    if not importlib.util.find_spec("langgraph") or not importlib.util.find_spec(
        "langgraph.checkpoint.sqlite"
    ):
        reason = "langgraph-checkpoint-sqlite is not installed: pip install -e .[bench]"
        yield Skipped(_LANGGRAPH.format("default settings"), reason)
        return
    from benchmarks.langgraph_peer import LangGraphPeer  # noqa: PLC0415 - only where it is installed

    ours = runner.run(journal_mode_of(desk))
    for name, mode in (("default settings", "wal"), ("the desk's journal mode", ours)):
        peer = LangGraphPeer(folder / f"{name}.db", mode)
        theirs: Cost = lambda peer=peer: peer.round_trips(_IN_TURN)  # type: ignore[misc]  # noqa: E731 - a cost has no arguments
        ratio = ratio_of_costs(theirs, lambda: runner.run(_round_trips(desk)), rounds=7, pairs=3)
        peer.close()
        # The limit is for the same journal mode: a write-ahead log is safe only from SQLite 3.51.3 on.
        yield Result(_LANGGRAPH.format(name), ratio, at_least(3) if mode == ours else None)


def _against_chainlit(runner: asyncio.Runner, desk: Desk) -> Iterator[Result | Skipped]:
    """Compare with Chainlit, for information: it stores nothing."""
    if not importlib.util.find_spec("chainlit"):
        yield Skipped(_CHAINLIT, "chainlit is not installed: pip install chainlit")
        return
    from benchmarks.chainlit_peer import ChainlitPeer  # noqa: PLC0415 - only where it is installed

    peer = ChainlitPeer()
    ratio = ratio_of_costs(
        lambda: runner.run(peer.round_trips(_IN_TURN)),
        lambda: runner.run(_round_trips(desk)),
        rounds=7,
        pairs=3,
    )
    yield Result(_CHAINLIT, ratio)


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
