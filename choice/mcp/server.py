"""The MCP server: tools, prompt, resource and the Tasks extension, for legacy and modern protocol versions.

A task is an interaction; both have the same id. It is committed before the call returns, so it survives a
restart.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
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
    ElicitResult,
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
    RequestParams,
    Resource,
    TextContent,
    TextResourceContents,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import Field, ValidationError

from choice.auth import Action, check_declared
from choice.desk import Interaction, InteractionClosed
from choice.errors import ChoiceError, UnknownInteraction
from choice.mcp.calls import ANSWER, ToolCalls, ToolResult
from choice.mcp.questions import Caller, Context
from choice.mcp.results import ended_result
from choice.mcp.tools import ELICITED, TOOL_ACTIONS, tools

NAME = "choicewire"
POLICY_NAME = "when_to_ask"
POLICY_URI = "choicewire://policy/when-to-ask"
TASKS_EXTENSION = "io.modelcontextprotocol/tasks"
POLL_MILLISECONDS = 2000
STATE_SECONDS = 30 * 24 * 3600.0
"""Lifetime of the request state that clients send back: the maximum time a question can be open."""
_POLICY_DESCRIPTION = "When to ask the person, how to ask, and what to do without an answer."
_INTERNAL_ERROR = "Internal error. See the log of the server."

McpServer = Server[Any]
OpenCalls = Callable[[], Awaitable[ToolCalls]]
"""Returns the handler of tool calls. The first call may open the desk."""

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


def build_server(calls: OpenCalls, *, version: str, key: bytes) -> McpServer:
    """Return the server.

    `calls` returns the handler of tool calls. `key` encrypts the request state that clients send back; it
    must be the same after a restart.
    """

    async def call_tool(context: Context, params: CallToolRequestParams) -> ToolResult:
        if _supports_tasks(context) and context.protocol_version in MODERN_PROTOCOL_VERSIONS:
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
    tasks = _Tasks(calls)
    check_declared("The MCP tool", [tool.name for tool in tools()], TOOL_ACTIONS)
    server.extensions[TASKS_EXTENSION] = {}
    server.add_request_handler("tasks/get", TaskParams, tasks.get)
    server.add_request_handler("tasks/update", UpdateParams, tasks.update)
    server.add_request_handler("tasks/cancel", TaskParams, tasks.cancel)
    security = RequestStateSecurity(keys=[key], ttl=STATE_SECONDS)
    server.middleware += [_hide_internal_errors, RequestStateBoundary(security, default_audience=NAME)]
    return server


async def _as_task(calls: ToolCalls, context: Context, params: CallToolRequestParams) -> ToolResult:
    """Return a task if the call asks a question that is still open; otherwise handle the call directly."""
    asked = await calls.open_for_task(context, params)
    if asked is None or asked.outcome is not None:
        return await calls.call(context, params)
    # The SDK has no type for the extension, but sends dictionaries unchanged.
    return cast("ToolResult", {"resultType": "task"} | _task(asked))


async def _list_tools(_context: Context, _params: PaginatedRequestParams | None) -> ListToolsResult:
    return ListToolsResult(tools=tools())


async def _list_prompts(_context: Context, _params: PaginatedRequestParams | None) -> ListPromptsResult:
    return ListPromptsResult(
        prompts=[Prompt(name=POLICY_NAME, title="When to ask", description=_POLICY_DESCRIPTION)]
    )


async def _get_prompt(_context: Context, params: GetPromptRequestParams) -> GetPromptResult:
    if params.name != POLICY_NAME:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown prompt. The only prompt is {POLICY_NAME}.")
    message = PromptMessage(role="user", content=TextContent(text=policy_text()))
    return GetPromptResult(description=_POLICY_DESCRIPTION, messages=[message])


async def _list_resources(_context: Context, _params: PaginatedRequestParams | None) -> ListResourcesResult:
    policy = Resource(
        name=POLICY_NAME,
        uri=POLICY_URI,
        title="When to ask",
        description=_POLICY_DESCRIPTION,
        mime_type="text/markdown",
    )
    return ListResourcesResult(resources=[policy])


async def _read_resource(_context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
    if str(params.uri) != POLICY_URI:
        raise MCPError(code=INVALID_PARAMS, message=f"Unknown resource. The only resource is {POLICY_URI}.")
    contents = TextResourceContents(uri=POLICY_URI, mime_type="text/markdown", text=policy_text())
    return ReadResourceResult(contents=[contents])


class TaskParams(RequestParams):
    """Parameters of a request about a task."""

    task_id: str = Field(alias="taskId", max_length=100)


class UpdateParams(TaskParams):
    """Parameters of `tasks/update`: results of elicitations."""

    input_responses: dict[str, ElicitResult] = Field(alias="inputResponses", default_factory=dict)


def _supports_tasks(context: Context) -> bool:
    """Return whether the client declares support for tasks in this request."""
    declared = context.session.client_capabilities
    return declared is not None and TASKS_EXTENSION in (declared.extensions or {})


TASK_ACTIONS: Mapping[str, Action] = {
    "tasks/get": "interaction.read",
    "tasks/update": ELICITED,
    "tasks/cancel": "interaction.change",
}
"""What a caller must be allowed to do for a method of the Tasks extension."""


class _Tasks:
    """Methods of the Tasks extension."""

    def __init__(self, calls: OpenCalls) -> None:
        self._calls = calls

    async def get(self, context: Context, params: TaskParams) -> dict[str, Any]:
        """Return the status of a task, with its result once it is completed."""
        interaction, caller = await self._load(context, params, "tasks/get")
        return await self._status(interaction, caller)

    async def update(self, context: Context, params: UpdateParams) -> dict[str, Any]:
        """Submit the result of an elicitation."""
        interaction, caller = await self._load(context, params, "tasks/update")
        response = params.input_responses.get(ANSWER)
        if response is not None and interaction.outcome is None:
            await (await self._calls()).elicitation(caller, interaction).submit(response)
        return {}

    async def cancel(self, context: Context, params: TaskParams) -> dict[str, Any]:
        """Cancel the question on behalf of the agent."""
        interaction, caller = await self._load(context, params, "tasks/cancel")
        try:
            await (await self._calls()).desk.cancel(interaction.id, by=caller.asker)
        except InteractionClosed:
            return {}  # The first outcome stands.
        return {}

    async def _load(self, context: Context, params: TaskParams, method: str) -> tuple[Interaction, Caller]:
        calls = await self._calls()
        caller = await calls.caller(context, TASK_ACTIONS[method])
        try:
            return await calls.desk.look(params.task_id, by=caller.asker), caller
        except UnknownInteraction as error:
            raise MCPError(code=INVALID_PARAMS, message="Task not found.") from error

    async def _status(self, interaction: Interaction, caller: Caller) -> dict[str, Any]:
        calls = await self._calls()
        if interaction.outcome is not None:
            await calls.desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
            result = ended_result(interaction.dialect or "", interaction, interaction.outcome)
            encoded = result.model_dump(by_alias=True, mode="json", exclude_none=True)
            return _task(interaction, "completed") | {"result": encoded}
        if not calls.can_elicit(caller, interaction):
            return _task(interaction, "working")
        request = calls.elicitation(caller, interaction).request()
        requests = {ANSWER: request.model_dump(by_alias=True, mode="json", exclude_none=True)}
        return _task(interaction, "input_required") | {"inputRequests": requests}


def _task(interaction: Interaction, status: str = "working") -> dict[str, Any]:
    """Return the task object of an interaction."""
    changed = interaction.ended_at or interaction.asked_at
    return {
        "taskId": interaction.id,
        "status": status,
        "statusMessage": "Waiting for an answer." if interaction.outcome is None else "Completed.",
        "createdAt": interaction.asked_at.isoformat(),
        "lastUpdatedAt": changed.isoformat(),
        "ttlMs": None,
        "pollIntervalMs": POLL_MILLISECONDS,
    }
