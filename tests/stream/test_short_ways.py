"""Most text wakes nobody: it is taken on a short way, which decides as the reading would."""

import pytest

from tests.stream.test_splitter import BLOCK
from tests.stream.watched import check_sizes, pieces_of, released, woken_by

pytestmark = pytest.mark.requirement("UP6")


STATEMENTS = "The index is small. It stays small! Nobody minds, as 1.5 seconds are enough."
ABBREVIATED = "It is short, i.e. it fits. See e.g. the log (approx. ten lines), etc. on Monday. It ends."
CODE = "The value of `max.size?` is read. Then `a` runs, and so does `b!` at the end. It ends."
ANSWERED = "Why does it matter? Mainly because it is slow. It was never fast. Why so? It is old. Good."
PARAGRAPHS = "One paragraph ends.\n\nThe next one begins. It ends.\n\nI see. It goes on.\n\nA third. Fine."
LINES = "One line ends.\nThe next one begins.\nIt ends.\nA last one."
ASKED_AND_ENDED = "It ends.\n\nWhy so? Because it must.\n\nGood. And why this? It just is.\nFine. It ends."
ON_THE_SHORT_WAY = [STATEMENTS, ABBREVIATED, CODE, ANSWERED, PARAGRAPHS, LINES, ASKED_AND_ENDED]


@pytest.mark.parametrize("text", ON_THE_SHORT_WAY, ids=range(len(ON_THE_SHORT_WAY)))
def test_plain_prose_wakes_nobody(text: str) -> None:
    assert woken_by(pieces_of(text, 1)) == []


@pytest.mark.parametrize("size", [2, 3, 4, 5])
@pytest.mark.parametrize("text", [STATEMENTS, ANSWERED, PARAGRAPHS, LINES, ASKED_AND_ENDED], ids=range(5))
def test_plain_prose_wakes_nobody_in_larger_pieces(text: str, size: int) -> None:
    assert woken_by(pieces_of(text, size)) == []


LIST = "\n\n(A) The small one\n(B) The large one\n\nGood.\n"
BESIDE_THE_SHORT_WAY = [
    "Speed matters. So does `cost.`. Which one?" + LIST,
    "Why so? Because it is `slow?`. What then? Choose one." + LIST,
    "Do we keep it? Pick one. It ends." + LIST,
    "Do we keep it? Pick one\n\nIt ends. Which one?" + LIST,
    "Do we keep it? Pick one.\nThe end." + LIST,
    "Why so? And why not? Because. Which one?" + LIST,
    "Why so? And how?" + LIST,
    "Is it `a? pick one` or not. Which one?" + LIST,
    "Run ``a ` b? c`` now. And `a``b` too. Which one?" + LIST,
    "An open `code begins. It goes on. Which one?" + LIST,
    "An open `code\n\nends. Which one?" + LIST,
    "An open `code\nends. Which one?" + LIST,
    "It is e.g.\na wrapped line. Which one?" + LIST,
    "It is e.g.\n\nA paragraph. Which one?" + LIST,
    "Really?! Yes. Really?? No. Which one?" + LIST,
    'See a?b and a.b? now. And a?"b. Which one?' + LIST,
    "It is `" + "x" * 1300 + "`. Which one?" + LIST,
    "Is it? " + "Word " * 260 + ". Which one?" + LIST,
    "I. see\n\nO\n\n2. see\n\n\n\nOptions are. Which one?" + LIST,
    "\nAnd\n \nBut. Which one?" + LIST,
    "It ends.\n\n> Which one?" + LIST,
    "It ends.\n\n1. a step.\n\n```json\n" + BLOCK + "\n```\n\nIt ends.\n\n| a | b? |" + LIST,
    "It ends.\n\n    " + BLOCK + "\n\nIt ends.\n\n# Which one?" + LIST,
    "- an item\n\nIt ends. So it is.\n\n    " + BLOCK + "\n\nWhich one?" + LIST,
    "See a?b now.\n\nThe next one. See a?b now.\nThe next one? Pick one." + LIST,
    "Use `a?b` and choose it. It ends.\n\nUse `a?b` or pick one\n\nIt ends. Which one?" + LIST,
    "```py\nIt is. Is it?\n\n(A) x\n(B) y\n\n```\n> It is. Is it?\n(A) x\n(B) y\n",
]
TEXTS = ON_THE_SHORT_WAY + BESIDE_THE_SHORT_WAY


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_the_short_way_finds_what_the_reading_finds(text: str) -> None:
    check_sizes(text, range(1, 20), "discovery")


