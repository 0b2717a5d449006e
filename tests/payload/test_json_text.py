"""JSON text is decoded within bounds."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.errors import UnreadableJson
from choice.payload.json_text import MAX_BRACKETS, MAX_COMMAS, MAX_DEPTH, MAX_SIZE, read_json

numbers = st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(), inner, max_size=5),
    max_leaves=20,
)


@given(values)
def test_valid_json_is_decoded(value: object) -> None:
    text = json.dumps(value)

    assert read_json(text) == json.loads(text)
    assert read_json(text.encode()) == json.loads(text)


@given(st.text(st.sampled_from('[]{}",:\\ 1a\n')) | st.text() | st.binary())
def test_any_text_is_decoded_or_raises_unreadable_json(text: str | bytes) -> None:
    try:
        value = read_json(text)
    except UnreadableJson:
        return

    assert value == json.loads(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "valid JSON"),
        ("{'a': 1}", "line 1, column 2"),
        ("\ufeff{}", "valid JSON"),
        ("{}".encode("utf-16"), "UTF-8"),
        (b"\xff", "UTF-8"),
        (" " * MAX_SIZE + "1", "at most"),
        (b" " * MAX_SIZE + b"1", "at most"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "levels deep"),
        ("[" * 100_000, "levels deep"),
        ('{"a":' * 50_000, "levels deep"),
        ("[" + "[]," * MAX_BRACKETS + "[]]", "too many parts"),
        ("[" + "1," * (MAX_COMMAS + 1) + "1]", "too many parts"),
        ('"' * MAX_SIZE, "valid JSON"),
        ('"' + '\\"' * (MAX_SIZE // 2 - 1), "valid JSON"),
        ('"[\\', "valid JSON"),
        ('{"a": 1, "a": 1}', "twice"),
        ('[{"a": {"b": 1, "b": 2}}]', "twice"),
        ("NaN", "NaN"),
        ("[Infinity, 1]", "NaN"),
        ("-Infinity", "NaN"),
        ("1e999", "too large"),
        ("1." + "0" * 100, "too large"),
        ("9" * 5000, "too large"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_invalid_json_is_rejected_with_a_rule(text: str | bytes, rule: str) -> None:
    with pytest.raises(UnreadableJson) as caught:
        read_json(text)

    assert rule in caught.value.rule
    assert len(str(caught.value)) <= 200


def test_brackets_inside_strings_do_not_count() -> None:
    text = json.dumps(['"[{' * 1000, "\\" * 99])

    assert read_json(text) == ['"[{' * 1000, "\\" * 99]


def test_json_at_the_depth_limit_is_decoded() -> None:
    text = "[" * MAX_DEPTH + "]" * MAX_DEPTH

    assert read_json(text) == json.loads(text)
