"""Principals, roles and permissions."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

from choice.errors import MissingPermission


@dataclass(frozen=True, slots=True)
class Principal:
    """The authenticated caller of a request: a user of one tenant, with roles."""

    user: str
    tenant: str
    roles: frozenset[str] = frozenset()
    expires_at: int | None = None
    """When the token expires, in seconds since 1970."""


Permission = Literal["read", "chat", "answer", "ask", "collect", "stats", "log", "admin"]

PERMISSIONS: Final[tuple[Permission, ...]] = get_args(Permission)

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


def permissions_of(principal: Principal) -> frozenset[Permission]:
    """Return the permissions of all roles of a principal.

    A principal with the permission `ask` never has `answer`, so that an agent cannot answer itself.
    """
    return _permissions(principal.roles.intersection(ROLES))


@cache
def _permissions(roles: frozenset[str]) -> frozenset[Permission]:
    allowed: frozenset[Permission] = frozenset().union(*(ROLES[role] for role in roles))
    return allowed - {"answer"} if "ask" in allowed else allowed


def require(principal: Principal, permission: Permission) -> None:
    """Check that a principal has a permission.

    Raises:
        MissingPermission: The principal lacks the permission.
    """
    if permission not in permissions_of(principal):
        raise MissingPermission(permission)
