"""Paragraphs that tell the reader to choose, or what the answer is for."""

import pytest

from choice.dialects.text.choosing_paragraph import is_shown_by_card, says_what_for, tells_to_choose

pytestmark = pytest.mark.requirement("QC2", "QC3")


@pytest.mark.parametrize(
    "paragraph",
    [
        "Pick one.",
        "*Please just choose the one that fits best.*",
        "(select all that apply)",
        "Bitte wählen Sie eine Antwort.",
        "하나만 골라 주세요.",
        "请选择一项。",
        "一つ選んでください。",
        "Reply with a letter.",
    ],
)
def test_a_paragraph_may_tell_to_choose(paragraph: str) -> None:
    assert tells_to_choose(paragraph)


@pytest.mark.parametrize("paragraph", ["", "The pick of the day is on top.", f"Choose {'x' * 100}"])
def test_other_paragraphs_do_not(paragraph: str) -> None:
    assert not tells_to_choose(paragraph)


@pytest.mark.parametrize(
    "paragraph",
    [
        "This decides how much room we need.",
        "I ask so that I can size the pump.",
        "Davon hängt der Preis ab.",
        "이에 따라 가격이 달라집니다.",
    ],
)
def test_a_paragraph_may_say_what_the_answer_is_for(paragraph: str) -> None:
    assert says_what_for(paragraph)


def test_a_paragraph_may_say_nothing_of_the_answer() -> None:
    assert not says_what_for("The pump is blue.")


@pytest.mark.requirement("QC11")
def test_a_card_shows_by_itself_that_one_is_to_be_picked() -> None:
    assert is_shown_by_card("Pick one of these.")
    assert not is_shown_by_card("Choose the second if there are children in the house.")
