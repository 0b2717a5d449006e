"""How many options a text asks the reader to choose."""

import pytest

from choice.dialects.lists.selection import selection_limits


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("Which one?", 1),
        ("Select all that apply:", 5),
        ("Choose all that apply", 5),
        ("Choose up to 3", 3),
        ("Please pick at most two.", 2),
        ("Choose up to 9 options", 5),
        ("Choose up to 0", 1),
        ("Choose up to", 1),
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
    assert selection_limits("Which?", words, 5)[1] == most


@pytest.mark.requirement("QC11")
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


@pytest.mark.requirement("QC11")
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
        ("(max.2)", (1, 2)),
        ("(Max. two options)", (1, 2)),
        ("(min. 2)", (2, 5)),
        ("(min. 2, max. 3)", (2, 3)),
        ("(máx. 2)", (1, 2)),
        ("(máx 2)", (1, 2)),
        ("(mind. 2)", (2, 5)),
        ("(bitte max. 2 auswählen)", (1, 2)),
        ("(bitte mind. zwei auswählen)", (2, 5)),
        ("Not more than 2, please.", (1, 2)),
        ("Choose 2 to 2.", (2, 2)),
        ("(Multiple selections allowed; not more than 3)", (1, 3)),
        ("Select all that apply. Choose at least two.", (2, 5)),
        ("Select all that apply. Choose one if in doubt.", (1, 5)),
        ("Ask the admin. Pick 2 max. Then go on.", (1, 2)),
        ("(2 max)", (1, 2)),
        ("Choose all that apply (at least 2)", (2, 5)),
        ("두 개를 골라 주세요", (2, 2)),
        ("최소 2개를 선택하세요", (2, 5)),
        ("2개 이상 골라 주세요", (2, 5)),
        ("2~3개 선택해 주세요", (2, 3)),
        ("选两项", (2, 2)),
        ("（2つまで選択可）", (1, 2)),
        ("2つ選んでください", (2, 2)),
        ("(Mehrere Antworten möglich)", (1, 5)),
        ("Wählen Sie zwei.", (2, 2)),
        ("Bitte genau zwei auswählen.", (2, 2)),
        ("(puedes elegir varias)", (1, 5)),
        ("Elige dos.", (2, 2)),
        ("Elige entre 2 y 3", (2, 3)),
        ("(يمكن اختيار أكثر من واحد)", (1, 5)),
    ],
)
def test_words_say_how_many_options_must_and_may_be_chosen(words: str, limits: tuple[int, int]) -> None:
    assert selection_limits("Which?", words, 5) == limits


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "words",
    [
        "Pick one.",
        "Only one, please.",
        "Pick only one, not several.",
        "Choose option 2 if unsure.",
        "Pick 2 for speed.",
        "Pick one of the 3 options.",
        "Make up your mind. There are 2 ways.",
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


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("question", "limits"),
    [
        ("Which two colours do you like?", (2, 2)),
        ("¿Qué dos colores prefiere?", (2, 2)),
        ("어떤 두 가지를 원하세요?", (2, 2)),
        ("Which two-factor method?", (1, 1)),
        ("Which of the two drafts?", (1, 1)),
        ("Which 2 colours do you want?", (2, 2)),
        ("Which 2 new features should we build?", (2, 2)),
        ("Which 2 of these do you want?", (2, 2)),
        ("Which 2 do you want?", (2, 2)),
        ("Which 2?", (2, 2)),
        ("Which 3 people should come?", (3, 3)),
        ("Welche 2 Farben möchten Sie?", (2, 2)),
        ("¿Qué 2 colores prefiere?", (2, 2)),
        ("어떤 2가지를 원하세요?", (2, 2)),
        ("어떤 2개의 색을 원하세요?", (2, 2)),
        ("您想要哪2个颜色？", (1, 1)),
        ("哪 3 项功能最重要？", (3, 3)),
        ("أي 3 ألوان تفضل؟", (3, 3)),
        ("أي 3 خيارات تفضل؟", (3, 3)),
        ("أي 2 من هذه تريد؟", (2, 2)),
    ],
)
def test_a_question_may_ask_for_two(question: str, limits: tuple[int, int]) -> None:
    assert selection_limits(question, "", 5) == limits


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "question",
    [
        "Which 3 GB plan?",
        "Which 2 GB model do you want?",
        "Which 2GB model do you want?",
        "Which version 2 feature do you want?",
        "Which 2.0 features do you want?",
        "Which 2-factor methods do you want?",
        "Which 2nd option do you want?",
        "Which 2024 models do you want?",
        "Which 24 inch monitor do you want?",
        "Which 2 bedroom flat do you want?",
        "Which 3 series do you drive?",
        "Which 4 class?",
        "What are your top 3 priorities?",
        "Welche 2 GB Variante möchten Sie?",
        "Welche 5 Sterne Unterkunft möchten Sie?",
        "¿Qué 2 GB prefiere?",
        "어떤 2GB 모델을 원하세요?",
        "哪3个月的套餐您想要？",
        "どの3か月プランにしますか？",
        "أي 2 جيجابايت تريد؟",
    ],
)
def test_a_number_behind_which_may_belong_to_a_thing(question: str) -> None:
    assert selection_limits(question, "", 5) == (1, 1)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "words",
    [
        "(no multiple selection)",
        "(multiple selections not allowed)",
        "(Multiple selections aren't allowed.)",
        "(multiple answers are not possible)",
        "(single choice, not multiple)",
        "(you cannot select more than one)",
        "You may not choose more than one.",
        "You can’t pick several.",
        "You are not allowed to select multiple options.",
        "Please don't pick more than one.",
        "Never select more than one.",
        "No more than one answer.",
        "More than one answer is not permitted.",
        "You cannot choose two or more.",
        "Only one can be selected.",
        "Pick just one.",
        "Choose exactly one.",
        "(one only)",
        "(복수 선택 불가)",
        "(복수 선택은 불가능합니다)",
        "여러 개를 선택할 수 없습니다.",
        "여러 개 고르지 마세요.",
        "두 개 이상 선택할 수 없습니다.",
        "(하나만)",
        "하나만 선택해 주세요 (중복 선택 안 됨)",
        "（不可多选）",
        "（不支持多選）",
        "不能选择多个。",
        "请勿多选",
        "只能选一个",
        "（单选，不可多选）",
        "（複数選択不可）",
        "複数選択はできません。",
        "複数選ばないでください",
        "2つ以上は選べません",
        "（複数回答：不可）",
        "一つだけ選んでください",
        "(keine Mehrfachauswahl)",
        "(Mehrfachauswahl nicht möglich)",
        "Mehrfachnennungen sind leider nicht erlaubt.",
        "Bitte nicht mehrere auswählen.",
        "Mehrere Antworten wählen Sie bitte nicht.",
        "Sie können nicht mehr als eine Option wählen.",
        "(nur eine)",
        "(no puedes elegir varias)",
        "No se permite la selección múltiple.",
        "No elijas más de una.",
        "(solo una)",
        "(una sola opción, no varias)",
        "(pas de choix multiple)",
        "(لا يمكن اختيار أكثر من واحد)",
        "لا تختر أكثر من واحد.",
        "غير مسموح باختيار أكثر من خيار",
        "(واحد فقط)",
    ],
)
def test_words_that_forbid_several_choices_leave_one(words: str) -> None:
    assert selection_limits("Which one?", words, 5) == (1, 1)
    assert selection_limits(f"Which one {words.rstrip('.')}?", "", 5) == (1, 1)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    ("words", "most"),
    [
        ("Not more than two.", 2),
        ("Don't pick more than two.", 2),
        ("You cannot choose more than 3.", 3),
        ("You may not select three or more.", 2),
        ("Bitte nicht mehr als zwei auswählen.", 2),
        ("No elijas más de dos.", 2),
    ],
)
def test_words_that_forbid_more_than_some_allow_so_many(words: str, most: int) -> None:
    assert selection_limits("Which?", words, 5) == (1, most)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "words",
    [
        "Don't hesitate to pick several.",
        "If you are not sure, select all that apply.",
        "Pick not just one.",
        "Why not pick several?",
        "Select several if you cannot decide.",
        "Multiple answers are fine, comments are not allowed.",
        "You may choose more than one.",
        "복수 선택 가능 (중복 투표 불가)",
        "여러 개 선택해도 상관없습니다.",
        "可多选，但不能全选",
        "Mehrere Antworten möglich, Kommentare nicht.",
        "No dudes en elegir varias.",
        "لا بأس باختيار أكثر من واحد",
    ],
)
def test_a_word_that_denies_something_else_forbids_nothing(words: str) -> None:
    assert selection_limits("Which?", words, 5) == (1, 5)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "question",
    [
        "Which widget lets users select all that apply?",
        "Which widget allows your customers to select all that apply?",
        "Which widget supports select all that apply?",
        "Which layout suits select all that apply questions?",
        "Choose the widget that lets people select multiple options.",
        "Choose between several options.",
        "Choose one. There are multiple choices.",
        "Pick from several answers.",
        "Wähle: es gibt mehrere Antworten.",
        "Elige entre varias opciones.",
        "请选择，有多个选项。",
        "사용자가 해당하는 것을 모두 고르게 하는 위젯은 무엇인가요?",
        "哪个控件让用户选择所有适用的选项？",
        "ユーザーが当てはまるものをすべて選べるのはどのウィジェットですか？",
        "Welches Widget lässt Nutzer alle zutreffenden Antworten ankreuzen?",
        "¿Qué control permite al usuario marcar todas las que correspondan?",
        "أي عنصر يتيح للمستخدم اختيار كل ما ينطبق؟",
    ],
)
def test_a_choice_that_others_make_says_nothing(question: str) -> None:
    assert selection_limits(question, "", 5) == (1, 1)


@pytest.mark.requirement("QC11")
@pytest.mark.parametrize(
    "question",
    [
        "Which user roles do you need, select all that apply?",
        "Which users should have access (select all that apply)?",
        "Can you select all that apply?",
        "Does this let you select all that apply?",
        '"Select all that apply": which do you need?',
        "Können Sie alle zutreffenden Antworten ankreuzen?",
    ],
)
def test_a_choice_that_the_reader_makes_counts(question: str) -> None:
    assert selection_limits(question, "", 5) == (1, 5)
