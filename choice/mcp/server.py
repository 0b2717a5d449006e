"""The MCP server: its tools, its prompt and its resource, for both eras of the protocol."""

import logging
from functools import cache
from importlib.resources import files
from typing import Any, cast

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from choice.errors import ChoiceError
from choice.mcp.calls import ToolCalls, ToolResult
from choice.mcp.questions import Context
from choice.mcp.tasks import EXTENSION, OpenCalls, TaskParams, Tasks, UpdateParams, handle, takes_tasks
from choice.mcp.tools import tools

POLICY_NAME = "when_to_ask"
URI = "choicewire://policy/when-to-ask"
_WORDS = "When to ask the person, how to put it, and what to do where nobody answers."


@cache
def policy_text() -> str:
    """Return the policy, in Markdown."""
    return files("choice.mcp").joinpath("policy.md").read_text("utf-8")


def prompts() -> list[Prompt]:
    """Return the one prompt there is."""
    return [Prompt(name=POLICY_NAME, title="When to ask", description=_WORDS)]


def prompt() -> GetPromptResult:
    """Return the policy as a message."""
    message = PromptMessage(role="user", content=TextContent(text=policy_text()))
    return GetPromptResult(description=_WORDS, messages=[message])


def resources() -> list[Resource]:
    """Return the one resource there is."""
    return [
        Resource(
            name=POLICY_NAME, uri=URI, title="When to ask", description=_WORDS, mime_type="text/markdown"
        )
    ]


def resource() -> ReadResourceResult:
    """Return the policy as a resource."""
    return ReadResourceResult(
        contents=[TextResourceContents(uri=URI, mime_type="text/markdown", text=policy_text())]
    )


_FAULT = "Something went wrong here; the log of the server says what."

logger = logging.getLogger(__name__)


async def discreet(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Pass a request on. The kit would send the words of any error, a database's with its statement too.

    Raises:
        MCPError: What the agent is told.
    """
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise  # The kit says itself which parameters are wrong.
    except ChoiceError as error:
        raise MCPError(code=INTERNAL_ERROR, message=str(error)) from error
    except Exception as error:
        logger.exception("A request of an agent failed")
        raise MCPError(code=INTERNAL_ERROR, message=_FAULT) from error


NAME = "choicewire"
STATE_SECONDS = 30 * 24 * 3600.0
"""A question may be open for so long; its state in a client must not be older."""

McpServer = Server[Any]


def build_server(calls: OpenCalls, *, version: str, key: bytes) -> McpServer:
    """Return the server.

    `calls` opens what is behind the tools, when it is first needed. `key` seals what clients carry for us,
    and must outlive the process.
    """

    async def call_tool(context: Context, params: CallToolRequestParams) -> ToolResult:
        if takes_tasks(context) and context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return await _as_task(await calls(), context, params)
        return await (await calls()).call(context, params)

    server: McpServer = Server(
        NAME,
        version=version,
        title="choicewire",
        instructions=policy_text(),
        on_list_tools=_list_tools,
        on_call_tool=call_tool,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )
    tasks = Tasks(calls)
    server.extensions[EXTENSION] = {}
    server.add_request_handler("tasks/get", TaskParams, tasks.get)
    server.add_request_handler("tasks/update", UpdateParams, tasks.update)
    server.add_request_handler("tasks/cancel", TaskParams, tasks.cancel)
    security = RequestStateSecurity(keys=[key], ttl=STATE_SECONDS)
    server.middleware += [discreet, RequestStateBoundary(security, default_audience=NAME)]
    return server


async def _as_task(calls: ToolCalls, context: Context, params: CallToolRequestParams) -> ToolResult:
    """Return a handle to a new question; whatever asks nothing is answered at once."""
    asked = await calls.open_for_task(context, params)
    if asked is None or asked.outcome is not None:
        return await calls.call(context, params)
    # The kit's types do not know the extension; its wire does.
    return cast("ToolResult", {"resultType": "task"} | handle(asked))


async def _list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=tools())


async def _list_prompts(_context: Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
    return ListPromptsResult(prompts=prompts())


async def _get_prompt(_context: Context, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != POLICY_NAME:
        raise MCPError(code=INVALID_PARAMS, message="There is no such prompt.")
    return prompt()


async def _list_resources(_context: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
    return ListResourcesResult(resources=resources())


async def _read_resource(_context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    if str(params.uri) != URI:
        raise MCPError(code=INVALID_PARAMS, message="There is no such resource.")
    return resource()
