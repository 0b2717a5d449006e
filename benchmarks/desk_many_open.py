"""Cost of many open interactions: memory per waiter, start-up time, and time of an answer."""

import asyncio
import gc
import random
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

from benchmarks.desk_sample import ANNA, ANSWER, QUESTION, filled, open_desk_on
from benchmarks.measuring import Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_most
from choice.desk import Desk

_MANY = 100_000
_FEW = 1_100
"""A hundred are left at the end; the others are answered during the measurement."""
_WAITING = 5_000
_IN_TURN = 20
_BYTES = 2048
_START_UP_SECONDS = 2.0


def results() -> Iterator[Result]:
    """Measure memory, start-up and answers."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        many, few = Path(folder) / "many.db", Path(folder) / "few.db"
        ids = runner.run(filled(many, _MANY))
        memory = ratio_of_costs(
            lambda: runner.run(_bytes_per_waiter(many, ids)), lambda: _BYTES, rounds=3, pairs=1
        )
        yield Result("memory per open interaction with a waiter / 2 KB", memory, at_most(1))
        start_up = ratio_of_costs(
            lambda: runner.run(_start_up(many)), lambda: _START_UP_SECONDS, rounds=5, pairs=3
        )
        yield Result(f"start-up with {_MANY} open / 2 s", start_up, at_most(1))
        yield Result(f"answer with {_MANY} open / with 100", _answers(runner, many, ids, few), at_most(1.3))


async def _bytes_per_waiter(path: Path, ids: list[str]) -> float:
    async with await open_desk_on(path) as desk:
        warm = asyncio.create_task(desk.wait(ids[-1]))
        await _all_wait(desk)
        gc.collect()
        tracemalloc.start()
        waiting = [asyncio.create_task(desk.wait(each)) for each in ids[:_WAITING]]
        await _all_wait(desk)
        gc.collect()
        used, _peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        for task in (warm, *waiting):
            task.cancel()
        await asyncio.gather(warm, *waiting, return_exceptions=True)
    return used / _WAITING


async def _all_wait(desk: Desk) -> None:
    """Wait until every started task has read its interaction and the store has released it."""
    await asyncio.sleep(0)
    await desk.collect()
    await desk.collect()


async def _start_up(path: Path) -> float:
    begun = time.perf_counter()
    async with await open_desk_on(path):
        return time.perf_counter() - begun


def _answers(runner: asyncio.Runner, many: Path, many_ids: list[str], few: Path) -> Ratio:
    few_ids = runner.run(filled(few, _FEW))
    first = runner.run(_entered(many))
    second = runner.run(_entered(few))
    for ids in (many_ids, few_ids):
        random.Random(1).shuffle(ids)
    ratio = ratio_of_costs(
        lambda: runner.run(_answer(first, many_ids)),
        lambda: runner.run(_answer(second, few_ids)),
        rounds=5,
        pairs=2,
    )
    for desk in (first, second):
        runner.run(desk.__aexit__(None, None, None))
    return ratio


async def _entered(path: Path) -> Desk:
    return await (await open_desk_on(path)).__aenter__()


async def _answer(desk: Desk, ids: list[str]) -> float:
    """Return the mean time of an answer, in seconds."""
    while len(ids) < _IN_TURN:  # More rounds than expected were needed.
        ids.append((await desk.open(QUESTION)).id)
    chosen = [ids.pop() for _ in range(_IN_TURN)]
    begun = time.perf_counter()
    for each in chosen:
        await desk.answer(each, ANSWER, by=ANNA)
    return (time.perf_counter() - begun) / _IN_TURN
