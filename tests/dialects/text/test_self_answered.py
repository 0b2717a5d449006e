"""Questions that take a yes or a no and are answered below."""

import pytest

from choice.dialects.text.self_answered import is_self_answered

pytestmark = pytest.mark.requirement("QC8")

ANSWER = ["Yes, everything in it can be fetched again.", "Just run the installer afterwards."]


def test_sentences_with_a_yes_and_no_no_answer_it() -> None:
    assert is_self_answered("Is it safe to delete the folder?", ANSWER)


@pytest.mark.parametrize(
    ("question", "labels"),
    [
        ("Is it safe to delete your folder?", ANSWER),
        ("¿Es seguro?", ANSWER),
        ("Is it safe to delete the folder?", ["Yes, delete it.", "No, keep it."]),
        ("Is it safe to delete the folder?", ["Yes, it is.", "Skip"]),
        ("Is it safe to delete the folder?", ["Yes", "Only its cache"]),
    ],
)
def test_a_reader_is_asked(question: str, labels: list[str]) -> None:
    assert not is_self_answered(question, labels)
