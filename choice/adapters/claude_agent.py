"""Claude Agent SDK: a `can_use_tool` callback that asks people on the desk."""

import json
from collections.abc import Mapping
from typing import Any, Final, Unpack

from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext
from claude_agent_sdk.types import CanUseTool

from choice.adapters.approvals import DeskClient, ToolCall, invalid_call
from choice.desk import Desk, Terms
from choice.dialects import ASK_USER_QUESTION
from choice.errors import InvalidRequest
from choice.models import Answered

_AGENT: Final = "claude-agent"

Result = PermissionResultAllow | PermissionResultDeny


def can_use_tool(desk: Desk, others: CanUseTool | None = None, **terms: Unpack[Terms]) -> CanUseTool:
    """Return a callback for `ClaudeAgentOptions(can_use_tool=…)`.

    `AskUserQuestion` opens an interaction on the desk, and Claude receives the answers. Calls of all other
    tools are passed to `others`, or need approval on the desk if it is None. A call without an answer is
    denied, and the denial names the reason.
    """
    client = DeskClient.of(desk, _AGENT, terms)

    async def decide(tool_name: str, arguments: dict[str, Any], context: ToolPermissionContext) -> Result:
        if tool_name == ASK_USER_QUESTION.tool_name:
            return await _ask(client, arguments, _key(context))
        if others is not None:
            return await others(tool_name, arguments, context)
        return await _approve(client, tool_name, arguments, context)

    return decide


async def _ask(client: DeskClient, arguments: Mapping[str, Any], key: str) -> Result:
    try:
        form = ASK_USER_QUESTION.read(arguments)
    except InvalidRequest as error:
        return PermissionResultDeny(message=invalid_call(error))
    outcome = await client.ask(form, key, ASK_USER_QUESTION.name)
    reply: dict[str, Any] = json.loads(ASK_USER_QUESTION.reply(form, outcome))
    if not isinstance(outcome, Answered):
        return PermissionResultDeny(message=reply["response"])
    answers: dict[str, Any] = {name: reply[name] for name in ("answers", "annotations") if name in reply}
    return PermissionResultAllow(updated_input={**arguments, **answers})


async def _approve(
    client: DeskClient, tool_name: str, arguments: dict[str, Any], context: ToolPermissionContext
) -> Result:
    reasons = [context.title, context.description, context.decision_reason]
    call = ToolCall(tool_name, arguments, "\n".join([reason for reason in reasons if reason]) or None)
    approval = await client.approve(call, _key(context))
    if approval.approved:
        return PermissionResultAllow(updated_input=arguments)
    return PermissionResultDeny(message=approval.message or "")


def _key(context: ToolPermissionContext) -> str:
    return f"claude:{context.tool_use_id}"
