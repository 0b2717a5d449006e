"""What cannot be read, or fails inside, is answered: an agent that hears nothing waits for ever."""

import json
import logging
from typing import Any

import pytest

from choice.mcp.calls import ToolCalls
from choice.mcp.deliveries import Deliveries
from tests.mcp.agent import LEGACY, MODERN, QUESTION, content, house
from tests.mcp.test_deliveries import line_to


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
async def test_a_call_that_cannot_be_read_is_refused_and_the_next_one_is_heard(
    changed: dict[str, object],
) -> None:
    async with house(hold=0) as here, line_to(here, Deliveries()) as line:
        called = {"name": "provide_choice", "arguments": QUESTION | changed}
        line.say({"id": 1, "method": "tools/call", "params": called})
        refused = await line.answered(1)
        line.writer.write(b'{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"\\ud800"}}\n')
        line.ask(2)
        asked = await line.hears(2)

    assert refused["error"]["code"] == -32600
    assert "cannot be read" in refused["error"]["message"]
    assert asked["structuredContent"]["action_status"] == "pending_terminal_launch"


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
@pytest.mark.parametrize("tool", ["provide_choice", "collect_answer"])
async def test_an_id_that_none_can_have_is_unknown(mode: str, tool: str) -> None:
    async with house() as here, here.agent(mode) as agent:
        result = await agent.call_tool(tool, {"session_id": "\0"})

    assert result.is_error
    assert "There is no interaction" in result.content[0].text  # type: ignore[union-attr]


@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_what_fails_inside_is_logged_and_not_told(mode: str, caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> ToolCalls:
        message = "SELECT secret FROM canary"
        raise RuntimeError(message)

    async with house() as here:
        here.opened = broken  # type: ignore[method-assign]  # a database that nobody expected
        async with here.agent(mode) as agent:
            with (
                caplog.at_level(logging.ERROR),
                pytest.raises(Exception, match="Something went wrong") as caught,
            ):
                await agent.call_tool("list_open_questions", {})

    assert "canary" not in str(caught.value)
    assert "canary" in caplog.text


@pytest.mark.requirement("UP5")
async def test_the_name_of_a_client_hides_nothing() -> None:
    async with house(hold=0) as here, here.agent(name="Cur\x1b[31msor\x00\u202e") as agent:
        content(await agent.call_tool("provide_choice", QUESTION))
        asked = await here.next_question()

    assert asked.asked_by.agent == "Cur<U+001B>[31msor<U+0000><U+202E> (mcp)"
    assert json.dumps(asked.asked_by.agent, ensure_ascii=True).isprintable()
