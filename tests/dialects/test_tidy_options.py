"""Options that are read with one look are those that a close look would find."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects.lenient import options_of
from choice.dialects.tidy_options import tidy_options
from choice.models import MAX_ID, MAX_LABEL

TEXTS = st.sampled_from(
    ["a", "b", "A", "Red", "red", "Recommended: red", "No (default)", "x" * 90]
) | st.text(max_size=6)
MEMBERS = st.dictionaries(st.sampled_from(["id", "label", "description", "value"]), TEXTS)
RED = {"id": "a", "label": "Red"}


def test_plain_options_are_tidy() -> None:
    options = tidy_options(
        [RED, {"id": "b", "label": "Blue", "description": "As the sea", "value": "#00f"}], "b"
    )

    assert options is not None
    assert [option.model_dump() for option in options] == [
        {"id": "a", "label": "Red", "description": None, "value": None, "recommended": False},
        {"id": "b", "label": "Blue", "description": "As the sea", "value": "#00f", "recommended": True},
    ]


def test_options_without_ids_are_numbered() -> None:
    options = tidy_options([{"label": "Yes", "value": "y"}, {"label": "No", "value": "n"}], None)

    assert options is not None
    assert [(option.id, option.value) for option in options] == [("1", "y"), ("2", "n")]


def test_ids_that_only_some_have_need_a_closer_look() -> None:
    assert tidy_options([{"label": "Yes"}, RED], None) is None


@pytest.mark.parametrize(
    "member",
    [
        "Red",
        {"id": "b", "label": "Blue", "recommended": True},
        {"id": 2, "label": "Blue"},
        {"id": "b", "label": "Blue", "description": None},
        {"label": "Blue"},
        {"id": "b"},
        {"id": "a", "label": "Blue"},
        {"id": "b", "label": "RED"},
        {"id": "b", "label": " Blue"},
        {"id": "b", "label": "Blue "},
        {"id": "b", "label": "Light  blue"},
        {"id": "b", "label": "Blue", "description": ""},
        {"id": "b", "label": "Blau", "description": "schön"},
        {"id": "b", "label": "Blue\n"},
        {"id": "b", "label": "Blue (recommended)"},
        {"id": "b", "label": "x" * (MAX_LABEL + 1)},
        {"id": "b" * (MAX_ID + 1), "label": "Blue"},
    ],
)
def test_what_may_hide_something_needs_a_closer_look(member: object) -> None:
    assert tidy_options([RED, member], None) is None


def test_no_member_at_all_needs_a_closer_look() -> None:
    assert tidy_options([], None) is None


@given(st.lists(MEMBERS, max_size=5), TEXTS)
def test_one_look_finds_what_a_close_look_finds(members: list[dict[str, str]], wanted: str) -> None:
    # A key that says nothing asks for the close look.
    closely = options_of([{**member, "note": ""} for member in members], wanted)

    assert options_of(members, wanted) == closely
