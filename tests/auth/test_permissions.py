"""Permissions of each role."""

import itertools

import pytest

from choice.auth import Principal
from choice.auth.principal import ACTIONS, ROLES, authorize, permissions_of
from choice.errors import MissingPermission

EXPECTED = {
    "viewer": {"read"},
    "member": {"read", "chat", "answer"},
    "agent": {"ask", "collect"},
    "analyst": {"read", "stats", "log"},
    "admin": {"read", "chat", "answer", "stats", "log", "admin"},
}


def somebody(*roles: str) -> Principal:
    return Principal("ada", "acme", frozenset(roles))


@pytest.mark.requirement("CH6")
@pytest.mark.parametrize("role", ROLES)
def test_a_role_grants_exactly_the_permissions_of_the_table(role: str) -> None:
    assert permissions_of(somebody(role)) == EXPECTED[role]
    for action, needed in ACTIONS.items():
        if not needed or EXPECTED[role].intersection(needed):
            authorize(somebody(role), action)
        else:
            with pytest.raises(MissingPermission, match=needed[0]):
                authorize(somebody(role), action)


@pytest.mark.parametrize("roles", [(), ("root",), ("Admin",), ("admin ",), ("*",), ("",)])
def test_an_unknown_role_grants_nothing(roles: tuple[str, ...]) -> None:
    assert permissions_of(somebody(*roles)) == frozenset()


def test_several_roles_grant_the_permissions_of_each() -> None:
    assert permissions_of(somebody("viewer", "analyst", "unknown")) == {"read", "stats", "log"}


@pytest.mark.requirement("SE4")
def test_the_role_agent_grants_only_its_own_permissions_whatever_the_other_roles_are() -> None:
    for count in range(len(ROLES) + 1):
        for roles in itertools.combinations(ROLES, count):
            allowed = permissions_of(somebody(*roles))
            assert not {"ask", "answer"} <= allowed
            assert allowed == {"ask", "collect"} or "agent" not in roles
