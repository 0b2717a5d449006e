"""OpenAI-compatible servers and their deviations, with the real SDK."""

from typing import Any

import pytest

from choice.dialects import dialect_named, openai_tool, tool_dialects, tool_named
from choice.providers import ModelLimits, ModelRequest, ToolCall, UserTurn
from choice.providers.openai import OpenAIClient
from choice.testing.model_contract import REQUEST
from tests.providers.answers import Answer
from tests.providers.openai_events import (
    BEGIN,
    DONE,
    call_begin,
    call_part,
    calls,
    chunk,
    end,
    event,
    text,
)
from tests.providers.protocols import OPENAI, failure_of, pieces_of
from tests.providers.server import provider

pytestmark = pytest.mark.requirement("CH13")
ASKED = '{"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}'


def function(name: str | None = None, arguments: object = None) -> dict[str, Any]:
    return {"name": name, "arguments": arguments}


async def answered(*writes: bytes) -> list[object]:
    async with OPENAI.asked(Answer((BEGIN, *writes))) as (client, _):
        return list(await pieces_of(client))


async def test_the_request_has_the_format_of_the_api() -> None:
    request = ModelRequest("Be brief.", (UserTurn("Which store?"),), tool_dialects())
    async with provider(text(["ok"])) as subject:
        client = OpenAIClient("gpt-test", "sk-1", f"{subject.url}/v1", options={"temperature": 0.5})
        await pieces_of(client, request)
        await client.close()

    (received,) = subject.requests
    assert received.path == "/v1/chat/completions"
    assert received.headers["authorization"] == "Bearer sk-1"
    assert received.body == {
        "model": "gpt-test",
        "stream": True,
        "temperature": 0.5,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Which store?"},
        ],
        "tools": [openai_tool(dialect) for dialect in tool_dialects()],
    }


async def test_a_local_server_needs_no_key() -> None:
    async with provider(text(["ok"])) as subject:
        client = OpenAIClient("llama", None, f"{subject.url}/v1")

        assert client.name == "openai:llama"
        assert await pieces_of(client) == ["ok"]
        await client.close()


@pytest.mark.requirement("QC10")
async def test_a_question_asked_by_a_tool_call_in_fragments_becomes_a_form() -> None:
    async with OPENAI.asked(calls(("call_1", "present_question", ASKED), said="One thing:")) as (client, _):
        said, call = await pieces_of(client)

    assert said == "One thing:"
    assert isinstance(call, ToolCall)
    form = tool_named(call.name).read(call.arguments)
    assert form.questions[0].text == "Which store?"
    assert dialect_named("present_question") is tool_named(call.name)


async def test_interleaved_call_fragments_are_separated() -> None:
    assert await answered(
        call_begin(0, "a", "one"),
        call_begin(1, "b", "two"),
        call_part(0, '{"x"'),
        call_part(1, '{"y"'),
        call_part(0, ":1}"),
        call_part(1, ":2}"),
        *end("tool_calls"),
    ) == [ToolCall("a", "one", '{"x":1}'), ToolCall("b", "two", '{"y":2}')]


async def test_calls_with_the_same_index_are_separated_by_id() -> None:
    assert await answered(
        chunk({"tool_calls": [{"index": 0, "id": "a", "function": function("one", "{}")}]}),
        chunk({"tool_calls": [{"index": 0, "id": "b", "function": function("two", "{}")}]}),
        *end("stop"),
    ) == [ToolCall("a", "one", "{}"), ToolCall("b", "two", "{}")]


async def test_calls_without_index_or_id_are_separated_by_name() -> None:
    first, second = await answered(
        chunk({"tool_calls": [{"function": function("one", '{"x"')}]}),
        chunk({"tool_calls": [{"function": function(None, ":1}")}]}),
        chunk({"tool_calls": [{"function": function("two", {"y": [1.50, "ü"]})}]}),
        *end("stop"),
    )

    assert isinstance(first, ToolCall)
    assert isinstance(second, ToolCall)
    assert (first.name, first.arguments) == ("one", '{"x":1}')
    assert (second.name, second.arguments) == ("two", '{"y":[1.5,"ü"]}')
    assert first.id != second.id
    assert first.id.startswith("call_")


