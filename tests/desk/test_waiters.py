"""Whoever waits is woken once, and may leave at any time."""

from choice.answers import Cancelled
from choice.desk.changes import Waiters
from choice.errors import StoreClosed


async def test_those_who_left_are_neither_woken_nor_told() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    leaving.cancel()

    waiters.wake("i1", Cancelled())

    assert staying.result() == Cancelled()
    waiters.remove("i1", leaving)
    assert waiters.among(["i1"]) == []


async def test_those_who_left_do_not_hear_that_the_desk_closes() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    leaving.cancel()

    waiters.give_up(StoreClosed("desk", "closed."))

    assert isinstance(staying.exception(), StoreClosed)


async def test_one_who_leaves_does_not_take_the_others_along() -> None:
    waiters = Waiters()
    leaving, staying = waiters.add("i1"), waiters.add("i1")
    waiters.remove("i1", leaving)
    waiters.remove("i1", leaving)

    waiters.wake("i1", Cancelled())

    assert staying.done()
    assert not leaving.done()
