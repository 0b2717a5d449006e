"""Pydantic AI: have people answer deferred tool calls (questions and approvals) on the desk."""

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

from choice.adapters.approvals import DeskClient, ToolCall
from choice.desk import Desk, Terms
from choice.dialects import PRESENT_QUESTION, ToolDialect, tool_named
from choice.errors import UnknownDialect

_AGENT: Final = "pydantic-ai"

Handler = Callable[[RunContext[Any], DeferredToolRequests], Awaitable[DeferredToolResults | None]]


def question_tools(*dialects: ToolDialect) -> ExternalToolset[Any]:
    """Return a toolset for asking people, with `present_question` by default."""
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
    """Ask people about deferred calls. Calls of other external tools are not in the results."""
    client = DeskClient.of(desk, _AGENT, terms)
    asked = [(call, tool) for call in requests.calls if (tool := _question_tool(call.tool_name))]
    replies, approvals = await asyncio.gather(
        asyncio.gather(*[client.answer_call(tool, call.args or {}, _key(call)) for call, tool in asked]),
        asyncio.gather(*[_approve(client, call) for call in requests.approvals]),
    )
    return DeferredToolResults(
        calls={call.tool_call_id: reply for (call, _tool), reply in zip(asked, replies, strict=True)},
        approvals={
            call.tool_call_id: approval for call, approval in zip(requests.approvals, approvals, strict=True)
        },
    )


def handler(desk: Desk, **terms: Unpack[Terms]) -> Handler:
    """Return a handler for `HandleDeferredToolCalls` that asks people during the run."""

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
    """Run an agent to completion. People answer its questions and approve its tool calls.

    The agent's `output_type` must include `DeferredToolRequests`. `run` holds further arguments for
    `agent.run`. A deferred call of another tool ends the run; the output is then `DeferredToolRequests`.
    """
    arguments = run or {}
    result = await agent.run(prompt, **arguments)
    while isinstance(requests := result.output, DeferredToolRequests):
        results = await answers_to(requests, desk=desk, **terms)
        if len(results.calls) < len(requests.calls):
            break
        further = {name: value for name, value in arguments.items() if name != "message_history"}
        result = await agent.run(
            message_history=result.all_messages(), deferred_tool_results=results, **further
        )
    return result


async def _approve(client: DeskClient, call: ToolCallPart) -> ToolApproved | ToolDenied:
    approval = await client.approve(ToolCall(call.tool_name, call.args or {}), _key(call))
    return ToolApproved() if approval.approved else ToolDenied(approval.message or "")


def _question_tool(name: str) -> ToolDialect | None:
    try:
        return tool_named(name)
    except UnknownDialect:
        return None


def _key(call: ToolCallPart) -> str:
    return f"pydantic-ai:{call.tool_call_id}"
