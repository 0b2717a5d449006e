"""Amounts that a list gives instead of asking for them."""

import pytest

from choice.dialects.text.listed_amounts import gives_amounts

pytestmark = pytest.mark.requirement("QC8")

DAYS = ["By air: 2–3 days", "By sea - about 20 days"]


@pytest.mark.parametrize(
    "question",
    [
        "How long does shipping take?",
        "Wie lange dauert der Versand?",
        "¿Cuánto tarda el envío?",
        "배송은 얼마나 걸리나요?",
        "快递要多久？",
        "配送にはどのくらいかかりますか？",
        "كم يستغرق الشحن؟",
    ],
)
def test_each_item_says_of_what_and_how_much(question: str) -> None:
    assert gives_amounts(question, DAYS)


@pytest.mark.parametrize(
    "question",
    [
        "How long should it take?",
        "How much time do you have?",
        "Wie lange brauchen Sie?",
        "您希望多久更新一次？",
        "예산은 얼마인가요?",
        "Which way do you want?",
    ],
)
def test_an_amount_is_asked_of_the_reader(question: str) -> None:
    assert not gives_amounts(question, DAYS)


def test_amounts_alone_may_be_chosen() -> None:
    assert not gives_amounts("How long does shipping take?", ["2–3 days", "About 20 days"])
