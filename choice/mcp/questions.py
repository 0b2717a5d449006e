"""What agents have asked: the same question is known again, until its answer has arrived."""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS, is_version_at_least

from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.people import ANYONE, Asker, Audience, Person
from choice.desk.store import Wanted
from choice.mcp.tools import ToolAsking
from choice.plain_text import plain_line

Context = ServerRequestContext[Any, Any]
UNNAMED = "mcp client"
TITLED_SINCE = "2025-11-25"
"""From this version on, clients show titles of options and take several of them."""


@dataclass(frozen=True, slots=True)
class Caller:
    """One caller, as the desk and the tools need to know it."""

    asker: Asker
    person: Person
    audience: Audience
    client: str
    version: str
    can_elicit: bool

    @property
    def is_modern(self) -> bool:
        """Whether questions to the client travel inside results."""
        return self.version in MODERN_PROTOCOL_VERSIONS

    @property
    def knows_titles(self) -> bool:
        """Whether the client shows options by their titles."""
        return is_version_at_least(self.version, TITLED_SINCE)


def client_name(context: Context) -> str:
    """Return what a client calls itself, with nothing hidden in it."""
    params = context.session.client_params
    return plain_line(params.client_info.name if params is not None else "").strip()[:80] or UNNAMED


def caller_of(
    context: Context, person: Person, project: str | None, *, audience: Audience = ANYONE, agent: str = ""
) -> Caller:
    """Return the caller; the agent has the client's name, unless it is given another."""
    client = client_name(context)
    asker = Asker(agent or f"{client} (mcp)", project=project, tenant=person.tenant)
    return Caller(asker, person, audience, client, context.protocol_version, _can_elicit(context))


def _can_elicit(context: Context) -> bool:
    """Tell whether the client shows forms; one that declares elicitation without a mode means forms."""
    capabilities = context.session.client_capabilities
    declared = None if capabilities is None else capabilities.elicitation
    return declared is not None and (declared.form is not None or declared.url is None)


_KEY = "mcp:"
_MOST_ARRIVED = 1000
_MOMENTS = 2
"""Within so many steps of the loop a message that has come in is heard, and a call is cancelled."""


class Questions:
    """Puts questions on the desk, each once."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._opening = asyncio.Lock()
        self._arrived: OrderedDict[str, None] = OrderedDict()
        """Ids of those whose answers arrived of late: the desk may not have kept that yet."""

    async def open(self, tool: str, asking: ToolAsking, caller: Caller) -> Interaction:
        """Return what is asked: anew, unless the same is open already or its answer was never collected."""
        key = f"{_KEY}{asking.fingerprint(tool)}:"
        async with self._opening:
            known = await self._known(caller, key)
            if known is not None:
                return known
            terms: Terms = {
                "asked_by": caller.asker,
                "audience": caller.audience,
                "policy": asking.policy,
                "dialect": tool,
                "key": key + secrets.token_hex(8),
            }
            if asking.timeout is not None:
                terms["timeout"] = asking.timeout
            return await self._desk.open(asking.form, **terms)

    async def _known(self, caller: Caller, key: str) -> Interaction | None:
        wanted = Wanted(tenant=caller.asker.tenant, asked_by=caller.asker, key_start=key)
        for one in (
            *await self._desk.store.find(replace(wanted, state="open")),
            *await self._desk.store.find(replace(wanted, unacknowledged=True)),
        ):
            if one.state != "timed_out" and one.id not in self._arrived:
                return one
        return None

    async def arriving(self, interaction: Interaction) -> None:
        """Learn that an answer is about to be sent; a client that gives up just now is heard first."""
        for _ in range(_MOMENTS):
            # Its word is on the way: what a client does not wait for must not count as delivered.
            await asyncio.sleep(0)
        arrival = self.arrival(interaction)
        arrival.sent()
        arrival.confirmed()

    def arrival(self, interaction: Interaction) -> "QuestionArrival":
        """Return what is to be told of the way of an answer."""
        return QuestionArrival(self._desk, self._arrived, interaction)

    def has_arrived(self, interaction: Interaction) -> bool:
        """Tell whether an answer was handed out of late."""
        return interaction.id in self._arrived


@dataclass(frozen=True, slots=True)
class QuestionArrival:
    """An answer on its way to the agent."""

    desk: Desk
    late: OrderedDict[str, None]
    """Those that were handed out of late, by their ids."""
    interaction: Interaction

    def sent(self) -> None:
        """Learn that it is on the wire: asked once more, the same is a new question."""
        self.late[self.interaction.id] = None
        if len(self.late) > _MOST_ARRIVED:
            self.late.popitem(last=False)

    def confirmed(self) -> None:
        """Learn that it arrived: it need not be collected any more."""
        self.desk.acknowledge_soon(self.interaction)

    def missed(self) -> None:
        """Learn that the agent had given up: asked once more, it is the same question, and has its answer."""
        self.late.pop(self.interaction.id, None)
