"""Every dialect by its name, and every tool in the shapes in which models are told about it."""

from collections.abc import Mapping
from typing import Any, TypeVar

from choice.dialects.protocol import Dialect, ToolDialect
from choice.dialects.replies import WordedDialect, by_id, by_label, by_value
from choice.dialects.tools.ask_user_question import ASK_USER_QUESTION
from choice.dialects.tools.present_choices import PRESENT_CHOICES
from choice.dialects.tools.present_question import PRESENT_QUESTION
from choice.dialects.tools.provide_choice import PROVIDE_CHOICE
from choice.errors import UnknownDialect
from choice.payload.values import exact_text

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
    """Return the names of all dialects: those found in text, then the tools."""
    return tuple(_DIALECTS)


def dialect_named(name: str) -> Dialect:
    """Return the dialect that an interaction remembers by its name.

    Raises:
        UnknownDialect: nobody registered the name.
    """
    return _found(name, _DIALECTS)


def tool_dialects() -> tuple[ToolDialect, ...]:
    """Return the dialects whose questions arrive as tool calls."""
    return _TOOLS


def tool_named(tool_name: str) -> ToolDialect:
    """Return the dialect of a tool by the name in a model's call, such as `AskUserQuestion`.

    Raises:
        UnknownDialect: no tool has the name.
    """
    return _found(tool_name, _TOOL_NAMES)


def openai_tool(dialect: ToolDialect) -> dict[str, Any]:
    """Return a tool as OpenAI-style requests list it."""
    function = {
        "name": dialect.tool_name,
        "description": dialect.description,
        "parameters": dialect.parameters,
    }
    return {"type": "function", "function": function}


def anthropic_tool(dialect: ToolDialect) -> dict[str, Any]:
    """Return a tool as Anthropic-style requests list it."""
    return {"name": dialect.tool_name, "description": dialect.description, "input_schema": dialect.parameters}


def _found(name: object, dialects: Mapping[str, _Named]) -> _Named:
    """Return the dialect with a name, which may be anything: a model sends it."""
    text = exact_text(name) or ""
    if text not in dialects:
        raise UnknownDialect(text, tuple(dialects))
    return dialects[text]
