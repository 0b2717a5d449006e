"""JSON with the mistakes that models make."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.dialects.json_blocks import read_fence, read_json
from choice.dialects.json_repair import decode, parsed

pytestmark = pytest.mark.requirement("HE6")

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": 1 /* b, ] } */, // c "d"\n "e": "//f"}', {"a": 1, "e": "//f"}),
        ('// first\n{"a": "b, ]"}', {"a": "b, ]"}),
        ('{"a": "b\nc",}', {"a": "b\nc"}),
        ('{"a": {"b": [1, 2', {"a": {"b": [1, 2]}}),
        ('{"a": "\\"", "b": ["\\\\"]', {"a": '"', "b": ["\\"]}),
        ("[1, /* two */]", [1]),
        ('{"a": 1,} // end', {"a": 1}),
    ],
)
def test_a_mistake_that_can_be_read_in_one_way_is_repaired(text: str, value: object) -> None:
    assert parsed(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "b "c" d"}',
        '{"a": "b',
        '{"a" 1}',
        '{"a": 1]',
        '{"a": 1}}',
        '{"a": 1 / 2}',
        '{"a": 1 /* b',
        "{a: 1}",
        "{'a': 1}",
        '{"a": NaN,}',
        '{"a": ,}',
        '{"a": [1,,2]}',
        ",",
        "[" * 100_000,
        "]",
    ],
)
def test_anything_else_stays_invalid(text: str) -> None:
    assert parsed(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        ('{"a": [1],}', {"a": [1]}),
        ('{"a": [1], ', {"a": [1]}),
        ('{"a": [1]', {"a": [1]}),
        ('{"a": [1], "context": "bec', {"a": [1]}),
        ('{"a": [1], "descr', {"a": [1]}),
        ('{"a": [1], "metadata": {"x": 1', None),
        ('{"a": [1], "max_selections": 1', None),
        ('{"a": [1], "multiple": tr', None),
        ('{"a": [1', None),
        ('{"a": [1],, "b', None),
        ('{"a', None),
        ('{"a": {', {"a": {}}),
        ("", None),
    ],
)
def test_a_text_that_was_cut_off_is_read_without_a_member_that_no_question_needs(
    text: str, value: object
) -> None:
    assert parsed(text, is_cut=True) == value


@given(VALUES)
def test_valid_json_is_decoded_as_it_is(value: object) -> None:
    text = json.dumps(value)

    assert parsed(text) == parsed(text, is_cut=True) == decode(text) == json.loads(text)


@given(st.text('{}[]",:/*\\\n ab1', max_size=60), st.booleans())
def test_any_text_is_decoded_or_rejected(text: str, is_cut: bool) -> None:  # noqa: FBT001 - a drawn value
    parsed(text, is_cut=is_cut)


@pytest.mark.parametrize("unit", ['"', "/", "/*", "//", '{"a":', "[", ",", '{"a":"', "\\", "{", "}"])
def test_the_time_is_linear(unit: str) -> None:
    text = unit * (200_000 // len(unit))
    start = time.process_time()

    parsed(text)
    parsed(text, is_cut=True)

    assert time.process_time() - start < 2


def test_numbers_are_labels_and_members_without_a_label_are_dropped() -> None:
    text = '{"question": "How many?", "options": [1, 2.5, {"value": "x"}, {"label": 3}, null, ""]}'

    found = read_fence(text, None)

    assert found is not None
    assert [option.label for option in found[1].questions[0].options] == ["1", "2.5", "3"]


def test_a_block_that_was_cut_off_inside_its_options_is_no_question() -> None:
    text = '{"type": "user_choice", "question": "Which?", "options": ["a", "b"'

    assert read_json(text, None, is_cut=True) is None
    assert read_json(text, None) is not None
    assert read_json(text + "]", None, is_cut=True) is not None
