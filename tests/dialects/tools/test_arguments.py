import json

import pytest

from choice.dialects.tools.arguments import Arguments
from choice.errors import InvalidRequest
from choice.models import MAX_ID, MAX_VALUE

EXAMPLE = {"question": "Which?"}


def refusal(arguments: Arguments, read: str, *names: str, **bounds: int) -> tuple[str, str]:
    with pytest.raises(InvalidRequest) as caught:
        getattr(arguments, read)(*names, **bounds)

    assert caught.value.example == EXAMPLE
    return caught.value.field, caught.value.rule


def given(**values: object) -> Arguments:
    return Arguments(values, EXAMPLE)


@pytest.mark.parametrize("arguments", [None, 3, "text", "{broken", ["question"], '["question"]'])
def test_arguments_are_an_object(arguments: object) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Arguments(arguments, EXAMPLE)

    assert (caught.value.field, caught.value.rule) == ("arguments", "must be an object.")


def test_arguments_may_be_json_text() -> None:
    assert Arguments(json.dumps({"a": "b"}), EXAMPLE).text("a", limit=5) == "b"


def test_a_field_inside_another_is_named_by_its_path() -> None:
    inner = Arguments({}, EXAMPLE, "questions[1]")

    assert refusal(inner, "required_text", "question", limit=5)[0] == "questions[1].question"
    with pytest.raises(InvalidRequest, match=r"^questions\[1\]: must be an object"):
        Arguments("x", EXAMPLE, "questions[1]")


def test_text_is_found_under_any_of_its_names_and_named_by_the_first() -> None:
    assert given(reason=" why ").text("rationale", "reason", limit=5) == "why"
    assert given(rationale="", reason=" ").text("rationale", "reason", limit=5) is None
    assert refusal(given(reason="longer"), "text", "rationale", "reason", limit=5) == (
        "rationale",
        "must have at most 5 characters.",
    )


@pytest.mark.parametrize("value", [True, [], {}])
def test_text_is_text(value: object) -> None:
    assert refusal(given(a=value), "text", "a", limit=5) == ("a", "must be text.")


def test_endless_text_is_refused_unseen() -> None:
    assert refusal(given(a="x" * 50_000_000), "text", "a", limit=5)[1] == "must have at most 5 characters."


@pytest.mark.parametrize("hidden", ["\u200b", "\u200e", " ", "x"])
def test_text_is_refused_by_its_length_before_it_is_cleaned(hidden: str) -> None:
    assert refusal(given(a=f"a{hidden * 200}b"), "text", "a", limit=5)[1] == "must have at most 5 characters."


def test_hidden_characters_count_as_they_are_shown() -> None:
    assert given(a="a\u200bb").text("a", limit=10) == "a<U+200B>b"
    assert refusal(given(a="a\u200bb"), "text", "a", limit=9)[1] == "must have at most 9 characters."


def test_white_space_around_a_text_does_not_count() -> None:
    assert given(a=f"  {' ' * 50}ab{' ' * 40}").text("a", limit=5) == "ab"


@pytest.mark.parametrize(("value", "flag"), [(True, True), ("false", False), (None, False), (1, True)])
def test_a_flag_is_read_however_it_is_written(value: object, flag: object) -> None:
    assert given(multiple=value).flag("multi", "multiple") is flag


def test_a_flag_is_true_or_false() -> None:
    assert refusal(given(multi="perhaps"), "flag", "multi") == ("multi", "must be true or false.")


@pytest.mark.parametrize(("value", "number"), [(3, 3), ("3", 3), (3.0, 3), (None, None)])
def test_a_number_is_read_however_it_is_written(value: object, number: int | None) -> None:
    assert given(n=value).number("n", least=1) == number


@pytest.mark.parametrize("value", [0, -1, 2.5, "two", "²", True, [], 10**20, "9" * 200])
def test_a_number_is_whole_and_large_enough(value: object) -> None:
    assert refusal(given(n=value), "number", "n", least=1) == ("n", "must be a whole number, 1 or more.")


@pytest.mark.parametrize("value", [None, 3, "A", {"label": "A"}])
def test_members_are_a_list(value: object) -> None:
    assert refusal(given(options=value), "members", "options", least=2, most=4) == (
        "options",
        "must be a list of 2 to 4.",
    )


@pytest.mark.parametrize("count", [0, 1, 5, 100_000])
def test_too_few_or_too_many_members_are_told_the_range(count: int) -> None:
    assert refusal(given(options=["A"] * count), "members", "options", least=2, most=4) == (
        "options",
        f"must be 2 to 4; {count if count <= 100 else 'more than 100'} were given.",
    )


def test_options_may_be_json_text_as_a_whole_or_one_by_one() -> None:
    whole = given(options='["A", "B"]').options(2, 4)
    each = given(choices=['{"label": "A"}', {"label": "B"}]).options(2, 4)

    assert [option.label for option in whole] == [option.label for option in each] == ["A", "B"]


