"""Dialects: the formats in which models ask questions.

The public names are loaded on first use: the splitter needs only the text dialects and must start fast.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from choice.dialects.protocol import Call, CallTerms, Dialect, Tool, ToolDialect
    from choice.dialects.registry import (
        anthropic_tool,
        dialect_named,
        dialect_names,
        openai_tool,
        tool_dialects,
        tool_named,
    )
    from choice.dialects.replies import NOT_ANSWERED, SUPERSEDED, TIMED_OUT, by_label, unanswered
    from choice.dialects.tools.ask_user_question import ASK_USER_QUESTION
    from choice.dialects.tools.present_choices import PRESENT_CHOICES
    from choice.dialects.tools.present_question import PRESENT_QUESTION
    from choice.dialects.tools.provide_choice import PROVIDE_CHOICE

__all__ = [
    "ASK_USER_QUESTION",
    "NOT_ANSWERED",
    "PRESENT_CHOICES",
    "PRESENT_QUESTION",
    "PROVIDE_CHOICE",
    "SUPERSEDED",
    "TIMED_OUT",
    "Call",
    "CallTerms",
    "Dialect",
    "Tool",
    "ToolDialect",
    "anthropic_tool",
    "by_label",
    "dialect_named",
    "dialect_names",
    "openai_tool",
    "tool_dialects",
    "tool_named",
    "unanswered",
]

_OWNERS = {
    "protocol": ("Call", "CallTerms", "Dialect", "Tool", "ToolDialect"),
    "registry": (
        "anthropic_tool",
        "dialect_named",
        "dialect_names",
        "openai_tool",
        "tool_dialects",
        "tool_named",
    ),
    "replies": ("NOT_ANSWERED", "SUPERSEDED", "TIMED_OUT", "by_label", "unanswered"),
    "tools.ask_user_question": ("ASK_USER_QUESTION",),
    "tools.present_choices": ("PRESENT_CHOICES",),
    "tools.present_question": ("PRESENT_QUESTION",),
    "tools.provide_choice": ("PROVIDE_CHOICE",),
}


def __getattr__(name: str) -> object:
    """Load a public name from the module that owns it."""
    owner = next((module for module, names in _OWNERS.items() if name in names), None)
    if owner is None:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value = getattr(__import__(f"{__name__}.{owner}", fromlist=(name,)), name)
    globals()[name] = value
    return value
