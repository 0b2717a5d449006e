"""Lines after a question: which of them are its options, for any chunks."""

import pytest

from choice.dialects.lists.form import MAX_RATIONALE
from choice.models import Question
from choice.stream import FormFound, Splitter, Text
from choice.stream.reader import HOLD_LIMIT
from tests.fuzz.laws import check_laws, source_of, split_pieces
from tests.stream.pieces import check_sizes

pytestmark = pytest.mark.requirement("QC2")


SIZES = [*range(1, 12), 17, 30, 1000]


def asked(text: str) -> list[Question]:
    """Return the questions that a text asks."""
    found = [each for each in split_pieces([text], "discovery") if isinstance(each, FormFound)]
    return [question for each in found for question in each.form.questions]


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        ("(A) red  \n(B) blue \n(C) green\t\n", ["red", "blue", "green"]),
        ("(A) red\r\n(B) blue\r\n(C) green\r\n", ["red", "blue", "green"]),
        ("(A) red\n\tand more\n(B) blue\n", ["red and more", "blue"]),
        ("(A) red\n  and more\n(B) blue\n", ["red and more", "blue"]),
        ("(A) red\n(B) blue\n(C) green\n  and more\n(D) white\n", ["red", "blue", "green and more", "white"]),
        ("(A) red\n\n(B) blue\n(C) green\n  and more\n", ["red", "blue", "green and more"]),
        ("(A) red\n\n(B) blue\n(C) green\n\n  and more\n", ["red", "blue", "green"]),
        ("  (A) red\n  (B) blue\n (C) green\n   (D) white\n", ["red", "blue", "green", "white"]),
        ("(A) red\n(B)  blue\n(C) green\n", ["red", "blue", "green"]),
        ("(A) red\n(B) blue\n(A) green\n(B) white\n", ["red", "blue"]),
        ("(A) red\n(B) blue\n and more\n", ["red", "blue"]),
        ("**Option A: red**\n\nIt is warm.\n\n**Option B: blue**\n\nIt is cold.\n", ["red", "blue"]),
        ("**Option A: red**\n\n**Option B: blue**\n\nIt is cold.\n", ["red", "blue"]),
        ("[A] red\n[B] blue\n", ["red", "blue"]),
        ("**A**: red\n**B**: blue\n", ["red", "blue"]),
        ("가. red\n나. blue\n", ["red", "blue"]),
        (
            "A) red\nB) blue\nC) green\nD) white\n",
            ["red", "blue", "green", "white"],
        ),
    ],
    ids=range(17),
)
def test_options_are_found(lines: str, options: list[str]) -> None:
    text = f"Which one?\n\n{lines}\nGood.\n"

    check_sizes(text, SIZES, "discovery")
    assert [option.label for option in asked(text)[0].options] == options


@pytest.mark.parametrize(
    "lines",
    [
        "(A) red\n  (B) blue\n",
        "(A) red\n(A) blue\n",
        "(A) red\n(B) blue\n(D) white\n",
    ],
    ids=range(3),
)
def test_other_lists_stay_text(lines: str) -> None:
    text = f"Which one?\n\n{lines}\nGood.\n"

    check_sizes(text, SIZES, "discovery")
    assert asked(text) == []


@pytest.mark.parametrize("underline", ["---", "==="])
def test_a_question_may_be_an_underlined_heading(underline: str) -> None:
    assert len(asked(f"Which one?\n{underline}\n\n(A) red\n(B) blue\n")) == 1


def test_instructions_come_from_the_question_line_and_the_line_before_the_options() -> None:
    (question,) = asked("Which ones? Choose up to 2.\nThe options:\n(A) red\n(B) blue\n(C) green\n")

    assert question.max_selections == 2


@pytest.mark.parametrize(("length", "weights"), [(MAX_RATIONALE, ["normal"]), (MAX_RATIONALE + 1, ["quick"])])
def test_behind_a_long_paragraph_a_list_stays_text_with_light_buttons(
    length: int, weights: list[str]
) -> None:
    rationale = ("word " * length)[: length - 1] + "."

    found = asked(f"Which one?\n\n{rationale}\n\n(A) red\n(B) blue\n")
    assert [question.weight for question in found] == weights


