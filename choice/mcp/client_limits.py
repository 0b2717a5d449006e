"""How long each client lets one call take, and so for how long a call may be held.

A client that gives up loses the answer; one that is told in time asks again. Names are those that clients
give themselves; a name that starts with one of these counts too.
"""

from collections.abc import Mapping

SIX_HOURS = 6 * 3600.0
UNKNOWN = 50.0
"""Most clients are built on a kit that gives up after 60 seconds."""

HOLD_SECONDS: Mapping[str, float] = {
    "claude-code": SIX_HOURS,  # 28 hours; progress keeps it from counting as idle
    "claude-ai": UNKNOWN,  # Claude Desktop
    "claude-desktop": UNKNOWN,
    "cursor": UNKNOWN,
    "codex": 285.0,
    "visual studio code": SIX_HOURS,
    "vscode": SIX_HOURS,
    "opencode": UNKNOWN,
    "anthropic": 285.0,  # the connector of the API
    "mcp-inspector": UNKNOWN,
}


def hold_seconds(client: str | None, override: float | None = None) -> float:
    """Return for how long a call of a client may be held before it is told to come back."""
    if override is not None:
        return override
    name = (client or "").lower()
    fitting = [known for known in HOLD_SECONDS if name.startswith(known)]
    return HOLD_SECONDS[max(fitting, key=len)] if fitting else UNKNOWN
