"""The history checker detects each kind of broken guarantee."""

import pytest

from tests.faults.history import History, Result

ANSWERED: Result = ("answered", "a")


def history(*acknowledged: Result, observed: tuple[Result, ...] = ()) -> History:
    """Return a history with one question whose opening was acknowledged."""
    made = History()
    asked = made.begin("k")
    asked.ids.add("1")
    asked.acknowledged.extend(acknowledged)
    asked.observed.update(observed)
    return made


def test_a_consistent_history_has_no_problems() -> None:
    made = history(ANSWERED, ANSWERED, observed=(ANSWERED,))

    assert made.problems({"k": [("1", ANSWERED)]}) == []


def test_a_question_without_acknowledgement_may_be_missing() -> None:
    made = History()
    made.begin("k")

    assert made.problems({}) == []


@pytest.mark.parametrize(
    ("made", "stored", "problem"),
    [
        (history(), {}, "is not stored"),
        (history(), {"k": [("1", ANSWERED), ("2", ANSWERED)]}, "was asked once"),
        (history(), {"k": [("1", ("open", None))]}, "still open"),
        (history(ANSWERED), {"k": [("1", ("answered", "b"))]}, "clients were told"),
        (history(ANSWERED), {"k": [("1", ("timed_out", None))]}, "clients were told"),
        (history(observed=(ANSWERED, ("cancelled", None))), {"k": [("1", ANSWERED)]}, "clients were told"),
        (history(ANSWERED, ("answered", "b")), {"k": [("1", ANSWERED)]}, "several acknowledged"),
        (history(), {"k": [("1", ANSWERED)], "x": [("2", ANSWERED)]}, "no client asked it"),
    ],
)
def test_a_broken_guarantee_is_reported(
    made: History, stored: dict[str, list[tuple[str, Result]]], problem: str
) -> None:
    assert any(problem in one for one in made.problems(stored))
