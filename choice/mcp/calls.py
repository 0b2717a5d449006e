"""Tool calls: open a question or find the open one, wait for the answer, and return the result."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field, replace
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

from choice.auth import Action, authorize, may
from choice.desk import Desk, Interaction, Principal
from choice.errors import ChoiceError, InvalidRequest, TooManyOpen, UnknownInteraction
from choice.mcp.elicitation import SURFACE, Elicitation, ElicitationTimes, asks_for_a_secret
from choice.mcp.questions import Caller, Context, Deliveries, Limits, NoLimits, Questions
from choice.mcp.results import ended_result, error_result, list_result, pending_result
from choice.mcp.tools import (
    COLLECT,
    ELICITED,
    LIST_OPEN,
    TOOL_ACTIONS,
    ToolRequest,
    error_text,
    parse_call,
    session_in,
    tools,
)
from choice.models import Outcome
from choice.preferences import Preferences
from choice.surfaces import AUTO, LAUNCHED

PROGRESS_SECONDS = 5.0
"""Interval between progress notifications while a call waits for the answer."""
SIX_HOURS = 6 * 3600.0
DEFAULT_HOLD_SECONDS = 50.0
"""Most clients use an SDK whose requests time out after 60 seconds."""
HOLD_SECONDS: Mapping[str, float] = {
    # Claude Code's timeout is 28 hours. Progress notifications prevent its idle timeout.
    "claude-code": SIX_HOURS,
    "claude-ai": DEFAULT_HOLD_SECONDS,  # Claude Desktop
    "claude-desktop": DEFAULT_HOLD_SECONDS,
    "cursor": DEFAULT_HOLD_SECONDS,
    "codex": 285.0,
    "visual studio code": SIX_HOURS,
    "vscode": SIX_HOURS,
    "opencode": DEFAULT_HOLD_SECONDS,
    "anthropic": 285.0,  # the MCP connector of the API
    "mcp-inspector": DEFAULT_HOLD_SECONDS,
}
ANSWER = "answer"
"""Key of the elicitation in `inputRequests` and `inputResponses`."""

_TOOL_NAMES = frozenset(tool.name for tool in tools())
_POLLABLE = frozenset(tool.name for tool in tools() if "session_id" in tool.input_schema["properties"])
"""Tools that accept the session_id of an earlier question."""
_MAX_LISTED = 500

ToolResult = CallToolResult | InputRequiredResult
Report = Callable[[float, float, str], Awaitable[None]]
"""Sends a progress notification: progress, total and message."""


class AnswerLinks(Protocol):
    """Page and command with which the person can answer.

    They are looked up for each call, because servers start and stop.
    """

    async def page(self, interaction_id: str) -> str | None:
        """Return the URL of the question's page, or None if no server shows it."""
        ...

    def command(self, interaction_id: str) -> str:
        """Return the command that answers the question in a terminal of this machine."""
        ...

    async def open_page(self, address: str) -> None:
        """Open the page in the person's browser, if this machine has a screen."""
        ...


async def _default_preferences(_principal: Principal) -> Preferences:
    return Preferences()


