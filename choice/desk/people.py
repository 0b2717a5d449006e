"""Askers, people and audiences.

Asking and answering are separate rights with separate types: an `Asker` opens interactions and collects
outcomes, and a `Person` answers. Authentication decides which of the two a caller is. Knowing an id or a
link grants neither right.
"""

from dataclasses import dataclass

from choice.local import LOCAL_TENANT

ANYBODY = "*"
"""The seat of an audience that names no user and no role."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The agent that asks: its name, project, conversation and tenant."""

    agent: str = "script"
    project: str | None = None
    conversation: str | None = None
    tenant: str = LOCAL_TENANT


@dataclass(frozen=True, slots=True)
class Person:
    """The person who answers: a user of one tenant with their roles."""

    user: str
    tenant: str = LOCAL_TENANT
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may answer: the listed users and all users with a listed role. Empty means anyone in the tenant."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    @property
    def is_anyone(self) -> bool:
        """Whether the audience names no user and no role."""
        return not self.users and not self.roles

    def admits(self, person: Person) -> bool:
        """Return whether a person of the same tenant may answer."""
        users, roles = self.users, self.roles
        if not users and not roles:
            return True
        return person.user in users or not person.roles.isdisjoint(roles)

    @property
    def seats(self) -> tuple[str, ...]:
        """Keys for counting open interactions: one per user and role, or only `ANYBODY`."""
        named = (*dict.fromkeys(self.users), *(f"role:{role}" for role in dict.fromkeys(self.roles)))
        return named or (ANYBODY,)


ANYONE = Audience()
