"""Pydantic AI: deferred tool calls are answered on the desk."""

import asyncio
import json

import pytest
from pydantic_ai import Agent, DeferredToolRequests
from pydantic_ai.capabilities import HandleDeferredToolCalls
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.toolsets import ExternalToolset

from choice.adapters.pydantic_ai import answers_to, handler, question_tools, run_with_people
from tests.adapters.people import answering

ASKED = {"question": "Which store?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}


def writes(messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
    """Call two tools, then return their results as text."""
    results = [part for part in messages[-1].parts if isinstance(part, ToolReturnPart)]
    if not results:
        return ModelResponse([ToolCallPart("present_question", ASKED), ToolCallPart("drop", {"table": "a"})])
    return ModelResponse([TextPart("; ".join([f"{each.tool_name}: {each.content}" for each in results]))])


def drop(table: str) -> str:
    return f"{table} is dropped"


def agent() -> Agent[None, str | DeferredToolRequests]:
    made: Agent[None, str | DeferredToolRequests] = Agent(
        FunctionModel(writes), output_type=[str, DeferredToolRequests], toolsets=[question_tools()]
    )
    made.tool_plain(requires_approval=True)(drop)
    return made


@pytest.mark.requirement("UP11")
@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Allow", "drop: a is dropped"),
        ("Do not allow", "drop: The person does not allow this."),
        ("Only table b", "drop: Only table b"),
    ],
)
async def test_an_agent_runs_to_its_end_with_the_answers_of_people(reply: str, expected: str) -> None:
    script = {"Which store?": "PostgreSQL", "May drop run?": reply}
    async with answering(script) as (desk, _person):
        result = await run_with_people(agent(), "Clean up", desk=desk)

    assert sorted(str(result.output).split("; ")) == [expected, "present_question: PostgreSQL"]


async def test_a_handler_asks_people_during_the_run() -> None:
    script = {"Which store?": "own words", "May drop run?": "Allow"}
    async with answering(script) as (desk, _person):
        inline: Agent[None, str] = Agent(
            FunctionModel(writes),
            toolsets=[question_tools()],
            capabilities=[HandleDeferredToolCalls(handler(desk))],
        )
        inline.tool_plain(requires_approval=True)(drop)
        result = await inline.run("Clean up")

    assert sorted(result.output.split("; ")) == ["drop: a is dropped", "present_question: own words"]


async def test_an_invalid_question_is_reported_to_the_model() -> None:
    async with answering({}) as (desk, person):
        call = ToolCallPart("present_question", '{"question": "Which?"}', tool_call_id="c1")
        results = await answers_to(DeferredToolRequests(calls=[call]), desk=desk)

        assert str(results.calls["c1"]).startswith("The question was not asked: options")
        assert not person.seen


@pytest.mark.requirement("PC1", "PC3", "UP11")
async def test_the_deadline_and_defaults_of_a_call_override_those_of_the_agent() -> None:
    asked = {
        "title": "Store",
        "prompt": "The service needs a store. Which one?",
        "selection_mode": "single",
        "options": [
            {"id": "sqlite", "label": "SQLite", "recommended": True},
            {"id": "other", "label": "Other"},
        ],
        "default_selection_ids": ["sqlite"],
        "timeout_seconds": 1,
        "use_defaults": True,
    }
    call = ToolCallPart("provide_choice", asked, tool_call_id="c1")
    async with answering({}) as (desk, person), asyncio.timeout(20):
        results = await answers_to(DeferredToolRequests(calls=[call]), desk=desk, timeout=3600)

    result = json.loads(str(results.calls["c1"]))
    assert result["action_status"] == "timeout"
    assert result["selection"]["selected_ids"] == ["sqlite"]
    assert result["selection"]["timed_out_with_defaults"] is True
    assert person.unanswered == ["The service needs a store. Which one?"]


async def test_calls_of_other_tools_are_left_to_the_caller() -> None:
    def fetches(_messages: list[ModelMessage], _info: AgentInfo) -> ModelResponse:
        return ModelResponse([ToolCallPart("fetch", {}, tool_call_id="c1")])

    fetching: Agent[None, str | DeferredToolRequests] = Agent(
        FunctionModel(fetches),
        output_type=[str, DeferredToolRequests],
        toolsets=[ExternalToolset([ToolDefinition(name="fetch")])],
    )
    async with answering({}) as (desk, person):
        result = await run_with_people(fetching, "Fetch it", desk=desk)

        assert isinstance(result.output, DeferredToolRequests)
        assert [call.tool_name for call in result.output.calls] == ["fetch"]
        assert not person.seen
