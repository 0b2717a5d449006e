"""The registry of surfaces: where people see questions and answer them.

Preferences, the `transport` of `provide_choice`, `choicewire ask --surface`, the settings of terminal and
page, and the labels of metrics read it. docs/extending.md lists what else a new surface needs.
"""

from typing import Final, Literal, NamedTuple

AUTO: Final = "auto"
"""The value of a preference or a transport that leaves the surface open."""
Preferred = Literal["auto", "web", "terminal", "slack"]
"""Values of the preference `transport`: `auto`, and the rows with `can_prefer`."""
Transport = Literal["auto", "terminal", "web"]
"""Values of the argument `transport` of `provide_choice`: `auto`, and the rows with `can_request`."""


class SurfaceRow(NamedTuple):
    """One surface. Its name is recorded with each answer."""

    name: str
    extra: str | None
    """The extra that has its packages."""
    can_prefer: bool = False
    """Whether people can prefer it: in their preferences and with `choicewire ask --surface`."""
    can_request: bool = False
    """Whether an agent can request it with `transport`."""
    is_launched: bool = False
    """Whether the person starts it: a tool call for it returns at once, with the command to run."""


SURFACES: Final = (
    SurfaceRow("web", "server", can_prefer=True, can_request=True),
    SurfaceRow("terminal", "terminal", can_prefer=True, can_request=True, is_launched=True),
    SurfaceRow("slack", "slack", can_prefer=True),
    SurfaceRow("chat", "server"),
    SurfaceRow("mcp", "mcp"),
    SurfaceRow("api", "server"),
)

NAMES: Final = frozenset([row.name for row in SURFACES])
PREFERRED: Final = (AUTO, *[row.name for row in SURFACES if row.can_prefer])
LAUNCHED: Final = frozenset([row.name for row in SURFACES if row.is_launched])


def label_of(value: str) -> str:
    """Return the name of a preferred surface's label in the section `settings` of the catalogues."""
    return f"surface_{value}"
