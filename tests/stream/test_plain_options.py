"""The short way through a list of options: it finds what the reading finds, and holds no more."""

import pytest

from choice.stream.held_text import HOLD_LIMIT
from choice.stream.segments import FormFound, Text
from choice.stream.splitter import Splitter
from tests.fuzz.laws import check_laws, source_of, split_pieces

pytestmark = pytest.mark.requirement("UP6")

LIST = ["Which", " one?\n", "(A) red", " wine", "\n(B) ", "white", " wine\n", "(C) w", "ater\n", "\nGood."]


def labels(pieces: list[str]) -> list[str]:
    """Return the labels of all options found."""
    found = [segment for segment in split_pieces(pieces, "discovery") if isinstance(segment, FormFound)]
    return [option.label for segment in found for option in segment.form.questions[0].options]


def test_options_are_found_however_their_lines_arrive() -> None:
    assert labels(LIST) == ["red wine", "white wine", "water"]
    check_laws("".join(LIST), LIST, "discovery")
    check_laws("".join(LIST), list("".join(LIST)), "discovery")


@pytest.mark.parametrize(
    "pieces",
    [
        ["Which?\n(A) red", "?\n(B) x", "\n\nGood."],
        ["Which?\n(A) red", "\n(", "C) x\n", "\nGood."],
        ["Which?\n(A) red", "\n(B) x?\n", "(C) y\n", "\nGood."],
        ["Which?\n1. a", "\n2. b", "\n3. c", "\n4. d", "\n5. e", "\n6. f", "\n", "7. g\n", "\nGood."],
    ],
)
def test_a_list_that_is_none_is_text_however_it_arrives(pieces: list[str]) -> None:
    assert labels(pieces) == []
    check_laws("".join(pieces), pieces, "discovery")


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["Which?\n(A) red", "\n(B) other", "?", "\n", "\nGood."], ["red", "other?"]),
        (["Which?\n(A) red", "? Or so", "\n", "(B) x\n", "\nGood."], ["red? Or so", "x"]),
        (["Which?\n(A) red", "\n(B) ", " x\n", "\nGood."], ["red", "x"]),
        (["Which?\n(A) red", "\n\n", "(B) x\n", "\nGood."], ["red", "x"]),
    ],
)
def test_options_that_are_written_differently_are_found(pieces: list[str], expected: list[str]) -> None:
    assert labels(pieces) == expected
    check_laws("".join(pieces), pieces, "discovery")


def test_an_option_that_asks_is_read_at_the_end_of_its_line() -> None:
    splitter = Splitter()
    for piece in ("Which?\n(A) red", "?"):
        assert splitter.feed(piece) == []

    assert source_of(splitter.feed("\n(B) x")) == "Which?\n(A) red?\n"


@pytest.mark.parametrize("line", ["x" * 15, "\n(B) " + "y" * 900, "\n(B) ", "\n"])
def test_a_list_is_never_held_beyond_the_limit(line: str) -> None:
    splitter = Splitter()
    splitter.feed("Which?\n(A) red")
    released = 0
    fed = len("Which?\n(A) red")
    while fed < 3 * HOLD_LIMIT and released == 0:
        for piece in (line, "z" * 1000):
            released += sum(
                len(segment.text) for segment in splitter.feed(piece) if isinstance(segment, Text)
            )
            fed += len(piece)

    assert fed - released <= HOLD_LIMIT + 2000


def test_a_list_that_reaches_the_limit_with_its_next_option_is_text() -> None:
    pieces = ["Which?\n(A) red", "x" * (HOLD_LIMIT - 60), "\n(", "B) " + "y" * 100, "\n\nGood."]
    splitter = Splitter()
    released = [splitter.feed(piece) for piece in pieces]

    assert released[:3] == [[], [], []]
    assert source_of(released[3]).startswith("Which?\n(A) redxxx")
    check_laws("".join(pieces), pieces, "discovery")
