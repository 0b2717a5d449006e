import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects.lenient import (
    decoded,
    first_of,
    flag_of,
    label_of,
    labelled,
    options_of,
    text_of,
)
from choice.models import MAX_DESCRIPTION, MAX_ID, MAX_LABEL, MAX_OPTIONS, MAX_PREVIEW, MAX_VALUE

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" a\r\nb ", "a\nb"),
        (3, "3"),
        (0.5, "0.5"),
        ("", None),
        (" \t\n", None),
        (True, None),
        (None, None),
        (["a"], None),
        (math.nan, None),
        (math.inf, None),
        pytest.param(10**5000, None, id="more digits than can be written"),
    ],
)
def test_text_is_read_from_strings_and_numbers(value: object, text: str | None) -> None:
    assert text_of(value) == text


def test_text_is_cut_to_its_limit() -> None:
    assert text_of("abcdef", 4) == "abc…"
    assert text_of("x" * 10_000_000, 4) == "xxx…"


@pytest.mark.parametrize(
    ("value", "flag"),
    [
        (True, True),
        (False, False),
        ("True", True),
        (" no ", False),
        (1, True),
        (0, False),
        ("perhaps", None),
        (None, None),
        ([], None),
    ],
)
def test_booleans_are_read_from_text_and_numbers(value: object, flag: object) -> None:
    assert flag_of(value) is flag


def test_the_first_key_that_has_a_value_counts() -> None:
    source: dict[str, object] = {"options": None, "choices": [], "other": 1}

    assert first_of(source, ("options", "choices", "other")) == []
    assert first_of(source, ("options", "missing")) is None


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        (' ["a"]', ["a"]),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ("[a", "[a"),
        ("12", "12"),
        ("[" * 100_000, "[" * 100_000),
        ("[" + " " * 1_000_000 + "]", "[" + " " * 1_000_000 + "]"),
        (7, 7),
    ],
)
def test_only_lists_and_objects_are_decoded(value: object, meant: object) -> None:
    assert decoded(value) == meant


def test_a_label_is_found_under_its_other_names() -> None:
    assert [label_of({name: "A"}) for name in ("label", "text", "title", "name")] == ["A"] * 4
    assert label_of("A") == "A"
    assert label_of({"value": "A"}) is None


@pytest.mark.requirement("SL1")
def test_options_are_read_from_many_shapes() -> None:
    options = options_of(
        ["SQLite", {"id": 7, "text": "PostgreSQL", "description": "Shared", "value": "pg"}, 3]
    )

    assert [(option.id, option.label) for option in options] == [
        ("1", "SQLite"),
        ("7", "PostgreSQL"),
        ("3", "3"),
    ]
    assert (options[1].description, options[1].value) == ("Shared", "pg")
    assert options_of(json.dumps(["SQLite"]))[0].label == "SQLite"


def test_members_without_a_label_are_dropped() -> None:
    options = options_of([None, {}, {"id": "x"}, {"label": " "}, True, "A"])

    assert [(option.id, option.label) for option in options] == [("1", "A")]


def test_every_option_has_an_id_of_its_own_and_given_ids_come_first() -> None:
    options = options_of([{"label": "A"}, {"id": "1", "label": "B"}, {"id": "1", "label": "C"}])

    assert [option.id for option in options] == ["1-2", "1", "1-3"]


def test_double_ids_at_their_longest_stay_within_the_limit() -> None:
    options = options_of([{"id": "x" * MAX_ID, "label": label} for label in "AB"])

    assert [len(option.id) for option in options] == [MAX_ID, MAX_ID]
    assert options[0].id != options[1].id


@pytest.mark.requirement("QC11")
def test_a_recommendation_is_read_from_the_option_the_question_or_the_label() -> None:
    options = options_of(
        [
            {"id": "a", "label": "A", "is_default": "true"},
            {"id": "b", "label": "B"},
            "C (recommended)",
            {"id": "b", "label": "D"},
            {"label": "E", "recommended": False},
        ],
        recommended="b",
    )

    assert [option.recommended for option in options] == [True, True, True, False, False]


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize("named", ["Paris", "2"])
def test_the_question_may_recommend_an_option_by_its_label_too(named: str) -> None:
    assert [option.recommended for option in options_of(["Rome", "Paris"], named)] == [False, True]


def test_a_recommended_id_takes_precedence_over_a_label() -> None:
    options = options_of([{"id": "a", "label": "b"}, {"id": "b", "label": "a"}], "b")

    assert [option.recommended for option in options] == [False, True]


@pytest.mark.parametrize("key", ["description", "desc", "detail", "details", "explanation"])
def test_a_description_is_known_by_its_other_names(key: str) -> None:
    assert [option.description for option in options_of([{"label": "A", key: "Why"}, "B"])] == ["Why", None]


@pytest.mark.parametrize(
    "value",
    [
        None,
        "A",
        {"label": "A"},
        ["A"] * (MAX_OPTIONS + 1),
        [{"label": "A", "value": "x" * (MAX_VALUE + 1)}],
        [{"label": "A", "id": "x" * (MAX_ID + 1)}],
    ],
)
def test_options_beyond_the_limits_are_ignored(value: object) -> None:
    assert options_of(value) == ()


@pytest.mark.parametrize(
    ("preview", "kept"),
    [
        ("SELECT 1;", "SELECT 1;"),
        ("x" * MAX_PREVIEW, "x" * MAX_PREVIEW),
        ("x" * (MAX_PREVIEW + 1), None),
        (" \n", None),
        (["SELECT 1;"], None),
    ],
    ids=["short", "longest", "too long", "blank", "list"],
)
def test_a_preview_is_kept_if_it_is_text_that_fits(preview: object, kept: str | None) -> None:
    (option,) = options_of([{"label": "A", "preview": preview}])

    assert option.preview == kept


@pytest.mark.requirement("QC9")
def test_a_long_label_is_cut_and_kept_whole_as_description() -> None:
    text = "word " * 60

    bare, described = labelled("1", text, None), labelled("1", text, "Shared")

    assert len(bare.label) <= MAX_LABEL
    assert bare.label.endswith("…")
    assert bare.description == text.strip()
    assert described.description == "Shared"
    assert len(labelled("1", "x" * 5000, None).description or "") == MAX_DESCRIPTION


def test_a_label_is_one_line() -> None:
    assert labelled("1", "SQLite\n  file", None).label == "SQLite file"


@given(ANYTHING, ANYTHING)
def test_arbitrary_values_raise_nothing(value: object, recommended: object) -> None:
    ids = [option.id for option in options_of(value, recommended)]

    assert len(set(ids)) == len(ids)
