"""Models of options, questions and forms reject unanswerable questions."""

from collections.abc import Iterable
from itertools import repeat

import pytest
from pydantic import ValidationError

from choice.models import (
    PRESENTATION,
    RUN_URL,
    ChoiceRequest,
    Form,
    Option,
    Question,
    SelectionMode,
    askable,
    default_limits,
    presentation_of,
    run_url_of,
)


def question(**fields: object) -> Question:
    return Question.model_validate({"text": "Which?", **fields})


@pytest.mark.parametrize("options", [["Red", "Green"], ("Red", "Green"), iter(["Red", "Green"])])
def test_options_may_be_plain_labels_and_are_numbered(options: Iterable[str]) -> None:
    asked = question(selection_mode="multi", options=options)

    assert asked.options == (Option(id="1", label="Red"), Option(id="2", label="Green"))
    assert (asked.min_selections, asked.max_selections) == (1, 2)


def test_an_option_is_found_by_its_id() -> None:
    asked = question(options=[Option(id="r", label="Red"), Option(id="g", label="Green")])

    assert asked.option_ids == ("r", "g")
    assert asked.option("g") == Option(id="g", label="Green")
    assert asked.option("b") is None


@pytest.mark.parametrize(
    ("mode", "options", "limits"),
    [
        ("single", 3, (1, 1)),
        ("single", 0, (0, 0)),
        ("multi", 3, (1, 3)),
        ("hybrid", 3, (0, 3)),
        ("text_input", 0, (0, 0)),
    ],
)
def test_limits_follow_from_the_mode(mode: SelectionMode, options: int, limits: tuple[int, int]) -> None:
    assert default_limits(mode, options) == limits


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"options": [Option(id="a", label="A"), Option(id="a", label="B")]}, "same id"),
        ({"options": []}, "at least one"),
        ({"options": "Red"}, "tuple"),
        ({"options": {"a": "A"}}, "tuple"),
        ({"options": 3}, "tuple"),
        ({"options": b"Red"}, "tuple"),
        ({"options": repeat(Option(id="a", label="A"))}, "at most 100"),
        ({"selection_mode": "text_input", "options": ["Red"]}, "no options"),
        ({"selection_mode": "text_input", "allow_free_text": False}, "allow_free_text"),
        ({"selection_mode": "hybrid", "options": ["Red"], "allow_free_text": False}, "allow_free_text"),
        ({"selection_mode": "multi", "options": ["Red", "Green"], "min_selections": 3}, "min_selections"),
        ({"selection_mode": "multi", "options": ["Red", "Green"], "max_selections": 3}, "max_selections"),
        ({"options": ["Red", "Green"], "max_selections": 2}, "single requires"),
        ({"options": ["Red"], "default_selection_ids": ["9"]}, "defaults"),
        ({"options": ["Red", "Green"], "default_selection_ids": ["1", "2"]}, "defaults"),
        ({"options": [f"Option {number}" for number in range(101)]}, "at most 100"),
        ({"options": ["x" * 201]}, "200 characters"),
        ({"text": "", "options": ["Red"]}, "text"),
        ({"options": ["Red"], "mood": "good"}, "mood"),
    ],
)
def test_an_unanswerable_question_is_rejected(fields: dict[str, object], reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        question(**fields)


def test_only_an_object_makes_a_question() -> None:
    with pytest.raises(ValidationError):
        Question.model_validate(["Which?"])


def test_a_question_is_found_in_its_form() -> None:
    first, second = question(options=["A"]), question(id="q2", selection_mode="text_input")
    form = Form(questions=(first, second))

    assert form.question("q2") == second
    assert form.question("q3") is None


def test_two_questions_of_a_form_cannot_have_the_same_id() -> None:
    with pytest.raises(ValidationError, match="same id"):
        Form.model_validate({"questions": [question(options=["A"]), question(options=["B"])]})


@pytest.mark.parametrize("count", [0, 21])
def test_a_form_has_one_to_twenty_questions(count: int) -> None:
    questions = [question(id=f"q{number}", selection_mode="text_input") for number in range(count)]

    with pytest.raises(ValidationError, match="item"):
        Form.model_validate({"questions": questions})


def test_absent_values_are_null_or_empty_in_the_json_of_a_form_never_missing() -> None:
    form = Form(questions=(question(options=["Red"]),))

    assert form.model_dump(mode="json") == {
        "title": None,
        "context": None,
        "questions": [
            {
                "id": "q1",
                "text": "Which?",
                "context": None,
                "category": None,
                "selection_mode": "single",
                "options": [
                    {
                        "id": "1",
                        "label": "Red",
                        "description": None,
                        "value": None,
                        "recommended": False,
                        "preview": None,
                        "danger": False,
                    }
                ],
                "default_selection_ids": [],
                "min_selections": 1,
                "max_selections": 1,
                "allow_free_text": True,
                "placeholder": None,
                "weight": "normal",
                "metadata": {},
            }
        ],
    }
    assert Form.model_validate_json(form.model_dump_json()) == form


def test_a_request_is_a_form_of_one_question() -> None:
    request = ChoiceRequest(title="Paint", question=question(options=["Red"]))

    assert request.form == Form(title="Paint", questions=(request.question,))


def test_questions_are_immutable() -> None:
    asked = question(options=["Red"])

    with pytest.raises(ValidationError, match="frozen"):
        asked.text = "Whose?"


def test_validation_stops_at_the_first_invalid_entries() -> None:
    with pytest.raises(ValidationError) as caught:
        Form.model_validate({"questions": [{}] * 1000})

    assert caught.value.error_count() < 5


def test_only_the_switches_that_the_asker_has_set_are_returned() -> None:
    given = {"single_submit_mode": True, "show_placeholder": "yes", "unknown": True}
    form = Form(questions=(question(options=["A", "B"], metadata={PRESENTATION: given}),))

    assert presentation_of(form) == {"single_submit_mode": True}
    assert (
        presentation_of(Form(questions=(question(options=["A", "B"], metadata={PRESENTATION: "odd"}),))) == {}
    )


def test_the_link_to_the_run_is_that_of_the_first_question() -> None:
    form = Form(questions=(question(options=["A", "B"], metadata={RUN_URL: "https://ci.example.org/1"}),))

    assert run_url_of(form) == "https://ci.example.org/1"
    assert run_url_of(Form(questions=(question(options=["A", "B"], metadata={RUN_URL: 5}),))) is None


def test_a_text_without_options_asks_for_free_text() -> None:
    made = question(options=["A", "B"])

    assert askable(made) is made
    asked = askable("Why?")
    assert isinstance(asked, Question)
    assert asked.selection_mode == "text_input"
    chosen = askable("Which?", ["A", "B"])
    assert isinstance(chosen, Question)
    assert [option.label for option in chosen.options] == ["A", "B"]
