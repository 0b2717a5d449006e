"""Questions in a text for somebody else."""

import pytest

from choice.dialects.text.written_for_others import is_for_others

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "Here is a draft you can send: Hi Tom, which day suits you?",
        "Hier ein Entwurf für die E-Mail: Hallo, welcher Tag passt?",
        "下面是一份问卷：您满意吗？",
        "Dear Anna, which day suits you?",
        "Hi [Name], which day suits you?",
        "Quiz: which bird is it?",
        "Interview question 3: why do you want to work here?",
        "Agent: Which plan are you on?",
        "客服：您要哪种？",
    ],
)
def test_a_question_may_belong_to_a_piece(question: str) -> None:
    assert is_for_others(question, [], "")


@pytest.mark.parametrize(
    "before",
    ["Here's a poll you can post: We plan a party.", "I hope you are well.", "お世話になっております。"],
)
def test_a_sentence_before_may_begin_it(before: str) -> None:
    assert is_for_others("Which day?", [before], "")


@pytest.mark.parametrize(
    "heading", ["quiz", "draft_email", "faq", "geography_quiz", "퀴즈", "faq_about_shipping"]
)
def test_a_heading_may_announce_it(heading: str) -> None:
    assert is_for_others("Which day is it?", [], heading)


@pytest.mark.parametrize(
    ("question", "before", "heading"),
    [
        ("Which day?", [], ""),
        ("Frontend: which one do you want?", [], ""),
        ("Which part should I change?", ["Here is the draft: it has two parts."], ""),
        ("Which part?", ["Here is the draft."], ""),
        ("Which part?", ["Here is an example in TypeScript: it has two parts."], ""),
        ("Which port?", ["Here's the error message: the connection was refused."], ""),
        ("Which part?", ["Here is what I found:"], ""),
        ("How many questions should the quiz have?", [], "quiz"),
        ("Which quiz do you want?", [], "quiz_app"),
        ("Which tone?", [], "newsletter"),
    ],
)
def test_other_questions_are_for_the_reader(question: str, before: list[str], heading: str) -> None:
    assert not is_for_others(question, before, heading)
