"""Questions that the list below them answers, and requests for all of it."""

import pytest

from choice.dialects.text.data_request import wants_all
from choice.dialects.text.reported_facts import reports

pytestmark = pytest.mark.requirement("QC8")


@pytest.mark.parametrize(
    "question",
    [
        "What was done?",
        "So, which tests failed?",
        "What is included in the release?",
        "Which services are affected?",
        "Where does the data come from?",
        "Which companies use it?",
        "Was wurde geändert?",
        "¿Qué ha cambiado?",
        "¿Qué pruebas fallaron?",
        "무엇이 달라졌나요?",
        "有哪些变化？",
        "何が変わりましたか？",
        "ماذا تغير؟",
    ],
)
def test_a_question_about_what_was_or_is_reports(question: str) -> None:
    assert reports(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which files should I change?",
        "What was the error you saw?",
        "Which environment is affected?",
        "What is the main goal?",
        "Welche Änderung soll zuerst kommen?",
        "¿Qué cambio prefieres?",
        "어떤 버전을 설치하셨나요?",
        "您想要哪些变化？",
        "どの色にしますか？",
        "ما الهدف الأهم؟",
        "Shall I go on?",
    ],
)
def test_a_question_that_wants_a_decision_does_not(question: str) -> None:
    assert not reports(question)


@pytest.mark.parametrize(
    "question",
    [
        "May I ask you for some information?",
        "Could you please provide the following?",
        "Könnten Sie mir folgende Angaben machen?",
        "¿Podrías darme la siguiente información?",
        "다음 정보를 알려주시겠어요?",
        "能否提供以下信息？",
        "以下の情報を教えていただけますか？",
        "هل يمكنك تزويدي بالمعلومات التالية؟",
    ],
)
def test_a_request_wants_all_of_it(question: str) -> None:
    assert wants_all(question)


@pytest.mark.parametrize(
    "question",
    ["Could you tell me which one?", "Can you swim?", "다음 중 하나를 알려주시겠어요?", "能否选择一个？"],
)
def test_other_questions_do_not(question: str) -> None:
    assert not wants_all(question)
