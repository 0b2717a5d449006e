"""The bugs of the original surface that clicks, time and people decide: none of them is here.

S3, S6, S9 to S15 are decided by how a question is shown (`test_bugs_of_the_origin.py`); S1 to S8 as far as
they live are here, S12 and S15 once more with a whole journey.
"""

import asyncio
from pathlib import Path

from choice.desk.sqlite.file import sqlite3
from choice.models import Answered, Form, Question, TimedOut
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.member import buttons, texts_of
from tests.slack.questions import group
from tests.slack.workspace import CHANNEL, workspace

FORM = Form(
    title="Before we begin",
    context="Two decisions.",
    questions=(QUESTION, Question(id="q2", text="And where?", options=["Here", "There"])),
)


async def test_s1_own_words_in_a_form_are_not_cut_before_the_model_gets_them(tmp_path: Path) -> None:
    words = "We keep the paper archive, because the auditors want it so for ten more years. " * 5
    async with workspace(tmp_path, [group(2), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "Yes to 1")
        await ada.click(card, "custom_input_multi_1")
        await place.slack.until(lambda: bool(place.slack.views))
        await ada.submit(place.slack.views[0], words)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert words in place.model.requests[1].turns[-1].text


async def test_s2_every_click_is_on_disk(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        await place.ask(FORM)
        [card] = await place.card()
        ada, drafts = place.member(), []
        for name in ("SQLite", "edit_choice_0", "PostgreSQL", "reset_form_"):
            await ada.click(card, name)
            with sqlite3.connect(tmp_path / "desk.db") as file:
                drafts.append(file.execute("SELECT draft FROM interactions").fetchone()[0])

        assert ["q1" in draft for draft in drafts] == [True, False, True, False]


async def test_s3_title_and_description_stay_after_a_click(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        await place.ask(FORM)
        [card] = await place.card()
        await place.member().click(card, "SQLite")
        await place.slack.wait_for("chat.update")

        assert "Before we begin" in card.text
        assert "Two decisions." in card.text


async def test_s4_a_form_two_days_old_takes_no_click(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask(FORM)
        [card] = await place.card()
        ada = place.member()
        click = ada.click_payload(card, next(buttons(card)))
        place.timer.advance(48 * 3600)

        await ada.interact(click)

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert ended.draft.answers == ()
        await place.desk.catch_up()
        assert isinstance((await place.desk.look(interaction.id, by=interaction.asked_by)).outcome, TimedOut)


async def test_s5_two_fast_clicks_on_options_send_one(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()
        options = [one for one in buttons(card) if one["action_id"].startswith("user_choice_")]
        payloads = [ada.click_payload(card, option) for option in options]

        await asyncio.gather(*[ada.interact(payload) for payload in payloads])
        await place.slack.wait_for("chat.postEphemeral")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert isinstance(ended.outcome, Answered)
        assert len(ended.outcome.answers[0].option_ids) == 1


async def test_s7_not_everybody_in_the_channel_may_click(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask(FORM)
        [card] = await place.card()

        await place.member("U0000002").click(card, "SQLite")
        await place.slack.wait_for("chat.postEphemeral")

        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).draft.answers == ()


async def test_s8_forged_questions_and_options_are_not_kept(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask(FORM)
        [card] = await place.card()
        ada = place.member()
        right = ada.click_payload(card, next(buttons(card)))
        handle = right["actions"][0]["value"].partition(":")[0]
        for value in (f"{handle}:9:0", f"{handle}:0:9", f"{handle}:-1:0", f"{handle}:0:0:0", handle, ":::"):
            await ada.interact(right | {"actions": [right["actions"][0] | {"value": value}]})

        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).draft.answers == ()


async def test_s12_an_expired_form_loses_its_buttons(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        await place.ask(FORM)
        [card] = await place.card()
        await place.service.worker.wait_idle()
        place.timer.advance(24 * 3600)
        await place.desk.catch_up()
        await place.slack.wait_for("chat.update")

        assert not texts_of(card)
        assert all("blocks" in call.arguments for call in place.slack.called("chat.update"))
