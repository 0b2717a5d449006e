"""Questions that somebody else asked, and questions marked as having an answer."""

import pytest

from choice.dialects.text.quoted_question import ends_quotation, has_answer, is_in_quotation, is_quoted

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        'you asked: "which one is faster?"',
        "you asked which one is faster?",
        'let me repeat what you said: "should we move?"',
        'common question: "do i need it?"',
        "the customer wrote: “who can help me?”",
        "die kundin fragte: „welcher tarif ist günstiger?“",
        "客户问：“哪个更快？”",
        '"어느 것이 더 빠른가요?"라고 물으셨죠?',
        "「どちらが速いですか？」と聞かれましたか？",
    ],
)
def test_a_question_of_somebody_else_is_quoted(question: str) -> None:
    assert is_quoted(question)


@pytest.mark.parametrize(
    "question",
    [
        "which one is faster?",
        '"which one is faster?"',
        'my question: "which one is faster?"',
        "you asked for a lighter table, so which wood do you prefer?",
        'which colour should the button that says "ready?" have?',
        'what should follow the line that says "ready?"',
        'which page comes behind the one called "who are we?" in the menu of the shop?',
    ],
)
def test_a_question_of_the_writer_is_not(question: str) -> None:
    assert not is_quoted(question)


@pytest.mark.parametrize(
    "question",
    ["q: which plan is right for me?", "f: welche karten gelten nachts?", "问：哪些票有效？"],
)
def test_a_question_may_be_marked_as_answered(question: str) -> None:
    assert has_answer(question)


@pytest.mark.parametrize(
    "question",
    ["q: which plan do you want?", "q1: which plan?", "which plan?", "question: which plan?"],
)
def test_a_mark_for_questions_to_the_reader_is_another(question: str) -> None:
    assert not has_answer(question)


@pytest.mark.parametrize("question", ['What brings you here?"', "Which one?”", "どれですか？」"])
def test_a_question_may_end_a_quotation_that_began_before(question: str) -> None:
    assert ends_quotation(question)


@pytest.mark.parametrize("question", ["Which one?", '"Which one?"', "“Which one?”", "Which one?'"])
def test_other_quotations_begin_with_the_question(question: str) -> None:
    assert not ends_quotation(question)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        (['"Thank you for calling.'], "How can we help you?"),
        ([], '"How can we help you?'),
        (["“Welcome.”", "“Thank you for calling."], "How can we help you?"),
        (["„Willkommen."], "Was möchten Sie tun?"),
        (["「いらっしゃいませ。"], "何になさいますか？"),
    ],
)
def test_a_quotation_may_still_be_open(before: list[str], question: str) -> None:
    assert is_in_quotation(question, before)


@pytest.mark.parametrize(
    ("before", "question"),
    [
        ([], "Which one?"),
        (['"Thank you."'], "Which one?"),
        (['It has a 13" screen.'], "Which one?"),
        ([], "Soll der Knopf „Weiter“ heißen?"),
        ([], "Soll der Knopf »Weiter« heißen?"),
        ([], "Should it say “Go”?"),
    ],
)
def test_a_quotation_that_is_closed_says_nothing_about_the_question(before: list[str], question: str) -> None:
    assert not is_in_quotation(question, before)
