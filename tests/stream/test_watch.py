"""What is remembered of pieces that came before: little, and only what never changes the outcome."""

import pytest

from choice.stream.splitter import MODES, Mode
from choice.stream.statement_end import NOTHING, PARTS, STATEMENT, UNCLEAR, parts_of
from choice.stream.watch import LONGEST_KNOWN, Characters
from tests.fuzz.laws import check_laws

pytestmark = pytest.mark.requirement("UP6")

MANY = 10_000


def test_a_piece_without_the_characters_is_remembered_and_others_are_not() -> None:
    watch = Characters("[.]")

    assert watch.is_plain("word")
    assert not watch.is_plain("end.")
    assert watch.plain == {"word"}


@pytest.mark.parametrize("piece", ["", "x" * (LONGEST_KNOWN + 1)])
def test_an_empty_or_long_piece_is_not_remembered(piece: str) -> None:
    watch = Characters("[.]")

    assert watch.is_plain(piece)
    assert not watch.plain


def test_the_memory_stays_small_and_useful_however_many_pieces_come() -> None:
    watch = Characters("[.]")
    for number in range(MANY):
        watch.is_plain(f"n{number}")

    assert len(watch.plain) < MANY
    assert f"n{MANY - 1}" in watch.plain


def test_the_memory_of_endings_stays_small_and_useful_however_many_pieces_come() -> None:
    for number in range(MANY):
        parts_of(f"n{number}. N")

    assert len(PARTS) < MANY
    assert PARTS[f"n{MANY - 1}. N"][0] is STATEMENT


@pytest.mark.parametrize(
    ("piece", "ending"),
    [
        ("3.5 is", NOTHING),
        ("x" * 40 + ". Y", STATEMENT),
        ('."', UNCLEAR),
        ("word\n", UNCLEAR),
        ("a. b. c", UNCLEAR),
    ],
)
def test_a_piece_is_parted_where_one_statement_plainly_ends(piece: str, ending: object) -> None:
    assert parts_of(piece)[0] is ending


TEXTS = [
    "It is so. It was\nso before. And so on.\n\nNew words. And an end",
    "A\n\nB\n\n\nC.\nD.\n\n- item. More.\n\n    code. x\n\nE. f",
    "Is it so? It is. Yes.\n(A) a\n(B) b\n\nWords. Which one?\n(A) a\n(B) b\n",
    "One etc. two. Three e.g.\nfour etc.\n\nFive. ",
    "One.\n> quote. x\nTwo.\n| t. x\nThree.\n# H. x\nFour!\n```python\nx. y\n```\nFive. Six",
    "Words " * 190 + "end. Next one. " + "x" * 1300 + ". Then. So.\n",
    "- An item. It goes on.\n\n    Its own text. More.\n      deeper. x\n\nPlain. Again.\n",
    "Say {x. y} and [z. w] and `a. b. c`. Then `d.\n\ne`. F. ",
    "One.  Two. \nThree.\r\n\r\nFour.\t Five. (Six.) Seven.) E",
    "Eins. Zwei!Drei! Vier... Fünf. 六。七. 八",
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 7, 16, 17, 40])
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_plain_prose_taken_the_short_way_comes_out_as_it_does_in_one_piece(
    text: str, size: int, mode: Mode
) -> None:
    check_laws(text, [text[at : at + size] for at in range(0, len(text), size)], mode)