@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize("begins", [9, 50, -9])
def test_a_list_is_held_up_to_the_limit(over: int, begins: int) -> None:
    lines = "Which one?\n(A) red\n(B) blue\n(C) "
    text = lines + "x" * (HOLD_LIMIT - len(lines) + over) + "\n\nGood.\n"

    check_laws(text, [text[:begins], text[begins:]], "discovery")
    check_laws(f"Good.\n{text}", [f"Good.\n{text}"[:begins], f"Good.\n{text}"[begins:]], "discovery")


CUT_LIST = [
    "Which",
    " one?\n",
    "(A) red",
    " wine",
    "\n(B) ",
    "white",
    " wine\n",
    "(C) w",
    "ater\n",
    "\nGood.",
]


def labels_of(pieces: list[str]) -> list[str]:
    """Return the labels of all options found."""
    found = [segment for segment in split_pieces(pieces, "discovery") if isinstance(segment, FormFound)]
    return [option.label for segment in found for option in segment.form.questions[0].options]


def test_options_do_not_depend_on_the_chunks() -> None:
    assert labels_of(CUT_LIST) == ["red wine", "white wine", "water"]
    check_laws("".join(CUT_LIST), CUT_LIST, "discovery")
    check_laws("".join(CUT_LIST), list("".join(CUT_LIST)), "discovery")


@pytest.mark.parametrize(
    "pieces",
    [
        ["Which?\n(A) red", "\n(", "C) x\n", "\nGood."],
        ["Which?\n1. a", "\n2. b", "\n3. c", "\n4. d", "\n5. e", "\n6. f", "\n", "7. g\n", "\nGood."],
    ],
)
def test_other_lists_stay_text_for_any_chunks(pieces: list[str]) -> None:
    assert labels_of(pieces) == []
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
def test_options_in_other_notations_are_found(pieces: list[str], expected: list[str]) -> None:
    assert labels_of(pieces) == expected
    check_laws("".join(pieces), pieces, "discovery")


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


def test_a_list_with_a_very_long_line_is_text() -> None:
    pieces = ["Which?\n(A) red", "x" * 4000, "\n(", "B) " + "y" * 100, "\n\nGood."]
    splitter = Splitter()

    assert splitter.feed(pieces[0]) == []
    assert source_of(splitter.feed(pieces[1])).startswith("Which?\n(A) redxxx")
    check_laws("".join(pieces), pieces, "discovery")


@pytest.mark.parametrize(("details", "weights"), [(3, ["normal"]), (8, ["quick"])])
def test_a_list_with_very_long_details_stays_text_with_light_buttons(
    details: int, weights: list[str]
) -> None:
    detail = f"   {'word ' * (250 if details == 8 else 20)}\n"
    text = f"Which store?\n\n(A) SQLite\n{detail * details}(B) PostgreSQL\n"

    assert [question.weight for question in asked(text)] == weights
    check_laws(text, [text], "discovery")


@pytest.mark.parametrize("end", ["", "\n", "\n\nGood.\n"])
def test_a_line_below_that_asks_again_belongs_to_the_question(end: str) -> None:
    text = f"Which store should we use?\n\n(A) SQLite\n(B) PostgreSQL\n\nWhich one do you prefer?{end}"

    assert [question.text for question in asked(text)] == ["Which store should we use?"]
    assert "".join(each.text for each in split_pieces([text], "discovery") if isinstance(each, Text)) == end
    check_sizes(text, SIZES, "discovery")


@pytest.mark.parametrize(
    "menu", ["[A] Advanced  [P] Party mode  [C] Continue", "[A] Advanced\n[P] Party mode\n[C] Continue"]
)
def test_the_keys_of_a_menu_are_the_ids_of_its_options(menu: str) -> None:
    text = f"What would you like to do?\n\n{menu}\n"

    (question,) = asked(text)

    assert [(option.id, option.label) for option in question.options] == [
        ("A", "Advanced"),
        ("P", "Party mode"),
        ("C", "Continue"),
    ]
    check_sizes(text, SIZES, "discovery")


@pytest.mark.parametrize(
    ("advice", "recommended"),
    [
        ("I recommend that we decide today. I recommend PostgreSQL.", [False, True]),
        ("I recommend PostgreSQL.", [False, True]),
        ("I recommend SQLite or PostgreSQL.", [False, False]),
        ("I recommend that we decide today.", [False, False]),
    ],
)
def test_a_sentence_before_the_question_recommends_the_option_that_it_names(
    advice: str, recommended: list[bool]
) -> None:
    (question,) = asked(f"{advice} Which store should we use?\n\n1. SQLite\n2. PostgreSQL\n")

    assert [option.recommended for option in question.options] == recommended
