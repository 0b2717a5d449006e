"""The MCP server: tools, prompt, resources and extensions, for legacy and modern protocol versions."""

import logging
from functools import cache
from importlib.resources import files
from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
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
from pydantic import ValidationError

from choice.auth import check_declared
from choice.errors import ChoiceError
from choice.mcp.calls import ToolResult
from choice.mcp.card import (
    CARD_URI,
    EXTENSION_ID,
    card_contents,
    card_resource,
    card_tools,
    client_supports_apps,
    with_card,
)
from choice.mcp.clients import DISCOVER, USE_INITIALIZE, client_row
from choice.mcp.questions import TASKS_EXTENSION, Context, client_name
from choice.mcp.tasks import OpenCalls, TaskParams, Tasks, UpdateParams
from choice.mcp.tools import NOT_ASKING, TOOL_ACTIONS, tools

NAME = "choicewire"
POLICY_NAME = "when_to_ask"
POLICY_URI = "choicewire://policy/when-to-ask"
STATE_SECONDS = 30 * 24 * 3600.0
"""Lifetime of the request state that clients send back: the maximum time a question can be open."""
_POLICY_DESCRIPTION = "When to ask the person, how to ask, and what to do without an answer."
_INTERNAL_ERROR = "Internal error. See the log of the server."

McpServer = Server[Any]
logger = logging.getLogger(__name__)


@cache
def policy_text() -> str:
    """Return the policy for questions in Markdown."""
    return files("choice.mcp").joinpath("policy.md").read_text("utf-8")


async def _hide_internal_errors(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware that replaces the messages of unexpected errors. The SDK would send them to the client."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise  # The SDK reports invalid parameters itself.
    except ChoiceError as error:
        raise MCPError(code=INTERNAL_ERROR, message=str(error)) from error
    except Exception as error:
        logger.exception("MCP request failed")
        raise MCPError(code=INTERNAL_ERROR, message=_INTERNAL_ERROR) from error


async def _require_handshake(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware that makes some clients use a protocol version with a handshake; see `ClientRow`."""
    if ctx.method == DISCOVER and client_row(client_name(ctx)).is_legacy:
        raise MCPError(code=METHOD_NOT_FOUND, message=USE_INITIALIZE)
    return await call_next(ctx)


async def _declare_apps(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Middleware that declares the Apps extension in the handshake; the SDK's type has no extensions."""
    result = await call_next(ctx)
    if ctx.method == "initialize" and isinstance(result, dict):
        extensions: dict[str, Any] = {"extensions": {EXTENSION_ID: {}}}
        return result | {"capabilities": result["capabilities"] | extensions}
    return result


def build_server(calls: OpenCalls, *, version: str, key: bytes, lists_all: bool = False) -> McpServer:
    """Return the server.

    `calls` returns the handler of tool calls. `key` encrypts the request state that clients send back; it
    must be the same after a restart.
    """

    async def call_tool(context: Context, params: CallToolRequestParams) -> ToolResult:
        return await (await calls()).call(context, params)

    async def list_tools(context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
        listed = tools(lists_all=lists_all)
        if not _has_cards(context):
            return ListToolsResult(tools=[*listed])
        asking = [tool if tool.name in NOT_ASKING else with_card(tool) for tool in listed]
        return ListToolsResult(tools=[*asking, *card_tools()])

    server: McpServer = Server(
        NAME,
        version=version,
        title="choicewire",
        instructions=policy_text(),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )
    tasks = Tasks(calls)
    check_declared(
        "The MCP tool", [tool.name for tool in (*tools(lists_all=True), *card_tools())], TOOL_ACTIONS
    )
    server.extensions[TASKS_EXTENSION] = {}
    server.extensions[EXTENSION_ID] = {}
    server.add_request_handler("tasks/get", TaskParams, tasks.get)
    server.add_request_handler("tasks/update", UpdateParams, tasks.update)
    server.add_request_handler("tasks/cancel", TaskParams, tasks.cancel)
    security = RequestStateSecurity(keys=[key], ttl=STATE_SECONDS)
    server.middleware += [
        _hide_internal_errors,
        _require_handshake,
        _declare_apps,
        RequestStateBoundary(security, default_audience=NAME),
    ]
    return server


def _has_cards(context: Context) -> bool:
    """Return whether to list the card: the client declares that it shows cards."""
    return client_row(client_name(context)).apps and client_supports_apps(context)


async def _list_prompts(_context: Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
    return ListPromptsResult(
        prompts=[Prompt(name=POLICY_NAME, title="When to ask", description=_POLICY_DESCRIPTION)]
    )


async def _get_prompt(_context: Context, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != POLICY_NAME:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown prompt. The only prompt is {POLICY_NAME}.")
    message = PromptMessage(role="user", content=TextContent(text=policy_text()))
    return GetPromptResult(description=_POLICY_DESCRIPTION, messages=[message])


async def _list_resources(context: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
    policy = Resource(
        name=POLICY_NAME,
        uri=POLICY_URI,
        title="When to ask",
        description=_POLICY_DESCRIPTION,
        mime_type="text/markdown",
    )
    return ListResourcesResult(resources=[policy, *([card_resource()] if _has_cards(context) else [])])


async def _read_resource(_context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    card = card_contents() if str(params.uri) == CARD_URI else None
    if card is not None:
        return ReadResourceResult(contents=[card])
    if str(params.uri) != POLICY_URI:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown resource. Read {POLICY_URI}.")
    contents = TextResourceContents(uri=POLICY_URI, mime_type="text/markdown", text=policy_text())
    return ReadResourceResult(contents=[contents])
