"""What the items of a list look like."""

import pytest

from choice.dialects.text.item_shapes import are_long, are_sentences, are_steps

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
