"""Shapes of LangGraph interrupts, and the values a graph resumes with."""

from typing import Any

import pytest

from choice.adapters.langgraph import NotAnswered, parse_interrupt
from choice.models import Answer, Answered, Cancelled, Outcome, TimedOut


def answered(*replies: str | tuple[str]) -> Answered:
    """Return answers: a tuple names an option, a string is free text."""
    return Answered(
        answers=tuple(
            [
                Answer(question_id=f"q{at}", option_ids=(), custom_text=each)
                if isinstance(each, str)
                else Answer(question_id=f"q{at}", option_ids=each)
                for at, each in enumerate(replies, start=1)
            ]
        )
    )


def batched(*allowed: str) -> dict[str, Any]:
    actions = [
        {"name": "drop", "args": {"table": "a"}, "description": "Drop it"},
        {"name": "mail", "args": {}},
    ]
    reviews = [{"action_name": name, "allowed_decisions": list(allowed)} for name in ("drop", "mail")]
    return {"action_requests": actions, "review_configs": reviews}


ALL = ("approve", "edit", "reject", "respond")


@pytest.mark.parametrize(
    ("value", "outcome", "expected"),
    [
        (
            batched(*ALL),
            answered(("allow",), "wait until noon"),
            {"decisions": [{"type": "approve"}, {"type": "respond", "message": "wait until noon"}]},
        ),
        (
            batched("approve", "reject"),
            answered(("deny",), "wait"),
            {
                "decisions": [
                    {"type": "reject", "message": "The person does not allow this."},
                    {"type": "reject", "message": "wait"},
                ]
            },
        ),
        (
            {"type": "tool_approval", "tool_call_id": "c", "name": "drop", "args": {}, "description": ""},
            answered(("allow",)),
            {"type": "approve"},
        ),
        (
            [{"action_request": {"action": "drop", "args": {}}, "config": {"allow_respond": True}}],
            answered("only table b"),
            [{"type": "response", "args": "only table b"}],
        ),
        (
            {"action_request": {"action": "drop", "args": {}}, "config": {}},
            answered(("allow",)),
            [{"type": "accept", "args": None}],
        ),
        (
            {"action_request": {"action": "drop", "args": {}}},
            Cancelled(),
            [{"type": "ignore", "args": None}],
        ),
        ({"question": "Which store?", "options": ["SQLite", "PostgreSQL"]}, answered(("2",)), "PostgreSQL"),
        ("What is it called?", answered("orders"), "orders"),
        ({"anything": 1}, answered("go on"), "go on"),
        (None, answered("go on"), "go on"),
    ],
)
def test_every_shape_of_interrupt_resumes_with_the_value_it_expects(
    value: object, outcome: Outcome, expected: object
) -> None:
    assert parse_interrupt(value).resume_value(outcome) == expected


@pytest.mark.requirement("UP3")
def test_without_an_answer_tools_are_rejected_and_questions_stay_open() -> None:
    (first, second) = parse_interrupt(batched(*ALL)).resume_value(TimedOut())["decisions"]  # type: ignore[index]

    assert first == second
    assert first["type"] == "reject"
    assert "silence is not consent" in first["message"]
    for value in (
        "What is it called?",
        {"question": "Which store?", "options": ["SQLite", "PostgreSQL"]},
        batched("approve", "edit"),
        {"action_request": {"action": "drop", "args": {}}, "config": {"allow_ignore": False}},
    ):
        with pytest.raises(NotAnswered, match="was not answered: timed_out"):
            parse_interrupt(value).resume_value(TimedOut())


def test_a_request_for_one_call_accepts_the_decisions_its_schema_lists() -> None:
    value = {"type": "tool_approval", "tool_call_id": "c", "name": "drop", "args": {}}
    kinds = [{"properties": {"type": {"const": way}}} for way in ALL]
    schema = {"$defs": {str(at): kind for at, kind in enumerate([*kinds, {"properties": {"table": {}}}])}}

    free_text = answered("only table b")

    assert parse_interrupt(value, schema).resume_value(free_text) == {
        "type": "respond",
        "message": "only table b",
    }
    assert parse_interrupt(value, dict).resume_value(free_text) == {
        "type": "reject",
        "message": "only table b",
    }


def test_decisions_that_are_not_allowed_are_not_offered() -> None:
    (question, _) = parse_interrupt(batched("approve", "edit")).form.questions

    assert [option.id for option in question.options] == ["allow"]
    assert not question.allow_free_text


def test_other_values_are_shown_and_answered_with_text() -> None:
    (question,) = parse_interrupt({"rows": [1, 2]}).form.questions

    assert question.selection_mode == "text_input"
    assert question.context == "rows: [1, 2]"
