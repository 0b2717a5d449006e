"""A form of eight questions, filled in while the server is killed, reaches the model complete."""

import asyncio
import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from choice.providers.protocol import MESSAGE_HEADING
from tests.providers.openai_events import text
from tests.providers.server import Provider, provider
from tests.server.children import Child, child
from tests.slack.fake_slack import FakeSlack, Message, fake_slack
from tests.slack.member import SECRET, Member, signed, texts_of
from tests.slack.workspace import CHANNEL

OWN_WORDS = (
    "Neither of them: " + "we keep what we have until the audit in spring is over, and then decide. " * 4
)
GROUP = {
    "type": "user_choice_group",
    "question": "Before we begin",
    "context": "Eight decisions.",
    "choices": [
        {
            "type": "user_choice",
            "question": f"Question {number}?",
            "options": [
                {"id": "a", "label": f"Yes to {number}", "description": "go on"},
                {"id": "b", "label": f"No to {number}", "description": "stay"},
            ],
        }
        for number in range(1, 9)
    ],
}


def variables(slack: FakeSlack, model: Provider) -> dict[str, str]:
    return {
        "SLACK_BOT_TOKEN": "xoxb-1",
        "SLACK_SIGNING_SECRET": SECRET,
        "SLACK_API_BASE_URL": slack.url,
        "CHOICE_MODEL": "openai:test",
        "OPENAI_BASE_URL": f"{model.url}/v1",
        "OPENAI_API_KEY": "key",
    }


class Process:
    """The server, which can be killed and started again."""

    def __init__(self, slack: FakeSlack, model: Provider, folder: Path) -> None:
        self._slack, self._model, self._folder = slack, model, folder
        self._stack = AsyncExitStack()
        self._child: Child | None = None

    async def start(self) -> Member:
        """Start it; return somebody who talks to it."""
        self._child = await self._stack.enter_async_context(
            child(self._folder, **variables(self._slack, self._model))
        )
        http = await self._stack.enter_async_context(httpx.AsyncClient(base_url=self._child.url, timeout=30))
        await _let_in(http)
        return Member(self._slack, http)

    async def kill(self) -> None:
        """End it as a crash does."""
        assert self._child is not None
        await self._child.kill()

    async def stop(self) -> None:
        """Ask it to stop, as a supervisor does, and wait until it has."""
        assert self._child is not None
        self._child.terminate()
        await self._child.process.wait()

    async def close(self) -> None:
        """End it for good."""
        await self._stack.aclose()


async def _let_in(http: httpx.AsyncClient) -> None:
    """Knock until the server knows who it is in Slack; Slack itself would come again later."""
    body = json.dumps({"type": "url_verification", "challenge": "x"})
    async with asyncio.timeout(30):
        while True:
            headers = signed(body) | {"Content-Type": "application/json"}
            if (await http.post("/slack/events", content=body, headers=headers)).status_code == 200:
                return


async def cards(slack: FakeSlack, thread: str) -> list[Message]:
    def found() -> list[Message]:
        return [message for message in slack.thread(CHANNEL, thread) if message.blocks]

    await slack.until(lambda: len(found()) == 2)
    return found()


async def shows(slack: FakeSlack, message: Message, words: str) -> None:
    await slack.until(lambda: words in json.dumps(message.blocks))


@pytest.mark.requirement("SL5", "SL6", "SL10", "SL11")
async def test_a_form_survives_a_killed_server_and_reaches_the_model_whole(tmp_path: Path) -> None:
    asking = f"Some decisions first.\n\n```json\n{json.dumps(GROUP)}\n```"
    async with (
        fake_slack() as slack,
        provider(text(asking), text("Thank you, that is all.")) as model,
    ):
        process = Process(slack, model, tmp_path / "data")
        try:
            ada = await process.start()
            thread = await ada.mention("let us begin")
            first, second = await cards(slack, thread)

            await ada.click(first, "Yes to 1")
            await ada.click(first, "Yes to 2")
            await shows(slack, first, "2 of 8")
            await process.kill()
            ada = await process.start()
            await ada.click(first, "No to 3")
            await ada.click(first, "edit_choice_1")
            await ada.click(first, "No to 2")
            for number in (4, 6):
                await ada.click(first, f"Yes to {number}")
            await ada.click(second, "Yes to 7")
            await ada.click(second, "No to 8")
            opened = len(slack.views)
            await ada.click(first, "custom_input_multi_4")
            await slack.until(lambda: len(slack.views) > opened)
            await process.kill()
            ada = await process.start()

            assert await ada.submit(slack.views[-1], OWN_WORDS) == {}
            told = await _second_request(slack, model, thread)
        finally:
            await process.close()

        expected = [
            "Question 1?: a. Yes to 1",
            "Question 2?: b. No to 2",
            "Question 3?: b. No to 3",
            "Question 4?: a. Yes to 4",
            f"Question 5?: {OWN_WORDS}",
            "Question 6?: a. Yes to 6",
            "Question 7?: a. Yes to 7",
            "Question 8?: b. No to 8",
        ]
        assert told.splitlines() == expected
        assert len(model.requests) == 2
        assert not texts_of(first)
        assert not texts_of(second)


async def _second_request(slack: FakeSlack, model: Provider, thread: str) -> str:
    """Wait for the model's next words in the thread; return what it was told before."""
    await slack.until(
        lambda: (
            any("that is all" in message.text for message in slack.thread(CHANNEL, thread))
            and not any(message.is_streaming for message in slack.thread(CHANNEL, thread))
        )
    )
    await slack.until(lambda: not any(texts_of(one) for one in slack.thread(CHANNEL, thread) if one.blocks))
    messages: list[dict[str, Any]] = model.requests[1].body["messages"]
    # The data stands before the message.
    return str(messages[-1]["content"]).rpartition(f"{MESSAGE_HEADING}\n\n")[2]
