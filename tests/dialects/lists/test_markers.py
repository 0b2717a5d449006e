"""The marks with which the lines of a list begin."""

import pytest

from choice.dialects.lists.markers import marks_of

pytestmark = pytest.mark.requirement("HE1")


@pytest.mark.parametrize("line", ["A— SQLite", "A– SQLite", "A- SQLite"])
def test_every_dash_behind_a_letter_is_the_same_mark(line: str) -> None:
    (mark,) = marks_of(line, 0)

    assert (mark.family, mark.style, mark.ordinal, line[mark.at :]) == ("letter", "A-", 1, "SQLite")


@pytest.mark.parametrize("line", ["(A. SQLite", "(1: SQLite"])
def test_a_bracket_that_is_not_closed_begins_no_item(line: str) -> None:
    assert marks_of(line, 0) == ()


@pytest.mark.parametrize(
    ("line", "families"),
    [
        ("[A] All", ["menu", "letter"]),
        ("[2] Pick", ["menu", "number"]),
        ("[p] Pick", ["menu"]),
        ("[Go] Pick", []),
    ],
)
def test_a_key_in_square_brackets_may_count(line: str, families: list[str]) -> None:
    assert [mark.family for mark in marks_of(line, 0)] == families
