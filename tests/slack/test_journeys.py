"""End-to-end conversations from a mention to the last model message."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from choice.conversations import AgentClient, AgentTurn
from choice.models import Answered
from tests.slack.workspace import CHANNEL, DIRECT, workspace

QUESTION = json.dumps(
    {
        "type": "user_choice",
        "question": "Which store?",
        "context": "It keeps the answers.",
        "options": [
            {"id": "1", "label": "SQLite", "description": "one file"},
            {"id": "2", "label": "PostgreSQL", "description": "many processes"},
        ],
    }
)
ASKING = f"Let me see.\n\n```json\n{QUESTION}\n```"


@pytest.mark.requirement("SL4", "SL9", "SL14")
async def test_a_mention_is_answered_asked_and_answered_again(tmp_path: Path) -> None:
    async with workspace(tmp_path, [ASKING, "PostgreSQL it is."]) as place:
        ada = place.member()

        thread = await ada.mention("which store should we take?")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "PostgreSQL")
        await place.wait_for_text(CHANNEL, thread, "PostgreSQL it is.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
        assert interaction.outcome.answers[0].option_ids == ("2",)
        assert interaction.outcome.answered_by == ada.user
        assert place.model.requests[1].turns[-1].text == "2"
        shown = [message.text for message in place.slack.thread(CHANNEL, thread)]
        assert shown[0].strip() == "Let me see."
        assert "user_choice" not in "".join(shown)


async def test_a_direct_message_is_a_conversation_too(tmp_path: Path) -> None:
    async with workspace(tmp_path, ["Hello there."]) as place:
        ada = place.member()

        thread = await ada.write("hello", DIRECT)
        await place.wait_for_text(DIRECT, thread, "Hello there.")

        assert place.model.requests[0].turns[-1].text == "hello"


@pytest.mark.requirement("DI8")
async def test_an_agent_of_ones_own_asks_and_goes_on_in_slack(tmp_path: Path) -> None:
    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        yield "Let me see."
        answer = await turn.ask("Which store?", ["SQLite", "PostgreSQL"])
        yield f"{answer.choice} it is."

    async with workspace(tmp_path, model=AgentClient(agent, "agent:own")) as place:
        ada = place.member()

        thread = await ada.mention("which store should we take?")
        [card] = await place.card(CHANNEL, thread)
        await ada.click(card, "PostgreSQL")
        await place.wait_for_text(CHANNEL, thread, "PostgreSQL it is.")

        [interaction] = await place.interactions()
        assert isinstance(interaction.outcome, Answered)
