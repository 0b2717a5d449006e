"""Where sentences end: what was before a question, and what is held, do not depend on the pieces."""

import pytest

from choice.stream.segments import FormFound
from choice.stream.sentences import LONGEST
from choice.stream.splitter import MODES
from tests.fuzz.laws import split_pieces
from tests.stream.test_splitter import BLOCK
from tests.stream.watched import check_sizes, pieces_of

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
def test_sentences_end_where_they_do_however_they_arrive(text: str) -> None:
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
def test_a_sentence_of_the_greatest_length_is_held_and_a_longer_one_is_not(over: int, end: str) -> None:
    for length in (LONGEST, LONGEST - len(end), LONGEST - end.find(" ")):
        text = "Good. " + ("Word" + " word" * 400)[: length + over] + end + LIST

        check_sizes(text, [1, 5, 16, 700, 5000], "discovery")
