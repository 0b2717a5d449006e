"""Questions about what only the reader knows."""

import pytest

from choice.dialects.text.readers_matter import is_readers_matter

pytestmark = pytest.mark.requirement("QC8")


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
