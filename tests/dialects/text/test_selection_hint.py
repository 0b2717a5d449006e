"""How many options may be chosen, by the words around them."""

import pytest

from choice.dialects.text.selection_hint import most_selections

pytestmark = pytest.mark.requirement("QC11")


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("Which one?", 1),
        ("Select all that apply:", 5),
        ("Choose all that apply", 5),
        ("Choose up to 3", 3),
        ("Please pick at most two.", 2),
        ("Select up to nine", 1),
        ("Choose up to 9 options", 5),
        ("Choose up to 0", 1),
        ("Choose up to", 1),
        ("There are up to 3 replicas. Which one?", 1),
        ("어떤 기능이 필요한가요? (복수 선택 가능)", 5),
        ("최대 2개까지 선택하세요", 2),
        ("需要哪些功能？（可多选）", 5),
        ("最多选择两个", 2),
        ("複数選択可", 5),
        ("Welche? Mehrfachauswahl möglich", 5),
        ("Wähle bis zu drei", 3),
        ("Elige hasta 2", 2),
        ("Selecciona todas las que correspondan", 5),
        ("Choisissez jusqu'à 2", 2),
        ("اختر كل ما ينطبق", 5),
        ("Elija dos como máximo", 2),
        ("You may choose more than one", 5),
    ],
)
def test_words_say_how_many_options_may_be_chosen(words: str, most: int) -> None:
    assert most_selections("Which ones?", words, 5) == most


@pytest.mark.parametrize(
    ("question", "most"),
    [
        ("Which do you need (select all that apply)?", 5),
        ("Which of these apply, select all that apply?", 5),
        ("Choose up to two: which features matter?", 2),
        ("어떤 기능이 필요한가요? (복수 선택 가능)", 5),
        ("Should a manager be able to select up to 5 people?", 1),
        ("列表是否需要多选功能？", 1),
        ("Sollen mehrere Personen zugreifen?", 1),
    ],
)
def test_of_the_question_itself_only_plain_instructions_count(question: str, most: int) -> None:
    assert most_selections(question, "", 5) == most
