"""Decisions that share a commit succeed or fail independently."""

import asyncio
from pathlib import Path

import pytest

from choice.desk import Interaction, new_id, verify_log
from choice.desk.asking import opening
from choice.desk.log import Note, Verified, answers_body
from choice.desk.sql.store import SqlStore
from choice.desk.sql.transaction import Transaction
from choice.desk.sqlite.file import sqlite3
from choice.desk.sqlite.store import SqliteRunner
from choice.desk.store import Decided, Decision, Refused
from choice.errors import ChoiceError, StoreBusy, StoreError
from choice.models import Answer, Answered, Question
from choice.testing.manual_clock import NOON
from tests.desk.test_sqlite_file import running
from tests.desk.test_sqlite_runner import Steps, noting, started

TEA = Answer(question_id="q1", option_ids=("1",))
UNREADABLE = "\ud800"
"""A lone surrogate, which no database can store."""


def refusing(path: Path, how: str) -> None:
    """Make the database reject one decision."""
    with sqlite3.connect(path) as other:
        other.execute(
            "CREATE TRIGGER refuse BEFORE UPDATE ON interactions WHEN NEW.decision_key = 'bad'"
            f" BEGIN SELECT RAISE({how}, 'refused'); END"
        )


async def asked(runner: SqliteRunner, times: int) -> list[Interaction]:
    question = Question(text="Tea?", options=["Yes", "No"])
    store = SqlStore(runner)
    return [(await store.open(opening(question, {}, new_id(), NOON))).interaction for _ in range(times)]


def decision(interaction: Interaction, key: str) -> Decision:
    return Decision(
        interaction_id=interaction.id,
        tenant=interaction.asked_by.tenant,
        outcome=Answered(answers=(TEA,), answered_by="anna"),
        key=key,
        note=Note(kind="answered", actor="anna", body=answers_body(interaction.form, (TEA,), None)),
    )


async def decided_in_one_commit(
    runner: SqliteRunner, steps: Steps, decisions: list[Decision]
) -> list[object]:
    """Submit decisions while the store is blocked, so that they share a commit."""
    steps.may_go_on.clear()
    steps.arrived.clear()
    steps.reached.clear()
    first = asyncio.ensure_future(runner.write(lambda _tx: None))
    await asyncio.to_thread(steps.arrived.wait, 10)
    deciding = [asyncio.ensure_future(runner.decide(one)) for one in decisions]
    await asyncio.sleep(0)
    steps.may_go_on.set()
    await first
    return list(await asyncio.gather(*deciding, return_exceptions=True))


