"""Calls of tools: ask or find again, reach the person, and return how it stands."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import anyio
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitResult,
    InputRequests,
    InputRequiredResult,
)

from choice.answers import Outcome
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.errors import ChoiceError, InvalidRequest, UnknownInteraction
from choice.mcp.deliveries import Deliveries
from choice.mcp.elicitation import SURFACE as WINDOW
from choice.mcp.elicitation import ClientWindow, Windows, asks_for_a_secret
from choice.mcp.questions import Caller, Context, Questions
from choice.mcp.results import ended_result, error_result, list_result, pending_result
from choice.mcp.tools import COLLECT, LIST_OPEN, ToolAsking, named_session, read_asking, shown_error, tools
from choice.preferences import Preferences
from choice.surfaces import AUTO, LAUNCHED

BEAT_SECONDS = 5.0
"""So often the client hears that the question still waits."""

Report = Callable[[float, float, str], Awaitable[None]]
"""Tells the client how far it is, of how much, and in words."""


@dataclass(frozen=True, slots=True)
class Holding:
    """Waits for one interaction. Whatever happens to the call, the question stays open."""

    desk: Desk
    interaction: Interaction
    report: Report
    where: Callable[[], Awaitable[str]]
    """Says where the person can answer by now."""

    async def outcome(self, seconds: float, *beside: Coroutine[Any, Any, None]) -> Outcome | None:
        """Return the outcome, or None if there is none after so many seconds; `beside` runs meanwhile."""
        loop = asyncio.get_running_loop()
        asked = self.interaction
        others = [loop.create_task(self._beat()), *map(loop.create_task, beside)]
        try:
            # No task of its own: every step of the loop between an answer and its asker counts.
            async with asyncio.timeout(seconds):
                outcome = await self.desk.wait(asked, asked_by=asked.asked_by)
        except TimeoutError:
            await _end(others)
            return None
        except BaseException:
            # The call may have been cancelled: what was started must end all the same.
            with anyio.CancelScope(shield=True):
                await _end(others)
            raise
        ending = _end(others)
        if any(not task.done() for task in others[1:]):
            # A window that is still open is closed before the answer goes, as long as the client hears us.
            await ending
        # The sign of life ends by itself; the answer does not wait for that.
        return outcome

    async def _beat(self) -> None:
        store, now = self.desk.store, self.interaction
        while True:
            left = now.remaining(store.now()).total_seconds()
            gone = (store.now() - now.asked_at).total_seconds()
            minutes, seconds = divmod(int(left), 60)
            waiting = (
                "Waiting in the queue, behind other questions" if now.queued else "Waiting for an answer"
            )
            words = f"{waiting}, {minutes}:{seconds:02} left. {await self.where()}"
            await self.report(gone, gone + left, words)
            await asyncio.sleep(BEAT_SECONDS)
            now = await self.desk.look(now.id, by=now.asked_by)


def _end(tasks: Sequence[asyncio.Task[None]]) -> asyncio.Future[list[BaseException | None]]:
    """Stop tasks; return what is done when they have stopped."""
    for task in tasks:
        task.cancel()
    return asyncio.gather(*tasks, return_exceptions=True)


SIX_HOURS = 6 * 3600.0
UNKNOWN = 50.0
"""Most clients are built on a kit that gives up after 60 seconds."""

HOLD_SECONDS: Mapping[str, float] = {
    "claude-code": SIX_HOURS,  # 28 hours; progress keeps it from counting as idle
    "claude-ai": UNKNOWN,  # Claude Desktop
    "claude-desktop": UNKNOWN,
    "cursor": UNKNOWN,
    "codex": 285.0,
    "visual studio code": SIX_HOURS,
    "vscode": SIX_HOURS,
    "opencode": UNKNOWN,
    "anthropic": 285.0,  # the connector of the API
    "mcp-inspector": UNKNOWN,
}


def hold_seconds(client: str | None, override: float | None = None) -> float:
    """Return for how long a call of a client may be held before it is told to come back."""
    if override is not None:
        return override
    name = (client or "").lower()
    fitting = [known for known in HOLD_SECONDS if name.startswith(known)]
    return HOLD_SECONDS[max(fitting, key=len)] if fitting else UNKNOWN


class Reach(Protocol):
    """Knows where a person can answer. What works is found out each time: servers come and go."""

    async def page(self, interaction_id: str) -> str | None:
        """Return the address of the question's page, or None where no server shows it."""
        ...

    def command(self, interaction_id: str) -> str:
        """Return the command that answers it in any terminal of this machine."""
        ...

    async def call_attention(self, address: str) -> None:
        """Bring a page before the person, where there is a screen."""
        ...


