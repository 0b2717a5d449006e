"""Roles, permissions and actions: who may do what.

Every entry of every interface (HTTP route, page, WebSocket message, MCP tool, Slack action) declares one of
the `ACTIONS`, and `authorize` decides whether a principal may perform it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Generic, Literal, Protocol, TypeVar

from choice.desk import Interaction, Principal
from choice.desk.access import for_either
from choice.errors import ChoiceError, MissingPermission, NotFound

Permission = Literal["read", "chat", "answer", "ask", "collect", "stats", "log", "admin"]

DEFAULT_ROLE: Final = "member"
"""The role of a token without a `roles` claim."""

ROLES: Final[Mapping[str, frozenset[Permission]]] = {
    "viewer": frozenset({"read"}),
    "member": frozenset({"read", "chat", "answer"}),
    "agent": frozenset({"ask", "collect"}),
    "analyst": frozenset({"read", "stats", "log"}),
    "admin": frozenset({"read", "chat", "answer", "stats", "log", "admin"}),
}
"""The permissions of each role. Unknown roles have none."""

Action = Literal[
    "public",
    "session.own",
    "session.create",
    "preferences.own",
    "pages.view",
    "conversation.read",
    "conversation.write",
    "interaction.ask",
    "interaction.ask_oneself",
    "interaction.read",
    "interaction.answer",
    "interaction.change",
    "stats.read",
    "log.read",
]

ACTIONS: Final[Mapping[Action, tuple[Permission, ...]]] = {
    "public": (),
    # Sign-out and the caller's own devices: every authenticated principal.
    "session.own": (),
    "session.create": ("read",),
    "preferences.own": ("read",),
    "pages.view": ("read",),
    "conversation.read": ("read",),
    "conversation.write": ("chat",),
    "interaction.ask": ("ask",),
    # Over MCP, a person's token asks only that person.
    "interaction.ask_oneself": ("ask", "answer"),
    "interaction.read": ("read", "collect"),
    "interaction.answer": ("answer",),
    # Cancel, or change the deadline: of one's own question, or of a question that one may answer.
    "interaction.change": ("answer", "ask"),
    "stats.read": ("stats",),
    "log.read": ("log",),
}
"""The permissions of each action. One of them is enough; without any, no permission is needed."""


class UndeclaredAction(ChoiceError):
    """An entry of an interface declares no known action, so it cannot be mounted."""

    def __init__(self, interface: str, entry: str) -> None:
        super().__init__(f"{interface} {entry!r} declares no action. Declare one of: {', '.join(ACTIONS)}.")
        self.entry = entry


class Owned(Protocol):
    """A resource that belongs to one principal."""

    @property
    def principal(self) -> Principal:
        """The owner."""
        ...


RouteT_co = TypeVar("RouteT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Entry(Generic[RouteT_co]):
    """A route with the action that it performs."""

    route: RouteT_co
    action: Action


def principal_for(
    subject: str, tenant: str, roles: frozenset[str], expires_at: int | None = None, client: str = ""
) -> Principal:
    """Return the principal of an authenticated caller. The roles decide whether it is an agent."""
    return Principal(subject, tenant, roles, expires_at, "agent" if "agent" in roles else "person", client)


def permissions_of(principal: Principal) -> frozenset[Permission]:
    """Return the permissions of all roles of a principal.

    A principal with the role `agent` has no others, so that an agent can neither answer itself nor read what
    it did not ask.
    """
    return _permissions(principal.roles.intersection(ROLES))


@cache
def _permissions(roles: frozenset[str]) -> frozenset[Permission]:
    return ROLES["agent"] if "agent" in roles else frozenset().union(*(ROLES[role] for role in roles))


def authorize(principal: Principal, action: Action, resource: Interaction | Owned | None = None) -> None:
    """Check that a principal may perform an action, and that the resource is theirs.

    Raises:
        MissingPermission: The principal lacks the permissions of the action.
        NotFound: The resource belongs to another principal.
        ChoiceError: As `Desk.look`, for an interaction.
    """
    if not may(principal, action):
        raise MissingPermission(ACTIONS[action][0])
    if isinstance(resource, Interaction):
        for_either(resource, resource.id, principal.side)
    elif resource is not None:
        owner = resource.principal
        if (owner.tenant, owner.subject) != (principal.tenant, principal.subject):
            raise NotFound


def may(principal: Principal, action: Action) -> bool:
    """Return whether a principal has the permissions of an action."""
    needed = ACTIONS[action]
    return not needed or not permissions_of(principal).isdisjoint(needed)


def check_declared(interface: str, entries: Iterable[str], actions: Mapping[str, Action]) -> None:
    """Check that each entry of an interface declares a known action.

    Raises:
        UndeclaredAction: An entry declares none.
    """
    for entry in entries:
        if actions.get(entry) not in ACTIONS:
            raise UndeclaredAction(interface, entry)
