"""Callers, their questions on the desk, and the delivery of the answers."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS, is_version_at_least

from choice.desk import ANYONE, Asker, Audience, Desk, Interaction, Principal, Terms, Wanted
from choice.mcp.tools import ToolRequest
from choice.plain_text import plain_line
from choice.preferences import Preferences

Context = ServerRequestContext[Any, Any]
RequestId = str | int
GRACE_SECONDS = 2.0
"""Time after which a sent result counts as received, if the client has not cancelled the request."""
_KEY_PREFIX = "mcp:"
_MAX_EXPECTED = 1000
_MAX_DELIVERED = 1000
_CANCEL_ITERATIONS = 2
"""Event loop iterations until a cancellation that has arrived takes effect."""
_UNNAMED = "mcp client"
_TITLES_SINCE = "2025-11-25"
"""First protocol version with option titles and multiple selection in elicitations."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Identity and capabilities of the client that makes a call."""

    principal: Principal
    asker: Asker
    audience: Audience
    client: str
    version: str
    can_elicit: bool
    preferences: Preferences = field(default_factory=Preferences)
    """The preferences of the person behind the client; the defaults for agents."""

    @property
    def is_modern(self) -> bool:
        """Whether elicitations are part of results (`InputRequiredResult`)."""
        return self.version in MODERN_PROTOCOL_VERSIONS

    @property
    def knows_titles(self) -> bool:
        """Whether the client supports option titles."""
        return is_version_at_least(self.version, _TITLES_SINCE)


def client_name(context: Context) -> str:
    """Return the name of a client without control characters."""
    params = context.session.client_params
    return plain_line(params.client_info.name if params is not None else "").strip()[:80] or _UNNAMED


def local_caller(context: Context, principal: Principal, project: str | None) -> Caller:
    """Return the caller of a client on this machine, which needs no token."""
    client = client_name(context)
    asker = Asker(f"{client} (mcp)", project=project, tenant=principal.tenant)
    return Caller(principal, asker, ANYONE, client, context.protocol_version, _can_elicit(context))


def caller_with_token(context: Context, principal: Principal) -> Caller:
    """Return the caller of a client with a token. With a person's token, only that person may answer."""
    client = client_name(context)
    principal = replace(principal, client=client)
    audience = ANYONE if principal.kind == "agent" else Audience(users=(principal.subject,))
    return Caller(
        principal, principal.asker, audience, client, context.protocol_version, _can_elicit(context)
    )


def _can_elicit(context: Context) -> bool:
    """Return whether the client supports form elicitation. It is the default mode if none is declared."""
    capabilities = context.session.client_capabilities
    declared = None if capabilities is None else capabilities.elicitation
    return declared is not None and (declared.form is not None or declared.url is None)


class Limits(Protocol):
    """Limits on what the clients of one user may ask and wait for."""

    async def count_ask(self, principal: Principal, /) -> None:
        """Count a new question.

        Raises:
            RateLimited: The user has asked too many questions in the last minute.
        """
        ...

    async def start_wait(self, principal: Principal, /) -> Callable[[], None]:
        """Take a slot for a call that waits, and return a function that releases it.

        Raises:
            TooManyOpen: Too many calls of the user wait.
        """
        ...


class NoLimits:
    """Limits for the only user of a local server: none."""

    async def count_ask(self, _principal: Principal, /) -> None:
        """Do nothing."""

    async def start_wait(self, _principal: Principal, /) -> Callable[[], None]:
        """Return a function that does nothing."""
        return lambda: None


