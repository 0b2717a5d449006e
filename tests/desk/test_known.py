"""What was looked at lately is known, and no more than fits."""

from choice.desk.interaction import Interaction
from choice.desk.known import Known
from choice.desk.people import Asker
from choice.models import Form, Question
from choice.testing.manual_clock import NOON

FORM = Form(questions=(Question(text="Tea?", options=["Yes"]),))


def test_the_one_that_was_not_looked_at_for_longest_is_forgotten_first() -> None:
    known = Known()
    for number in range(1025):
        known.remember(
            Interaction(id=f"i{number}", form=FORM, asked_by=Asker(), asked_at=NOON, deadline=NOON)
        )

    assert known.get("i0", "local") is None
    assert known.get("i1", "local") is not None
    assert known.get("i1024", "local") is not None
    assert known.get("i1024", "other") is None


def test_only_what_can_be_trusted_and_was_not_forgotten_is_taken_for_open() -> None:
    known = Known()
    one, other = (
        Interaction(id=name, form=FORM, asked_by=Asker(), asked_at=NOON, deadline=NOON)
        for name in ("i1", "i2")
    )
    known.remember(one)
    known.remember(other)

    known.trust("i1")

    assert known.still_open("i1", "local") == one
    assert known.still_open("i1", "other") is None
    assert known.still_open("i2", "local") is None
    known.forget("i1")
    known.remember(one)
    assert known.still_open("i1", "local") is None
