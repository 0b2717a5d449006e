"""The policy of when to ask, as a prompt and as a resource."""

from functools import cache
from importlib.resources import files

from mcp_types import (
    GetPromptResult,
    Prompt,
    PromptMessage,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
)

NAME = "when_to_ask"
URI = "choicewire://policy/when-to-ask"
_WORDS = "When to ask the person, how to put it, and what to do where nobody answers."


@cache
def policy_text() -> str:
    """Return the policy, in Markdown."""
    return files("choice.mcp").joinpath("policy.md").read_text("utf-8")


def prompts() -> list[Prompt]:
    """Return the one prompt there is."""
    return [Prompt(name=NAME, title="When to ask", description=_WORDS)]


def prompt() -> GetPromptResult:
    """Return the policy as a message."""
    message = PromptMessage(role="user", content=TextContent(text=policy_text()))
    return GetPromptResult(description=_WORDS, messages=[message])


def resources() -> list[Resource]:
    """Return the one resource there is."""
    return [Resource(name=NAME, uri=URI, title="When to ask", description=_WORDS, mime_type="text/markdown")]


def resource() -> ReadResourceResult:
    """Return the policy as a resource."""
    return ReadResourceResult(
        contents=[TextResourceContents(uri=URI, mime_type="text/markdown", text=policy_text())]
    )
