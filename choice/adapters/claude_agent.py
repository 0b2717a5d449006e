"""Claude's agents: `can_use_tool` of the Claude Agent SDK, answered by people at the desk."""

import json
from collections.abc import Mapping
from typing import Any, Final, Unpack

from claude_agent_sdk import PermissionResultAllow, PermissionResultDeny, ToolPermissionContext
from claude_agent_sdk.types import CanUseTool

from choice.adapters.approvals import ToolUse
from choice.adapters.asking import People
from choice.answers import Answered
from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.people import Asker
from choice.dialects.tools.ask_user_question import ASK_USER_QUESTION
from choice.errors import InvalidRequest

ASKER: Final = Asker("claude-agent")

Result = PermissionResultAllow | PermissionResultDeny


def can_use_tool(desk: Desk, others: CanUseTool | None = None, **terms: Unpack[Terms]) -> CanUseTool:
    """Return a callback for `ClaudeAgentOptions(can_use_tool=…)`.

    `AskUserQuestion` becomes a form on the desk, and Claude gets the answers. Every other tool is asked about
    too, unless `others` decides on those. A question that nobody answered denies the call, and says so.
    """
    people = People(desk, Terms(asked_by=ASKER) | terms)

    async def decide(tool_name: str, given: dict[str, Any], context: ToolPermissionContext) -> Result:
        if tool_name == ASK_USER_QUESTION.tool_name:
            return await _answered(people, given, _key(context))
        if others is not None:
            return await others(tool_name, given, context)
        return await _allowed(people, tool_name, given, context)

    return decide


async def _answered(people: People, given: Mapping[str, Any], key: str) -> Result:
    try:
        form = ASK_USER_QUESTION.read(given)
    except InvalidRequest as error:
        return PermissionResultDeny(message=f"Nobody was asked: {error} Correct the call and try again.")
    outcome = await people.ask(form, key, ASK_USER_QUESTION.name)
    told: dict[str, Any] = json.loads(ASK_USER_QUESTION.reply(form, outcome))
    if not isinstance(outcome, Answered):
        return PermissionResultDeny(message=told["response"])
    answered: dict[str, Any] = {name: told[name] for name in ("answers", "annotations") if name in told}
    return PermissionResultAllow(updated_input={**given, **answered})


async def _allowed(
    people: People, tool_name: str, given: dict[str, Any], context: ToolPermissionContext
) -> Result:
    why = [context.title, context.description, context.decision_reason]
    use = ToolUse(tool_name, given, "\n".join([words for words in why if words]) or None)
    (verdict,) = await people.may([use], _key(context))
    if verdict.is_allowed:
        return PermissionResultAllow(updated_input=given)
    return PermissionResultDeny(message=verdict.words or "")


def _key(context: ToolPermissionContext) -> str:
    return f"claude:{context.tool_use_id}"
