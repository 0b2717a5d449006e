"""Errors state what is wrong, have the facts as attributes, and are short."""

import pytest

from choice.errors import (
    ChoiceError,
    InvalidAnswer,
    InvalidRequest,
    KeyConflict,
    NotAllowed,
    StaleDraft,
    StaleVersion,
    UnknownDialect,
    UnknownInteraction,
    UnknownOption,
    UnknownQuestion,
    UnreadableJson,
    WrongCount,
)

HUGE = "x" * 1_000_000
MANY = [f"option-{number}" for number in range(100)]


def test_an_invalid_request_carries_field_rule_and_example() -> None:
    error = InvalidRequest("title", "is required.", {"title": "Paint", "options": [{"id": "red"}]})

    assert str(error) == "title: is required."
    assert (error.field, error.rule) == ("title", "is required.")
    assert error.example == {"title": "Paint", "options": [{"id": "red"}]}


def test_an_unknown_option_says_what_is_offered() -> None:
    error = UnknownOption("q1", "pink", ["red", "blue"])

    assert str(error) == "option_ids: question 'q1' has no option 'pink'. Its options: 'red', 'blue'."
    assert (error.question_id, error.option_id, error.known) == ("q1", "pink", ("red", "blue"))


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [(1, 1, "requires exactly 1 option, not 3."), (0, 2, "requires 0 to 2 options, not 3.")],
)
def test_a_wrong_count_says_how_many_are_right(least: int, most: int, said: str) -> None:
    error = WrongCount("q1", 3, least, most)

    assert str(error).endswith(said)
    assert (error.question_id, error.chosen, error.least, error.most) == ("q1", 3, least, most)


@pytest.mark.parametrize(
    "error",
    [
        UnknownQuestion(HUGE, MANY),
        UnknownOption(HUGE, HUGE, MANY),
        UnknownOption("q1", "a", [HUGE] * 100),
        UnknownDialect(HUGE, MANY),
        WrongCount(HUGE, 1, 2, 3),
        UnknownInteraction(HUGE),
        NotAllowed(HUGE, "answer"),
        StaleVersion(HUGE, HUGE, HUGE),
        StaleDraft(HUGE, 1, 2),
        KeyConflict(HUGE, HUGE),
    ],
    ids=lambda error: type(error).__name__,
)
def test_error_messages_have_a_bounded_length(error: ChoiceError) -> None:
    assert len(str(error)) <= 700


def test_names_beyond_the_first_few_are_counted() -> None:
    assert str(UnknownDialect("x", MANY)).endswith("'option-9' and 90 more.")
    assert str(UnknownDialect("x", [])) == "Unknown dialect 'x'. Known dialects: none."


def test_a_lone_surrogate_in_a_name_is_escaped() -> None:
    assert str(UnknownQuestion("\ud800", ["q1"])).encode()


@pytest.mark.parametrize(
    "error", [UnknownQuestion("q9", ["q1"]), UnknownOption("q1", "x", ["a"]), WrongCount("q1", 0, 1, 1)]
)
def test_errors_of_answers_derive_from_invalid_answer(error: ChoiceError) -> None:
    assert isinstance(error, InvalidAnswer)


def test_unreadable_json_states_the_rule() -> None:
    assert str(UnreadableJson("must be UTF-8.")) == "The text must be UTF-8."
