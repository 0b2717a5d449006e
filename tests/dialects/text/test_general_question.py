"""Questions about a matter in general, which the list below them answers, and those that ask the reader."""

import pytest

from choice.dialects.text.general_question import is_general

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "What problems does it solve?",
        "So, what can they do?",
        "What does this mean for your team?",
        "What should you bring?",
        "What's next?",
        "So, what's the fix?",
        "Which banks use COBOL?",
        "Which doubts remain?",
        'You asked: "Which one is faster?"',
        "Q: Which plan is right for me?",
        "Which tests fail and why?",
        "What can you cook with leftover rice?",
        "What tools will you need?",
        "What are your rights?",
        "What's the best way to learn it?",
        "Which one is the cheapest?",
        "Which server is older?",
        "What would a lawyer say?",
        "What would this look like?",
        "Was bringt das Ihrem Unternehmen?",
        "Wie richtet man das ein?",
        "Welche Regeln gelten hier?",
        "Wie läuft die Bewerbung ab?",
        "Welche Probleme gibt es?",
        "¿Qué problemas resuelve?",
        "¿Qué aprenderás en este curso?",
        "¿Cómo empezar?",
        "어떤 문제를 해결하나요?",
        "왜 백업이 중요할까요?",
        "어떤 서류가 필요한가요?",
        "如何申请退款？",
        "学完之后你能做什么？",
        "失眠怎么办？",
        "この機能で何ができますか？",
        "誰が使うべきですか？",
        "どんな人に向いていますか？",
        "ما المشكلات التي يحلها هذا النظام؟",
        "كيف أسجل في الموقع؟",
    ],
)
def test_a_question_about_a_matter_in_general_is_answered_by_its_list(question: str) -> None:
    assert is_general(question)


@pytest.mark.parametrize(
    "question",
    [
        "What would you like to do?",
        "What can you spend on it?",
        "What's the best way to reach you?",
        "What's the best way to proceed?",
        "Which one is closest to your idea?",
        "What would work for the team?",
        "Wie möchtest du vorgehen?",
        "Wie arbeitet ihr derzeit?",
        "What problems do you want to solve?",
        "Who should approve a refund?",
        "What is the budget?",
        "Which lane?",
        "Which teams use the calendar?",
        "Which features have priority?",
        "Where are the files kept today?",
        "Wie groß ist das Team?",
        "Was ist das Hauptziel?",
        "Was soll mit den alten Dateien passieren?",
        "Wie hoch ist Ihr Budget?",
        "¿Cómo seguimos?",
        "接下来怎么办？",
        "كم عدد الأشخاص؟",
        "¿Qué tono quieres que use?",
        "이 파일을 어떻게 할까요?",
        "회의를 어떻게 잡을까",
        "어떤 배송 방법을 원하시나요?",
        "오늘 할까?",
        "按钮用什么颜色？",
        "どのプランにしますか？",
        "كيف تفضل الدفع؟",
    ],
)
def test_a_question_that_turns_to_the_reader_is_not_general(question: str) -> None:
    assert not is_general(question)