@pytest.mark.parametrize(
    ("pieces", "left"),
    [
        (["It is", " small", ". Next"], ["It is small."]),
        (["It is small", ".", " Next", " one."], ["It is small."]),
        (["It is", " e.g.", " small", ".", " Next"], ["It is e.g. small."]),
        (["It took 2.", "5 s", ". Next"], ["It took 2.5 s."]),
        (["It ends.", "\n\n", "The ", "next"], ["It ends.\n\n"]),
        (["It ends", "\n\nThe", " next"], ["It ends\n\n"]),
        (["It ends", ".\nI", " see"], ["It ends.\n"]),
        (["It ends.\n", "\n", "I", " see"], ["It ends.\n", "\n"]),
        (["Use", " `a. ", "b` now", ". Then"], ["Use `a. b` now."]),
        (["Use", " `", "a. b", "`", " now", ". Then"], ["Use `a. b` now."]),
        (["Use", " `a", "`. `b", "` now"], ["Use `a`."]),
        (["Use", " `a", "`` b. ", "c` d", ". Next"], ["Use `a`` b. c` d."]),
        (["Use", " `a", " b\nc` d. ", "E` f. Next"], ["Use `a b\nc` d. E` f."]),
        (["Why so", "? ", "Because", ". It"], ["Why so? Because."]),
        (["Why so", "?", " Because", ".", " It"], ["Why so? Because."]),
        (["Why so", "? Yes", "\n\nThe"], ["Why so? Yes\n\n"]),
        (["Which one", "? Pick", " one", ". Then"], []),
        (["Which one", "? Pick", " one.", " Then"], []),
        (["Which one", "? Pick", " one", ".\nThen"], []),
        (["Which one", "? Pick", " one", "\n\nThe"], []),
        (["Why so", "? And", " how", "? Yes"], ["Why so?"]),
        (["See", " (e.g.", " x", ") now", ". Next"], ["See (e.g. x) now."]),
        (["See", ' "e.g.', ' x" now', ". Next"], ['See "e.g. x" now.']),
        (["See", " 'e.g.", " x' now", ". Next"], ["See 'e.g. x' now."]),
        (["See", " “e.g.", " x” now", ". Next"], ["See “e.g. x” now."]),
    ],
)
def test_a_sentence_leaves_where_it_ends(pieces: list[str], left: list[str]) -> None:
    assert released(pieces) == left


@pytest.mark.parametrize(
    ("pieces", "waking"),
    [
        ([" a piece of any length wakes nobody where nothing ends in it", " so"], []),
        ([" 16 letters. Its", " end"], []),
        ([" 17 letters. It is", " so"], [" 17 letters. It is"]),
        (["?b", " now"], ["?b"]),
        (['?"b', " now"], ['?"b']),
        ([" `a", "?b", "` may", " be chosen", ". Next"], []),
    ],
)
def test_a_statement_wakes_the_reading_only_where_it_is_not_plain(
    pieces: list[str], waking: list[str]
) -> None:
    assert woken_by(["Here", *pieces]) == waking


@pytest.mark.parametrize(
    ("pieces", "waking"),
    [
        (["\n", "(", "B", ") blue", "\n(C) so", "\n(D", ") d"], []),
        (["\n(B) blue", "?", " Or so"], []),
        (["\n(B) blue", "? Or so", "\n(C)"], ["\n(C)"]),
        (["\n(B) so?", "\n(C)"], ["\n(B) so?"]),
        (["\n(B)", " so?", "\n(C)"], [" so?"]),
        (["\n(B", "* blue"], ["* blue"]),
        (["\n(B)", " ", " blue"], [" blue"]),
        (["\n(B) b", "\n\n(C) c"], ["\n\n(C) c"]),
        (["\n(B) b", "? Or\n(C) c"], ["? Or\n(C) c"]),
        (["\n(B) b\n(C) c", "\n(D) d"], ["\n(B) b\n(C) c"]),
    ],
)
def test_an_option_that_is_expected_wakes_nobody(pieces: list[str], waking: list[str]) -> None:
    begun = ["Which?\n(A) red"]

    assert woken_by(begun + pieces)[:2] == begun + waking
