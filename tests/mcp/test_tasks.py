"""Questions as tasks, for clients that take them."""

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

from choice.mcp.server import build_server
from choice.mcp.tasks import EXTENSION
from tests.mcp.agent import MODERN, QUESTION, House, content, house


class Task(Result):
    """The handle that a call returns."""

    result_type: Literal["task"] = "task"
    task_id: str = Field(alias="taskId")


class State(Result):
    """How a task stands."""

    model_config = ConfigDict(extra="allow")


class About(RequestParams):
    """Which task is meant."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)
    task_id: str = Field(alias="taskId")


class TaskRequest(Request[About, str]):
    """A method of the extension."""

    method: str
    params: About


class Poller(ClientExtension):
    """Looks at a task once, and again when it has `ended`; `states` lists what it saw."""

    identifier = EXTENSION

    def __init__(self) -> None:
        self.states: list[dict[str, Any]] = []
        self.polled, self.ended = asyncio.Event(), asyncio.Event()

    @override
    def claims(self) -> Sequence[ResultClaim[Any]]:
        return [ResultClaim(result_type="task", model=Task, resolve=self._resolve)]

    async def _resolve(self, task: Task, context: ClaimContext) -> CallToolResult:
        while True:
            told = await sent(context.session, "tasks/get", task.task_id)
            self.states.append(told)
            self.polled.set()
            if told["status"] == "completed":
                return CallToolResult.model_validate(told["result"])
            await self.ended.wait()


async def sent(session: ClientSession, method: str, task_id: str) -> dict[str, Any]:
    request = TaskRequest(method=method, params=About(taskId=task_id))
    told = await session.send_request(request, State)
    return told.model_dump(by_alias=True)


@asynccontextmanager
async def agent(here: House, poller: Poller) -> AsyncIterator[Client]:
    server = build_server(here.opened, version="0", key=b"k" * 32)
    info = Implementation(name="tasks", version="1")
    async with Client(server, mode=MODERN, client_info=info, extensions=[poller]) as client:
        yield client


@pytest.mark.requirement("UP4")
async def test_a_client_that_takes_tasks_gets_a_handle_and_polls_for_the_answer() -> None:
    poller = Poller()
    async with house(hold=0.01) as here, agent(here, poller) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await here.next_question()
        await poller.polled.wait()
        await here.answer(asked, "pg")
        poller.ended.set()
        result = content(await calling)

        assert poller.states[0]["status"] == "working"
        assert poller.states[0]["taskId"] == asked.id
        assert result["selection"]["selected_ids"] == ["pg"]


async def test_a_task_that_is_cancelled_ends_the_question() -> None:
    poller = Poller()
    async with house() as here, agent(here, poller) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await here.next_question()
        await sent(one.session, "tasks/cancel", asked.id)
        poller.ended.set()

        assert content(await calling)["action_status"] == "cancelled"


async def test_a_task_of_somebody_else_is_unknown() -> None:
    async with house() as here, agent(here, Poller()) as one:
        with pytest.raises(MCPError, match="There is no such task"):
            await sent(one.session, "tasks/get", "0" * 32)
