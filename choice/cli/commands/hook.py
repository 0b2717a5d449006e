"""`choicewire hook`: answer the built-in questions of Claude Code with choicewire."""

import argparse
import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from choice.assembly.desk import open_desk
from choice.assembly.environment import environment_settings, project_name
from choice.desk import Asker
from choice.dialects import tool_named
from choice.errors import InvalidRequest
from choice.models import Answered
from choice.resident.asking import show_and_wait

_TOOL = "AskUserQuestion"


def run(args: argparse.Namespace) -> int:
    """Read the hook event from standard input, ask its question, and print the decision if it is answered."""
    event = _read_event()
    if event is None:
        return 0
    reply = asyncio.run(_ask(event, args.timeout))
    if reply is not None:
        print(_decision(event["tool_input"], json.loads(reply)))
    return 0


def _read_event() -> dict[str, Any] | None:
    """Return the event, or None if it is not a question. Claude Code then handles it itself."""
    try:
        # Read bytes: the event is UTF-8 in any locale.
        event = json.loads(b"" if sys.stdin is None else sys.stdin.buffer.read())
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or event.get("tool_name") != _TOOL:
        return None
    return event if isinstance(event.get("tool_input"), dict) else None


async def _ask(event: dict[str, Any], seconds: float) -> str | None:
    """Ask the question and return the result of the tool as JSON, or None without an answer."""
    tool, settings = tool_named(_TOOL), environment_settings()
    try:
        form = tool.read(event["tool_input"])
    except InvalidRequest:
        return None
    project = project_name(Path(str(event.get("cwd") or Path.cwd())))
    asker = Asker("claude-code (hook)", project=project)
    async with open_desk() as desk:
        interaction = await desk.open(form, asked_by=asker, timeout=seconds, dialect=tool.name)
        # Claude Code uses the terminal, so the question is shown in a browser.
        outcome = await show_and_wait(
            desk,
            interaction,
            settings,
            surface="web",
            announce=lambda line: print(line, file=sys.stderr),
            opens_browser=True,
        )
        await desk.acknowledge(interaction.id, asked_by=asker)
    return tool.reply(form, outcome) if isinstance(outcome, Answered) else None


def _decision(tool_input: dict[str, Any], reply: dict[str, Any]) -> str:
    """Return the output of the hook: it allows the tool call and adds the answers to its input."""
    answered = {name: reply[name] for name in ("answers", "annotations") if name in reply}
    decision = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow",
        "updatedInput": tool_input | answered,
    }
    return json.dumps({"hookSpecificOutput": decision}, ensure_ascii=False)
