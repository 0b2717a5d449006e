"""Free-form JSON is copied into plain values within bounds, or refused."""

import json
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.payload.free_json import Bounds, copied_object

BOUNDS = Bounds(most_bytes=4096, most_names=32, most_levels=4)


def test_json_values_are_copied_as_plain_values() -> None:
    value = MappingProxyType({"a": [1, 2.5, None, True, "é"], "b": MappingProxyType({"c": (1, 2)})})

    assert copied_object(value, BOUNDS) == {"a": [1, 2.5, None, True, "é"], "b": {"c": [1, 2]}}


def test_the_largest_that_is_accepted_is_copied() -> None:
    names: dict[str, object] = dict.fromkeys(map(str, range(32)))
    levels: dict[str, object] = {"1": {"2": {"3": {"4": 4}}}}
    size = {"a": "x" * (4096 - len('{"a": ""}'))}

    assert [copied_object(value, BOUNDS) for value in (names, levels, size)] == [names, levels, size]


CYCLE: dict[str, object] = {}
CYCLE["self"] = CYCLE
LIST_CYCLE: list[object] = []
LIST_CYCLE.append(LIST_CYCLE)


@pytest.mark.parametrize(
    "value",
    [
        [],
        "text",
        None,
        {1: 2},
        dict.fromkeys(map(str, range(33))),
        {"a": dict.fromkeys(map(str, range(32)))},
        {"1": {"2": {"3": {"4": {"5": 5}}}}},
        {"1": [[[[]]]]},
        {"a": "x" * 4096},
        {"a": "é" * 2048},
        {"a": "x" * 10_000_000},
        {"x" * 5000: 1},
        {"a": [0] * 100_000},
        {"a": [[0] * 3000, [0] * 3000]},
        {"a": float("nan")},
        {"a": float("-inf")},
        {"a": 2**53},
        {"a": 10**5000},
        {"a": "\x00"},
        {"a": "\ud800"},
        {"\ud800": 1},
        {"a": {1, 2}},
        {"a": b"bytes"},
        {"a": object()},
        CYCLE,
        {"a": LIST_CYCLE},
    ],
    ids=lambda value: str(type(value)),
)
def test_what_is_no_json_or_too_much_is_refused(value: object) -> None:
    assert copied_object(value, BOUNDS) is None


values = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=9,
)


@given(st.dictionaries(st.text(max_size=3), values, max_size=4))
def test_a_copy_is_json_within_the_bounds(value: dict[str, object]) -> None:
    copy = copied_object(value, BOUNDS)

    assert copy is None or (copy == value and len(json.dumps(copy, ensure_ascii=False).encode()) <= 4096)
