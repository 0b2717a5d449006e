"""One question of Claude Code, taken from its hook and answered there."""

import json
import sys
from pathlib import Path

from choice.answers import Answered
from choice.assembly.desk import open_desk
from choice.desk.people import Asker
from choice.dialects.tools.ask_user_question import ASK_USER_QUESTION
from choice.errors import InvalidRequest


async def answered_hook(timeout: float) -> str | None:  # noqa: ASYNC109 - the question's, not ours
    """Return what the hook says; None leaves the question to Claude Code."""
    try:
        event = json.loads(sys.stdin.read())
    except ValueError:
        return None
    if not isinstance(event, dict) or event.get("tool_name") != ASK_USER_QUESTION.tool_name:
        return None
    given = event.get("tool_input")
    try:
        form = ASK_USER_QUESTION.read(given)
    except InvalidRequest:
        return None
    asker = Asker("claude-code (hook)", project=Path(str(event.get("cwd") or Path.cwd())).name or None)
    async with open_desk() as desk:
        outcome = await desk.ask(form, asked_by=asker, timeout=timeout, dialect=ASK_USER_QUESTION.name)
    if not isinstance(outcome, Answered) or not isinstance(given, dict):
        return None
    told = json.loads(ASK_USER_QUESTION.reply(form, outcome))
    answered = {name: told[name] for name in ("answers", "annotations") if name in told}
    decision = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow",
        "updatedInput": given | answered,
    }
    return json.dumps({"hookSpecificOutput": decision}, ensure_ascii=False)
