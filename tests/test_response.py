"""The response of `provide_choice` for each outcome."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.models import (
    Answer,
    Answered,
    Cancelled,
    ChoiceRequest,
    Option,
    Outcome,
    Question,
    Superseded,
    TimedOut,
)
from choice.response import (
    CANCELLED,
    SUPERSEDED,
    TIMED_OUT,
    ProvideChoiceResponse,
    Selection,
    respond,
)

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LABELS = ("Red", "Green", "Blue", "x" * 200)
REQUEST = ChoiceRequest(
    title="Paint",
    question=Question(
        text="Which colours?",
        selection_mode="hybrid",
        options=tuple([Option(id=label[:5].lower(), label=label) for label in LABELS]),
        default_selection_ids=("green", "blue"),
    ),
    use_defaults=True,
)


def answered(*option_ids: str, words: str | None = None, notes: dict[str, str] | None = None) -> Answered:
    answer = Answer(question_id="q1", option_ids=option_ids, custom_text=words, option_notes=notes or {})
    return Answered(answers=(answer,), note="soon", answered_by="ada", surface="web", at=NOON)


@pytest.mark.requirement("PC3")
def test_a_choice_is_returned_with_its_notes() -> None:
    outcome = answered("red", "blue", words="and gold", notes={"red": "warm", "blue": "cold"})

    response = respond(REQUEST, outcome, session_id="s-1")

    assert response.model_dump(mode="json") == {
        "action_status": "selected",
        "selection": {
            "selected_ids": ["red", "blue"],
            "custom_input": "and gold",
            "option_annotations": {"red": "warm", "blue": "cold"},
            "global_annotation": "soon",
            "transport": "web",
            "url": None,
            "summary": "Chosen: Red, Blue, with free text.",
            "session_id": "s-1",
            "answered_by": "ada",
            "answered_at": "2026-01-01T12:00:00+00:00",
            "timed_out_with_defaults": False,
        },
        "advice": None,
        "next": None,
    }
    assert list(response.selection.option_annotations) == ["red", "blue"]


@pytest.mark.requirement("PC3")
@pytest.mark.parametrize(
    ("outcome", "status", "ids", "summary"),
    [
        (answered("red"), "selected", ("red",), "Chosen: Red."),
        (answered(words="Gold"), "custom_input", (), "Answered with free text."),
        (
            answered("red", "green", "blue", "xxxxx"),
            "selected",
            ("red", "green", "blue", "xxxxx"),
            f"Chosen: Red, Green, Blue, {'x' * 200}.",
        ),
        (answered("xxxxx"), "selected", ("xxxxx",), f"Chosen: {'x' * 200}."),
        (Cancelled(note="not now"), "cancelled", (), CANCELLED),
        (Superseded(), "cancelled", (), SUPERSEDED),
        (TimedOut(), "timeout", (), TIMED_OUT),
        (
            TimedOut(used_defaults=True),
            "timeout",
            ("green", "blue"),
            "Nobody answered in time, and no person chose. The default was used: Green, Blue.",
        ),
    ],
)
def test_each_outcome_has_its_status_and_a_summary(
    outcome: Outcome, status: str, ids: tuple[str, ...], summary: str
) -> None:
    response = respond(REQUEST, outcome)

    assert response.action_status == status
    assert response.selection.selected_ids == ids
    assert response.selection.summary == summary


@pytest.mark.requirement("PC3")
def test_a_timeout_that_used_defaults_never_looks_like_an_answer() -> None:
    defaults = Answer(question_id="q1", option_ids=("blue",))

    response = respond(REQUEST, TimedOut(answers=(defaults,), used_defaults=True))

    assert response.action_status == "timeout"
    assert response.selection.selected_ids == ("blue",)
    assert response.selection.timed_out_with_defaults
    assert response.selection.answered_by is None


def test_a_timeout_without_defaults_chooses_nothing() -> None:
    stray = Answer(question_id="q1", option_ids=("blue",))

    response = respond(REQUEST, TimedOut(answers=(stray,)))

    assert response.selection == Selection(summary=TIMED_OUT)


def test_the_reason_of_a_cancellation_is_passed_on() -> None:
    response = respond(REQUEST, Cancelled(note="not now", answered_by="ada", surface="slack"))

    selection = response.selection
    assert (selection.global_annotation, selection.answered_by, selection.transport) == (
        "not now",
        "ada",
        "slack",
    )


@pytest.mark.parametrize(
    ("asked", "given", "surface", "said"),
    [
        ("auto", None, None, None),
        ("terminal", None, None, "terminal"),
        ("terminal", None, "web", "web"),
        ("auto", "terminal", "web", "terminal"),
    ],
)
def test_the_transport_is_where_the_answer_was_given(
    asked: str, given: str | None, surface: str | None, said: str | None
) -> None:
    request = REQUEST.model_copy(update={"transport": asked, "session_id": "s-7"})

    response = respond(request, Cancelled(surface=surface), transport=given)

    assert response.selection.transport == said
    assert response.selection.session_id == "s-7"


TWO_OF_THREE = ChoiceRequest(
    title="Paint",
    question=Question(
        text="Which colours?",
        selection_mode="multi",
        options=[Option(id=each, label=each) for each in ("a", "b", "c")],
        default_selection_ids=("b", "a"),
        max_selections=2,
        allow_free_text=False,
    ),
)


def test_choosing_no_option_is_an_answer_if_none_is_required() -> None:
    question = TWO_OF_THREE.question.model_copy(update={"min_selections": 0})

    response = respond(TWO_OF_THREE.model_copy(update={"question": question}), answered())

    assert (response.action_status, response.selection.summary) == ("selected", "No option was chosen.")


def test_a_timeout_without_defaults_selects_nothing() -> None:
    question = TWO_OF_THREE.question.model_copy(update={"default_selection_ids": ()})

    response = respond(TWO_OF_THREE.model_copy(update={"question": question}), TimedOut(used_defaults=True))

    assert response == respond(TWO_OF_THREE, TimedOut())


@given(
    st.lists(st.sampled_from(REQUEST.question.option_ids), min_size=1),
    st.none() | st.text("ab \n", min_size=1).filter(str.strip),
)
def test_a_response_round_trips_through_json(clicked: list[str], words: str | None) -> None:
    response = respond(REQUEST, answered(*clicked, words=words))

    assert ProvideChoiceResponse.model_validate_json(response.model_dump_json()) == response
