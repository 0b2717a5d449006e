"""No question is lost in Slack: queued ones are announced, counter-questions leave the card open."""

from pathlib import Path

import pytest

from choice.models import Answered
from tests.slack.fake_slack import FakeSlack, Message
from tests.slack.questions import group, single
from tests.slack.workspace import CHANNEL, Workspace, workspace

MOST_OPEN = 5


async def ask_more_than_the_limit(place: Workspace) -> tuple[list[Message], str]:
    """Fill the open questions of one person; return their cards and the thread of the next one."""
    ada, cards = place.member(), []
    for _ in range(MOST_OPEN):
        thread = await ada.mention("go")
        cards += await place.card(CHANNEL, thread)
    return cards, await ada.mention("and one more")


@pytest.mark.requirement("DI11")
async def test_a_queued_question_is_announced_in_its_thread_and_shown_when_admitted(tmp_path: Path) -> None:
    replies = [single(f"Question {number}?") for number in range(1, MOST_OPEN + 1)]
    async with workspace(tmp_path, [*replies, single("Which <one> last?"), "Good."]) as place:
        cards, thread = await ask_more_than_the_limit(place)
        note = await place.wait_for_text(CHANNEL, thread, "has to wait")
        await place.service.worker.wait_idle()
        before = [message for message in place.slack.thread(CHANNEL, thread) if message.blocks]
        await place.member().click(cards[0], "SQLite")
        [card] = await place.card(CHANNEL, thread)
        await place.service.worker.wait_idle()

        said = [message for message in place.slack.thread(CHANNEL, thread) if "has to wait" in message.text]
        assert before == []
        assert "Which &lt;one&gt; last?" in note.text
        assert all(f"|Question {number}?>" in note.text for number in range(1, MOST_OPEN + 1))
        assert "Which &lt;one&gt; last?" in card.text
        assert len(said) == 1


@pytest.mark.requirement("DI11")
async def test_the_end_of_a_queued_question_is_said_in_its_thread(tmp_path: Path) -> None:
    replies = [single(f"Question {number}?") for number in range(1, MOST_OPEN + 1)]
    async with workspace(tmp_path, [*replies, single("Last?"), "Fine."]) as place:
        _cards, thread = await ask_more_than_the_limit(place)
        await place.wait_for_text(CHANNEL, thread, "has to wait")
        await place.member().write("Never mind that, thank you.", CHANNEL, thread)

        await place.wait_for_text(CHANNEL, thread, "No longer needed")


@pytest.mark.requirement("DI11", "HE7")
async def test_a_counter_question_goes_to_the_model_and_the_card_stays_open(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), "One of them is a file.", "Good."]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)

        await ada.write("what is the difference?", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "One of them is a file.")
        await place.slack.until(lambda: place.slack.statuses[-1] == (thread, "suspended"))
        buttons = [block for block in card.blocks if block["type"] == "actions"]
        await ada.click(card, "PostgreSQL")
        await place.wait_for_text(CHANNEL, thread, "Good.")

        [interaction] = await place.interactions()
        assert buttons
        assert "the choice stays open" in place.slack.notes(ada.user)[0]
        assert isinstance(interaction.outcome, Answered)
        assert len(place.model.requests) == 3
        assert place.model.requests[1].turns[-1].text.startswith("what is the difference?")
        assert place.model.requests[2].turns[-1].text == "Which store?: 2"


@pytest.mark.requirement("DI11", "SL12")
async def test_waiting_is_shown_where_only_the_older_status_method_exists(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.without = {"agents.sessions.setStatus"}
    async with workspace(tmp_path, [single(), "Good."], slack=slack) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await place.service.worker.wait_idle()
        methods = [call.method for call in slack.calls if not call.error]
        shown = slack.statuses[-1]
        await ada.click(card, "SQLite")
        await place.wait_for_text(CHANNEL, thread, "Good.")
        await slack.until(lambda: slack.statuses[-1] == (thread, ""))

        assert shown == (thread, "is waiting for your answer…")
        # Slack clears this status with every message, so it is set again after the card.
        last_post = max(at for at, name in enumerate(methods) if name == "chat.postMessage")
        assert methods.index("assistant.threads.setStatus", last_post) > last_post


@pytest.mark.requirement("DI11", "SL13")
async def test_cards_in_channels_are_in_the_language_of_the_person_who_asked(tmp_path: Path) -> None:
    slack = FakeSlack()
    slack.locales = {"U0000001": "ko-KR"}
    async with workspace(tmp_path, [single(), single()], slack=slack) as place:
        korean = await place.member().mention("go")
        [first] = await place.card(CHANNEL, korean)
        english = await place.member("U0000002").mention("go")
        [second] = await place.card(CHANNEL, english)

        assert "직접 입력" in str(first.blocks)
        assert "In My Own Words" in str(second.blocks)


@pytest.mark.requirement("SL13")
async def test_a_configured_language_is_used_in_all_channels(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single()], language="ko") as place:
        thread = await place.member().mention("go")
        [card] = await place.card(CHANNEL, thread)

        assert "직접 입력" in str(card.blocks)


@pytest.mark.requirement("DI11", "SL7")
@pytest.mark.parametrize(
    "written", [["1. a\n2: b"], ["2: b", "1. a"], ["1. a\n2. what?!", "2: b"], ["9: a", "1: a", "2: b"]]
)
async def test_numbered_lines_answer_a_form_shown_as_text_in_any_order(
    tmp_path: Path, written: list[str]
) -> None:
    async with workspace(tmp_path, [group(2), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "Question 2?")

        for number, text in enumerate(written, start=1):
            await ada.write(text, CHANNEL, thread)
            if number < len(written):
                await place.slack.wait_for("chat.postEphemeral", count=number)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert place.model.requests[1].turns[-1].text == "Question 1?: a. Yes to 1\nQuestion 2?: b. No to 2"


@pytest.mark.requirement("DI11", "SL7")
async def test_unclear_lines_of_a_form_are_asked_again_by_number(tmp_path: Path) -> None:
    async with workspace(tmp_path, [group(3), "Good."]) as place:
        place.slack.trouble("chat.postMessage", "invalid_blocks")
        ada = place.member()
        thread = await ada.mention("go")
        await place.wait_for_text(CHANNEL, thread, "Question 3?")

        await ada.write("1. Friday\n2: a or b\n3: b", CHANNEL, thread)
        await place.slack.wait_for("chat.postEphemeral")
        [note] = place.slack.notes(ada.user)
        await ada.write("2: b", CHANNEL, thread)
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert "2. Question 2?" in note
        assert "1. Question 1?" not in note
        assert "3. Question 3?" not in note
        assert place.model.requests[1].turns[-1].text.splitlines() == [
            "Question 1?: Friday",
            "Question 2?: b. No to 2",
            "Question 3?: b. No to 3",
        ]