@dataclass(slots=True)
class ToolCalls:
    """Handles tool calls of MCP clients on a desk."""

    desk: Desk
    links: AnswerLinks
    caller_for: Callable[[Context], Caller]
    preferences: Callable[[Principal], Awaitable[Preferences]] = _default_preferences
    """Returns the preferences of the person behind a client."""
    hold: float | None = None
    """Seconds that a call waits for the answer; None uses the value of the client in `HOLD_SECONDS`."""
    elicitation_times: ElicitationTimes = field(default_factory=ElicitationTimes)
    deliveries: Callable[[Context], Deliveries | None] = lambda _context: None
    """Returns the delivery tracker of a client, or None if its transport has none."""
    limits: Limits = field(default_factory=NoLimits)
    _questions: Questions = field(init=False)

    def __post_init__(self) -> None:
        self._questions = Questions(self.desk, self.limits)

    async def caller(self, context: Context, action: Action) -> Caller:
        """Return the caller of a request, who may perform the action.

        Raises:
            MissingPermission: The caller lacks the permission.
        """
        caller = self.caller_for(context)
        authorize(caller.principal, action)
        return replace(caller, preferences=await self.preferences(caller.principal))

    async def call(self, context: Context, params: CallToolRequestParams) -> ToolResult:
        """Handle one tool call."""
        if params.name not in _TOOL_NAMES:
            raise MCPError(
                code=INVALID_PARAMS, message=f"Unknown tool. Tools: {', '.join(sorted(_TOOL_NAMES))}."
            )
        try:
            return await self._call(context, params, params.arguments or {})
        except InvalidRequest as error:
            return error_result(error_text(error))
        except UnknownInteraction as error:
            return error_result(f"{error} Call list_open_questions for open and uncollected questions.")
        except ChoiceError as error:
            return error_result(str(error))

    async def _call(
        self, context: Context, params: CallToolRequestParams, arguments: dict[str, Any]
    ) -> ToolResult:
        caller = await self.caller(context, TOOL_ACTIONS[params.name])
        if params.name == LIST_OPEN:
            return await self._list(caller)
        session = params.request_state or _session_of(params.name, arguments)
        if session is not None:
            return await self._resume(context, params, caller, session)
        if params.name == COLLECT:
            field_name, rule = "session_id", "is missing or empty."
            raise InvalidRequest(field_name, rule, {"session_id": "3f2a…"})
        request = parse_call(params.name, arguments)
        interaction = await self._questions.open(params.name, request, caller)
        if _is_for_terminal(request, caller.preferences):
            return await self._pending(params.name, interaction)
        return await self._deliver(context, params, caller, interaction)

    async def open_for_task(self, context: Context, params: CallToolRequestParams) -> Interaction | None:
        """Open the question of a call without waiting. Return None if the call asks nothing or is invalid."""
        arguments = params.arguments or {}
        if params.name not in _TOOL_NAMES - {LIST_OPEN, COLLECT} or _session_of(params.name, arguments):
            return None
        try:
            request = parse_call(params.name, arguments)
            caller = await self.caller(context, TOOL_ACTIONS[params.name])
            return await self._questions.open(params.name, request, caller)
        except ChoiceError:
            return None  # The caller falls back to `call`, which returns the error.

    async def _resume(
        self, context: Context, params: CallToolRequestParams, caller: Caller, session: str
    ) -> ToolResult:
        """Return the result of a call for an existing question."""
        interaction = await self.desk.look(session, by=caller.asker)
        problem: str | None = None
        response = (params.input_responses or {}).get(ANSWER)
        if interaction.outcome is None and isinstance(response, ElicitResult):
            problem = await self.elicitation(caller, interaction).submit(response)
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
        """Return the outcome. If there is none yet, show the question and wait for the answer."""
        elicitation = self.elicitation(caller, interaction) if self.can_elicit(caller, interaction) else None
        outcome = interaction.outcome
        if outcome is None:
            if elicitation is not None and caller.is_modern:
                requests: InputRequests = {ANSWER: elicitation.request(problem)}
                return InputRequiredResult(input_requests=requests, request_state=interaction.id)
            outcome = await self._hold_within_limits(context, params, caller, interaction, elicitation)
        if outcome is None:
            return await self._pending(params.name, interaction)
        result = ended_result(params.name, interaction, outcome)
        deliveries = self.deliveries(context)
        if deliveries is None or context.request_id is None:
            await self._questions.deliver_now(interaction)
        else:
            deliveries.expect(context.request_id, self._questions.delivery(interaction))
        return result

    async def _hold_within_limits(
        self,
        context: Context,
        params: CallToolRequestParams,
        caller: Caller,
        interaction: Interaction,
        elicitation: Elicitation | None,
    ) -> Outcome | None:
        """Wait for the outcome, or return None at once if too many calls of this user wait already."""
        try:
            release = await self.limits.start_wait(caller.principal)
        except TooManyOpen:
            return None
        try:
            return await self._hold(context, params, caller, interaction, elicitation)
        finally:
            release()

    async def _hold(
        self,
        context: Context,
        params: CallToolRequestParams,
        caller: Caller,
        interaction: Interaction,
        elicitation: Elicitation | None,
    ) -> Outcome | None:
        seconds = hold_seconds(caller.client, self.hold)
        requested = (params.arguments or {}).get("wait_seconds") if params.name == COLLECT else None
        if isinstance(requested, int | float) and not isinstance(requested, bool):
            seconds = max(0.0, min(seconds, float(requested)))
        background = [] if elicitation is None else [self._elicit(elicitation, context)]
        if elicitation is None or _prefers_page(caller.preferences.surfaces):
            background.append(self._open_page(interaction))
        held = HeldCall(
            self.desk, interaction, context.session.report_progress, lambda: self._where(interaction)
        )
        return await held.wait(seconds, *background)

    async def _elicit(self, elicitation: Elicitation, context: Context) -> None:
        """Elicit the answer in the client. Open the page if the client declines automatically."""
        await elicitation.ask(context.session, context.request_id)
        if self.elicitation_times.is_auto_declined(elicitation.interaction.id):
            await self._open_page(elicitation.interaction)

    async def _open_page(self, interaction: Interaction) -> None:
        page = await self.links.page(interaction.id)
        if page is not None:
            await self.links.open_page(page)

    async def _where(self, interaction: Interaction) -> str:
        page, command = await self.links.page(interaction.id), self.links.command(interaction.id)
        return f"Answer at {page} or with `{command}`." if page else f"Answer with `{command}`."

    async def _pending(self, tool: str, interaction: Interaction) -> CallToolResult:
        page = await self.links.page(interaction.id)
        return pending_result(tool, interaction, page, self.links.command(interaction.id))

    async def _list(self, caller: Caller) -> CallToolResult:
        found = [
            *await self.desk.asked(caller.asker, most=_MAX_LISTED),
            *await self.desk.collect(caller.asker, most=_MAX_LISTED),
        ]
        listed = [one for one in found if not self._questions.is_delivered(one)]
        return list_result(listed, self.desk.store.now())

    def can_elicit(self, caller: Caller, interaction: Interaction) -> bool:
        """Return whether to elicit the answer in the client.

        The client must support elicitation and hold a person's token, the person's preferences must allow
        it, the question must not ask for a secret, and the client must not have declined it automatically.
        """
        if not may(caller.principal, ELICITED):
            return False
        preferences = caller.preferences
        surfaces = preferences.surfaces
        if surfaces and (SURFACE not in surfaces or (caller.is_modern and _prefers_page(surfaces))):
            return False
        if not surfaces and preferences.transport != AUTO and preferences.transport not in LAUNCHED:
            return False
        if self.elicitation_times.is_auto_declined(interaction.id):
            return False
        return caller.can_elicit and not asks_for_a_secret(interaction.form)

    def elicitation(self, caller: Caller, interaction: Interaction) -> Elicitation:
        """Return the elicitation of a question in the caller's client."""
        return Elicitation(self.desk, interaction, caller, self.elicitation_times)


