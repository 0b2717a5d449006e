"""Questions as tasks (Tasks extension)."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Literal

import pytest
from mcp import Client, ClientSession, MCPError
from mcp.client.extension import ClaimContext, ClientExtension, ResultClaim
from mcp_types import CallToolResult, Implementation, Request, RequestParams, Result
from pydantic import ConfigDict, Field
from typing_extensions import override

from choice.mcp.questions import TASKS_EXTENSION
from choice.mcp.server import build_server
from tests.mcp.agent import MODERN, QUESTION, Service, content, open_service


class Task(Result):
    """Task result of a call."""

    result_type: Literal["task"] = "task"
    task_id: str = Field(alias="taskId")


class TaskStatus(Result):
    """Status of a task."""

    model_config = ConfigDict(extra="allow")


class TaskParams(RequestParams):
    """Parameters of a task request."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)
    task_id: str = Field(alias="taskId")


class TaskRequest(Request[TaskParams, str]):
    """Request of the Tasks extension."""

    method: str
    params: TaskParams


class Poller(ClientExtension):
    """Polls a task once, and again when `ended` is set; `states` records the results."""

    identifier = TASKS_EXTENSION

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []
        self.polled, self.ended = asyncio.Event(), asyncio.Event()

    @override
    def claims(self) -> Sequence[ResultClaim[Any]]:
        return [ResultClaim(result_type="task", model=Task, resolve=self._resolve)]

    async def _resolve(self, task: Task, context: ClaimContext) -> CallToolResult:
        while True:
            status = await send(context.session, "tasks/get", task.task_id)
            self.states.append(status)
            self.polled.set()
            if status["status"] == "completed":
                return CallToolResult.model_validate(status["result"])
            await self.ended.wait()


async def send(session: ClientSession, method: str, task_id: str) -> dict[str, Any]:
    request = TaskRequest(method=method, params=TaskParams(taskId=task_id))
    status = await session.send_request(request, TaskStatus)
    return status.model_dump(by_alias=True)


@asynccontextmanager
async def agent(service: Service, poller: Poller, name: str = "tasks") -> AsyncIterator[Client]:
    server = build_server(service.opened, version="0", key=b"k" * 32)
    info = Implementation(name=name, version="1")
    async with Client(server, mode=MODERN, client_info=info, extensions=[poller]) as client:
        yield client


@pytest.mark.requirement("UP4")
async def test_a_client_with_tasks_polls_for_the_answer() -> None:
    poller = Poller()
    async with open_service(hold=0.01) as service, agent(service, poller) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await poller.polled.wait()
        await service.answer(asked, "pg")
        poller.ended.set()
        result = content(await calling)

        assert poller.states[0]["status"] == "working"
        assert poller.states[0]["taskId"] == asked.id
        assert result["selection"]["selected_ids"] == ["pg"]


async def test_cancelling_a_task_cancels_the_question() -> None:
    poller = Poller()
    async with open_service() as service, agent(service, poller) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await service.next_question()
        await send(one.session, "tasks/cancel", asked.id)
        poller.ended.set()

        assert content(await calling)["action_status"] == "cancelled"


async def test_an_unknown_task_is_not_found() -> None:
    async with open_service() as service, agent(service, Poller()) as one:
        with pytest.raises(MCPError, match="Task not found"):
            await send(one.session, "tasks/get", "0" * 32)
