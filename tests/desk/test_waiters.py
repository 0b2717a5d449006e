"""Futures of waiters are resolved once, and may be cancelled at any time."""

from choice.desk.change_bus import Waiters
from choice.errors import StoreClosed
from choice.models import Cancelled


async def test_cancelled_waiters_are_skipped_when_an_outcome_arrives() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    leaving.cancel()

    waiters.resolve("i1", Cancelled())

    assert staying.result() == Cancelled()
    waiters.remove("i1", leaving)
    assert "i1" not in waiters


async def test_cancelled_waiters_are_skipped_when_the_desk_closes() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    leaving.cancel()

    waiters.fail_all(StoreClosed("desk", "closed."))

    assert isinstance(staying.exception(), StoreClosed)


async def test_removing_a_waiter_does_not_affect_the_others() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    waiters.remove("i1", leaving)
    waiters.remove("i1", leaving)

    waiters.resolve("i1", Cancelled())

    assert staying.done()
    assert not leaving.done()
