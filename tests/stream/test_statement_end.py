"""What a small piece of text ends, whatever stands before it."""

import pytest

from choice.stream.statement_end import (
    CODE,
    DOUBTFUL,
    LINE,
    NOTABLE,
    NOTHING,
    PARAGRAPH,
    PARAGRAPH_BEFORE_WORD,
    PARTS,
    PERHAPS,
    QUESTION,
    STATEMENT,
    UNCLEAR,
    Ending,
    parts_of,
)

pytestmark = pytest.mark.requirement("UP6")

PIECES = [
    ("words", NOTHING, "", ""),
    ("2.5 s", NOTHING, "2.5 s", ""),
    ("Word.", PERHAPS, "Word.", ""),
    ("so?", PERHAPS, "so?", ""),
    ("so`", PERHAPS, "so`", ""),
    ("ends. It", STATEMENT, "ends.", " It"),
    ("end! It", STATEMENT, "end!", " It"),
    ("s. It", DOUBTFUL, "s.", " It"),
    (". It", DOUBTFUL, ".", " It"),
    ("abs. It", STATEMENT, "abs.", " It"),
    ("e.g. it", DOUBTFUL, "e.g.", " it"),
    (" e.g. it", NOTHING, " e.g.", " it"),
    (" (e.g. it", NOTHING, " (e.g.", " it"),
    (" E.G. it", NOTHING, " E.G.", " it"),
    ("at max. 3", NOTHING, "at max.", " 3"),
    ("a big. It", STATEMENT, "a big.", " It"),
    ("of xetc. It", DOUBTFUL, "of xetc.", " It"),
    ("resp. it", DOUBTFUL, "resp.", " it"),
    ("is.\nIt", LINE, "is.", "It"),
    ("is\nIt", UNCLEAR, "is", "It"),
    ("is.\n\n1.", UNCLEAR, "is.\n\n1.", ""),
    ("is.\n\n1", PARAGRAPH, "is.\n\n", "1"),
    ("is\n\nIt", PARAGRAPH_BEFORE_WORD, "is\n\n", "It"),
    ("so? It", QUESTION, "so? It", ""),
    ("so?It", UNCLEAR, "so?It", ""),
    ("use `a", CODE, "use `a", ""),
    ("it.) So", UNCLEAR, "it.) So", ""),
    ("a. b. c", UNCLEAR, "a. b. c", ""),
]


@pytest.mark.parametrize(("piece", "ending", "head", "rest"), PIECES, ids=range(len(PIECES)))
def test_a_piece_has_the_same_parts_each_time(piece: str, ending: Ending, head: str, rest: str) -> None:
    PARTS.pop(piece, None)
    NOTABLE.plain.discard(piece)

    assert parts_of(piece) == (ending, head, rest)
    assert PARTS.get(piece, (NOTHING,))[0] is ending


def test_pieces_that_end_nothing_are_known_as_plain() -> None:
    for piece, ending, _, _ in PIECES:
        parts_of(piece)

        assert (piece in NOTABLE.plain) is (ending is NOTHING)
