"""Questions that ask two things at once."""

import pytest

from choice.dialects.text.two_questions import asks_two_things

pytestmark = pytest.mark.requirement("QC8")


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
