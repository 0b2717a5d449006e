"""Pydantic AI: deferred tools, those that ask people and those that need approval, answered at the desk."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, Unpack

from pydantic_ai import Agent, AgentRunResult, RunContext
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import (
    DeferredToolRequests,
    DeferredToolResults,
    ToolApproved,
    ToolDefinition,
    ToolDenied,
)
from pydantic_ai.toolsets import ExternalToolset

from choice.adapters.approvals import ToolUse
from choice.adapters.asking import People, asking_tool
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.people import Asker
from choice.dialects.protocol import ToolDialect
from choice.dialects.tools.present_question import PRESENT_QUESTION

ASKER: Final = Asker("pydantic-ai")

Handler = Callable[[RunContext[Any], DeferredToolRequests], Awaitable[DeferredToolResults | None]]


def question_tools(*dialects: ToolDialect) -> ExternalToolset[Any]:
    """Return the tools by which a model asks people; without names it is `present_question`."""
    definitions = [
        ToolDefinition(
            name=dialect.tool_name, description=dialect.description, parameters_json_schema=dialect.parameters
        )
        for dialect in dialects or (PRESENT_QUESTION,)
    ]
    return ExternalToolset(definitions, id="choicewire")


async def answers_to(
    requests: DeferredToolRequests, *, desk: Desk, **terms: Unpack[Terms]
) -> DeferredToolResults:
    """Ask people what a run was deferred for. Calls of tools that ask nobody are left to you."""
    people = People(desk, Terms(asked_by=ASKER) | terms)
    asked = [(call, tool) for call in requests.calls if (tool := asking_tool(call.tool_name))]
    replies, verdicts = await asyncio.gather(
        asyncio.gather(*[people.reply(tool, call.args or {}, _key(call)) for call, tool in asked]),
        asyncio.gather(*[_approval(people, call) for call in requests.approvals]),
    )
    return DeferredToolResults(
        calls={call.tool_call_id: reply for (call, _tool), reply in zip(asked, replies, strict=True)},
        approvals={
            call.tool_call_id: verdict for call, verdict in zip(requests.approvals, verdicts, strict=True)
        },
    )


def handler(desk: Desk, **terms: Unpack[Terms]) -> Handler:
    """Return what `HandleDeferredToolCalls` takes: people are asked while the run goes on."""

    async def handle(_context: RunContext[Any], requests: DeferredToolRequests) -> DeferredToolResults | None:
        results = await answers_to(requests, desk=desk, **terms)
        return results if results.calls or results.approvals else None

    return handle


async def run_with_people(
    agent: Agent[Any, Any],
    prompt: str,
    *,
    desk: Desk,
    run: dict[str, Any] | None = None,
    **terms: Unpack[Terms],
) -> AgentRunResult[Any]:
    """Run an agent to its end; what it asks, and whether its tools may run, is asked of people.

    The agent's `output_type` must have `DeferredToolRequests` in it; `run` holds further arguments of
    `agent.run`. A call that nobody here can answer ends the run: the result has it as its output.
    """
    with_more = run or {}
    result = await agent.run(prompt, **with_more)
    while isinstance(requests := result.output, DeferredToolRequests):
        results = await answers_to(requests, desk=desk, **terms)
        if len(results.calls) < len(requests.calls):
            break
        more = {name: given for name, given in with_more.items() if name != "message_history"}
        result = await agent.run(message_history=result.all_messages(), deferred_tool_results=results, **more)
    return result


async def _approval(people: People, call: ToolCallPart) -> ToolApproved | ToolDenied:
    (verdict,) = await people.may([ToolUse(call.tool_name, call.args or {})], _key(call))
    return ToolApproved() if verdict.is_allowed else ToolDenied(verdict.words or "")


def _key(call: ToolCallPart) -> str:
    return f"pydantic-ai:{call.tool_call_id}"
