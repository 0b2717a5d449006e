"""What the items of a list look like."""

import pytest

from choice.dialects.text.item_shapes import are_sentences, are_steps

pytestmark = pytest.mark.requirement("QC8")


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
