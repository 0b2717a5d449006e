"""The Tasks extension: a question as a task that the client polls.

A task is an interaction; both have the same id. It is committed before the call returns, so it survives a
restart.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, ElicitResult, RequestParams
from pydantic import Field

from choice.auth import Action
from choice.desk import Interaction, InteractionClosed
from choice.errors import UnknownInteraction
from choice.mcp.calls import ANSWER, ToolCalls
from choice.mcp.questions import Caller, Context
from choice.mcp.results import ended_result, task_of
from choice.mcp.tools import ELICITED

OpenCalls = Callable[[], Awaitable[ToolCalls]]
"""Returns the handler of tool calls. The first call may open the desk."""


class TaskParams(RequestParams):
    """Parameters of a request about a task."""

    task_id: str = Field(alias="taskId", max_length=100)


class UpdateParams(TaskParams):
    """Parameters of `tasks/update`: results of elicitations."""

    input_responses: dict[str, ElicitResult] = Field(alias="inputResponses", default_factory=dict)


TASK_ACTIONS: Mapping[str, Action] = {
    "tasks/get": "interaction.read",
    "tasks/update": ELICITED,
    "tasks/cancel": "interaction.change",
}
"""What a caller must be allowed to do for a method of the Tasks extension."""


class Tasks:
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
            return task_of(interaction, "completed", "Completed.") | {"result": encoded}
        where = await calls.where(interaction)
        if not calls.can_elicit(caller, interaction):
            return task_of(interaction, "working", where)
        request = calls.elicitation(caller, interaction).request()
        requests = {ANSWER: request.model_dump(by_alias=True, mode="json", exclude_none=True)}
        return task_of(interaction, "input_required", where) | {"inputRequests": requests}
