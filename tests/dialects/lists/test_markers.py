"""Markers at the beginning of a line."""

import pytest

from choice.dialects.lists.markers import (
    behind_marker,
    indent_of,
    is_item,
    marker_of,
    may_begin_item,
    only_numbers,
    without_number,
)


@pytest.mark.requirement("QC2", "QC3")
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
        ("1\ufe0f\u20e3 one", 1, "one"),
        ("**2\u20e3** one", 2, "one"),
        ("1- one", 1, "one"),
        ("（Ａ） one", 1, "one"),
        ("（B）one", 2, "one"),
        ("１． one", 1, "one"),
        ("1、one", 1, "one"),
        ("٢. one", 2, "one"),
        ("أ) one", 1, "one"),
        ("ا) one", 1, "one"),
        ("(ب) one", 2, "one"),
        ("ج. one", 3, "one"),
        ("- **(د)** one", 4, "one"),
        ("ه) one", 5, "one"),
        ("هـ) one", 5, "one"),
        ("**و)** one", 6, "one"),
        ("الخيار ب: one", 2, "one"),
        ("A: one", 1, "one"),
        ("**B:** one", 2, "one"),
        ("- **C**: one", 3, "one"),
        ("Ａ：one", 1, "one"),
        ("**1**. one", 1, "one"),
        ("[A] one", 1, "one"),
        ("- [b] one", 2, "one"),
        ("［Ｃ］one", 3, "one"),
        ("가. one", 1, "one"),
        ("(나) one", 2, "one"),
        ("ア．one", 1, "one"),
        ("カ) one", 6, "one"),
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


@pytest.mark.requirement("QC2", "QC3")
def test_emphasis_that_goes_on_behind_the_marker_is_remembered() -> None:
    marker = marker_of("**A) one** — two")

    assert marker is not None
    assert marker.emphasis == "**"


@pytest.mark.requirement("QC2", "QC3")
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
        "A:x",
        "a: x",
        "G: x",
        "1: x",
        "[1] x",
        "[A) x",
        "[A](x)",
        "A] x",
        "AB) x",
        "123. x",
        "1.5 x",
        "1-2 x",
        "1-가",
        "A- x",
        "-x",
        "é) x",
        "(",
    ],
)
def test_other_beginnings_are_no_markers(line: str) -> None:
    assert marker_of(line) is None


@pytest.mark.requirement("QC2", "QC3")
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


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("line", "lettered"), [("(A) x", True), ("b. x", True), ("1) x", False), ("① x", False)]
)
def test_a_list_counts_by_letters_or_by_numbers(line: str, *, lettered: bool) -> None:
    marker = marker_of(line)

    assert marker is not None
    assert marker.lettered is lettered


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("line", "expected"), [("x", (0, 0)), ("  x", (2, 2)), ("\tx", (4, 1)), (" \tx", (4, 2))]
)
def test_an_indentation_is_measured_in_columns(line: str, expected: tuple[int, int]) -> None:
    assert indent_of(line) == expected


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("line", "expected"), [("- x", True), ("1. x", True), ("x", False), ("*x*", False), ("  + x", True)]
)
def test_items_are_bulleted_or_counted(line: str, *, expected: bool) -> None:
    assert is_item(line) is expected


@pytest.mark.requirement("QC2", "QC3")
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


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("line", "text"), [("- x", "x"), ("1. x", "x"), ("  x", "x"), ("x", "x"), ("-  (A) x", "x")]
)
def test_the_text_of_an_item_begins_behind_its_marker(line: str, text: str) -> None:
    assert line[behind_marker(line) :] == text


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("line", "number", "lettered", "emphasis", "text"),
    [
        ("Option A: x", 1, True, "", "x"),
        ("**Option B:** x", 2, True, "", "x"),
        ("**Option 1** – x", 1, False, "", "x"),
        ("- **Option 2: x** - why", 2, False, "**", "x** - why"),
        ("OPTION C) x", 3, True, "", "x"),
        ("Opción 1: x", 1, False, "", "x"),
        ("选项A：x", 1, True, "", "x"),
        ("옵션 2: x", 2, False, "", "x"),
        ("선택지 1: x", 1, False, "", "x"),
        ("2안: x", 2, False, "", "x"),
        ("方案二：x", 2, False, "", "x"),
        ("案1：x", 1, False, "", "x"),
        ("**B案：** x", 2, True, "", "x"),
        ("**Variante A:** x", 1, True, "", "x"),
    ],
)
def test_a_marker_may_name_itself(
    line: str, number: int, *, lettered: bool, emphasis: str, text: str
) -> None:
    marker = marker_of(line)

    assert marker is not None
    assert (marker.number, marker.lettered, marker.emphasis) == (number, lettered, emphasis)
    assert marker.offers
    assert line[marker.text_at :] == text


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    "line",
    ["**Options:**", "Option A is better", "Options: x", "Optional: x", "Option: x", "Various: x", "案件：x"],
)
def test_the_word_alone_is_no_marker(line: str) -> None:
    assert marker_of(line) is None


@pytest.mark.requirement("QC2", "QC3")
def test_a_star_may_stand_before_the_marker() -> None:
    marker = marker_of("⭐ 1. x")

    assert marker is not None
    assert (marker.number, marker.star, marker.offers) == (1, "⭐ ", False)


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    ("head", "expected"), [("Op", True), ("**Option", True), ("Open", False), ("⭐ ", True)]
)
def test_a_line_waits_while_it_may_begin_with_a_marker(head: str, *, expected: bool) -> None:
    assert may_begin_item(head) is expected


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "sentence",
    [
        "Q1.",
        "**Q1.**",
        "Question 1.",
        "Question 1 of 3.",
        "Question one.",
        "First question.",
        "Step 2.",
        "Part II.",
        "1/3.",
        "①.",
        "B.",
        "🎉",
        "Frage 1.",
        "Schritt 2 von 3.",
        "Pregunta 1.",
        "Paso 2 de 3.",
        "질문 1.",
        "1단계.",
        "첫 번째 질문.",
        "问题1。",
        "第一步。",
        "第2问。",
        "質問1。",
        "ステップ2。",
        "السؤال 1.",
        "الخطوة الثانية.",
    ],
)
def test_a_number_of_what_follows_says_nothing(sentence: str) -> None:
    assert only_numbers(sentence)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "sentence",
    [
        "It must be quick.",
        "Step 2 is the data store.",
        "Question 1 decides the cost.",
        "**Data store.**",
        "저장소를 정합니다.",
        "第一步很重要。",
        "1 " * 30,
        "A third.",
        "One.",
        "Next.",
    ],
)
def test_other_sentences_say_something(sentence: str) -> None:
    assert not only_numbers(sentence)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "question",
    [
        "Q1: Which one?",
        "Question 2 of 3: Which one?",
        "Frage 2 – Which one?",
        "Step 2: Which one?",
        "问题1：Which one?",
        "第2问：Which one?",
        "Which one?",
    ],
)
def test_a_question_is_asked_without_its_number(question: str) -> None:
    assert without_number(question) == "Which one?"


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "question",
    [
        "Budget: how much?",
        "10:30 or noon?",
        "One thing: which one?",
        "One last question: which one?",
        "1 – 2?",
    ],
)
def test_other_words_before_a_question_belong_to_it(question: str) -> None:
    assert without_number(question) == question
