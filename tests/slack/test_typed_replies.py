"""What is typed in a thread while a question is open: an answer where it is one, else words for the model."""

from pathlib import Path

import pytest

from choice.answers import Answered, Superseded
from tests.slack.questions import group, single
from tests.slack.workspace import CHANNEL, DIRECT, workspace


@pytest.mark.requirement("UP7")
async def test_a_typed_reply_answers_the_open_question(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.card(CHANNEL, thread)

        await ada.write("the second one", CHANNEL, thread)
        await place.said(CHANNEL, thread, "Good.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert interaction.outcome.answers[0].option_ids == ("2",)
        assert place.model.requests[1].turns[-1].text == "2"


async def test_typed_replies_fill_in_a_form_one_after_the_other(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Good."]) as place:
        ada = place.member()
        thread = await ada.write("go", DIRECT)
        await place.card(DIRECT, thread)

        await ada.write("1", DIRECT, thread)
        await place.slack.wait_for("chat.update")
        await ada.write("b", DIRECT, thread)
        await place.said(DIRECT, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == "Question 1?: a. Yes to 1\nQuestion 2?: b. No to 2"


async def test_other_words_go_to_the_model_and_leave_the_question_behind(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Something else, then."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)

        await ada.write("how much does each of them cost in a year?", CHANNEL, thread)
        await place.said(CHANNEL, thread, "Something else, then.")
        await place.slack.wait_for("chat.update")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Superseded)
        assert "how much" in place.model.requests[1].turns[-1].text
        assert not any(block["type"] == "actions" for block in card.blocks)


async def test_a_question_about_deleting_takes_no_near_guess(tmp_path: Path) -> None:
    asked = single("Delete the old tables?", ("Delete them all", "Keep them"))
    async with workspace(tmp_path, [asked, "We talk first."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.card(CHANNEL, thread)

        await ada.write("yes sure, go ahead and delete", CHANNEL, thread)
        await place.said(CHANNEL, thread, "We talk first.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Superseded)


@pytest.mark.requirement("SL7")
async def test_where_slack_refuses_the_blocks_a_list_and_a_typed_reply_do(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        shown = await place.said(CHANNEL, thread, "2. PostgreSQL")

        await ada.write("2", CHANNEL, thread)
        await place.said(CHANNEL, thread, "Good.")
        await place.slack.wait_for("chat.update")

        assert place.model.requests[1].turns[-1].text == "2"
        assert "PostgreSQL" in shown.text
        assert shown.blocks == []


@pytest.mark.requirement("SL7")
async def test_own_words_answer_a_list_too_and_are_kept_whole(tmp_path: Path) -> None:
    words = "Neither: we stay with the paper archive, " * 8
    async with workspace(tmp_path, [single(), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        await place.said(CHANNEL, thread, "2. PostgreSQL")

        await ada.write(words, CHANNEL, thread)
        await place.said(CHANNEL, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == words.strip()


async def test_somebody_else_s_words_are_not_the_owner_s(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        thread = await place.member().mention("go")
        await place.card(CHANNEL, thread)
        bob = place.member("U0000002")

        await bob.write("the second one", CHANNEL, thread)
        await bob.mention("the second one", CHANNEL, thread)
        await place.slack.wait_for("chat.postEphemeral")

        [interaction] = await place.interactions()
        assert interaction.outcome is None
        assert len(place.model.requests) == 1
        assert "U0000001" in place.slack.notes("U0000002")[0]


async def test_a_mention_that_comes_as_two_events_is_heard_once(tmp_path: Path) -> None:
    """K03: Slack also repeats itself, up to three times."""
    async with workspace(tmp_path, ["Hello."]) as place:
        ada = place.member()
        event = {"user": ada.user, "text": "<@UBOT00001> hi", "ts": "1900000700.1", "channel": CHANNEL}
        for kind, name in (("app_mention", "Ev1000"), ("message", "Ev1001"), ("app_mention", "Ev1000")):
            await ada.event(event | {"type": kind, "team": ada.team}, name)

        await place.said(CHANNEL, "1900000700.1", "Hello.")
        await place.service.worker.wait_idle()

        assert len(place.model.requests) == 1


async def test_what_bots_write_and_what_is_edited_is_not_heard(tmp_path: Path) -> None:
    async with workspace(tmp_path, ["Hello."]) as place:
        ada = place.member()
        said = {"type": "message", "channel": DIRECT, "text": "hi", "team": ada.team}
        await ada.event(said | {"user": "UBOT00001", "ts": "1.1"})
        await ada.event(said | {"user": ada.user, "bot_id": "B7", "ts": "1.2"})
        await ada.event(said | {"user": ada.user, "subtype": "message_changed", "ts": "1.3"})
        await ada.event({"type": "message", "channel": DIRECT})
        thread = await ada.write("hello", DIRECT)
        await place.said(DIRECT, thread, "Hello.")

        assert len(place.model.requests) == 1