@dataclass(frozen=True, slots=True)
class HeldCall:
    """A tool call that waits for an outcome. The question stays open if the call ends first."""

    desk: Desk
    interaction: Interaction
    report: Report
    where: Callable[[], Awaitable[str]]
    """Returns a sentence that tells the person where to answer."""

    async def wait(self, seconds: float, *background: Coroutine[Any, Any, None]) -> Outcome | None:
        """Return the outcome, or None after `seconds`. The `background` coroutines are cancelled then."""
        loop = asyncio.get_running_loop()
        interaction = self.interaction
        tasks = [loop.create_task(self._report_progress()), *map(loop.create_task, background)]
        try:
            # Wait in this task: a separate task would delay the answer by one event loop iteration.
            async with asyncio.timeout(seconds):
                outcome = await self.desk.wait(interaction, asked_by=interaction.asked_by)
        except TimeoutError:
            await _cancel(tasks)
            return None
        except BaseException:
            # Cancel the tasks even if this call is itself cancelled.
            with anyio.CancelScope(shield=True):
                await _cancel(tasks)
            raise
        ending = _cancel(tasks)
        if any(not task.done() for task in tasks[1:]):
            # Close an open elicitation before the result is sent, while the client still accepts messages.
            await ending
        return outcome

    async def _report_progress(self) -> None:
        store, interaction = self.desk.store, self.interaction
        while True:
            remaining = interaction.remaining(store.now()).total_seconds()
            elapsed = (store.now() - interaction.asked_at).total_seconds()
            minutes, seconds = divmod(int(remaining), 60)
            state = (
                "Waiting in the queue, behind other questions"
                if interaction.queued
                else "Waiting for an answer"
            )
            message = f"{state}, {minutes}:{seconds:02} left. {await self.where()}"
            await self.report(elapsed, elapsed + remaining, message)
            await asyncio.sleep(PROGRESS_SECONDS)
            interaction = await self.desk.look(interaction.id, by=interaction.asked_by)


def _cancel(tasks: Sequence[asyncio.Task[None]]) -> asyncio.Future[list[BaseException | None]]:
    """Cancel the tasks, and return a future that completes when all have ended."""
    for task in tasks:
        task.cancel()
    return asyncio.gather(*tasks, return_exceptions=True)


def hold_seconds(client: str | None, override: float | None = None) -> float:
    """Return how many seconds a call of this client waits before a pending result is returned."""
    if override is not None:
        return override
    name = (client or "").lower()
    prefixes = [prefix for prefix in HOLD_SECONDS if name.startswith(prefix)]
    return HOLD_SECONDS[max(prefixes, key=len)] if prefixes else DEFAULT_HOLD_SECONDS


def _is_for_terminal(request: ToolRequest, preferences: Preferences) -> bool:
    transport = preferences.transport if request.transport == AUTO else request.transport
    return transport in LAUNCHED


def _prefers_page(surfaces: Sequence[str]) -> bool:
    """Return whether the person prefers the page to elicitation in the client."""
    return "web" in surfaces and "mcp" in surfaces and surfaces.index("web") < surfaces.index("mcp")


def _session_of(tool: str, arguments: dict[str, Any]) -> str | None:
    """Return the session_id of a call, or None if the call asks a new question."""
    return session_in(arguments) if tool in _POLLABLE else None
