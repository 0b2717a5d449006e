"""Principals, askers, people and audiences.

A `Principal` is an authenticated caller. Asking and answering are separate rights with separate types: an
`Asker` opens interactions and collects outcomes, and a `Person` answers. Authentication decides which of the
two a principal is. Knowing an id or a link grants neither right.
"""

from dataclasses import dataclass
from typing import Literal

from choice.local import LOCAL_TENANT

ANYBODY = "*"
"""The seat of an audience that names no user and no role."""


AskerKind = Literal["local", "assistant", "agent", "person"]
"""Who asks: a program on this machine without a token, the chat assistant, the holder of an agent's token, or
an MCP client with a person's token."""


@dataclass(frozen=True, slots=True)
class Asker:
    """The program that asks. Its questions belong to its tenant and identity."""

    agent: str = "script"
    """Name for display. It identifies the asker only if there is no subject."""
    project: str | None = None
    conversation: str | None = None
    tenant: str = LOCAL_TENANT
    kind: AskerKind = "local"
    subject: str = ""
    """The user of the token."""
    client: str = ""
    """The name of the MCP client; empty for the HTTP API."""

    @property
    def identity(self) -> tuple[AskerKind, str, str]:
        """Kind, subject and client. They are compared separately, so that names cannot collide."""
        return self.kind, self.subject or self.agent, self.client


@dataclass(frozen=True, slots=True)
class Person:
    """The person who answers: a user of one tenant with their roles."""

    user: str
    tenant: str = LOCAL_TENANT
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Principal:
    """An authenticated caller: the subject of a token, a page session or a Slack user, with its roles."""

    subject: str
    tenant: str
    roles: frozenset[str] = frozenset()
    expires_at: int | None = None
    """When the token expires, in seconds since 1970."""
    kind: Literal["person", "agent"] = "person"
    client: str = ""
    """The name of the MCP client that calls; empty for other callers."""

    @property
    def asker(self) -> Asker:
        """The principal as an asker."""
        name = f"{self.client} of {self.subject}" if self.client else self.subject
        return Asker(name, tenant=self.tenant, kind=self.kind, subject=self.subject, client=self.client)

    @property
    def person(self) -> Person:
        """The principal as a person. Only principals of the kind `person` may answer."""
        return Person(self.subject, self.tenant, self.roles)

    @property
    def side(self) -> Asker | Person:
        """The side of the desk on which the principal is."""
        return self.asker if self.kind == "agent" else self.person


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
