"""Tool calls: open a question or find the open one, wait for the answer, and return the result."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from secrets import token_bytes
from typing import Any, Protocol, cast

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
from choice.mcp.card import CARD_TOOLS, Card, shows_card
from choice.mcp.correction import InvalidCall
from choice.mcp.elicitation import SURFACE, Elicitation, ElicitationTimes, asks_for_a_secret
from choice.mcp.held_call import HeldCall
from choice.mcp.questions import (
    Caller,
    Context,
    Deliveries,
    Limits,
    NoLimits,
    Questions,
    Registry,
    declares_tasks,
)
from choice.mcp.results import (
    Remarks,
    card_result,
    ended_result,
    error_result,
    launch_result,
    list_result,
    pending_result,
    task_of,
)
from choice.mcp.tools import (
    COLLECT,
    ELICITED,
    LIST_OPEN,
    TOOL_ACTIONS,
    ToolRequest,
    asks,
    error_text,
    parse_call,
    session_in,
    tools,
)
from choice.models import Outcome
from choice.preferences import Preferences
from choice.settings import McpTasks
from choice.surfaces import AUTO, LAUNCHED

ANSWER = "answer"
"""Key of the elicitation in `inputRequests` and `inputResponses`."""

_TOOL_NAMES = frozenset(tool.name for tool in tools(lists_all=True)) | CARD_TOOLS
_POLLABLE = frozenset(tool.name for tool in tools() if "session_id" in tool.input_schema["properties"])
"""Tools that accept the session_id of an earlier question."""
_MAX_LISTED = 500

ToolResult = CallToolResult | InputRequiredResult


class AnswerLinks(Protocol):
    """Page and command with which the person can answer.

    They are looked up for each call, because servers start and stop.
    """

    @property
    def has_display(self) -> bool:
        """Whether `open_page` opens a browser window that the person sees."""
        ...

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
    """Seconds that a call waits for the answer; None uses the limit of the client."""
    elicitation_times: ElicitationTimes = field(default_factory=ElicitationTimes)
    deliveries: Callable[[Context], Deliveries | None] = lambda _context: None
    """Returns the delivery tracker of a client, or None if its transport has none."""
    registry: Registry = field(default_factory=Registry)
    """Shared by all clients of the desk in this process."""
    limits: Limits = field(default_factory=NoLimits)
    tasks: McpTasks = "auto"
    language: Callable[[Preferences], str] = lambda preferences: preferences.language or "en"
    """Returns the person's language."""
    key: bytes = field(default_factory=lambda: token_bytes(32))
    """Derives the secrets of cards; must be the same after a restart."""
    questions: Questions = field(init=False)
    card: Card = field(init=False)

    def __post_init__(self) -> None:
        self.card = Card(self.desk, self.key)
        self.questions = Questions(self.desk, self.limits, self.registry)

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
            known = ", ".join(sorted(_TOOL_NAMES - CARD_TOOLS))
            raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool. Tools: {known}.")
        try:
            return await self._call(context, params, params.arguments or {})
        except InvalidCall as error:
            return error_result(error.text())
        except InvalidRequest as error:
            return error_result(error_text(error))
        except UnknownInteraction as error:
            return error_result(f"{error} Call list_open_questions for open and uncollected questions.")
        except ChoiceError as error:
            return error_result(str(error))

    async def _call(
        self, context: Context, params: CallToolRequestParams, arguments: dict[str, Any]
    ) -> ToolResult:
        caller, tool = await self.caller(context, TOOL_ACTIONS[params.name]), params.name
        if tool in CARD_TOOLS:
            return await self.card.call(tool, arguments, caller)
        if tool == LIST_OPEN:
            return await self._list(caller)
        session = params.request_state or _session_of(tool, arguments)
        if session is not None:
            try:
                return await self._resume(context, params, caller, session)
            except UnknownInteraction:
                if params.request_state is not None or tool == COLLECT or not asks(arguments):
                    raise  # Otherwise the id is made up, and the call asks a new question.
                arguments = arguments | {"session_id": None}
        if tool == COLLECT:
            field_name, rule = "session_id", "is missing or empty."
            raise InvalidRequest(field_name, rule, {"session_id": "3f2a…"})
        return await self._ask(context, params, caller, arguments)

    async def _ask(
        self, context: Context, params: CallToolRequestParams, caller: Caller, arguments: dict[str, Any]
    ) -> ToolResult:
        """Open a question, or find it if it was asked before, and return its result."""
        tool = params.name
        request = parse_call(tool, arguments)
        interaction = await self.questions.open(tool, request, caller)
        remarks = Remarks(request.advice, is_earlier=interaction.outcome is not None)
        if interaction.outcome is None:
            page = await self.links.page(interaction.id)
            if _is_for_terminal(request, caller.preferences):
                return launch_result(tool, interaction, page, self.links.command(interaction.id), remarks)
            if shows_card(context, caller) and may(caller.principal, ELICITED):
                return card_result(tool, interaction, page, self.card.meta(interaction), remarks)
            if self.offers_tasks(context, caller):
                return await self._as_task(caller, interaction)
        return await self._deliver(context, params, caller, interaction, remarks)

    def offers_tasks(self, context: Context, caller: Caller) -> bool:
        """Return whether to return open questions to this client as tasks."""
        allowed = self.tasks == "on" or (self.tasks == "auto" and caller.row.tasks)
        return allowed and caller.is_modern and declares_tasks(context)

    async def _as_task(self, caller: Caller, interaction: Interaction) -> ToolResult:
        """Return the question as a task. Open the page unless the client shows the question itself."""
        if not self.can_elicit(caller, interaction) or _prefers_page(caller.preferences.surfaces):
            await self._open_page(interaction)
        task = task_of(interaction, "working", await self.where(interaction))
        # The SDK has no type for the extension, but sends dictionaries unchanged.
        return cast("ToolResult", {"resultType": "task"} | task)

    async def _resume(
        self, context: Context, params: CallToolRequestParams, caller: Caller, session: str
    ) -> ToolResult:
        """Return the result of a call for an existing question."""
        interaction = await self.desk.look(session, by=caller.asker)
        problem, is_late = None, False
        response = (params.input_responses or {}).get(ANSWER)
        if isinstance(response, ElicitResult):
            given = getattr(interaction.outcome, "surface", None)
            # A client repeats its response if the connection was lost before it got the result.
            is_late = interaction.outcome is not None and given != SURFACE
            elicitation = self.elicitation(caller, interaction)
            problem = None if interaction.outcome is not None else await elicitation.submit(response)
            interaction = await self.desk.look(session, by=caller.asker)
        remarks = Remarks(is_late=is_late, problem=problem)
        return await self._deliver(context, params, caller, interaction, remarks)

    async def _deliver(
        self,
        context: Context,
        params: CallToolRequestParams,
        caller: Caller,
        interaction: Interaction,
        remarks: Remarks,
    ) -> ToolResult:
        """Return the outcome. If there is none yet, show the question and wait for the answer."""
        outcome = interaction.outcome
        if outcome is None:
            elicits = self.can_elicit(caller, interaction)
            is_form = elicits and caller.is_modern
            if is_form and (remarks.problem or not await self._is_page_first(caller, interaction)):
                form = self.elicitation(caller, interaction).request(remarks.problem)
                requests: InputRequests = {ANSWER: form}
                return InputRequiredResult(input_requests=requests, request_state=interaction.id)
            elicitation = self.elicitation(caller, interaction) if elicits and not caller.is_modern else None
            outcome = await self._hold_within_limits(context, params, caller, interaction, elicitation)
        if outcome is None:
            page = await self.links.page(interaction.id)
            return pending_result(params.name, interaction, page, remarks)
        result = ended_result(params.name, interaction, outcome, remarks)
        deliveries = self.deliveries(context)
        if deliveries is None or context.request_id is None:
            await self.questions.deliver_now(interaction)
        else:
            deliveries.expect(context.request_id, self.questions.delivery(interaction))
        return result

    async def _is_page_first(self, caller: Caller, interaction: Interaction) -> bool:
        """Return whether to hold a modern call and open the page instead of showing the client's form.

        From protocol 2026-07-28 on, a form is the result of a call. An answer from elsewhere cannot reach the
        client until the person closes that form, so it is used only where no page can be opened.
        """
        surfaces = caller.preferences.surfaces
        prefers_page = _prefers_page(surfaces)
        if SURFACE in surfaces and not prefers_page:
            return False
        return (prefers_page or self.links.has_display) and await self.links.page(interaction.id) is not None

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
        seconds = caller.row.hold if self.hold is None else self.hold
        requested = (params.arguments or {}).get("wait_seconds") if params.name == COLLECT else None
        if isinstance(requested, int | float) and not isinstance(requested, bool):
            seconds = max(0.0, min(seconds, float(requested)))
        background = [] if elicitation is None else [self._elicit(elicitation, context)]
        if elicitation is None or _prefers_page(caller.preferences.surfaces):
            background.append(self._open_page(interaction))
        held = HeldCall(
            self.desk, interaction, context.session.report_progress, lambda: self.where(interaction)
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

    async def where(self, interaction: Interaction) -> str:
        """Return a sentence that tells the person where to answer."""
        page, command = await self.links.page(interaction.id), self.links.command(interaction.id)
        return f"Answer at {page} or with `{command}`." if page else f"Answer with `{command}`."

    async def _list(self, caller: Caller) -> CallToolResult:
        found = [
            *await self.desk.asked(caller.asker, most=_MAX_LISTED),
            *await self.desk.collect(caller.asker, most=_MAX_LISTED),
        ]
        listed = [one for one in found if not self.questions.is_delivered(one)]
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
        if surfaces and SURFACE not in surfaces:
            return False
        if not surfaces and preferences.transport != AUTO and preferences.transport not in LAUNCHED:
            return False
        if self.elicitation_times.is_auto_declined(interaction.id):
            return False
        return caller.can_elicit and not asks_for_a_secret(interaction.form)

    def elicitation(self, caller: Caller, interaction: Interaction) -> Elicitation:
        """Return the elicitation of a question in the caller's client."""
        return Elicitation(
            self.desk, interaction, caller, self.elicitation_times, self.language(caller.preferences)
        )


def _is_for_terminal(request: ToolRequest, preferences: Preferences) -> bool:
    transport = preferences.transport if request.transport == AUTO else request.transport
    return transport in LAUNCHED


def _prefers_page(surfaces: Sequence[str]) -> bool:
    """Return whether the person prefers the page to elicitation in the client."""
    return "web" in surfaces and "mcp" in surfaces and surfaces.index("web") < surfaces.index("mcp")


def _session_of(tool: str, arguments: dict[str, Any]) -> str | None:
    """Return the session_id of a call, or None if the call asks a new question."""
    return session_in(arguments) if tool in _POLLABLE else None