@pytest.mark.parametrize("bad", ["bad", UNREADABLE])
async def test_a_failing_decision_does_not_affect_the_others(bad: str, tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    refusing(tmp_path / "desk.db", "ABORT")
    one, two, three = await asked(runner, 3)

    verdicts = await decided_in_one_commit(
        runner, steps, [decision(one, "k1"), decision(two, bad), decision(three, "k3")]
    )
    commits = steps.reached.count("committed")

    states = {each.id: each.state for each in await runner.load_many([one.id, two.id, three.id])}
    assert [isinstance(verdict, Decided) for verdict in verdicts] == [True, False, True]
    assert isinstance(verdicts[1], ChoiceError | UnicodeEncodeError)
    assert states == {one.id: "answered", two.id: "open", three.id: "answered"}
    assert commits == 2
    verified = await verify_log(SqlStore(runner))
    assert isinstance(verified, Verified)
    assert verified.records == 5
    await runner.close()


async def test_decisions_in_one_commit_are_accepted_or_rejected_independently(tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    everything = await asked(runner, 86)  # more than the largest statement takes, and some over
    too_late, wrong_version = everything[3], everything[80]
    await runner.decide(decision(too_late, "first"))
    decisions = [decision(each, f"k{number}") for number, each in enumerate(everything)]
    decisions[80] = decisions[80]._replace(version="another")

    verdicts = await decided_in_one_commit(runner, steps, decisions)

    refused = [
        each for each, verdict in zip(everything, verdicts, strict=True) if isinstance(verdict, Refused)
    ]
    assert [each.id for each in refused] == [too_late.id, wrong_version.id]
    assert steps.reached.count("committed") == 2
    kept = {each.id: each.decision_key for each in await runner.load_many([each.id for each in everything])}
    wanted = {each.id: f"k{number}" for number, each in enumerate(everything)}
    assert kept == wanted | {too_late.id: "first", wrong_version.id: None}
    verified = await verify_log(SqlStore(runner))
    assert isinstance(verified, Verified)
    assert verified.records == 86 + 85 + 1  # asked, ended, and let in from the queue
    await runner.close()


async def test_of_two_decisions_on_one_interaction_in_one_commit_the_first_wins(tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    *others, contested = await asked(runner, 5)
    decisions = [decision(contested, "k1"), *[decision(each, each.id) for each in others]]

    verdicts = await decided_in_one_commit(runner, steps, [*decisions, decision(contested, "k2")])

    assert [isinstance(verdict, Decided) for verdict in verdicts] == [True] * 5 + [False]
    assert [each.decision_key for each in await runner.load_many([contested.id])] == ["k1"]
    await runner.close()


async def test_a_transaction_that_sqlite_rolls_back_fails_all_its_decisions(tmp_path: Path) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    refusing(tmp_path / "desk.db", "ROLLBACK")
    one, two = await asked(runner, 2)

    verdicts = await decided_in_one_commit(runner, steps, [decision(one, "k1"), decision(two, "bad")])
    again = await runner.decide(decision(one, "k1"))

    assert [type(verdict) for verdict in verdicts] == [StoreError, StoreError]
    assert isinstance(again, Decided)
    assert isinstance(await verify_log(SqlStore(runner)), Verified)
    await runner.close()


async def test_a_unit_that_ends_the_transaction_fails_all_units_in_it(tmp_path: Path) -> None:
    def ending(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("ROLLBACK")
        raise ZeroDivisionError

    runner = await started(tmp_path, Steps())

    results = await asyncio.gather(runner.write(noting("one")), runner.write(ending), return_exceptions=True)

    assert isinstance(results[1], ZeroDivisionError)
    assert await runner.write(noting("two")) == "two"
    await runner.close()


async def test_a_decision_on_a_locked_file_is_busy_and_can_be_retried(tmp_path: Path) -> None:
    runner = await started(tmp_path, Steps())
    [one] = await asked(runner, 1)
    await runner.close()
    async with running(tmp_path / "desk.db", busy_seconds=0.05) as runner:
        holder = sqlite3.connect(tmp_path / "desk.db", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            await runner.decide(decision(one, "k"))
        holder.execute("ROLLBACK")
        holder.close()

        assert isinstance(await runner.decide(decision(one, "k")), Decided)


async def test_a_failing_read_does_not_affect_other_reads(tmp_path: Path) -> None:
    runner = await started(tmp_path, Steps())

    looking = [
        runner.read(lambda one: one.exec_driver_sql("SELECT 1").scalar_one()),
        runner.read(lambda one: one.exec_driver_sql("SELECT nothing").scalar_one()),
    ]
    found = await asyncio.gather(*looking, return_exceptions=True)

    assert found[0] == 1
    assert isinstance(found[1], StoreError)
    await runner.close()


async def test_waiters_are_resolved_before_the_caller_and_even_if_the_caller_was_cancelled(
    tmp_path: Path,
) -> None:
    steps = Steps()
    runner = await started(tmp_path, steps)
    one, other = await asked(runner, 2)
    heard: list[str] = []
    decisions = [
        decision(each, "k")._replace(on_commit=lambda name, _outcome: heard.append(name))
        for each in (one, other)
    ]
    steps.may_go_on.clear()
    steps.arrived.clear()
    gone = runner.decide(decisions[0])
    await asyncio.to_thread(steps.arrived.wait, 10)
    gone.cancel()
    steps.may_go_on.set()

    deciding = runner.decide(decisions[1])
    deciding.add_done_callback(lambda _done: heard.append("who decided"))
    await deciding

    assert heard == [one.id, other.id, "who decided"]
    await runner.close()
