"""The registry of surfaces: where people see questions and answer them.

The registry is used by preferences, the `transport` of `provide_choice`, `choicewire ask --surface`, the
settings of the terminal and of the web page, and the labels of metrics. docs/extending.md lists what else a
new surface needs.
"""

from typing import Final, Literal, NamedTuple

AUTO: Final = "auto"
"""Value of a preference or a transport for which choicewire selects the surface."""
Preferred = Literal["auto", "web", "terminal", "slack"]
"""Values of the preference `transport`: `auto`, and the rows with `can_prefer`."""
Transport = Literal["auto", "terminal", "web"]
"""Values of the argument `transport` of `provide_choice`: `auto`, and the rows with `can_request`."""


class SurfaceRow(NamedTuple):
    """One surface. Its name is recorded with each answer."""

    name: str
    extra: str | None
    """The optional extra that installs the packages of the surface."""
    can_prefer: bool = False
    """Whether people can select the surface in their preferences and with `choicewire ask --surface`."""
    can_request: bool = False
    """Whether an agent can request the surface with `transport`."""
    is_launched: bool = False
    """Whether the person starts the surface. A tool call then returns at once, with the command to run."""


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
    """Return the name of the label of a surface in the section `settings` of the message catalogues."""
    return f"surface_{value}"
