"""State changes of an interaction."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.desk import Asker
from choice.desk.interaction import (
    LONGEST,
    TYPING_LASTS,
    Choose,
    Draft,
    Interaction,
    InteractionClosed,
    seconds,
)
from choice.errors import InvalidRequest, StaleDraft
from choice.models import Answer, Answered, Cancelled, Form, Question, Superseded, TimedOut
from choice.testing.manual_clock import NOON

FORM = Form(questions=(Question(text="Tea?", options=["Yes", "No"], default_selection_ids=("1",)),))
MINUTE = timedelta(minutes=1)
OUTCOMES = (Answered(answers=()), Cancelled(), TimedOut(), Superseded())


def asked(**changes: object) -> Interaction:
    given: dict[str, object] = {"deadline": NOON + 5 * MINUTE, "form": FORM, **changes}
    return Interaction(id="i1", asked_by=Asker(), asked_at=NOON, **given)  # type: ignore[arg-type] # by name


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("first", OUTCOMES, ids=lambda one: one.kind)
@pytest.mark.parametrize("second", OUTCOMES, ids=lambda one: one.kind)
def test_the_first_outcome_is_final(first: Answered, second: Answered) -> None:
    ended = asked().ended(first, NOON)

    with pytest.raises(InteractionClosed) as caught:
        ended.ended(second, NOON)

    assert caught.value.ended_as == first.kind
    assert ended.state == first.kind


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize(
    "change",
    [
        lambda one: one.extended(MINUTE, NOON),
        lambda one: one.snoozed(MINUTE, NOON),
        lambda one: one.typed_in(NOON),
        lambda one: one.revised(FORM),
        lambda one: one.drafted(Choose(Answer(question_id="q1"))),
    ],
)
def test_an_ended_interaction_cannot_be_changed(change: object) -> None:
    ended = asked().ended(Cancelled(), NOON)

    with pytest.raises(InteractionClosed):
        change(ended)  # type: ignore[operator] # one of the above


def test_an_answer_exactly_at_the_deadline_is_late() -> None:
    deadline = asked().deadline

    assert not asked().is_overdue(deadline - timedelta(microseconds=1))
    assert asked().is_overdue(deadline)


@pytest.mark.requirement("UP3")
def test_the_outcome_of_a_timeout_depends_on_the_policy() -> None:
    defaults = (Answer(question_id="q1", option_ids=("1",)),)

    assert asked().timed_out() == TimedOut(policy="fail")
    assert asked(policy="wait").timed_out() == TimedOut(policy="wait")
    expected = TimedOut(answers=defaults, used_defaults=True, policy="use_defaults")
    assert asked(policy="use_defaults").timed_out() == expected


@pytest.mark.requirement("UP3")
def test_typing_pauses_the_countdown() -> None:
    later = NOON + 2 * MINUTE
    typing = asked().typed_in(later)
    still_typing = typing.typed_in(later + timedelta(seconds=5))

    assert typing.remaining(later + timedelta(seconds=5)) == 3 * MINUTE
    assert still_typing.remaining(later + timedelta(seconds=8)) == 3 * MINUTE
    assert still_typing.deadline == later + timedelta(seconds=5) + TYPING_LASTS + 3 * MINUTE


@pytest.mark.requirement("UP3")
def test_a_snoozed_interaction_returns_with_its_remaining_time() -> None:
    snoozed = asked().snoozed(60 * MINUTE, NOON + MINUTE)

    assert snoozed.is_snoozed(NOON + 60 * MINUTE)
    assert not snoozed.is_snoozed(NOON + 61 * MINUTE)
    assert snoozed.remaining(NOON + 61 * MINUTE) == 4 * MINUTE


@pytest.mark.requirement("PC7")
@given(st.lists(st.sampled_from(["extend", "snooze", "type"]), max_size=30), st.integers(1, 30 * 86400))
def test_no_extension_keeps_an_interaction_open_longer_than_thirty_days(steps: list[str], span: int) -> None:
    one, now = asked(), NOON
    for step in steps:
        match step:
            case "extend":
                one = one.extended(seconds(span), now)
            case "snooze":
                one = one.snoozed(seconds(span), now)
            case _:
                one = one.typed_in(now)
        now += timedelta(seconds=7)

    assert one.deadline <= NOON + LONGEST


@pytest.mark.parametrize(
    "amount", [0, -1, 0.5, float("nan"), float("inf"), 1e308, 2**63, 30 * 86400 + 1, True, "5", None]
)
def test_an_invalid_timeout_is_rejected(amount: float) -> None:
    with pytest.raises(InvalidRequest) as caught:
        seconds(amount)

    assert caught.value.field == "timeout"


def test_a_revision_has_another_version_and_an_empty_draft() -> None:
    drafted = asked().drafted(Choose(Answer(question_id="q1", option_ids=("2",))))

    revised = drafted.revised(Form(questions=(Question(text="Coffee?", options=["Yes", "No"]),)))

    assert revised.version != drafted.version
    assert revised.draft == Draft(step=2)


def test_a_change_to_a_stale_draft_is_rejected() -> None:
    step = Choose(Answer(question_id="q1", option_ids=("2",)))
    drafted = asked().drafted(step, seen=0)

    with pytest.raises(StaleDraft) as caught:
        drafted.drafted(step, seen=0)

    assert (caught.value.shown, caught.value.current) == (0, 1)


@pytest.mark.parametrize("span", [timedelta(0), timedelta(days=31)])
def test_an_invalid_time_to_extend_or_snooze_is_rejected(
    span: timedelta,
) -> None:
    with pytest.raises(InvalidRequest):
        asked().extended(span, NOON)
    with pytest.raises(InvalidRequest):
        asked().snoozed(span, NOON)
