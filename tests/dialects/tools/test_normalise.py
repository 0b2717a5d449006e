"""Arguments of tool calls as models send them: aliases, JSON text, numbers and flags as text."""

import json

import pytest

from choice.dialects import PRESENT_QUESTION
from choice.dialects.tools.normalise import Arguments
from choice.errors import InvalidRequest
from choice.models import MAX_ID, MAX_LABEL, Option

EXAMPLE = {"question": "Which?"}
LABEL_REQUIRED = "is required, with at least one visible character."
SAME_LABEL = "must differ from the other labels by more than case, width or hidden marks."


def given(**values: object) -> Arguments:
    return Arguments(values, EXAMPLE)


def read(**values: object) -> tuple[Option, ...]:
    """Return the options of a call of `present_question`."""
    return PRESENT_QUESTION.read({"question": "Which?"} | values).questions[0].options


def rejection(**values: object) -> tuple[str, str]:
    """Return the field and the rule by which a call of `present_question` is rejected."""
    with pytest.raises(InvalidRequest) as caught:
        PRESENT_QUESTION.read({"question": "Which?", "options": ["A", "B"]} | values)
    assert PRESENT_QUESTION.read(caught.value.example).questions
    return caught.value.field, caught.value.rule


@pytest.mark.parametrize("arguments", [None, 3, "text", "{broken", ["question"], '["question"]'])
def test_arguments_are_an_object(arguments: object) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Arguments(arguments, EXAMPLE)

    assert (caught.value.field, caught.value.rule) == ("arguments", "must be an object.")
    assert caught.value.example == EXAMPLE


def test_arguments_may_be_json_text() -> None:
    assert Arguments(json.dumps({"a": "b"}), EXAMPLE).text("a") == "b"


def test_the_field_of_an_error_includes_the_path() -> None:
    with pytest.raises(InvalidRequest, match=r"^questions\[1\]: must be an object"):
        given().inside("x", "questions[1]")
    with pytest.raises(InvalidRequest, match=r"^questions\[1\]\.multi: must be true or false"):
        given().inside({"multi": "some"}, "questions[1]").several_flag()


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ({"reason": " why "}, "why"),
        ({"rationale": "", "reason": " "}, None),
        ({"rationale": 3}, "3"),
        ({"rationale": "a\u200bb"}, "a<U+200B>b"),
        ({"rationale": f"  {' ' * 50}ab{' ' * 40}"}, "ab"),
        ({"rationale": True}, True),
        ({"rationale": {}}, {}),
    ],
)
def test_text_is_found_under_its_name_or_an_alias(values: dict[str, object], text: object) -> None:
    assert given(**values).text("rationale", "reason") == text


@pytest.mark.parametrize("value", [True, {}, [[]]])
def test_text_of_another_type_is_rejected(value: object) -> None:
    assert rejection(rationale=value) == ("rationale", "must be text.")


@pytest.mark.parametrize("text", ["x" * 501, "x" * 50_000_000, "a" + "\u200b" * 498, "\u200e" * 600])
def test_text_that_is_too_long_is_rejected(text: str) -> None:
    field, rule = rejection(reason=text)

    assert (field, rule[:30]) == ("rationale", "must be at most 500 characters")


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3), ("3", 3), (3.0, 3), (None, None), (2.5, 2.5), ("two", "two"), ("²", "²"), (True, True)],
)
def test_a_number_may_be_written_as_text(value: object, number: object) -> None:
    assert given(n=value).number("n") == number


@pytest.mark.parametrize("value", [0, -1, 2.5, "two", "²", True, [1], "9" * 200])
def test_a_number_is_whole_and_within_its_range(value: object) -> None:
    assert rejection(max_selections=value) == ("max_selections", "must be a whole number from 1 to 6.")


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (None, LABEL_REQUIRED),
        *[(value, "must be a list of 2 to 6 entries.") for value in (3, "A", {"label": "A"}, [], ["A"])],
        (["A"] * 7, "must be a list of 2 to 6 entries."),
        (["A"] * 100_000, "must be a list of 2 to 6 entries."),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_options_are_a_list_of_a_given_length(options: object, rule: str) -> None:
    assert rejection(options=options) == ("options", rule)


