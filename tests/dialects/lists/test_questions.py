"""What a sentence asks: whether it is a question, and which kind of answer it wants."""

import pytest

from choice.dialects.lists.questions import (
    answers,
    are_long,
    are_sentences,
    are_steps,
    asks_plainly,
    asks_two_things,
    has_open_answer,
    invites_choice,
    is_explained,
    is_question,
    is_readers_matter,
    is_topic,
    question_text,
    wants_all,
    without_fillers,
)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        (" Which store?", "Which store?"),
        ("## Which store?", "Which store?"),
        ("**Which store?**", "Which store?"),
        ("1. Which store?", "Which store?"),
        ("**2. Which store?**", "Which store?"),
        ("- Which\n store?", "Which store?"),
        ("*Which store?*", "Which store?"),
        ("Which **store** is it?", "Which store is it?"),
    ],
)
def test_a_question_is_shown_without_its_marks(sentence: str, text: str) -> None:
    assert question_text(sentence) == text


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize("sentence", ["a?", "a？", "a؟", "a?**", 'a?"', "a?) ", "a?!", "a?\r"])
def test_question_marks_of_all_scripts_end_a_question(sentence: str) -> None:
    assert is_question(sentence)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize("sentence", ["a.", "", "a? b", "?a"])
def test_other_ends_do_not(sentence: str) -> None:
    assert not is_question(sentence)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    "words",
    [
        "",
        " 🤔",
        "Pick one:",
        "(select one)",
        "For example:",
        "하나를 선택하세요",
        "例如：",
        "Zum Beispiel:",
        "(A/B/C)",
    ],
)
def test_words_that_invite_to_choose_do_not_answer(words: str) -> None:
    assert invites_choice(words)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize("words", ["It is simple.", "Because of two things:", "Here is the thing"])
def test_other_words_do(words: str) -> None:
    assert not invites_choice(words)


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    ("words", "answering"),
    [
        ("Because it is so.", True),
        ("There are two reasons:", False),
        ("This decides the rest.", False),
        ("Some options:", False),
        ("因为有两个原因", True),
    ],
)
def test_a_paragraph_may_answer_the_question_before_it(words: str, *, answering: bool) -> None:
    assert answers(words) is answering


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    ("question", "explained"),
    [
        ("Why should I care?", True),
        ("How does it work?", True),
        ("Why did it fail?", True),
        ("¿Por qué falló?", True),
        ("왜 실패했나요?", True),
        ("How should we deploy?", False),
        ("Why do you want this?", False),
        ("Which store?", False),
        ("What is the main goal?", False),
        ("What is a closure?", True),
        ("What is a good time to call?", False),
        ("What are the main features?", True),
        ("What exactly is a closure?", True),
        ("What did we ship?", True),
        ("What makes it quick?", True),
        ("What makes you happy?", False),
        ("What have you tried so far?", False),
    ],
)
def test_some_questions_are_asked_to_be_explained(question: str, *, explained: bool) -> None:
    assert is_explained(question) is explained


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Could you please send the following?", True),
        ("Können Sie mir Folgendes schicken?", True),
        ("Could you tell me which one you prefer?", False),
        ("Which one?", False),
    ],
)
def test_a_request_for_everything_is_no_choice(question: str, *, expected: bool) -> None:
    assert wants_all(question) is expected


