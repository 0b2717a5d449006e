"""Own words: a modal, whole text, and the thread where the modal cannot open."""

from pathlib import Path

import pytest

from choice.answers import Answered
from choice.models import Form, Question
from choice.slack.render.text import Words
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.member import buttons

LONG = "Neither, because " + "the archive has to stay readable for ten years; " * 50


@pytest.mark.requirement("SL9", "SL11")
async def test_own_words_reach_the_desk_whole(tmp_path: Path) -> None:
    """S1: the original cut them at fifty characters."""
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()

        await ada.click(card, "custom_input_single")
        await place.slack.until(lambda: bool(place.slack.views))
        shown = await ada.submit(place.slack.views[0], LONG)

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert shown == {}
        assert isinstance(ended.outcome, Answered)
        assert ended.outcome.answers[0].custom_text == LONG


@pytest.mark.requirement("SL11")
async def test_own_words_for_the_last_open_question_submit_the_form(tmp_path: Path) -> None:
    form = Form(questions=(QUESTION, Question(id="q2", text="And where?", options=["Here", "There"])))
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask(form)
        [card] = await place.card()
        ada = place.member()
        await ada.click(card, "SQLite")

        await ada.click(card, "custom_input_multi_1")
        await place.slack.until(lambda: bool(place.slack.views))
        await ada.submit(place.slack.views[0], "Nowhere")

        ended = await place.desk.look(interaction.id, by=interaction.asked_by)
        assert isinstance(ended.outcome, Answered)
        assert [answer.custom_text for answer in ended.outcome.answers] == [None, "Nowhere"]


async def test_where_the_modal_comes_too_late_the_thread_takes_own_words(tmp_path: Path) -> None:
    """K13."""
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()
        button = next(one for one in buttons(card) if one["action_id"] == "custom_input_single")
        late = ada.click_payload(card, button)
        place.slack.expire_triggers()

        await ada.interact(late)
        await place.slack.wait_for("chat.postEphemeral")

        assert "reply in this thread" in place.slack.notes(ada.user)[0]
        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).outcome is None


async def test_own_words_after_the_end_stay_in_the_modal_with_the_reason(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        await place.ask()
        [card] = await place.card()
        ada = place.member()
        await ada.click(card, "custom_input_single")
        await place.slack.until(lambda: bool(place.slack.views))
        await ada.click(card, "SQLite")

        shown = await ada.submit(place.slack.views[0], "Too late")
        first = await ada.submit(place.slack.views[0] | {"private_metadata": "x"}, "Forged")
        stranger = await place.member("U0000002").submit(place.slack.views[0], "Not mine")

        assert shown["response_action"] == "errors"
        assert "SQLite" in next(iter(shown["errors"].values()))
        assert first == {}
        assert stranger["response_action"] == "errors"


@pytest.mark.requirement("SL13")
async def test_the_modal_and_notes_speak_the_reader_s_language(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        place.slack.locales = {"U0000001": "ko-KR", "U0000002": "ja-JP"}
        await place.ask()
        [card] = await place.card()

        await place.member().click(card, "custom_input_single")
        await place.slack.until(lambda: bool(place.slack.views))
        await place.member("U0000002").click(card, "SQLite")
        await place.slack.wait_for("chat.postEphemeral")

        assert place.slack.views[0]["submit"]["text"] == Words("ko")("modal_submit")
        assert any("\u3040" <= letter <= "\u30ff" for letter in place.slack.notes("U0000002")[0])
