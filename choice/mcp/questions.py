"""What agents have asked: the same question is known again, until its answer has arrived."""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, replace

from choice.desk.asking import Terms
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.desk.store import Wanted
from choice.mcp.caller import Caller
from choice.mcp.tool_asking import ToolAsking

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
