"""A question of Claude Code that this process asks by itself, where no shared server can."""

from typing import Any

from choice.answers import Answered
from choice.assembly.desk import open_desk
from choice.desk.people import Asker
from choice.dialects.registry import tool_named
from choice.errors import InvalidRequest


async def answered_here(asking: dict[str, Any]) -> str | None:
    """Return the reply in the words of the tool; None where it cannot be asked, or nobody answers."""
    tool = tool_named(asking["tool"])
    try:
        form = tool.read(asking["form"])
    except InvalidRequest:
        return None
    asker = Asker(asking["agent"], project=asking["project"])
    async with open_desk() as desk:
        outcome = await desk.ask(form, asked_by=asker, timeout=asking["timeout"], dialect=tool.name)
    return tool.reply(form, outcome) if isinstance(outcome, Answered) else None
