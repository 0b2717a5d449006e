"""Who calls: the person or the program that a verified token speaks of."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

from choice.errors import MissingPermission


@dataclass(frozen=True, slots=True)
class Principal:
    """A user of one tenant, with roles there. Only a verified token makes one."""

    user: str
    tenant: str
    roles: frozenset[str] = frozenset()
    expires_at: int | None = None
    """When the token ends, in seconds since 1970."""


Permission = Literal["read", "chat", "answer", "ask", "collect", "stats", "log", "admin"]

PERMISSIONS: Final[tuple[Permission, ...]] = get_args(Permission)

DEFAULT_ROLE: Final = "member"
"""The role of a token that says nothing about roles."""

ROLES: Final[Mapping[str, frozenset[Permission]]] = {
    "viewer": frozenset({"read"}),
    "member": frozenset({"read", "chat", "answer"}),
    "agent": frozenset({"ask", "collect"}),
    "analyst": frozenset({"read", "stats", "log"}),
    "admin": frozenset({"read", "chat", "answer", "stats", "log", "admin"}),
}
"""Nobody has a role by accident: a name that is not here gives nothing."""


_KNOWN: Final = frozenset(ROLES)


def permissions_of(principal: Principal) -> frozenset[Permission]:
    """Return what a principal's roles allow together.

    Who may ask may not answer, whatever the other roles say: an agent never answers itself.
    """
    return _allowed(principal.roles & _KNOWN)


@cache
def _allowed(roles: frozenset[str]) -> frozenset[Permission]:
    allowed: frozenset[Permission] = frozenset().union(*(ROLES[role] for role in roles))
    return allowed - {"answer"} if "ask" in allowed else allowed


def require(principal: Principal, permission: Permission) -> None:
    """Do nothing if a principal has a permission.

    Raises:
        MissingPermission: It has not.
    """
    if permission not in permissions_of(principal):
        raise MissingPermission(permission)
