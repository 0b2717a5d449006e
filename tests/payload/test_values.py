"""Untrusted values are copied into plain values."""

import math
from collections.abc import Callable
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.errors import UnreadableJson
from choice.payload.values import MAX_ENTRIES, MAX_LEVELS, MAX_VALUES, UNKNOWN, plain_copy

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=4,
)


def fail(*_: object) -> NoReturn:
    raise RuntimeError


@given(PLAIN)
def test_plain_values_are_copied_unchanged(value: object) -> None:
    assert plain_copy([value]) == [value]


STRANGE: dict[str, Callable[[], object]] = {
    "any object": object,
    "bytes": lambda: b"text",
    "a set": lambda: {1, 2},
    "a name that is no text": lambda: {1: "a"},
    "a liar": type("Liar", (), {"__class__": str}),
    "an unwilling object": type("Unwilling", (), {"__class__": property(fail)}),
    "a number of another kind": type("Number", (int,), {"__abs__": fail}),
}


@pytest.mark.parametrize("kind", STRANGE)
def test_foreign_values_become_unknown(kind: str) -> None:
    assert plain_copy(STRANGE[kind]()) is UNKNOWN


def test_numbers_are_copied() -> None:
    assert plain_copy([1, 1.5, math.inf, True]) == [1, 1.5, math.inf, True]


def test_subclasses_are_read_by_their_content() -> None:
    methods = dict.fromkeys(("__len__", "__iter__", "__eq__", "get", "strip", "items"), fail)
    text = type("Text", (str,), {**methods, "__hash__": str.__hash__})("a")
    members = type("Members", (dict,), methods)({text: text})
    entries = type("Entries", (list,), methods)([members])

    copied = plain_copy(entries)

    assert copied == [{"a": "a"}]
    assert [type(part) for part in (copied, copied[0], copied[0]["a"])] == [list, dict, str]


def test_the_entries_of_a_list_that_is_too_long_are_not_copied() -> None:
    assert plain_copy(["a"] * MAX_ENTRIES) == ["a"] * MAX_ENTRIES
    assert plain_copy(["a"] * 100_000) == [UNKNOWN] * (MAX_ENTRIES + 1)


def test_values_below_the_deepest_level_become_unknown() -> None:
    value: object = []
    for _ in range(10_000):
        value = [value]

    copied = plain_copy(value)

    for _ in range(MAX_LEVELS):
        assert isinstance(copied, list)
        copied = copied[0]
    assert copied is UNKNOWN


def test_too_many_values_are_rejected() -> None:
    some = [["a"] * 99] * 99

    assert plain_copy([some] * (MAX_VALUES // 10_000 - 1))
    with pytest.raises(UnreadableJson, match="too many parts"):
        plain_copy([some] * (MAX_VALUES // 10_000 + 1))
