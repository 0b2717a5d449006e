"""Slack as a surface of the desk: the contract of all surfaces, and what is asked from outside."""

from pathlib import Path

import pytest

from choice.answers import Answered
from choice.desk.people import Asker, Audience, Person
from choice.testing.surface_contract import CHECKS, Check
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.member import buttons, texts_of


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("check", CHECKS)
async def test_slack_keeps_the_contract_of_surfaces(tmp_path: Path, check: Check) -> None:
    async with bench_and_slack(tmp_path) as place:
        await check(place.service.surface)


@pytest.mark.requirement("UP2")
@pytest.mark.parametrize("surfaces", [("slack",), ()])
async def test_a_question_of_a_script_appears_in_the_channel_for_it(
    tmp_path: Path, surfaces: tuple[str, ...]
) -> None:
    async with bench_and_slack(tmp_path, channel="C0000007") as place:
        interaction = await place.desk.open(QUESTION, asked_by=Asker("deploy"), surfaces=surfaces)
        await place.slack.wait_for("chat.postMessage")
        card = next(iter(place.slack.messages.values()))

        await place.member("U0000005").click(card, "SQLite")
        await place.slack.wait_for("chat.update")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert card.channel == "C0000007"
        assert isinstance(ended.outcome, Answered)
        assert not texts_of(card)


async def test_what_is_asked_elsewhere_stays_out_of_slack(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path, channel="C0000007") as place:
        for_ada = Audience(users=("ada",))
        await place.desk.open(QUESTION, asked_by=Asker("deploy"), audience=for_ada)
        await place.desk.open(QUESTION, asked_by=Asker("deploy"), surfaces=("web",))
        await place.desk.open(QUESTION, asked_by=Asker("deploy", tenant="other"), surfaces=("slack",))
        await place.ask()
        await place.card()
        await place.service.worker.wait_idle()

        assert len(place.slack.called("chat.postMessage")) == 1


async def test_a_snoozed_question_is_not_asked_before_its_time(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        await place.card()
        await place.desk.snooze(interaction.id, 600, by=Person("U0000001"))
        await place.service.worker.wait_idle()

        assert len(place.slack.called("chat.postMessage")) == 1


async def test_a_revised_question_is_shown_anew_and_old_clicks_are_told_so(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()
        old = ada.click_payload(card, next(buttons(card)))
        changed = QUESTION.model_copy(update={"text": "Which one now?"})
        await place.desk.revise(interaction.id, changed, asked_by=interaction.asked_by)
        await place.slack.wait_for("chat.update")

        await ada.interact(old)
        await place.slack.wait_for("chat.postEphemeral")

        assert "Which one now?" in card.text
        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).outcome is None
