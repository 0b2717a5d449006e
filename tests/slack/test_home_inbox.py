"""The App Home: what waits, with a button each, then what was decided."""

import pytest

from choice.answers import Answer, Answered, TimedOut
from choice.models import Form, Question
from choice.slack.events.home import HomeRow, home_view
from choice.slack.render.limits import view_problems
from choice.testing.manual_clock import NOON
from tests.slack.forms import ENGLISH, HANDLE, asked, block_texts, interaction_of, store_question

ONE = HomeRow(HANDLE, interaction_of(store_question()))
DECIDED = HomeRow(
    HANDLE,
    ONE.interaction.ended(
        Answered(answers=(Answer(question_id="q1", option_ids=("pg",)),), surface="slack"), NOON
    ),
    user_id="U123",
)


def test_each_open_question_has_one_button() -> None:
    form = HomeRow(
        HANDLE,
        interaction_of(store_question(1), store_question(2), title="Storage"),
        link="https://a.example/p1",
    )
    view = home_view([ONE, form], [], ENGLISH)
    buttons = [block["accessory"] for block in view["blocks"] if "accessory" in block]

    assert view_problems(view) == []
    assert [(one["action_id"], one["value"], one.get("url")) for one in buttons] == [
        ("home_open_0", HANDLE, None),
        ("home_open_1", HANDLE, "https://a.example/p1"),
    ]
    texts = block_texts(view["blocks"])
    assert texts[0] == "Waiting for you"
    assert "Which store, 1?" in texts
    assert "Storage" in texts
    assert any(text.startswith("Asked by builder · 2 questions · answer until <!date^") for text in texts)


def test_nothing_that_waits_is_said() -> None:
    assert block_texts(home_view([], [], ENGLISH)["blocks"]) == [
        "Waiting for you",
        "Nothing is waiting for you.",
    ]


def test_decisions_follow_with_who_decided() -> None:
    timed_out = HomeRow(HANDLE, ONE.interaction.ended(TimedOut(), NOON))
    texts = block_texts(home_view([ONE], [DECIDED, timed_out], ENGLISH)["blocks"])

    assert texts.index("Recent decisions") > texts.index("Waiting for you")
    assert "Answer: PostgreSQL" in texts
    assert any(text.startswith("Answered by <@U123>") for text in texts)
    assert any(text.startswith("Time ran out. Nothing was chosen.") for text in texts)


@pytest.mark.parametrize(("waiting", "said"), [(31, "1 more is waiting."), (90, "60 more are waiting.")])
def test_what_does_not_fit_is_counted(waiting: int, said: str) -> None:
    view = home_view([ONE] * waiting, [DECIDED] * 90, ENGLISH)

    assert view_problems(view) == []
    assert said in block_texts(view["blocks"])


def test_an_asker_without_a_name_and_a_question_without_words_are_shown() -> None:
    row = HomeRow(HANDLE, asked(Form(questions=(Question(text=" ", options=["A"]),)), agent=" "))
    view = home_view([row], [], ENGLISH)

    assert view_problems(view) == []
    assert row.interaction.id in block_texts(view["blocks"])
