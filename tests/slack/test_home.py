"""The App Home: what waits for its reader, and what was decided lately."""

import json
from pathlib import Path

from choice.desk.people import Asker, Audience
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.fake_slack import Message
from tests.slack.member import buttons


async def test_the_home_lists_what_is_open_and_then_what_was_decided(tmp_path: Path) -> None:
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


async def test_the_home_of_somebody_else_shows_nothing_of_it(tmp_path: Path) -> None:
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


async def test_a_question_from_elsewhere_is_opened_from_the_home(tmp_path: Path) -> None:
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
