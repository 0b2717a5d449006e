"""Options that no explanation has."""

import pytest

from choice.dialects.text.open_answer import has_open_answer

pytestmark = pytest.mark.requirement("QC2", "QC3")


@pytest.mark.parametrize(
    "last",
    ["Not sure", "**Something else** (tell me)", "Both, please", "잘 모르겠어요", "还没决定", "Weiß nicht."],
)
def test_an_answer_that_only_a_reader_gives_shows_an_offer(last: str) -> None:
    assert has_open_answer(["Red", "Blue", last])
    assert has_open_answer([last, "Red", "Blue", "Green"])


@pytest.mark.parametrize("last", ["Green", "Both sides of the coin", "Other"])
def test_other_labels_show_nothing(last: str) -> None:
    assert not has_open_answer(["Red", "Blue", last])
