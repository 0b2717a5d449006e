"""Invalid requests and internal errors get an error reply, so that no agent waits forever."""

import json
import logging
from typing import Any

import pytest

from choice.mcp.calls import ToolCalls
from choice.mcp.questions import Deliveries
from tests.mcp.agent import LEGACY, MODERN, QUESTION, content, open_service
from tests.mcp.test_deliveries import connect


def _nested(levels: int) -> Any:  # noqa: ANN401 - any JSON
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize(
    "changed",
    [{"prompt": "Half of an emoji: \ud83d"}, {"session_id": "\udc00"}, {"options": _nested(500)}],
    ids=["half_a_character", "half_an_id", "nested"],
)
async def test_an_invalid_request_is_rejected_and_the_next_one_is_served(
    changed: dict[str, object],
) -> None:
    async with open_service(hold=0) as service, connect(service, Deliveries()) as client:
        called = {"name": "provide_choice", "arguments": QUESTION | changed}
        client.send({"id": 1, "method": "tools/call", "params": called})
        rejected = await client.response(1)
        client.writer.write(b'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"\\ud800"}}\n')
        client.ask(2)
        asked = await client.result(2)

    assert rejected["error"]["code"] == -32600
    assert rejected["error"]["message"].startswith("Invalid request")
    assert asked["structuredContent"]["action_status"] == "pending"


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
@pytest.mark.parametrize("tool", ["provide_choice", "collect_answer"])
async def test_an_impossible_id_is_not_found(mode: str, tool: str) -> None:
    async with open_service() as service, service.agent(mode) as agent:
        result = await agent.call_tool(tool, {"session_id": "\0"})

    assert result.is_error
    assert "does not exist, or you do not have access to it" in result.content[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_an_internal_error_is_logged_and_not_sent_to_the_client(
    mode: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken() -> ToolCalls:
        message = "SELECT secret FROM canary"
        raise RuntimeError(message)

    async with open_service() as service:
        service.opened = broken  # type: ignore[method-assign]  # the database is unavailable
        async with service.agent(mode) as agent:
            with (
                caplog.at_level(logging.ERROR),
                pytest.raises(Exception, match="Internal error") as caught,
            ):
                await agent.call_tool("list_open_questions", {})

    assert "canary" not in str(caught.value)
    assert "canary" in caplog.text


@pytest.mark.requirement("UP5")
async def test_control_characters_in_a_client_name_are_escaped() -> None:
    async with open_service(hold=0) as service, service.agent(name="Cur\x1b[31msor\x00\u202e") as agent:
        content(await agent.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()

    assert asked.asked_by.agent == "Cur<U+001B>[31msor<U+0000><U+202E> (mcp)"
    assert json.dumps(asked.asked_by.agent, ensure_ascii=True).isprintable()
