"""Who calls: the person or the program that a verified token speaks of."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Principal:
    """A user of one tenant, with roles there. Only a verified token makes one."""

    user: str
    tenant: str
    roles: frozenset[str] = frozenset()
    expires_at: int | None = None
    """When the token ends, in seconds since 1970."""