def test_options_may_be_json_text_as_a_whole_or_one_by_one() -> None:
    whole = read(options='["A", "B"]')
    each = read(choices=['{"label": "A"}', {"label": "B"}])

    assert [option.label for option in whole] == [option.label for option in each] == ["A", "B"]


def test_every_option_gets_an_id_of_its_own() -> None:
    options = read(
        options=["A", {"label": "B", "id": 1}, {"label": "C", "id": {}}, {"label": "D", "id": "1"}]
    )

    assert [option.id for option in options] == ["1-2", "1", "3", "1-3"]


@pytest.mark.parametrize(
    ("entry", "field", "rule"),
    [
        ({"id": "b"}, "label", LABEL_REQUIRED),
        (None, "label", LABEL_REQUIRED),
        (["b"], "label", LABEL_REQUIRED),
        ("A", "label", SAME_LABEL),
        ("Ａ ", "label", SAME_LABEL),
        ("a", "label", SAME_LABEL),
        (" A  ⭐", "label", SAME_LABEL),
        ("b" * 2001, "label", f"must be at most {MAX_LABEL} characters."),
        ({"text": "b" * 10**6}, "label", f"must be at most {MAX_LABEL} characters."),
        ({"label": "B", "id": "\u200b" * 99}, "id", f"must be at most {MAX_ID} characters."),
        ({"label": "B", "id": "b" * 101}, "id", f"must be at most {MAX_ID} characters."),
        ({"label": "B", "value": "b" * 2001}, "value", "must be at most 2000 characters."),
        ({"label": "B", "value": "\u200b" * 2000}, "value", "must be at most 2000 characters."),
        ({"label": "B", "details": "b" * 3000}, "description", "must be at most 500 characters."),
        *[
            ({"label": "B", name: value}, name, "must be true or false.")
            for name in ("recommended", "is_default", "isRecommended")
            for value in ("banana", ["true"], {"true": 1}, "true" * 1000)
        ],
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_option_that_cannot_be_shown_is_rejected_by_field(entry: object, field: str, rule: str) -> None:
    assert rejection(options=["A", entry]) == (f"options[1].{field}", rule)


def test_a_description_that_is_a_little_too_long_is_cut() -> None:
    options = read(options=["A", {"label": "B", "description": "word " * 200}])

    assert (options[1].description or "").endswith("…")


def test_a_label_that_is_too_long_is_cut_and_kept_whole_as_the_description() -> None:
    option = read(options=["A", "b" * 300])[1]

    assert (len(option.label), option.description) == (MAX_LABEL, "b" * 300)


def test_json_text_in_place_of_a_list_is_bounded() -> None:
    field, rule = rejection(options="[" + "[]," * 300_000 + "[]]")

    assert (field, "too long" in rule) == ("options", True)


def test_json_texts_in_place_of_entries_are_bounded_together() -> None:
    text = json.dumps({"label": "A", "other": "x" * 100_000})

    field, rule = rejection(options=[text] * 4)

    assert (field, "too long" in rule) == ("options[2]", True)


def test_more_values_than_any_call_has_are_rejected() -> None:
    assert rejection(options=[[["a"] * 99] * 99] * 99) == (
        "arguments",
        "has too many parts; send a smaller payload.",
    )


@pytest.mark.parametrize(
    ("values", "field", "first"),
    [
        ({"options": ["A", "B"], "choices": ["A", "C"]}, "choices", "options"),
        ({"options": '["A", "B"]', "choices": ["B", "A"]}, "choices", "options"),
        ({"min_selections": 2, "minChoices": "3"}, "minChoices", "min_selections"),
        ({"rationale": "A", "reason": "x" * 10**7}, "reason", "rationale"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_aliases_with_different_values_are_rejected(
    values: dict[str, object], field: str, first: str
) -> None:
    assert rejection(**values) == (
        field,
        f"must be left out, because {first} is set to a different value.",
    )


@pytest.mark.parametrize("other", [["A", "B"], '["A", "B"]', None, [], ""])
def test_aliases_may_have_the_same_value(other: object) -> None:
    assert [option.label for option in read(options=["A", "B"], choices=other)] == ["A", "B"]
    assert given(question="Which?", text=" Which? ").text("question", "text") == "Which?"
    assert given(n=2, m="2").number("n", "m") == 2