@pytest.mark.requirement("QC2", "QC8")
@pytest.mark.parametrize(
    ("sentence", "expected"), [("## Topics?", True), ("## Which one?", False), ("Topics?", False)]
)
def test_a_heading_may_announce_a_topic(sentence: str, *, expected: bool) -> None:
    assert is_topic(sentence) is expected


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("So, and now what exactly is it, then?", "what is it?"),
        ("Let me check: what do I know?", "what do i know?"),
        ("“Which one?”", "which one?”"),
        ("Which one?", "which one?"),
    ],
)
def test_they_are_left_out(question: str, said: str) -> None:
    assert without_fillers(question) == said


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "where are the files kept today?",
        "was ist das hauptziel?",
        "wer sind die nutzer?",
        "¿qué plataformas hay que soportar?",
        "어떤 기능이 필요하신가요?",
        "팀 규모는 얼마나 되나요?",
        "要支持哪些平台？",
        "部署在哪里？",
    ],
)
def test_aims_users_sizes_and_scope_are_the_readers_matter(question: str) -> None:
    assert is_readers_matter(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "where are the files kept?",
        "was ist docker?",
        "¿qué plataformas hay?",
        "어떤 서류가 필요한가요?",
        "办理时需要哪些材料？",
        "日志存在哪里？",
    ],
)
def test_matters_in_general_are_not(question: str) -> None:
    assert not is_readers_matter(question)


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    "last",
    ["Not sure", "**Something else** (tell me)", "Both, please", "잘 모르겠어요", "还没决定", "Weiß nicht."],
)
def test_an_answer_that_only_a_reader_gives_shows_an_offer(last: str) -> None:
    assert has_open_answer(["Red", "Blue", last])
    assert has_open_answer([last, "Red", "Blue", "Green"])


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize("last", ["Green", "Both sides of the coin", "Other"])
def test_other_labels_show_nothing(last: str) -> None:
    assert not has_open_answer(["Red", "Blue", last])


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    ("labels", "steps"),
    [
        (["First, stop it", "Then start it"], True),
        (["✅ Tests", "✅ Docs"], True),
        (["✅ Yes", "❌ No"], False),
        (["Tests ✅", "Docs ⏳"], True),
        (["Tests ✅", "Docs"], False),
        (["Next week", "Next month"], False),
        (["First class", "Second class"], False),
        (["SQLite", "PostgreSQL"], False),
    ],
)
def test_steps_and_reports_are_no_options(labels: list[str], *, steps: bool) -> None:
    assert are_steps(labels) is steps


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "labels",
    [
        ["One.", "Two。"],
        ["Sales are up 12 %", "**The cellar** is wet"],
        ["They all float", "You pay later"],
        ["The token expires at noon", "The bell rings twice"],
        ["Die Miete ist hoch", "Das Dach war neu"],
        ["캐시를 삭제합니다", "서버를 켭니다."],
        ["設定を開きます", "番号を変えました"],
    ],
)
def test_items_may_be_sentences_by_their_end_or_their_verb(labels: list[str]) -> None:
    assert are_sentences(labels)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "labels",
    [
        ["One.", "Two"],
        ["The sales figures", "The users"],
        ["Whoever is awake", "Files that are large"],
        ["I have never done it", "We are new"],
        ["PostgreSQL: it is quick", "SQLite – it is small"],
        ["Yes, it is", "No, it was sold"],
    ],
)
def test_other_items_are_not(labels: list[str]) -> None:
    assert not are_sentences(labels)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    ("labels", "long"),
    [
        (["Red", "Blue"], False),
        (["The red one", "The blue one"], True),
        (["Red", "The one that is blue"], True),
        (["**Speed**: it has to be out by May", "**Price**: it has to be cheap"], False),
        (["青色", "赤色"], False),
        (["外の気温が急に下がった夜", "部屋で洗濯物を干したあと"], True),
        (["빨간색", "아주 파란 색"], False),
    ],
)
def test_items_are_long_that_say_more_than_names(labels: list[str], *, long: bool) -> None:
    assert are_long(labels) is long


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    "question",
    [
        "Which one should we use?",
        "How should errors, if any, be shown?",
        "What do you want?",
        "Where shall it go?",
    ],
)
def test_a_decision_may_be_asked_for(question: str) -> None:
    assert asks_plainly(question)


@pytest.mark.requirement("QC2", "QC3")
@pytest.mark.parametrize(
    "question",
    [
        "Which should you buy?",
        "What should a test prove?",
        "Should I go on?",
        'He asked "what should we do?"',
    ],
)
def test_other_questions_do_not_plainly(question: str) -> None:
    assert not asks_plainly(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "Who's responsible for what?",
        "Who does what?",
        "So, which file goes where?",
        "Wer ist wofür zuständig?",
        "¿Quién hizo qué?",
        "누가 무엇을 맡았나요?",
        "誰が何を担当しますか？",
        "谁负责什么？",
        "من المسؤول عن ماذا؟",
    ],
)
def test_two_things_are_asked(question: str) -> None:
    assert asks_two_things(question)


@pytest.mark.requirement("QC8")
@pytest.mark.parametrize(
    "question",
    [
        "Who should decide?",
        "What should we build, and when?",
        "Which plan do you want and when?",
        "Wer soll entscheiden?",
        "¿Quién decide?",
        "누가 사용하나요?",
        "你想要什么？",
    ],
)
def test_one_thing_is_asked(question: str) -> None:
    assert not asks_two_things(question)
