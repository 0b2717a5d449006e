"""The App Home: what waits for its reader, and what was decided lately."""

import json
from pathlib import Path

from tests.slack.bench import bench_and_slack


async def test_the_home_lists_what_is_open_and_then_what_was_decided(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        ada = place.member()
        await place.ask()
        [card] = await place.card()
        await place.service.draining.quiet()

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
        await place.service.draining.quiet()

        assert "Which store?" not in json.dumps(place.slack.homes[bob.user])
        assert len(place.slack.called("views.publish")) == 1