def page_is_first(ways: Sequence[str]) -> bool:
    """Tell whether a person wants the page before the window of a client."""
    return "web" in ways and "mcp" in ways and ways.index("web") < ways.index("mcp")


_NAMES = frozenset(tool.name for tool in tools())
_POLLED = frozenset(tool.name for tool in tools() if "session_id" in tool.input_schema["properties"])
"""The tools that can be called again for a question that was asked before."""
ANSWER = "answer"
"""The name of the one thing that a client's window is asked for."""
_MOST = 500

ToolResult = CallToolResult | InputRequiredResult


@dataclass(slots=True)
class ToolCalls:
    """Everything that a call needs, and the calls themselves."""

    desk: Desk
    reach: Reach
    who: Callable[[Context], Caller]
    preferences: Callable[[], Preferences] = Preferences
    hold: float | None = None
    """For how long calls are held, whatever the client is."""
    windows: Windows = field(default_factory=Windows)
    deliveries: Callable[[Context], Deliveries | None] = lambda _context: None
    """Returns what learns which results are really written to a client, where its transport knows that."""
    _questions: Questions = field(init=False)

    def __post_init__(self) -> None:
        self._questions = Questions(self.desk)

    async def call(self, context: Context, params: CallToolRequestParams) -> ToolResult:
        """Do what a tool is called for."""
        if params.name not in _NAMES:
            raise MCPError(code=INVALID_PARAMS, message="There is no such tool.")
        try:
            return await self._called(context, params, params.arguments or {})
        except InvalidRequest as error:
            return error_result(shown_error(error))
        except UnknownInteraction as error:
            return error_result(f"{error} What is open, or was not collected yet: list_open_questions.")
        except ChoiceError as error:
            return error_result(str(error))

    async def _called(
        self, context: Context, params: CallToolRequestParams, arguments: dict[str, Any]
    ) -> ToolResult:
        caller = self.who(context)
        if params.name == LIST_OPEN:
            return await self._list(caller)
        session = params.request_state or _polled_session(params.name, arguments)
        if session is not None:
            return await self._again(context, params, caller, session)
        if params.name == COLLECT:
            field_name, rule = "session_id", "is missing or empty."
            raise InvalidRequest(field_name, rule, {"session_id": "3f2a…"})
        asking = read_asking(params.name, arguments)
        interaction = await self._questions.open(params.name, asking, caller)
        if self._is_handed_off(asking):
            return await self._pending(params.name, interaction)
        return await self._deliver(context, params, caller, interaction)

    async def open_for_task(self, context: Context, params: CallToolRequestParams) -> Interaction | None:
        """Ask what a call asks and return at once; None where it asks nothing, or asks wrongly."""
        arguments = params.arguments or {}
        if params.name not in _NAMES - {LIST_OPEN, COLLECT} or _polled_session(params.name, arguments):
            return None
        try:
            asking = read_asking(params.name, arguments)
            return await self._questions.open(params.name, asking, self.who(context))
        except ChoiceError:
            return None  # The call itself says what is wrong.

    def _is_handed_off(self, asking: ToolAsking) -> bool:
        wanted = asking.transport
        return (self.preferences().transport if wanted == AUTO else wanted) in LAUNCHED

    async def _again(
        self, context: Context, params: CallToolRequestParams, caller: Caller, session: str
    ) -> ToolResult:
        """Go on with a question that was asked before."""
        interaction = await self.desk.look(session, by=caller.asker)
        problem: str | None = None
        given = (params.input_responses or {}).get(ANSWER)
        if interaction.outcome is None and isinstance(given, ElicitResult):
            problem = await self.window(caller, interaction).take(given)
            interaction = await self.desk.look(session, by=caller.asker)
        return await self._deliver(context, params, caller, interaction, problem)

    async def _deliver(
        self,
        context: Context,
        params: CallToolRequestParams,
        caller: Caller,
        interaction: Interaction,
        problem: str | None = None,
    ) -> ToolResult:
        """Return the outcome; where there is none yet, reach the person and wait."""
        window = self.window(caller, interaction) if self.has_window(caller, interaction) else None
        outcome = interaction.outcome
        if outcome is None:
            if window is not None and caller.is_modern:
                requests: InputRequests = {ANSWER: window.request(problem)}
                return InputRequiredResult(input_requests=requests, request_state=interaction.id)
            asking = [] if window is None else [self._shown_in(window, context)]
            outcome = await self._held(context, params, caller, interaction, asking)
        if outcome is None:
            return await self._pending(params.name, interaction)
        result = ended_result(params.name, interaction, outcome)
        deliveries = self.deliveries(context)
        if deliveries is None or context.request_id is None:
            await self._questions.arriving(interaction)
        else:
            deliveries.expect(context.request_id, self._questions.arrival(interaction))
        return result

    async def _held(
        self,
        context: Context,
        params: CallToolRequestParams,
        caller: Caller,
        interaction: Interaction,
        beside: list[Coroutine[Any, Any, None]],
    ) -> Outcome | None:
        seconds = hold_seconds(caller.client, self.hold)
        wanted = (params.arguments or {}).get("wait_seconds") if params.name == COLLECT else None
        if isinstance(wanted, int | float) and not isinstance(wanted, bool):
            seconds = max(0.0, min(seconds, float(wanted)))
        if not beside or page_is_first(self.preferences().surfaces):
            beside = [*beside, self._attention(interaction)]
        holding = Holding(
            self.desk, interaction, context.session.report_progress, lambda: self._where(interaction)
        )
        return await holding.outcome(seconds, *beside)

    async def _shown_in(self, window: ClientWindow, context: Context) -> None:
        """Ask in the client's window; where it turns out that there is none, bring the page instead."""
        await window.ask(context.session, context.request_id)
        if self.windows.has_none(window.interaction.id):
            await self._attention(window.interaction)

    async def _attention(self, interaction: Interaction) -> None:
        page = await self.reach.page(interaction.id)
        if page is not None:
            await self.reach.call_attention(page)

    async def _where(self, interaction: Interaction) -> str:
        page, command = await self.reach.page(interaction.id), self.reach.command(interaction.id)
        return f"Answer at {page} or with `{command}`." if page else f"Answer with `{command}`."

    async def _pending(self, tool: str, interaction: Interaction) -> CallToolResult:
        page = await self.reach.page(interaction.id)
        return pending_result(tool, interaction, page, self.reach.command(interaction.id))

    async def _list(self, caller: Caller) -> CallToolResult:
        found = [
            *await self.desk.asked(caller.asker, most=_MOST),
            *await self.desk.collect(caller.asker, most=_MOST),
        ]
        listed = [one for one in found if not self._questions.has_arrived(one)]
        return list_result(listed, self.desk.store.now())

    def has_window(self, caller: Caller, interaction: Interaction) -> bool:
        """Tell whether a question can be shown in the client's own window, and the person wants it there."""
        preferred = self.preferences()
        ways = preferred.surfaces
        if ways and (WINDOW not in ways or (caller.is_modern and page_is_first(ways))):
            return False
        if not ways and preferred.transport != AUTO and preferred.transport not in LAUNCHED:
            return False
        if self.windows.has_none(interaction.id):
            return False
        return caller.can_elicit and not asks_for_a_secret(interaction.form)

    def window(self, caller: Caller, interaction: Interaction) -> ClientWindow:
        """Return the client's own window, as a place to answer a question."""
        return ClientWindow(self.desk, interaction, caller, self.windows)


def _polled_session(tool: str, arguments: dict[str, Any]) -> str | None:
    """Return the session that a call is about; None where it asks something new."""
    return named_session(arguments) if tool in _POLLED else None
