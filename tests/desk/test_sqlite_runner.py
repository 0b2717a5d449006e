"""Pending units share one commit and fail independently."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from choice.desk.sql.schema import facts
from choice.desk.sql.transaction import Transaction
from choice.desk.sqlite.file import SqliteFile
from choice.desk.sqlite.store import SqliteRunner, create_sqlite_file
from choice.testing import ManualClock


class Steps:
    """Records the steps of the store, and can block it."""

    def __init__(self) -> None:
        self.reached: list[str] = []
        self.arrived = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()

    def __call__(self, name: str) -> None:
        self.reached.append(name)
        self.arrived.set()
        self.may_go_on.wait(10)


async def started(folder: Path, steps: Steps) -> SqliteRunner:
    create_sqlite_file(folder / "desk.db")
    runner = SqliteRunner(SqliteFile(folder / "desk.db"), ManualClock(), most_open=2, step=steps)
    await runner.start()
    return runner


def noting(name: str) -> Callable[[Transaction], str]:
    def unit(tx: Transaction) -> str:
        tx.connection.execute(facts.insert().values(name=name, value="x"))
        if name == "bad":
            raise ZeroDivisionError
        return name

    return unit


async def test_pending_units_share_one_commit(tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    steps.may_go_on.clear()
    first = asyncio.ensure_future(runner.write(noting("first")))
    await asyncio.sleep(0)
    rest = [asyncio.ensure_future(runner.write(noting(f"{n}"))) for n in range(20)]
    await asyncio.sleep(0)
    steps.may_go_on.set()

    assert await first == "first"
    assert await asyncio.gather(*rest) == [f"{n}" for n in range(20)]
    assert steps.reached.count("committed") <= 3
    await runner.close()


async def test_a_failing_unit_does_not_affect_the_others(tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    units = [runner.write(noting(name)) for name in ("one", "bad", "two")]

    results = await asyncio.gather(*units, return_exceptions=True)

    kept = await runner.read(lambda one: one.execute(facts.select()).scalars().all())
    assert [type(result) for result in results] == [str, ZeroDivisionError, str]
    assert sorted(kept) == ["one", "two"]
    await runner.close()


async def test_a_cancelled_unit_is_atomic(tmp_path: Path) -> None:
    runner = await started(tmp_path, Steps())
    leaving = asyncio.ensure_future(runner.write(noting("left")))
    await asyncio.sleep(0)
    leaving.cancel()

    staying = await runner.write(noting("stayed"))

    assert staying == "stayed"
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await runner.close()


async def test_units_of_a_transaction_that_was_rolled_back_all_fail(tmp_path: Path) -> None:
    def giving_up(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("ROLLBACK")
        raise ZeroDivisionError

    steps = Steps()
    runner = await started(tmp_path, steps)
    steps.may_go_on.clear()
    steps.arrived.clear()
    first = asyncio.ensure_future(runner.write(noting("first")))
    await asyncio.to_thread(steps.arrived.wait, 10)
    # The first failure has each done for itself; then the second takes the transaction away from all.
    rest = [asyncio.ensure_future(runner.write(unit)) for unit in (noting("bad"), giving_up, noting("good"))]
    await asyncio.sleep(0)
    steps.may_go_on.set()
    results = await asyncio.gather(*rest, return_exceptions=True)

    assert await first == "first"
    assert [type(result) for result in results] == [ZeroDivisionError] * 3
    kept = await runner.read(lambda connection: connection.execute(facts.select()).all())
    assert not {"bad", "good"} & {row.name for row in kept}
    await runner.close()
