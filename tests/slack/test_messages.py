"""Model output in threads: streaming, updates, retries, and typed replies."""

import asyncio
from pathlib import Path

import pytest

from choice.models import Answered, Superseded
from choice.providers import ModelFailed
from choice.testing.scripted_model import ScriptedReply
from tests.slack.bench import bench
from tests.slack.fake_slack import FakeSlack, fake_slack
from tests.slack.questions import group, single
from tests.slack.workspace import CHANNEL, DIRECT, workspace


@pytest.mark.requirement("SL12")
async def test_the_stream_ends_before_the_question_and_the_status_follows(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await place.slack.until(lambda: (thread, "suspended") in place.slack.statuses)
        await ada.click(card, "SQLite")
        await place.wait_for_text(CHANNEL, thread, "Good.")
        await place.slack.until(lambda: place.slack.statuses[-1] == (thread, "active"))

        order = [call.method for call in place.slack.calls if call.method.startswith("chat.")]
        assert order.index("chat.stopStream") < order.index("chat.postMessage")
        assert [status for _thread, status in place.slack.statuses] == [
            "processing",
            "suspended",
            "processing",
            "active",
        ]


async def test_without_streaming_the_text_is_posted_and_updated(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.without = {"chat.startStream", "agents.sessions.setStatus"}
    released = asyncio.Event()
    reply = ScriptedReply("The first half, and then the other half.", released=released, stops_after=4)
    async with workspace(tmp_path, [reply], slack=slack) as place:
        thread = await place.member().mention("go")
        await place.slack.until(lambda: bool(place.slack.thread(CHANNEL, thread)))
        half = place.slack.thread(CHANNEL, thread)[0].text
        released.set()
        whole = await place.wait_for_text(CHANNEL, thread, "the other half.")

        assert half in whole.text
        assert len(place.slack.thread(CHANNEL, thread)) == 1
        assert [call.method for call in place.slack.calls if "threads" in call.method]
        assert [status for _thread, status in place.slack.statuses if status] == ["is working…"]


async def test_the_thread_status_is_in_the_language_of_the_channel(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.without = {"agents.sessions.setStatus"}
    async with fake_slack(slack), bench(tmp_path, slack, language="ja") as place:
        await place.service.status.set(await place.thread(), "processing")

    assert [status for _thread, status in slack.statuses] == ["作業中…"]


async def test_mentions_and_links_in_model_text_are_inert(tmp_path: Path) -> None:
    async with workspace(
        tmp_path, ["Hear <!channel>, <@U0000009> and <https://evil.example|us> & all."]
    ) as place:
        thread = await place.member().mention("go")
        said = await place.wait_for_text(CHANNEL, thread, "Hear")

        assert "<" not in said.text
        assert all(
            call.arguments.get("unfurl_links") is False and call.arguments.get("unfurl_media") is False
            for call in place.slack.calls
            if call.method in {"chat.postMessage", "chat.update", "chat.postEphemeral"}
        )


async def test_a_streamed_answer_is_within_the_limit_after_escaping(tmp_path: Path) -> None:
    answer = "&" * 9_000 + " The end."
    async with workspace(tmp_path, [answer]) as place:
        thread = await place.member().mention("go")
        await place.wait_for_text(CHANNEL, thread, "The end.")

        streamed = [
            call for call in place.slack.calls if call.method in {"chat.startStream", "chat.appendStream"}
        ]
        assert "".join(str(call.arguments["markdown_text"]) for call in streamed) == answer.replace(
            "&", "&amp;"
        )
        assert not place.slack.called("chat.postMessage")


async def test_a_partial_answer_is_posted_once(tmp_path: Path) -> None:
    failing = ScriptedReply("Half an answer, and", failure=ModelFailed("MODEL_ERROR", "no"))
    async with workspace(tmp_path, [failing, "Whole."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "could not answer")
        await ada.write("again, please", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Whole.")
        await place.service.worker.wait_idle()

        shown = [message.text for message in place.slack.thread(CHANNEL, thread)]
        assert len([text for text in shown if "Half an answer" in text]) == 1
        assert len([text for text in shown if "Whole." in text]) == 1


async def test_a_model_failure_is_posted_and_the_message_is_kept(tmp_path: Path) -> None:
    async with workspace(tmp_path, [ModelFailed("MODEL_ERROR", "no"), "Back again."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "could not answer")
        await ada.write("again, please", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Back again.")

        assert "go" in str(place.model.requests[1].turns)


@pytest.mark.requirement("SL12")
async def test_an_answer_that_could_not_be_delivered_is_sent_with_the_next_message(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), ModelFailed("MODEL_ERROR", "no"), "I heard."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "SQLite")
        await place.wait_for_text(CHANNEL, thread, "could not answer")
        await place.slack.until(lambda: place.slack.statuses[-1][1] == "suspended")
        await ada.write("well?", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "I heard.")

        told = [getattr(turn, "text", "") for turn in place.model.requests[2].turns]
        assert "1" in told


async def test_an_answer_on_the_page_closes_the_card_and_the_model_continues_in_the_thread(
    tmp_path: Path,
) -> None:
    async with workspace(tmp_path, [single(), "Chosen on the page."]) as place:
        thread = await place.member().mention("go")
        [card] = await place.card(CHANNEL, thread)
        [interaction] = await place.interactions()
        page = place.run.client("U0000001", "local")

        body = {"answers": [{"question_id": "q1", "option_ids": ["2"]}]}
        reply = await page.post(f"/api/interactions/{interaction.id}/answer", json=body)
        await place.wait_for_text(CHANNEL, thread, "Chosen on the page.")
        await place.slack.until(lambda: not any(block["type"] == "actions" for block in card.blocks))

        assert reply.status_code == 200
        assert "PostgreSQL" in card.text


async def test_an_answer_on_the_chat_page_continues_the_thread_too(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Chosen in the chat."]) as place:
        thread = await place.member().mention("go")
        await place.card(CHANNEL, thread)
        [interaction] = await place.interactions()
        page = place.run.client("U0000001", "local")

        conversation = interaction.asked_by.conversation
        await page.post(f"/api/threads/{conversation}/chat", json={"content": "2"})
        await place.wait_for_text(CHANNEL, thread, "Chosen in the chat.")


async def test_slack_and_the_page_share_one_draft(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Done."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "Yes to 1")
        [interaction] = await place.interactions()
        page = place.run.client("U0000001", "local")

        conversation = interaction.asked_by.conversation
        shown = (await page.get(f"/api/threads/{conversation}")).json()

        assert '"is_draft": true' in str(shown).replace("'", '"').replace("True", "true")


@pytest.mark.requirement("UP7")
async def test_a_typed_reply_answers_the_open_question(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.card(CHANNEL, thread)

        await ada.write("the second one", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert interaction.outcome.answers[0].option_ids == ("2",)
        assert place.model.requests[1].turns[-1].text == "2"


@pytest.mark.requirement("HE7", "UP7")
async def test_a_typed_choice_with_more_is_delivered_with_its_note(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.card(CHANNEL, thread)

        await ada.write("2, but keep the old name", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert interaction.outcome.note == "but keep the old name"
        assert place.model.requests[1].turns[-1].text == "2\nNote: but keep the old name"


async def test_typed_replies_fill_in_a_form_one_after_the_other(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Good."]) as place:
        ada = place.member()
        thread = await ada.write("go", DIRECT)
        await place.card(DIRECT, thread)

        await ada.write("1", DIRECT, thread)
        await place.slack.wait_for("chat.update")
        await ada.write("b", DIRECT, thread)
        await place.wait_for_text(DIRECT, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == "Question 1?: a. Yes to 1\nQuestion 2?: b. No to 2"


async def test_other_text_goes_to_the_model_and_supersedes_the_question(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Something else, then."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)

        await ada.write("how much does each of them cost in a year?", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Something else, then.")
        await place.slack.wait_for("chat.update")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Superseded)
        assert "how much" in place.model.requests[1].turns[-1].text
        assert not any(block["type"] == "actions" for block in card.blocks)


async def test_a_destructive_question_needs_an_exact_reply(tmp_path: Path) -> None:
    asked = single("Delete the old tables?", ("Delete them all", "Keep them"))
    async with workspace(tmp_path, [asked, "We talk first."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.card(CHANNEL, thread)

        await ada.write("yes sure, go ahead and delete", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "We talk first.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Superseded)


@pytest.mark.requirement("SL7")
async def test_if_slack_rejects_the_blocks_a_text_list_takes_typed_replies(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        shown = await place.wait_for_text(CHANNEL, thread, "2. PostgreSQL")

        await ada.write("2", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")
        await place.slack.wait_for("chat.update")

        assert place.model.requests[1].turns[-1].text == "2"
        assert "PostgreSQL" in shown.text
        assert shown.blocks == []


@pytest.mark.requirement("SL7")
async def test_free_text_answers_a_text_list_and_is_kept_whole(tmp_path: Path) -> None:
    words = "Neither: we stay with the paper archive, " * 8
    async with workspace(tmp_path, [single(), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "2. PostgreSQL")

        await ada.write(words, CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == words.strip()


@pytest.mark.requirement("SL7")
async def test_numbered_lines_answer_the_questions_of_a_form_shown_as_text(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(2), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "Question 2?")

        await ada.write("2: b\n1: a", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == "Question 1?: a. Yes to 1\nQuestion 2?: b. No to 2"


async def test_messages_of_other_users_are_not_sent_as_the_owner(tmp_path: Path) -> None:
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


async def test_a_mention_delivered_as_two_events_is_handled_once(tmp_path: Path) -> None:
    """K03: Slack also repeats itself, up to three times."""
    async with workspace(tmp_path, ["Hello."]) as place:
        ada = place.member()
        event = {"user": ada.user, "text": "<@UBOT00001> hi", "ts": "1900000700.1", "channel": CHANNEL}
        for kind, name in (("app_mention", "Ev1000"), ("message", "Ev1001"), ("app_mention", "Ev1000")):
            await ada.event(event | {"type": kind, "team": ada.team}, name)

        await place.wait_for_text(CHANNEL, "1900000700.1", "Hello.")
        await place.service.worker.wait_idle()

        assert len(place.model.requests) == 1


async def test_bot_messages_and_edits_are_ignored(tmp_path: Path) -> None:
    async with workspace(tmp_path, ["Hello."]) as place:
        ada = place.member()
        said = {"type": "message", "channel": DIRECT, "text": "hi", "team": ada.team}
        await ada.event(said | {"user": "UBOT00001", "ts": "1.1"})
        await ada.event(said | {"user": ada.user, "bot_id": "B7", "ts": "1.2"})
        await ada.event(said | {"user": ada.user, "subtype": "message_changed", "ts": "1.3"})
        await ada.event({"type": "message", "channel": DIRECT})
        thread = await ada.write("hello", DIRECT)
        await place.wait_for_text(DIRECT, thread, "Hello.")

        assert len(place.model.requests) == 1
