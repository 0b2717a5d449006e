"""An agent with the MCP SDK's client, and a desk in memory that a test answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from mcp import Client
from mcp.client.extension import ClientExtension
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, Implementation

from choice.clock import SystemClock
from choice.desk import Asker, Audience, Desk, Interaction, LocalWakeups, MemoryStore, Person, Principal
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import Caller, Context, local_caller
from choice.mcp.server import build_server
from choice.models import Answer
from choice.preferences import Preferences
from choice.settings import McpTasks

LEGACY, MODERN = "legacy", "2026-07-28"
ADA = Person("ada")
ADA_PRINCIPAL = Principal("ada", "local", frozenset({"member"}))
QUESTION: dict[str, Any] = {
    "title": "Store",
    "prompt": "The service needs a database before it starts. Which store should it use?",
    "selection_mode": "single",
    "options": [
        {"id": "lite", "label": "SQLite", "description": "One file"},
        {"id": "pg", "label": "PostgreSQL", "recommended": True},
    ],
}


@dataclass
class FixedLinks:
    """Fixed page and command; `seen` records the opened pages."""

    has_display: bool = False
    seen: list[str] = field(default_factory=list)
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def page(self, interaction_id: str) -> str | None:
        return f"http://127.0.0.1:8400/choice/{interaction_id}"

    def command(self, interaction_id: str) -> str:
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        self.seen.append(address)
        self.opened.set()


class QueueSurface:
    """A surface that queues new questions for the test."""

    name = "web"

    def __init__(self) -> None:
        self.asked: asyncio.Queue[Interaction] = asyncio.Queue()
        self._known: set[str] = set()

    async def show(self, interaction: Interaction) -> None:
        if interaction.id not in self._known:
            self._known.add(interaction.id)
            self.asked.put_nowait(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Nothing to close."""


@dataclass
class Service:
    """A desk with an MCP server."""

    desk: Desk
    surface: QueueSurface
    calls: ToolCalls
    links: FixedLinks

    @asynccontextmanager
    async def agent(
        self,
        mode: str = LEGACY,
        *,
        elicits: Callable[[ElicitRequestParams], Awaitable[ElicitResult]] | None = None,
        name: str = "test agent",
        extensions: Sequence[ClientExtension] = (),
    ) -> AsyncIterator[Client]:
        server = build_server(self.opened, version="0", key=b"k" * 32)
        info = Implementation(name=name, version="1")

        async def elicit(context: object, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG001 - as called
            assert elicits is not None
            return await elicits(params)

        shows = None if elicits is None else elicit
        async with Client(
            server, mode=mode, elicitation_callback=shows, client_info=info, extensions=extensions
        ) as client:
            yield client

    async def opened(self) -> ToolCalls:
        return self.calls

    async def next_question(self) -> Interaction:
        async with asyncio.timeout(30):
            return await self.surface.asked.get()

    async def answer(self, interaction: Interaction, *ids: str) -> None:
        answer = Answer(question_id=interaction.form.questions[0].id, option_ids=ids)
        await self.desk.answer(interaction.id, answer, by=ADA, surface="web")


def _caller(context: Context) -> Caller:
    return local_caller(context, ADA_PRINCIPAL, "project")


@asynccontextmanager
async def open_service(
    *,
    hold: float | None = None,
    preferences: Callable[[], Preferences] = Preferences,
    has_display: bool = False,
    tasks: McpTasks = "auto",
    caller_for: Callable[[Context], Caller] | None = None,
) -> AsyncIterator[Service]:
    """Open a desk in memory with an MCP server."""

    async def chosen(_principal: Principal) -> Preferences:
        return preferences()

    def usual(_asker: Asker, _audience: Audience) -> timedelta:
        return timedelta(seconds=preferences().timeout_seconds)

    async with Desk(MemoryStore(SystemClock()), LocalWakeups(), default_duration=usual) as desk:
        surface, links = QueueSurface(), FixedLinks(has_display)
        await desk.attach(surface)
        calls = ToolCalls(desk, links, caller_for or _caller, chosen, hold, tasks=tasks)
        yield Service(desk, surface, calls, links)


def content(result: CallToolResult) -> dict[str, Any]:
    """Return the structured content of a successful result."""
    assert not result.is_error, result
    assert isinstance(result.structured_content, dict)
    return result.structured_content


def text(result: CallToolResult) -> str:
    """Return the text of a result."""
    return "\n".join(block.text for block in result.content if block.type == "text")
