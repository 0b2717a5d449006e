"""OpenAI Agents SDK: have people approve tool calls on the desk, and give agents a tool that asks people."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Unpack

from agents import Agent, FunctionTool, Runner, RunResult
from agents.items import ToolApprovalItem, TResponseInputItem
from agents.run_state import RunState
from agents.tool_context import ToolContext

from choice.adapters.approvals import Approval, DeskClient, ToolCall
from choice.desk import Desk, Terms
from choice.dialects import PRESENT_QUESTION, ToolDialect

_AGENT: Final = "openai-agents"

Given = str | list[TResponseInputItem] | RunState[Any]


def question_tool(desk: Desk, tool: ToolDialect = PRESENT_QUESTION, **terms: Unpack[Terms]) -> FunctionTool:
    """Return a tool that asks people a question and returns their answer to the agent."""
    client = DeskClient.of(desk, _AGENT, terms)

    async def invoke(context: ToolContext[Any], arguments: str) -> str:
        return await client.answer_call(tool, arguments, _key(context.tool_call_id))

    return FunctionTool(
        name=tool.tool_name,
        description=tool.description,
        params_json_schema=tool.parameters,
        on_invoke_tool=invoke,
        strict_json_schema=False,
    )


async def run_with_people(
    agent: Agent[Any], given: Given, *, desk: Desk, run: dict[str, Any] | None = None, **terms: Unpack[Terms]
) -> RunResult:
    """Run an agent to completion. People approve the tool calls that need approval.

    `given` is the input of `Runner.run`, for example a stored run state; `run` holds its other arguments.
    """
    arguments = run or {}
    result = await Runner.run(agent, given, **arguments)
    while result.interruptions:
        state = result.to_state()
        await decide(state, result.interruptions, desk=desk, **terms)
        result = await Runner.run(agent, state, **arguments)
    return result


async def decide(
    state: RunState[Any], interruptions: Sequence[ToolApprovalItem], *, desk: Desk, **terms: Unpack[Terms]
) -> None:
    """Ask people about each interruption, and approve or reject it in the state.

    An interruption without an answer is rejected.
    """
    client = DeskClient.of(desk, _AGENT, terms)
    approvals = await asyncio.gather(*[_approve(client, item) for item in interruptions])
    for item, approval in zip(interruptions, approvals, strict=True):
        if approval.approved:
            state.approve(item)
        else:
            state.reject(item, rejection_message=approval.message)


async def _approve(client: DeskClient, item: ToolApprovalItem) -> Approval:
    call = ToolCall(item.name or "this tool", item.arguments or {})
    return await client.approve(call, _key(item.call_id or ""))


def _key(call_id: str) -> str:
    return f"openai-agents:{call_id}"
