"""Choosing options with keys, within the limits of the question."""

from hypothesis import given
from hypothesis import strategies as st

from choice.models import Option, Question, SelectionMode
from choice.terminal.state import PickerState
from choice.validation import check_answer

OPTIONS = [Option(id=one, label=one.upper(), recommended=one == "b") for one in "abcd"]


def question(mode: SelectionMode, **rest: object) -> Question:
    return Question.model_validate(
        {"text": "Which?", "selection_mode": mode, "options": tuple(OPTIONS), **rest}
    )


def test_the_pointer_starts_at_the_default_then_at_the_recommended_option() -> None:
    assert PickerState(question("single", default_selection_ids=("c",))).pointed == 2
    assert PickerState(question("single")).pointed == 1


def test_options_beyond_the_maximum_cannot_be_ticked() -> None:
    picking = PickerState(question("multi", max_selections=1))
    picking.toggle()
    picking.move(1)
    picking.toggle()

    assert picking.chosen == {"b"}
    assert picking.problem == "At most 1 option can be chosen."


def test_fewer_options_than_the_minimum_cannot_be_sent() -> None:
    picking = PickerState(question("multi", min_selections=2))
    picking.toggle()

    assert picking.ready() is None
    assert picking.problem == "Choose at least 2 options."


def test_hidden_options_can_be_shown_again() -> None:
    picking = PickerState(question("single"), only_recommended=True)
    assert [option.id for option in picking.options] == ["b"]

    picking.show_all()

    assert [option.id for option in picking.options] == list("abcd")
    assert picking.pointed_option == OPTIONS[1]


@given(
    st.sampled_from(["single", "multi", "hybrid"]),
    st.integers(0, 4),
    st.lists(st.sampled_from(["up", "down", "tick", "words", *"12345"])),
)
def test_any_keys_produce_an_answer_that_is_valid_for_the_question(
    mode: SelectionMode, least: int, keys: list[str]
) -> None:
    limits = {} if mode == "single" else {"min_selections": least, "max_selections": max(1, least)}
    picking = PickerState(question(mode, **limits))
    for key in keys:
        match key:
            case "up" | "down":
                picking.move(1 if key == "down" else -1)
            case "tick":
                picking.toggle()
            case "words":
                picking.free_text = "something else"
            case _:
                picking.point_at(int(key) - 1)

    answer = picking.ready()

    assert answer is None or check_answer(picking.question, answer) == answer
    assert (answer is None) == (picking.problem is not None)
