"""Markers in front of options, in all the ways models write them."""

import pytest

from choice.dialects.text.option_marker import (
    behind_marker,
    indent_of,
    is_item,
    marker_of,
    may_begin_item,
    next_marker,
)

pytestmark = pytest.mark.requirement("QC2", "QC3")


@pytest.mark.parametrize(
    ("line", "number", "text"),
    [
        ("(A) one", 1, "one"),
        ("(b) one", 2, "one"),
        ("C) one", 3, "one"),
        ("d. one", 4, "one"),
        ("1. one", 1, "one"),
        ("2) one", 2, "one"),
        ("(3) one", 3, "one"),
        ("12. one", 12, "one"),
        ("① one", 1, "one"),
        ("②one", 2, "one"),
        ("（Ａ） one", 1, "one"),
        ("（B）one", 2, "one"),
        ("１． one", 1, "one"),
        ("1、one", 1, "one"),
        ("٢. one", 2, "one"),
        ("- (A) one", 1, "one"),
        ("* A) one", 1, "one"),
        ("• 1. one", 1, "one"),
        ("**A)** one", 1, "one"),
        ("**(B)** one", 2, "one"),
        ("- **A.** one", 1, "one"),
        ("__1.__ one", 1, "one"),
        ("*a)* one", 1, "one"),
        ("   (A)   one", 1, "one"),
        ("\t1.\u00a0one", 1, "one"),
        ("\u3000(A) one", 1, "one"),
    ],
)
def test_a_marker_says_its_place_and_where_the_text_begins(line: str, number: int, text: str) -> None:
    marker = marker_of(line)

    assert marker is not None
    assert (marker.number, line[marker.text_at :], marker.emphasis) == (number, text, "")


def test_emphasis_that_goes_on_behind_the_marker_is_remembered() -> None:
    marker = marker_of("**A) one** — two")

    assert marker is not None
    assert marker.emphasis == "**"


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "one",
        "A",
        "A)",
        "A) ",
        "(A x",
        "(A] x",
        "(A. x",
        "A: x",
        "AB) x",
        "123. x",
        "1.5 x",
        "-x",
        "é) x",
        "(",
    ],
)
def test_other_beginnings_are_no_markers(line: str) -> None:
    assert marker_of(line) is None


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("(A) x", "(B) y", True),
        ("（A）x", "(B) y", True),
        ("A) x", "**B)** y", True),
        ("(A) x", "B) y", False),
        ("A) x", "b) y", False),
        ("1. x", "2) y", False),
        ("① x", "② y", True),
    ],
)
def test_markers_of_one_list_are_written_alike(one: str, other: str, *, alike: bool) -> None:
    first, second = marker_of(one), marker_of(other)

    assert first is not None
    assert second is not None
    assert (first.style == second.style) is alike


@pytest.mark.parametrize(
    ("line", "lettered"), [("(A) x", True), ("b. x", True), ("1) x", False), ("① x", False)]
)
def test_a_list_counts_by_letters_or_by_numbers(line: str, *, lettered: bool) -> None:
    marker = marker_of(line)

    assert marker is not None
    assert marker.lettered is lettered


@pytest.mark.parametrize(
    ("line", "expected"), [("x", (0, 0)), ("  x", (2, 2)), ("\tx", (4, 1)), (" \tx", (4, 2))]
)
def test_an_indentation_is_measured_in_columns(line: str, expected: tuple[int, int]) -> None:
    assert indent_of(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"), [("- x", True), ("1. x", True), ("x", False), ("*x*", False), ("  + x", True)]
)
def test_items_are_bulleted_or_counted(line: str, *, expected: bool) -> None:
    assert is_item(line) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", True),
        ("O", True),
        ("O)", True),
        ("On", False),
        ("-", True),
        ("**", True),
        ("(x", True),
        ("12", True),
        ("①", True),
        ("**Wh", False),
        ("**W", True),
        ("- **A", True),
        ("(see", False),
        ('"', False),
    ],
)
def test_two_characters_tell_whether_an_item_may_begin(words: str, *, expected: bool) -> None:
    assert may_begin_item(words) is expected


@pytest.mark.parametrize(
    ("line", "text"), [("- x", "x"), ("1. x", "x"), ("  x", "x"), ("x", "x"), ("-  (A) x", "x")]
)
def test_the_text_of_an_item_begins_behind_its_marker(line: str, text: str) -> None:
    assert line[behind_marker(line) :] == text


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("(A) x", "(B) "),
        ("  - **c.** x", "  - **d.** "),
        ("1. x", "2. "),
        ("01) x", "02) "),
        ("（A）x", ""),
        ("① x", ""),
        ("A)\tx", ""),
    ],
)
def test_the_next_marker_is_written_like_the_last(line: str, expected: str) -> None:
    marker = marker_of(line)

    assert marker is not None
    assert next_marker(line[: marker.text_at], marker) == expected
