"""Most text wakes nobody: it is taken on a short way, which decides as the reading would."""

import pytest
from typing_extensions import override

from choice.stream.segments import Segment, Text
from choice.stream.splitter import Mode, Splitter
from tests.fuzz.laws import check_laws

pytestmark = pytest.mark.requirement("UP6")


class Watched(Splitter):
    """A splitter that remembers the pieces with which its reading was woken."""

    __slots__ = ("woken_by",)

    def __init__(self, mode: Mode = "discovery") -> None:
        self.woken_by: list[str] = []
        super().__init__(mode)

    @override
    def advance(self, piece: str) -> list[Segment]:
        """Note the piece and wake the reading."""
        self.woken_by.append(piece)
        return super().advance(piece)


def pieces_of(text: str, size: int) -> list[str]:
    """Cut a text into pieces of one size."""
    return [text[at : at + size] for at in range(0, len(text), size)]


def woken_by(pieces: list[str]) -> list[str]:
    """Return with which pieces the reading was woken before the text ended."""
    splitter = Watched()
    for piece in pieces:
        splitter.feed(piece)
    return splitter.woken_by


def released(pieces: list[str]) -> list[str]:
    """Return the prose that left before the text ended, as it left."""
    splitter = Splitter()
    return [part.text for piece in pieces for part in splitter.feed(piece) if isinstance(part, Text)]


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
@pytest.mark.parametrize("text", [STATEMENTS, ANSWERED, PARAGRAPHS, LINES], ids=range(4))
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
]
TEXTS = ON_THE_SHORT_WAY + BESIDE_THE_SHORT_WAY


@pytest.mark.parametrize("size", range(1, 20))
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_the_short_way_finds_what_the_reading_finds(text: str, size: int) -> None:
    check_laws(text, pieces_of(text, size), "discovery")


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
    ],
)
def test_a_sentence_leaves_where_it_ends(pieces: list[str], left: list[str]) -> None:
    assert released(pieces) == left


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
        (["\n(B) b\n(C) c", "\n(D) d"], ["\n(B) b\n(C) c"]),
    ],
)
def test_an_option_that_is_expected_wakes_nobody(pieces: list[str], waking: list[str]) -> None:
    begun = ["Which?\n(A) red"]

    assert woken_by(begun + pieces)[:2] == begun + waking
