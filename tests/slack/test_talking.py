"""The model's words in a thread: streamed, ended before a question, and never lost with a process."""

import asyncio
from pathlib import Path

import pytest

from choice.chat.model_client import ModelFailed
from choice.testing.scripted_model import ScriptedReply
from tests.slack.fake_slack import FakeSlack
from tests.slack.questions import group, single
from tests.slack.workspace import CHANNEL, workspace


@pytest.mark.requirement("SL12")
async def test_the_stream_ends_before_the_question_and_the_status_says_who_waits(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await place.slack.until(lambda: (thread, "suspended") in place.slack.statuses)
        await ada.click(card, "SQLite")
        await place.said(CHANNEL, thread, "Good.")
        await place.slack.until(lambda: place.slack.statuses[-1] == (thread, "active"))

        order = [call.method for call in place.slack.calls if call.method.startswith("chat.")]
        assert order.index("chat.stopStream") < order.index("chat.postMessage")
        assert [status for _thread, status in place.slack.statuses] == [
            "processing",
            "suspended",
            "processing",
            "active",
        ]


async def test_without_streams_the_text_is_posted_and_changed(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.without = {"chat.startStream", "agents.sessions.setStatus"}
    released = asyncio.Event()
    reply = ScriptedReply("The first half, and then the other half.", released=released, stops_after=4)
    async with workspace(tmp_path, [reply], slack=slack) as place:
        thread = await place.member().mention("go")
        await place.slack.until(lambda: bool(place.slack.thread(CHANNEL, thread)))
        half = place.slack.thread(CHANNEL, thread)[0].text
        released.set()
        whole = await place.said(CHANNEL, thread, "the other half.")

        assert half in whole.text
        assert len(place.slack.thread(CHANNEL, thread)) == 1
        assert [call.method for call in place.slack.calls if "threads" in call.method]


async def test_nothing_in_the_model_s_words_calls_or_links(tmp_path: Path) -> None:
    async with workspace(
        tmp_path, ["Hear <!channel>, <@U0000009> and <https://evil.example|us> & all."]
    ) as place:
        thread = await place.member().mention("go")
        said = await place.said(CHANNEL, thread, "Hear")

        assert "<" not in said.text
        assert all(
            call.arguments.get("unfurl_links") is False and call.arguments.get("unfurl_media") is False
            for call in place.slack.calls
            if call.method in {"chat.postMessage", "chat.update", "chat.postEphemeral"}
        )


async def test_half_an_answer_stands_there_once(tmp_path: Path) -> None:
    failing = ScriptedReply("Half an answer, and", failure=ModelFailed("MODEL_ERROR", "no"))
    async with workspace(tmp_path, [failing, "Whole."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.said(CHANNEL, thread, "could not answer")
        await ada.write("again, please", CHANNEL, thread)
        await place.said(CHANNEL, thread, "Whole.")
        await place.service.worker.wait_idle()

        shown = [message.text for message in place.slack.thread(CHANNEL, thread)]
        assert len([text for text in shown if "Half an answer" in text]) == 1
        assert len([text for text in shown if "Whole." in text]) == 1


async def test_a_model_that_fails_says_so_and_the_words_are_kept(tmp_path: Path) -> None:
    async with workspace(tmp_path, [ModelFailed("MODEL_ERROR", "no"), "Back again."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        await place.said(CHANNEL, thread, "could not answer")
        await ada.write("again, please", CHANNEL, thread)
        await place.said(CHANNEL, thread, "Back again.")

        assert "go" in str(place.model.requests[1].turns)


@pytest.mark.requirement("SL12")
async def test_an_answer_whose_delivery_fails_waits_and_is_told_with_the_next_words(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), ModelFailed("MODEL_ERROR", "no"), "I heard."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "SQLite")
        await place.said(CHANNEL, thread, "could not answer")
        await place.slack.until(lambda: place.slack.statuses[-1][1] == "suspended")
        await ada.write("well?", CHANNEL, thread)
        await place.said(CHANNEL, thread, "I heard.")

        told = [getattr(turn, "text", "") for turn in place.model.requests[2].turns]
        assert "1" in told


async def test_an_answer_on_the_page_closes_the_card_and_the_words_follow_in_the_thread(
    tmp_path: Path,
) -> None:
    async with workspace(tmp_path, [single(), "Chosen on the page."]) as place:
        thread = await place.member().mention("go")
        [card] = await place.card(CHANNEL, thread)
        [interaction] = await place.interactions()
        page = place.run.client("U0000001", "local")

        body = {"answers": [{"question_id": "q1", "option_ids": ["2"]}]}
        reply = await page.post(f"/api/interactions/{interaction.id}/answer", json=body)
        await place.said(CHANNEL, thread, "Chosen on the page.")
        await place.slack.until(lambda: not any(block["type"] == "actions" for block in card.blocks))

        assert reply.status_code == 200
        assert "PostgreSQL" in card.text


async def test_an_answer_in_the_chat_page_is_told_in_the_thread_too(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "Chosen in the chat."]) as place:
        thread = await place.member().mention("go")
        await place.card(CHANNEL, thread)
        [interaction] = await place.interactions()
        page = place.run.client("U0000001", "local")

        conversation = interaction.asked_by.conversation
        await page.post(f"/api/threads/{conversation}/chat", json={"content": "2"})
        await place.said(CHANNEL, thread, "Chosen in the chat.")


async def test_a_draft_in_slack_is_the_draft_of_the_page(tmp_path: Path) -> None:
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
