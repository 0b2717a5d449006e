"""Words around a question that say nothing."""

import pytest

from choice.dialects.text.fillers import without_fillers

pytestmark = pytest.mark.requirement("QC8")


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
