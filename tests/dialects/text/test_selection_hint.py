"""How many options may be chosen, by the words around them."""

import pytest

from choice.dialects.text.selection_hint import is_obeyed, says_how_many, selection_limits

pytestmark = pytest.mark.requirement("QC11")


@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("Which one?", 1),
        ("Select all that apply:", 5),
        ("Choose all that apply", 5),
        ("Choose up to 3", 3),
        ("Please pick at most two.", 2),
        ("Select up to nine", 5),
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
    assert selection_limits("Which ones?", words, 5)[1] == most


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
    assert selection_limits(question, "", 5)[1] == most


@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("Pick two.", (2, 2)),
        ("(choose 2)", (2, 2)),
        ("Pick exactly 2.", (2, 2)),
        ("Select at least 2.", (2, 5)),
        ("Choose 2-3.", (2, 3)),
        ("Select between 2 and 3.", (2, 3)),
        ("Pick one or two", (1, 2)),
        ("Pick your top 3.", (1, 3)),
        ("You may pick several.", (1, 5)),
        ("(multiple answers possible)", (1, 5)),
        ("(max 2)", (1, 2)),
        ("(max. 2)", (1, 2)),
        ("(2 max)", (1, 2)),
        ("Choose all that apply (at least 2)", (2, 5)),
        ("두 개를 골라 주세요", (2, 2)),
        ("최소 2개를 선택하세요", (2, 5)),
        ("2개 이상 골라 주세요", (2, 5)),
        ("2~3개 선택해 주세요", (2, 3)),
        ("选两项", (2, 2)),
        ("至少选2项", (2, 5)),
        ("请选3个以内", (1, 3)),
        ("（2つまで選択可）", (1, 2)),
        ("2つ選んでください", (2, 2)),
        ("少なくとも2つお選びください", (2, 5)),
        ("(Mehrere Antworten möglich)", (1, 5)),
        ("Wählen Sie zwei.", (2, 2)),
        ("Bitte genau zwei auswählen.", (2, 2)),
        ("zwei bis drei auswählen", (2, 3)),
        ("(puedes elegir varias)", (1, 5)),
        ("Elige dos.", (2, 2)),
        ("Elige entre 2 y 3", (2, 3)),
        ("(يمكن اختيار أكثر من واحد)", (1, 5)),
        ("اختر خيارين", (2, 2)),
        ("اختر اثنين على الأقل", (2, 5)),
    ],
)
def test_words_say_how_many_options_must_and_may_be_chosen(words: str, limits: tuple[int, int]) -> None:
    assert selection_limits("Which ones?", words, 5) == limits
    assert says_how_many(words)


@pytest.mark.parametrize(
    "words",
    [
        "Pick one.",
        "Only one, please.",
        "Pick only one, not several.",
        "Choose option 2 if unsure.",
        "Pick 2 for speed.",
        "Pick one of the 3 options.",
        "Choose 1, 2 or 3.",
        "Reply with 1, 2 or 3.",
        "We have several servers.",
        "Wir haben mehrere Server.",
        "(up to 3 users)",
        "Choose 1-5.",
        "Pick 5.",
    ],
)
def test_other_numbers_do_not_allow_more_than_one(words: str) -> None:
    assert selection_limits("Which one?", words, 5, numbered=True) == (1, 1)


@pytest.mark.parametrize(
    ("question", "limits"),
    [
        ("Which two colours do you like?", (2, 2)),
        ("¿Qué dos colores prefiere?", (2, 2)),
        ("어떤 두 가지를 원하세요?", (2, 2)),
        ("Which two-factor method?", (1, 1)),
        ("Which of the two drafts?", (1, 1)),
        ("Which 3 GB plan?", (1, 1)),
    ],
)
def test_a_question_may_ask_for_two(question: str, limits: tuple[int, int]) -> None:
    assert selection_limits(question, "", 5) == limits


@pytest.mark.parametrize(
    "words", ["", " 🤔", " (A/B)", " Pick one:", " (choose 2)", " Please reply with A or B.", "Only one."]
)
def test_what_a_card_does_anyway_need_not_be_said(words: str) -> None:
    assert is_obeyed(words)


@pytest.mark.parametrize("words", ["Choose option 2 if unsure.", "Pick the one that your team knows best."])
def test_other_instructions_must_be_said(words: str) -> None:
    assert not is_obeyed(words)