@pytest.mark.parametrize(
    ("options", "field", "rule"),
    [
        (["A", {"id": "b"}], "options[1].label", "is missing or empty."),
        (["A", None], "options[1].label", "is missing or empty."),
        (["A", "A"], "options[1].label", "is the same as another label; options must differ."),
        (["A", "Ａ "], "options[1].label", "is the same as another label; options must differ."),
        (["Aa", "aA"], "options[1].label", "is the same as another label; options must differ."),
        (["A b", "A  b ⭐"], "options[1].label", "is the same as another label; options must differ."),
        (["A", "b" * 2001], "options[1].label", f"must have at most {MAX_VALUE} characters."),
        (["A", "b" * 10**6], "options[1].label", f"must have at most {MAX_VALUE} characters."),
        (["A", "\u200b" * 300], "options[1].label", f"must have at most {MAX_VALUE} characters."),
        (
            ["A", {"label": "B", "id": "\u200b" * 99}],
            "options[1].id",
            f"must have at most {MAX_ID} characters.",
        ),
        (["A", {"label": "B", "id": "b" * 101}], "options[1].id", f"must have at most {MAX_ID} characters."),
        (
            ["A", {"label": "B", "value": "b" * 2001}],
            "options[1].value",
            f"must have at most {MAX_VALUE} characters.",
        ),
    ],
)
def test_each_option_has_a_label_of_its_own(options: object, field: str, rule: str) -> None:
    assert refusal(given(options=options), "options", least=2, most=4) == (field, rule)


@pytest.mark.parametrize("name", ["label", "text", "id", "value", "description"])
@pytest.mark.parametrize("character", ["x", " ", "\u200b", "가"])
def test_a_member_is_refused_by_the_length_of_its_texts(name: str, character: str) -> None:
    options = ["A", {"label": "B", name: character * 3000}]

    field, rule = refusal(given(options=options), "options", least=2, most=4)

    assert field == f"options[1].{name}"
    assert rule.startswith("must have at most ")


def test_a_description_that_is_a_little_too_long_is_cut() -> None:
    options = given(options=["A", {"label": "B", "description": "word " * 200}]).options(2, 4)

    assert (options[1].description or "").endswith("…")


@pytest.mark.parametrize("name", ["recommended", "is_default", "isRecommended"])
@pytest.mark.parametrize("value", ["banana", [], {}, "true" * 1000])
def test_a_recommendation_is_true_or_false(name: str, value: object) -> None:
    options = ["A", {"label": "B", name: value}]

    assert refusal(given(options=options), "options", least=2, most=4) == (
        f"options[1].{name}",
        "must be true or false.",
    )


def test_json_text_in_the_place_of_a_list_is_bounded() -> None:
    field, rule = refusal(given(options="[" + "[]," * 300_000 + "[]]"), "options", least=2, most=4)

    assert (field, "too long" in rule) == ("options", True)


def test_json_texts_in_the_places_of_members_are_bounded_together() -> None:
    text = json.dumps({"label": "A", "other": "x" * 100_000})

    field, rule = refusal(given(options=[text] * 4), "options", least=2, most=4)

    assert (field, "too long" in rule) == ("options[2]", True)


def test_more_values_than_any_call_has_are_refused() -> None:
    with pytest.raises(InvalidRequest) as caught:
        given(options=[[["a"] * 99] * 99] * 99)

    assert (caught.value.field, caught.value.rule) == ("arguments", "has too many parts; send fewer.")


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"options": ["A", "B"], "choices": ["A", "C"]}, "choices"),
        ({"options": '["A", "B"]', "choices": ["B", "A"]}, "choices"),
    ],
)
def test_two_names_for_the_same_may_not_say_different_things(values: dict[str, object], field: str) -> None:
    assert refusal(given(**values), "options", least=2, most=4) == (
        field,
        "must be left out where options is given: they say different things.",
    )


@pytest.mark.parametrize("other", [["A", "B"], '["A", "B"]', None, [], ""])
def test_two_names_may_say_the_same(other: object) -> None:
    labels = [option.label for option in given(options=["A", "B"], choices=other).options(2, 4)]

    assert labels == ["A", "B"]
    assert given(question="Which?", text=" Which? ").text("question", "text", limit=20) == "Which?"
    assert given(n=2, m="2").number("n", "m", least=1) == 2


def test_numbers_and_texts_under_two_names_may_not_differ_either() -> None:
    assert refusal(given(n=2, m="3"), "number", "n", "m", least=1)[0] == "m"
    assert refusal(given(a="A", b="x" * 10**7), "text", "a", "b", limit=5)[0] == "b"


def test_labels_that_differ_only_beyond_the_limit_are_different() -> None:
    options = given(options=["a" * 300 + "b", "a" * 300 + "c"]).options(2, 4)

    assert options[0].label == options[1].label
    assert options[0].description != options[1].description
