"""Registry of dialects, and tool definitions for model APIs."""

from collections.abc import Mapping
from typing import Any, TypeVar

from choice.dialects.protocol import Dialect, Tool, ToolDialect
from choice.dialects.replies import WordedDialect, by_id, by_label, by_value
from choice.dialects.tools.ask_user_question import ASK_USER_QUESTION
from choice.dialects.tools.present_choices import PRESENT_CHOICES
from choice.dialects.tools.present_question import PRESENT_QUESTION
from choice.dialects.tools.provide_choice import PROVIDE_CHOICE
from choice.errors import UnknownDialect
from choice.payload import exact_text

_Named = TypeVar("_Named", bound=Dialect)
_TEXT: tuple[Dialect, ...] = (
    WordedDialect("lettered_list", by_label),
    WordedDialect("numbered_list", by_label),
    WordedDialect("choices_fence", by_value),
    WordedDialect("user_choice", by_id),
    WordedDialect("user_choice_group", by_id),
    WordedDialect("user_choices", by_id),
)
_TOOLS: tuple[ToolDialect, ...] = (PRESENT_QUESTION, PRESENT_CHOICES, PROVIDE_CHOICE, ASK_USER_QUESTION)
_DIALECTS: dict[str, Dialect] = {dialect.name: dialect for dialect in (*_TEXT, *_TOOLS)}
_TOOL_NAMES: dict[str, ToolDialect] = {dialect.tool_name: dialect for dialect in _TOOLS}


def dialect_names() -> tuple[str, ...]:
    """Return the names of all dialects: text dialects, then tools."""
    return tuple(_DIALECTS)


def dialect_named(name: str) -> Dialect:
    """Return a dialect by its name.

    Raises:
        UnknownDialect: There is no dialect with this name.
    """
    return _found(name, _DIALECTS)


def tool_dialects() -> tuple[ToolDialect, ...]:
    """Return the dialects whose questions are tool calls."""
    return _TOOLS


def tool_named(tool_name: str) -> ToolDialect:
    """Return the dialect of a tool by the name of the tool, such as `AskUserQuestion`.

    Raises:
        UnknownDialect: There is no tool with this name.
    """
    return _found(tool_name, _TOOL_NAMES)


def openai_tool(dialect: Tool) -> dict[str, Any]:
    """Return the definition of a tool for OpenAI-compatible APIs."""
    function = {
        "name": dialect.tool_name,
        "description": dialect.description,
        "parameters": dialect.parameters,
    }
    return {"type": "function", "function": function}


def anthropic_tool(dialect: Tool) -> dict[str, Any]:
    """Return the definition of a tool for the Anthropic API."""
    return {"name": dialect.tool_name, "description": dialect.description, "input_schema": dialect.parameters}


def _found(name: object, dialects: Mapping[str, _Named]) -> _Named:
    """Look up a dialect. The name comes from a model and may be of any type."""
    text = exact_text(name) or ""
    if text not in dialects:
        raise UnknownDialect(text, tuple(dialects))
    return dialects[text]