class Questions:
    """Opens questions on the desk.

    Asking the same question again returns the existing one until its answer is delivered.
    """

    def __init__(self, desk: Desk, limits: Limits) -> None:
        self._desk = desk
        self._limits = limits
        self._lock = asyncio.Lock()
        self._delivered: OrderedDict[str, None] = OrderedDict()
        """Ids of recently delivered answers; the store may not have the acknowledgement yet."""

    async def open(self, tool: str, request: ToolRequest, caller: Caller) -> Interaction:
        """Return the existing question if it is open or its answer is not delivered; else open a new one."""
        key = f"{_KEY_PREFIX}{request.fingerprint(tool)}:"
        async with self._lock:
            existing = await self._existing(caller, key)
            if existing is not None:
                return existing
            await self._limits.count_ask(caller.principal)
            terms: Terms = {
                **request.origin.terms(caller.asker),
                "policy": request.policy,
                "dialect": tool,
                "key": key + secrets.token_hex(8),
            }
            if not caller.audience.is_anyone:
                terms["audience"] = caller.audience
            if request.timeout is not None:
                terms["timeout"] = request.timeout
            elif caller.asker.kind == "person":
                # The question is only for this person, so their default timeout applies.
                terms["timeout"] = caller.preferences.timeout_seconds
            return await self._desk.open(request.form, **terms)

    async def _existing(self, caller: Caller, key: str) -> Interaction | None:
        query = Wanted(tenant=caller.asker.tenant, asked_by=caller.asker, key_start=key)
        for one in (
            *await self._desk.store.find(replace(query, state="open")),
            *await self._desk.store.find(replace(query, unacknowledged=True)),
        ):
            if one.state != "timed_out" and one.id not in self._delivered:
                return one
        return None

    async def deliver_now(self, interaction: Interaction) -> None:
        """Mark an answer as delivered, unless a cancellation of the call has already arrived."""
        for _ in range(_CANCEL_ITERATIONS):
            await asyncio.sleep(0)
        delivery = self.delivery(interaction)
        delivery.sent()
        delivery.confirmed()

    def delivery(self, interaction: Interaction) -> "AnswerDelivery":
        """Return the delivery of an answer."""
        return AnswerDelivery(self._desk, self._delivered, interaction)

    def is_delivered(self, interaction: Interaction) -> bool:
        """Return whether the answer is among the recently delivered ones."""
        return interaction.id in self._delivered


@dataclass(frozen=True, slots=True)
class AnswerDelivery:
    """Delivery of an answer to the agent."""

    desk: Desk
    delivered: OrderedDict[str, None]
    """Ids of recently delivered answers."""
    interaction: Interaction

    def sent(self) -> None:
        """Remember the answer as delivered, so that asking again opens a new question."""
        self.delivered[self.interaction.id] = None
        if len(self.delivered) > _MAX_DELIVERED:
            self.delivered.popitem(last=False)

    def confirmed(self) -> None:
        """Acknowledge the answer on the desk."""
        self.desk.acknowledge_soon(self.interaction)

    def missed(self) -> None:
        """Forget the delivery, so that asking again returns this answer."""
        self.delivered.pop(self.interaction.id, None)


class Delivery(Protocol):
    """The answer in the result of one request."""

    def sent(self) -> None:
        """Record that the result is written to the connection."""
        ...

    def confirmed(self) -> None:
        """Record that the result counts as received."""
        ...

    def missed(self) -> None:
        """Record that the client cancelled the request without reading the result."""
        ...


class Deliveries:
    """Tracks the results sent to one client by request id.

    A result counts as received after a grace period, unless the client cancels the request first.
    """

    def __init__(self, grace: float = GRACE_SECONDS) -> None:
        self._grace = grace
        self._expected: OrderedDict[RequestId, Delivery] = OrderedDict()
        self._sent: dict[RequestId, tuple[Delivery, asyncio.TimerHandle]] = {}

    def expect(self, request_id: RequestId, delivery: Delivery) -> None:
        """Track a result that is about to be written."""
        self._expected[request_id] = delivery
        if len(self._expected) > _MAX_EXPECTED:
            self._expected.popitem(last=False)

    @property
    def is_expecting(self) -> bool:
        """Whether any tracked result is not written yet."""
        return bool(self._expected)

    def written(self, request_id: RequestId) -> None:
        """Record that the result of a request is written, and start its grace period."""
        delivery = self._expected.pop(request_id, None)
        if delivery is not None:
            delivery.sent()
            timer = asyncio.get_running_loop().call_later(self._grace, self._confirm, request_id)
            self._sent[request_id] = (delivery, timer)

    def cancelled(self, request_id: RequestId) -> None:
        """Record that the client cancelled a request. A result that was already sent counts as not read."""
        self._expected.pop(request_id, None)
        delivery, timer = self._sent.pop(request_id, (None, None))
        if delivery is not None and timer is not None:
            timer.cancel()
            delivery.missed()

    def close(self) -> None:
        """Confirm all sent results. Called when the client disconnects without cancelling."""
        for request_id in list(self._sent):
            self._confirm(request_id)

    def _confirm(self, request_id: RequestId) -> None:
        delivery, timer = self._sent.pop(request_id)
        timer.cancel()
        delivery.confirmed()
