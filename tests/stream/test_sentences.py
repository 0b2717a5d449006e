"""Ends of sentences: rationale and held text do not depend on the chunks."""

import pytest

from choice.stream import MODES, FormFound, Mode
from choice.stream.sentences import LONGEST
from tests.fuzz.laws import split_pieces
from tests.stream.pieces import check_sizes, pieces_of, released
from tests.stream.test_splitter import BLOCK

pytestmark = pytest.mark.requirement("QC5", "UP6")

LIST = "\n(A) The small one\n(B) The large one\n"
TEXTS = [
    'He said "yes." Then he left. Which one?' + LIST,
    'He said "yes." then left. Which one?' + LIST,
    "It is (so.) and (so.) Right. Which one?" + LIST,
    'Is it "so?" asked nobody. Which one?' + LIST,
    "这样吧。 那么 「好。」 好。哪一个？" + LIST,
    "Plain line.\n> Quoted line.\nWhich one?" + LIST,
    "Plain line.\n- An item.\n    " + BLOCK + "\nPlain.\nWhich one?" + LIST,
    "One line.\nSee e.g.\nthis one. Which one?" + LIST,
    "One line.\nAnother one, e.g. this.\nA third. Which one?" + LIST,
    "One line\ngoes on\n  and on\n" + " " * 30 + "and on. Which one?" + LIST,
    "One line\n1. an item. Which one?" + LIST,
    "One line\n   1) an item\n   goes on. Which one?" + LIST,
    "A line\n- an item\n\n      " + BLOCK + "\n\nWhich one?" + LIST,
    "# A heading. Is it one?\nWhich one?" + LIST,
    "# A heading. Which one?" + LIST,
    "Here is {a} and [b] and {" + '"c" d} now. Which one?' + LIST,
    "Here is {" + '"a": 1} and [[1]] now. Which one?' + LIST,
    "Which one？ Choose one." + LIST,
    "Which one؟ Choose one." + LIST,
    "It is 好。 It is so.\nWhich one?" + LIST,
    "Take 1.5 of it.\nTake v2.\nIt is so. And so.\nWhich one?" + LIST,
    "It is so.\nIs it? Choose one.\n(A) x\n(B) y\n",
    " " * 300 + "(A) x. Which one?" + LIST,
    "Words.\n" + " " * 190 + "1. an item. Which one?" + LIST,
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_the_end_of_a_sentence_does_not_depend_on_the_chunks(text: str) -> None:
    for mode in MODES:
        check_sizes(text, [*range(1, 12), 16, 25, 40, 100], mode)


@pytest.mark.parametrize(
    ("text", "rationale"),
    [
        ('He said "yes." Then he left. Which one?', 'He said "yes." Then he left.'),
        ('He said "yes." then left. Which one?', 'He said "yes." then left.'),
        ("One line.\nSee e.g. this one. Which one?", "One line. See e.g. this one."),
        ("Plain line.\n> Quoted line.\nIt is. Which one?", "It is."),
        ("One line.\nAnother.\n\nA third. Which one?", "A third."),
        ("One. Two.\nThree. Four.\nFive. Which one?", "One. Two. Three. Four. Five."),
    ],
)
@pytest.mark.parametrize("size", [1, 5, 1000])
def test_the_sentences_before_a_question_are_its_rationale(text: str, rationale: str, size: int) -> None:
    found = split_pieces(pieces_of(text + LIST, size), "discovery")
    (form,) = [segment.form for segment in found if isinstance(segment, FormFound)]

    assert form.questions[0].context == rationale


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("end", ["? Which one?", ". Which one?", "?", " e.g. so. Which one?", "? Pick one"])
def test_a_sentence_of_the_maximum_length_is_held_and_a_longer_one_is_not(over: int, end: str) -> None:
    for length in (LONGEST, LONGEST - len(end), LONGEST - end.find(" ")):
        text = "Good. " + ("Word" + " word" * 400)[: length + over] + end + LIST

        check_sizes(text, [1, 5, 16, 700, 5000], "discovery")


STATEMENTS = "The index is small. It stays small! Nobody minds, as 1.5 seconds are enough."
ABBREVIATED = "It is short, i.e. it fits. See e.g. the log (approx. ten lines), etc. on Monday. It ends."
CODE = "The value of `max.size?` is read. Then `a` runs, and so does `b!` at the end. It ends."
ANSWERED = "Why does it matter? Mainly because it is slow. It was never fast. Why so? It is old. Good."
PARAGRAPHS = "One paragraph ends.\n\nThe next one begins. It ends.\n\nI see. It goes on.\n\nA third. Fine."
LINES = "One line ends.\nThe next one begins.\nIt ends.\nA last one."
ASKED_AND_ENDED = "It ends.\n\nWhy so? Because it must.\n\nGood. And why this? It just is.\nFine. It ends."
PROSE = [
    STATEMENTS,
    ABBREVIATED,
    CODE,
    ANSWERED,
    PARAGRAPHS,
    LINES,
    ASKED_AND_ENDED,
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
    "Speed matters. So does `cost.`. Which one?" + "\n" + LIST + "\nGood.\n",
    "Why so? Because it is `slow?`. What then? Choose one." + "\n" + LIST + "\nGood.\n",
    "Do we keep it? Pick one. It ends." + "\n" + LIST + "\nGood.\n",
    "Do we keep it? Pick one\n\nIt ends. Which one?" + "\n" + LIST + "\nGood.\n",
    "Do we keep it? Pick one.\nThe end." + "\n" + LIST + "\nGood.\n",
    "Why so? And why not? Because. Which one?" + "\n" + LIST + "\nGood.\n",
    "Why so? And how?" + "\n" + LIST + "\nGood.\n",
    "Is it `a? pick one` or not. Which one?" + "\n" + LIST + "\nGood.\n",
    "Run ``a ` b? c`` now. And `a``b` too. Which one?" + "\n" + LIST + "\nGood.\n",
    "An open `code begins. It goes on. Which one?" + "\n" + LIST + "\nGood.\n",
    "An open `code\n\nends. Which one?" + "\n" + LIST + "\nGood.\n",
    "An open `code\nends. Which one?" + "\n" + LIST + "\nGood.\n",
    "It is e.g.\na wrapped line. Which one?" + "\n" + LIST + "\nGood.\n",
    "It is e.g.\n\nA paragraph. Which one?" + "\n" + LIST + "\nGood.\n",
    "Really?! Yes. Really?? No. Which one?" + "\n" + LIST + "\nGood.\n",
    'See a?b and a.b? now. And a?"b. Which one?' + "\n" + LIST + "\nGood.\n",
    "It is `" + "x" * 1300 + "`. Which one?" + "\n" + LIST + "\nGood.\n",
    "Is it? " + "Word " * 260 + ". Which one?" + "\n" + LIST + "\nGood.\n",
    "I. see\n\nO\n\n2. see\n\n\n\nOptions are. Which one?" + "\n" + LIST + "\nGood.\n",
    "\nAnd\n \nBut. Which one?" + "\n" + LIST + "\nGood.\n",
    "It ends.\n\n> Which one?" + "\n" + LIST + "\nGood.\n",
    "It ends.\n\n1. a step.\n\n```json\n"
    + BLOCK
    + "\n```\n\nIt ends.\n\n| a | b? |"
    + "\n"
    + LIST
    + "\nGood.\n",
    "It ends.\n\n    " + BLOCK + "\n\nIt ends.\n\n# Which one?" + "\n" + LIST + "\nGood.\n",
    "- an item\n\nIt ends. So it is.\n\n    " + BLOCK + "\n\nWhich one?" + "\n" + LIST + "\nGood.\n",
    "See a?b now.\n\nThe next one. See a?b now.\nThe next one? Pick one." + "\n" + LIST + "\nGood.\n",
    "Use `a?b` and choose it. It ends.\n\nUse `a?b` or pick one\n\nIt ends. Which one?"
    "\n" + LIST + "\nGood.\n",
    "```py\nIt is. Is it?\n\n(A) x\n(B) y\n\n```\n> It is. Is it?\n(A) x\n(B) y\n",
]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("text", PROSE, ids=range(len(PROSE)))
def test_prose_does_not_depend_on_the_size_of_the_chunks(text: str, mode: Mode) -> None:
    check_sizes(text, [*range(1, 20), 40], mode)


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
        (["Use", " `a", " b\nc` d. ", "E` f. Next"], []),
        (["Why so", "? ", "Because", ".\nIt. So"], ["Why so? Because.\nIt."]),
        (["Why so", "?", " Because", ".\n", "It. So"], ["Why so? Because.\n", "It."]),
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
def test_a_sentence_is_released_at_its_end(pieces: list[str], left: list[str]) -> None:
    assert released(pieces) == left
