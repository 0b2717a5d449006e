"""One question of Claude Code, taken from its hook and answered there."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from choice.assembly.project import project_name
from choice.assembly.screen import has_screen
from choice.cli.asking_elsewhere import asked_elsewhere

TOOL = "AskUserQuestion"


def answered_hook(seconds: float) -> str | None:
    """Return what the hook says; None leaves the question to Claude Code."""
    try:
        # In bytes, for the event is UTF-8 whatever the locale says.
        event = json.loads(b"" if sys.stdin is None else sys.stdin.buffer.read())
    except (ValueError, RecursionError):
        return None
    if not isinstance(event, dict) or event.get("tool_name") != TOOL:
        return None
    given = event.get("tool_input")
    if not isinstance(given, dict):
        return None
    asking = {
        "form": given,
        "tool": TOOL,
        "agent": "claude-code (hook)",
        "surface": "auto",
        "timeout": seconds,
        "use_defaults": False,
        "project": project_name(Path(str(event.get("cwd") or Path.cwd()))),
        "key": os.urandom(16).hex(),
        # Nobody looks at the terminal of Claude Code for it: the page is brought before the person.
        "screen": has_screen(),
    }
    said = asked_elsewhere(asking)
    reply = _answered_here(asking) if said is None else said.get("reply")
    return None if reply is None else _decision(given, json.loads(reply))


def _answered_here(asking: dict[str, Any]) -> str | None:
    import asyncio  # noqa: PLC0415 - costly, and seldom needed

    from choice.cli.hooking_here import answered_here  # noqa: PLC0415 - the same

    return asyncio.run(answered_here(asking))


def _decision(given: dict[str, Any], told: dict[str, Any]) -> str:
    """Return that the tool may run, with its answers in its input."""
    answered = {name: told[name] for name in ("answers", "annotations") if name in told}
    decision = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "allow",
        "updatedInput": given | answered,
    }
    return json.dumps({"hookSpecificOutput": decision}, ensure_ascii=False)
