"""Who asks, who answers, and who may answer what.

Asking and answering are separate rights, and separate types: an `Asker` opens and collects, a `Person`
answers. Whoever lets callers in (a token, a socket, a terminal) decides which of the two a caller is; no id
and no link makes one the other.
"""

from dataclasses import dataclass

from choice.local import LOCAL_TENANT

ANYBODY = "*"
"""Stands for the person where nobody in particular is asked."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The agent that asks: its name, what it works on, and whose it is."""

    agent: str = "script"
    project: str | None = None
    conversation: str | None = None
    tenant: str = LOCAL_TENANT


@dataclass(frozen=True, slots=True)
class Person:
    """The person who answers: a user of one tenant, and the roles they have there."""

    user: str
    tenant: str = LOCAL_TENANT
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Audience:
    """Who may answer: listed users, those with one of the roles; with neither, anyone who has the link."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()

    @property
    def is_anyone(self) -> bool:
        """Whether nobody in particular is asked."""
        return not self.users and not self.roles

    def admits(self, person: Person) -> bool:
        """Tell whether a person of the right tenant is among those who may answer."""
        users, roles = self.users, self.roles
        if not users and not roles:
            return True  # Anyone, as nearly always.
        return person.user in users or not person.roles.isdisjoint(roles)

    @property
    def seats(self) -> tuple[str, ...]:
        """The names under which open questions are counted: each user, each role, or anybody."""
        named = (*dict.fromkeys(self.users), *(f"role:{role}" for role in dict.fromkeys(self.roles)))
        return named or (ANYBODY,)


ANYONE = Audience()
