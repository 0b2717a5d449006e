"""The MCP server: its tools, its prompt and its resource, for both eras of the protocol."""

from typing import Any, cast

from mcp.server.lowlevel.server import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from choice.mcp import policy
from choice.mcp.caller import Context
from choice.mcp.discretion import discreet
from choice.mcp.tasks import EXTENSION, OpenCalls, TaskParams, Tasks, UpdateParams, handle, takes_tasks
from choice.mcp.tool_calls import ToolCalls, ToolResult
from choice.mcp.tool_table import tools

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
        instructions=policy.policy_text(),
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
    return ListPromptsResult(prompts=policy.prompts())


async def _get_prompt(_context: Context, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != policy.NAME:
        raise MCPError(code=INVALID_PARAMS, message="There is no such prompt.")
    return policy.prompt()


async def _list_resources(_context: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
    return ListResourcesResult(resources=policy.resources())


async def _read_resource(_context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    if str(params.uri) != policy.URI:
        raise MCPError(code=INVALID_PARAMS, message="There is no such resource.")
    return policy.resource()