async def test_a_name_and_an_id_in_every_fragment_are_one_call() -> None:
    assert await answered(
        chunk({"tool_calls": [{"index": 0, "id": "a", "function": function("one", '{"x"')}]}),
        chunk({"tool_calls": [{"index": 0, "id": "a", "function": function("one", ":1}")}]}),
        *end(),
    ) == [ToolCall("a", "one", '{"x":1}')]


async def test_the_deprecated_function_call_is_decoded() -> None:
    (call,) = await answered(
        chunk({"function_call": function("one", '{"x"')}),
        chunk({"function_call": function(None, ":1}")}),
        *end("function_call"),
    )

    assert isinstance(call, ToolCall)
    assert (call.name, call.arguments) == ("one", '{"x":1}')


async def test_a_call_without_arguments_has_an_empty_object() -> None:
    assert await answered(call_begin(0, "a", "one"), *end("tool_calls")) == [ToolCall("a", "one", "{}")]


async def test_a_refusal_is_text() -> None:
    assert await answered(chunk({"refusal": "I can't "}), chunk({"refusal": "do that."}), *end()) == [
        "I can't ",
        "do that.",
    ]


async def test_content_parts_are_joined() -> None:
    parts = [{"type": "text", "text": "in "}, {"type": "thinking"}, {"type": "text", "text": "parts"}]

    assert await answered(chunk({"content": parts}), *end()) == ["in parts"]


@pytest.mark.parametrize(
    "last",
    [(chunk({}, "stop"),), (DONE,), (b"data: [DONE]",), (chunk({}, "stop"), b"data: {broken\n\n")],
    ids=["no [DONE]", "no finish reason", "no line end", "garbage behind the end"],
)
async def test_a_finish_reason_or_done_ends_the_answer(last: tuple[bytes, ...]) -> None:
    assert await answered(chunk({"content": "all"}), *last) == ["all"]


async def test_an_empty_finish_reason_is_none() -> None:
    assert await answered(chunk({"content": "a"}, ""), chunk({"content": "b"}, ""), *end()) == ["a", "b"]


async def test_a_connection_left_open_after_the_end_does_not_delay_the_answer() -> None:
    writes = (BEGIN, chunk({"content": "all"}), *end())
    async with OPENAI.asked(Answer(writes, ending="hold"), limits=ModelLimits(retries=0)) as (client, _):
        assert await pieces_of(client) == ["all"]


@pytest.mark.parametrize(
    ("reason", "advice"), [("length", "shorter"), ("content_filter", "Rephrase"), ("error", "in a minute")]
)
async def test_an_answer_that_ends_early_fails_with_the_reason(reason: str, advice: str) -> None:
    async with OPENAI.asked(Answer((BEGIN, call_begin(0, "a", "one"), *end(reason)))) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == []
    assert failure.code == "MODEL_ERROR"
    assert advice in str(failure)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ({"message": "secret", "type": "server_error", "code": None}, "MODEL_ERROR"),
        ({"message": "secret", "code": 429}, "MODEL_RATE_LIMITED"),
        ({"message": "secret", "code": "504"}, "TIMEOUT"),
        ({"message": "secret", "code": "rate_limit_exceeded"}, "MODEL_RATE_LIMITED"),
        ("secret", "MODEL_ERROR"),
    ],
)
async def test_an_error_in_the_stream_ends_it(error: object, code: str) -> None:
    writes = (BEGIN, chunk({"content": "Take "}), event({"error": error}))
    async with OPENAI.asked(Answer(writes).in_bursts_of(3)) as (client, _):
        seen, failure = await failure_of(client)

    assert seen == ["Take "]
    assert failure.code == code
    assert "secret" not in str(failure)


async def test_a_call_without_a_name_is_unreadable() -> None:
    async with OPENAI.asked(Answer((BEGIN, call_part(0, "{}"), *end()))) as (client, _):
        _, failure = await failure_of(client)

    assert "unreadable" in str(failure)


async def test_arguments_over_the_limit_are_rejected() -> None:
    writes = (BEGIN, call_begin(0, "a", "one"), *([call_part(0, "x" * 65536)] * 17))
    async with OPENAI.asked(Answer(writes, ending="hold")) as (client, _):
        _, failure = await failure_of(client, REQUEST)

    assert "unreadable" in str(failure)
