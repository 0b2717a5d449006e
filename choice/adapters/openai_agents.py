"""The OpenAI Agents SDK: tools that need approval, and a tool by which a model asks, answered at the desk."""

import asyncio
from collections.abc import Sequence
from typing import Any, Final, Unpack

from agents import Agent, FunctionTool, Runner, RunResult
from agents.items import ToolApprovalItem, TResponseInputItem
from agents.run_state import RunState
from agents.tool_context import ToolContext

from choice.adapters.approvals import ToolUse, Verdict
from choice.adapters.asking import People
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.people import Asker
from choice.dialects.protocol import ToolDialect
from choice.dialects.tools.present_question import PRESENT_QUESTION

ASKER: Final = Asker("openai-agents")

Given = str | list[TResponseInputItem] | RunState[Any]


def question_tool(desk: Desk, tool: ToolDialect = PRESENT_QUESTION, **terms: Unpack[Terms]) -> FunctionTool:
    """Return a tool by which an agent asks people; its result is what they say."""
    people = People(desk, Terms(asked_by=ASKER) | terms)

    async def asked(context: ToolContext[Any], arguments: str) -> str:
        return await people.reply(tool, arguments, _key(context.tool_call_id))

    return FunctionTool(
        name=tool.tool_name,
        description=tool.description,
        params_json_schema=tool.parameters,
        on_invoke_tool=asked,
        strict_json_schema=False,
    )


async def run_with_people(
    agent: Agent[Any], given: Given, *, desk: Desk, run: dict[str, Any] | None = None, **terms: Unpack[Terms]
) -> RunResult:
    """Run an agent to its end; whether a tool may run that needs approval is asked of people.

    `given` is what `Runner.run` takes, also a state that was kept; `run` holds its other arguments.
    """
    with_more = run or {}
    result = await Runner.run(agent, given, **with_more)
    while result.interruptions:
        state = result.to_state()
        await decide(state, result.interruptions, desk=desk, **terms)
        result = await Runner.run(agent, state, **with_more)
    return result


async def decide(
    state: RunState[Any], interruptions: Sequence[ToolApprovalItem], *, desk: Desk, **terms: Unpack[Terms]
) -> None:
    """Ask people about each interruption, and approve or reject it in the state. No answer is a no."""
    people = People(desk, Terms(asked_by=ASKER) | terms)
    decided = await asyncio.gather(*[_verdict(people, item) for item in interruptions])
    for item, verdict in zip(interruptions, decided, strict=True):
        if verdict.is_allowed:
            state.approve(item)
        else:
            state.reject(item, rejection_message=verdict.words)


async def _verdict(people: People, item: ToolApprovalItem) -> Verdict:
    use = ToolUse(item.name or "this tool", item.arguments or {})
    (verdict,) = await people.may([use], _key(item.call_id or ""))
    return verdict


def _key(call_id: str) -> str:
    return f"openai-agents:{call_id}"
