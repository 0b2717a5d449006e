"""The home tab: pending questions with a button each, then recent decisions."""

import json
from pathlib import Path

import pytest

from choice.desk import Asker, Audience
from choice.models import Answer, Answered, Form, Question, TimedOut
from choice.slack.api.client import SlackRejected
from choice.slack.render.limits import view_problems
from choice.slack.render.messages import HomeRow, home_view
from choice.testing.manual_clock import NOON
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.fake_slack import Message
from tests.slack.forms import ENGLISH, HANDLE, asked, block_texts, interaction_of, store_question
from tests.slack.member import buttons

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
    assert any(
        text.startswith("Asked by agent builder · 2 questions · answer until <!date^") for text in texts
    )


def test_an_empty_home_tab_says_so() -> None:
    assert block_texts(home_view([], [], ENGLISH)["blocks"]) == [
        "Waiting for you",
        "Nothing is waiting for you.",
    ]


def test_decisions_follow_with_the_person_who_decided() -> None:
    timed_out = HomeRow(HANDLE, ONE.interaction.ended(TimedOut(), NOON))
    texts = block_texts(home_view([ONE], [DECIDED, timed_out], ENGLISH)["blocks"])

    assert texts.index("Recent decisions") > texts.index("Waiting for you")
    assert "Answer: PostgreSQL" in texts
    assert any(text.startswith("Answered by <@U123>") for text in texts)
    assert any(text.startswith("Time ran out. Nothing was chosen.") for text in texts)


@pytest.mark.parametrize(("waiting", "expected"), [(31, "1 more is waiting."), (90, "60 more are waiting.")])
def test_questions_that_do_not_fit_are_counted(waiting: int, expected: str) -> None:
    view = home_view([ONE] * waiting, [DECIDED] * 90, ENGLISH)

    assert view_problems(view) == []
    assert expected in block_texts(view["blocks"])


def test_an_asker_without_a_name_and_a_question_without_words_are_shown() -> None:
    row = HomeRow(HANDLE, asked(Form(questions=(Question(text=" ", options=["A"]),)), agent=" "))
    view = home_view([row], [], ENGLISH)

    assert view_problems(view) == []
    assert row.interaction.id in block_texts(view["blocks"])


async def test_the_home_tab_lists_open_questions_and_then_decisions(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        ada = place.member()
        await place.ask()
        [card] = await place.card()
        await place.service.worker.wait_idle()

        await ada.event({"type": "app_home_opened", "user": ada.user, "tab": "home"})
        await place.slack.wait_for("views.publish")
        waiting = json.dumps(place.slack.homes[ada.user])
        await ada.click(card, "SQLite")
        await place.slack.until(lambda: "SQLite" in json.dumps(place.slack.homes[ada.user]))
        decided = json.dumps(place.slack.homes[ada.user])

        assert "Which store?" in waiting
        assert "https://x.slack.com/archives/C0000001" in waiting
        assert "SQLite" in decided


async def test_the_home_tab_of_another_user_does_not_show_the_question(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        bob = place.member("U0000002")
        await place.ask()
        await place.card()

        await bob.event({"type": "app_home_opened", "user": bob.user, "tab": "home"})
        await bob.event({"type": "app_home_opened", "user": bob.user, "tab": "messages"})
        await place.slack.wait_for("views.publish")
        await place.service.worker.wait_idle()

        assert "Which store?" not in json.dumps(place.slack.homes[bob.user])
        assert len(place.slack.called("views.publish")) == 1


async def test_a_question_from_another_surface_is_opened_from_the_home_tab(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        ada, bob = place.member(), place.member("U0000002")
        audience = Audience(users=(ada.user,))
        interaction = await place.desk.open(QUESTION, asked_by=Asker("deploy"), audience=audience)
        await ada.event({"type": "app_home_opened", "user": ada.user, "tab": "home"})
        await place.slack.wait_for("views.publish")
        home = Message("", "", "", place.slack.homes[ada.user]["blocks"])
        button = next(buttons(home))

        for member in (bob, ada):
            payload = member.click_payload(home, button)
            view = {
                "container": {"type": "view", "view_id": "V1"},
                "view": {"type": "home", "callback_id": ""},
            }
            await member.interact(
                {k: v for k, v in payload.items() if k not in {"channel", "message"}} | view
            )
        await place.slack.wait_for("chat.postMessage")
        card = next(iter(place.slack.messages.values()))
        await place.service.worker.wait_idle()
        await ada.click(card, "SQLite")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert card.channel == "D0000001"
        assert ended.outcome is not None
        assert len(place.slack.called("chat.postMessage")) == 1


async def test_views_that_break_slack_s_limits_are_not_sent(tmp_path: Path) -> None:
    long = {"type": "plain_text", "text": "x" * 151}
    async with bench_and_slack(tmp_path) as place:
        api = place.service.api
        with pytest.raises(SlackRejected, match="json-pointer:/blocks/0/text/text"):
            await api.publish_home(
                "T0000001", "U0000001", {"type": "home", "blocks": [{"type": "header", "text": long}]}
            )
        with pytest.raises(SlackRejected, match="json-pointer:/title"):
            await api.open_modal("T0000001", "trigger", {"type": "modal", "blocks": []})

        assert not place.slack.called("views.publish")
        assert not place.slack.called("views.open")
