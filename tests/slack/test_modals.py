"""The modal for free text."""

from pathlib import Path

import pytest

from choice.models import Answered, Form, Question
from choice.slack.events.actions import OpenFreeText
from choice.slack.render.blocks import free_text_view
from choice.slack.render.limits import view_problems
from choice.slack.render.text import Block, Words, words_for
from tests.slack.bench import QUESTION, bench_and_slack
from tests.slack.forms import ENGLISH, HANDLE, block_texts, interaction_of, labelled, store_question
from tests.slack.member import buttons

FORM = interaction_of(
    store_question(1, placeholder="For example both"), store_question(2, allow_free_text=False)
)


def view_of(question: int = 0, written: str | None = None) -> Block | None:
    return free_text_view(OpenFreeText(HANDLE, FORM.version, question), FORM.form, ENGLISH, written)


@pytest.mark.requirement("SL11", "SL8")
def test_the_modal_shows_the_question_and_a_field_and_carries_the_handle() -> None:
    view = view_of()

    assert view is not None
    assert view_problems(view) == []
    assert view["callback_id"] == "custom_input_submit"
    assert view["private_metadata"] == f"{HANDLE}:0"
    assert block_texts(view["blocks"])[0] == "Which store, 1?"
    field = view["blocks"][-1]
    assert field["block_id"] == f"{FORM.version}:0:typed"
    assert field["optional"] is False
    assert field["element"]["placeholder"]["text"] == "For example both"
    assert field["element"]["max_length"] == 3000
    assert "initial_value" not in field["element"]


def test_the_drafted_text_can_be_edited() -> None:
    view = view_of(written="Both, <please>")

    assert view is not None
    assert view["blocks"][-1]["element"]["initial_value"] == "Both, <please>"


def test_drafted_text_beyond_the_field_limit_is_not_prefilled() -> None:
    view = view_of(written="w" * 3001)

    assert view is not None
    assert "initial_value" not in view["blocks"][-1]["element"]
    assert "More was written than fits here. What you send replaces it." in block_texts(view["blocks"])


@pytest.mark.parametrize("question", [1, 2, 99])
def test_there_is_no_modal_for_a_question_without_free_text_or_an_unknown_one(question: int) -> None:
    assert view_of(question) is None


@pytest.mark.parametrize(("count", "kind"), [(3, "checkboxes"), (30, "multi_static_select")])
def test_a_hybrid_question_shows_its_selected_options_and_a_field(count: int, kind: str) -> None:
    interaction = interaction_of(labelled(count, mode="hybrid"))
    asked = OpenFreeText(HANDLE, interaction.version, 0, (1, 2))
    view = free_text_view(asked, interaction.form, ENGLISH)

    assert view is not None
    assert view_problems(view) == []
    picker, field = view["blocks"][-2:]
    assert picker["element"]["type"] == kind
    assert picker["element"]["initial_options"] == picker["element"]["options"][1:3]
    assert (picker["optional"], field["optional"]) == (True, True)


@pytest.mark.parametrize("locale", ["en", "ko", "zh", "ja"])
def test_a_long_question_is_shown_whole_in_every_language(locale: str) -> None:
    text = "\n".join(f"Line {at} " + "x" * 150 for at in range(48))
    interaction = interaction_of(Question(text=text, selection_mode="text_input", placeholder="p" * 200))
    view = free_text_view(OpenFreeText(HANDLE, interaction.version, 0), interaction.form, words_for(locale))

    assert view is not None
    assert view_problems(view) == []
    assert all(f"Line {at} " in "\n".join(block_texts(view["blocks"])) for at in range(48))


LONG = "Neither, because " + "the archive has to stay readable for ten years; " * 50


@pytest.mark.requirement("SL9", "SL11")
async def test_free_text_reaches_the_desk_whole(tmp_path: Path) -> None:
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
async def test_blank_free_text_is_asked_for_again_in_the_modal(tmp_path: Path) -> None:
    async with bench_and_slack(tmp_path) as place:
        interaction = await place.ask()
        [card] = await place.card()
        ada = place.member()

        await ada.click(card, "custom_input_single")
        await place.slack.until(lambda: bool(place.slack.views))
        shown = await ada.submit(place.slack.views[0], " \n ")

        assert shown is not None
        assert list(shown["errors"].values()) == ["Write an answer first."]
        assert (await place.desk.look(interaction.id, by=interaction.asked_by)).outcome is None


@pytest.mark.requirement("SL11")
async def test_free_text_for_the_last_open_question_submits_the_form(tmp_path: Path) -> None:
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


async def test_if_the_trigger_has_expired_the_user_is_told_to_reply_in_the_thread(tmp_path: Path) -> None:
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


async def test_a_late_submission_keeps_the_modal_open_with_the_reason(tmp_path: Path) -> None:
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
async def test_the_modal_and_notes_are_in_the_user_s_language(tmp_path: Path) -> None:
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
