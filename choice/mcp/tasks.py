"""Questions as tasks: a call returns at once with a handle, and the client polls it for as long as it likes.

The Tasks extension of the protocol, over the desk: a task is an interaction, its id the interaction's. It is
durable before the call returns, and survives the server.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ElicitResult, RequestParams
from pydantic import Field

from choice.desk.interaction import Interaction, InteractionClosed
from choice.errors import UnknownInteraction
from choice.mcp.calls import ANSWER, ToolCalls
from choice.mcp.questions import Caller, Context
from choice.mcp.results import ended_result

EXTENSION = "io.modelcontextprotocol/tasks"
POLL_MILLISECONDS = 2000

OpenCalls = Callable[[], Awaitable[ToolCalls]]
"""Returns what is behind the tools; opens it when it is first needed."""


class TaskParams(RequestParams):
    """Which task a request is about."""

    task_id: str = Field(alias="taskId", max_length=100)


class UpdateParams(TaskParams):
    """What a person did in the client's window."""

    input_responses: dict[str, ElicitResult] = Field(alias="inputResponses", default_factory=dict)


def takes_tasks(context: Context) -> bool:
    """Tell whether the client declared with this request that it takes tasks."""
    declared = context.session.client_capabilities
    return declared is not None and EXTENSION in (declared.extensions or {})


class Tasks:
    """The methods of the extension."""

    def __init__(self, calls: OpenCalls) -> None:
        self._calls = calls

    async def get(self, context: Context, params: TaskParams) -> dict[str, Any]:
        """Return how a task stands; with its result, once it has one."""
        interaction, caller = await self._found(context, params)
        return await self._told(interaction, caller)

    async def update(self, context: Context, params: UpdateParams) -> dict[str, Any]:
        """Take what a person did in the client's window."""
        interaction, caller = await self._found(context, params)
        given = params.input_responses.get(ANSWER)
        if given is not None and interaction.outcome is None:
            await (await self._calls()).window(caller, interaction).take(given)
        return {}

    async def cancel(self, context: Context, params: TaskParams) -> dict[str, Any]:
        """End the question: whoever asked does not want to know any more."""
        interaction, caller = await self._found(context, params)
        try:
            await (await self._calls()).desk.cancel(interaction.id, by=caller.asker)
        except InteractionClosed:
            return {}  # It has ended already, and stays as it ended.
        return {}

    async def _found(self, context: Context, params: TaskParams) -> tuple[Interaction, Caller]:
        calls = await self._calls()
        caller = calls.who(context)
        try:
            return await calls.desk.look(params.task_id, by=caller.asker), caller
        except UnknownInteraction as error:
            raise MCPError(code=INVALID_PARAMS, message="There is no such task.") from error

    async def _told(self, interaction: Interaction, caller: Caller) -> dict[str, Any]:
        calls = await self._calls()
        if interaction.outcome is not None:
            await calls.desk.acknowledge(interaction.id, asked_by=interaction.asked_by)
            result = ended_result(interaction.dialect or "", interaction, interaction.outcome)
            told = result.model_dump(by_alias=True, mode="json", exclude_none=True)
            return handle(interaction, "completed") | {"result": told}
        if not calls.has_window(caller, interaction):
            return handle(interaction, "working")
        request = calls.window(caller, interaction).request()
        asked = {ANSWER: request.model_dump(by_alias=True, mode="json", exclude_none=True)}
        return handle(interaction, "input_required") | {"inputRequests": asked}


def handle(interaction: Interaction, status: str = "working") -> dict[str, Any]:
    """Return a task as clients know it."""
    changed = interaction.ended_at or interaction.asked_at
    return {
        "taskId": interaction.id,
        "status": status,
        "statusMessage": "Waiting for an answer." if interaction.outcome is None else "It has ended.",
        "createdAt": interaction.asked_at.isoformat(),
        "lastUpdatedAt": changed.isoformat(),
        "ttlMs": None,
        "pollIntervalMs": POLL_MILLISECONDS,
    }
