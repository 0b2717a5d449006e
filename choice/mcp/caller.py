"""Who calls a tool: the agent that asks, the person behind its client, and what the client can do."""

from dataclasses import dataclass
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS, is_version_at_least

from choice.desk.people import ANYONE, Asker, Audience, Person
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
