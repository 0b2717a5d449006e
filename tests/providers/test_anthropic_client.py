"""Anthropic's messages API, with the real SDK."""

import pytest

from choice.dialects import anthropic_tool, tool_dialects, tool_named
from choice.providers import ModelRequest, ToolCall, UserTurn
from choice.providers.anthropic import AnthropicClient
from tests.providers.answers import Answer
from tests.providers.anthropic_events import (
    BEGIN,
    PING,
    STOP,
    block_begin,
    block_end,
    calls,
    delta,
    end,
    error_event,
    event,
    text,
    text_block,
    tool_block,
)
from tests.providers.protocols import ANTHROPIC, failure_of, pieces_of
from tests.providers.server import provider

pytestmark = pytest.mark.requirement("CH13")
ASKED = '{"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}'


async def answered(*writes: bytes) -> list[object]:
    async with ANTHROPIC.asked(Answer((BEGIN, *writes))) as (client, _):
        return list(await pieces_of(client))


async def test_the_request_has_the_format_of_the_api() -> None:
    request = ModelRequest("Be brief.", (UserTurn("Which store?"),), tool_dialects())
    async with provider(text(["ok"])) as subject:
        client = AnthropicClient("claude-test", "key-1", subject.url, max_tokens=99, options={"top_k": 5})
        await pieces_of(client, request)
        await client.close()

    (received,) = subject.requests
    assert client.name == "anthropic:claude-test"
    assert received.path == "/v1/messages"
    assert received.headers["authorization"] == "Bearer key-1"
    assert received.body == {
        "model": "claude-test",
        "max_tokens": 99,
        "stream": True,
        "top_k": 5,
        "system": [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": [{"type": "text", "text": "Which store?"}]}],
        "tools": [anthropic_tool(dialect) for dialect in tool_dialects()],
    }


@pytest.mark.requirement("QC10")
async def test_a_question_asked_by_a_tool_call_in_fragments_becomes_a_form() -> None:
    async with ANTHROPIC.asked(calls(("toolu_1", "present_question", ASKED), said="One thing:")) as (
        client,
        _,
    ):
        said, call = await pieces_of(client)

    assert said == "One thing:"
    assert isinstance(call, ToolCall)
    assert tool_named(call.name).read(call.arguments).questions[0].text == "Which store?"


async def test_arguments_in_the_start_of_a_block_are_used() -> None:
    whole = {"type": "tool_use", "id": "a", "name": "one", "input": {"x": 1}}

    assert await answered(block_begin(0, whole), block_end(0), *end("tool_use")) == [
        ToolCall("a", "one", '{"x":1}')
    ]


async def test_a_call_without_arguments_has_an_empty_object() -> None:
    assert await answered(*tool_block(0, "a", "one", ""), *end("tool_use")) == [ToolCall("a", "one", "{}")]


async def test_pings_thoughts_and_unknown_events_are_ignored() -> None:
    assert await answered(
        PING,
        block_begin(0, {"type": "thinking", "thinking": ""}),
        delta(0, {"type": "thinking_delta", "thinking": "hm"}),
        delta(0, {"type": "input_json_delta", "partial_json": "{"}),
        block_end(0),
        event({"type": "something_new", "index": 3}),
        *text_block(["all"], 1),
        *end(),
    ) == ["all"]


async def test_text_in_the_start_of_a_block_is_used() -> None:
    assert await answered(block_begin(0, {"type": "text", "text": "all"}), *end()) == ["all"]


async def test_message_stop_alone_ends_the_answer() -> None:
    assert await answered(*text_block(["all"]), STOP) == ["all"]


@pytest.mark.parametrize(
    ("reason", "advice"),
    [
        ("max_tokens", "shorter"),
        ("model_context_window_exceeded", "shorter"),
        ("refusal", "Rephrase"),
    ],
)
async def test_an_answer_that_ends_early_fails_with_the_reason_and_without_calls(
    reason: str, advice: str
) -> None:
    writes = (BEGIN, *text_block(["Take "]), *tool_block(1, "a", "one", '{"x"'), *end(reason))
    async with ANTHROPIC.asked(Answer(writes)) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == ["Take "]
    assert failure.code == "MODEL_ERROR"
    assert advice in str(failure)


@pytest.mark.parametrize(
    ("kind", "code", "advice"),
    [
        ("overloaded_error", "MODEL_ERROR", "overloaded"),
        ("api_error", "MODEL_ERROR", "in a minute"),
        ("rate_limit_error", "MODEL_RATE_LIMITED", "rate limit"),
        ("timeout_error", "TIMEOUT", "Try again"),
        ("authentication_error", "MODEL_ERROR", "the API key"),
    ],
)
async def test_an_error_in_the_stream_ends_it(kind: str, code: str, advice: str) -> None:
    writes = (BEGIN, *text_block(["Take "]), error_event("secret", kind))
    async with ANTHROPIC.asked(Answer(writes).in_bursts_of(99)) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == ["Take "]
    assert failure.code == code
    assert advice in str(failure)
    assert "secret" not in str(failure)


async def test_a_call_without_an_id_is_unreadable() -> None:
    async with ANTHROPIC.asked(Answer((BEGIN, block_begin(0, {"type": "tool_use"}), *end()))) as (client, _):
        _, failure = await failure_of(client)

    assert "unreadable" in str(failure)


async def test_arguments_over_the_limit_are_rejected() -> None:
    part = delta(0, {"type": "input_json_delta", "partial_json": "x" * 65536})
    writes = (BEGIN, block_begin(0, {"type": "tool_use", "id": "a", "name": "one"}), *([part] * 17))
    async with ANTHROPIC.asked(Answer(writes, ending="hold")) as (client, _):
        _, failure = await failure_of(client)

    assert "unreadable" in str(failure)
