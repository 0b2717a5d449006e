"""What is known about MCP clients: one row per client.

The front process uses this table too, so the module imports only the standard library.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

Shown = Literal["both", "structured content", "text"]


APPS = "io.modelcontextprotocol/ui"
"""The MCP Apps extension."""
CARD_TYPE = "text/html;profile=mcp-app"
"""MIME type of a page that a client shows in a conversation."""
DISCOVER = "server/discover"
"""Request with which a client finds out whether a server speaks a protocol version without a handshake."""
USE_INITIALIZE = "Method not found. Use initialize."


class ClientRow(NamedTuple):
    """Facts about one client. Capabilities are used only if the client also declares them."""

    name: str
    """Start of the name that the client announces, in lower case."""
    title: str
    hold: float
    """Seconds that a call waits for the answer: just below the limit of the client."""
    elicitation: bool = True
    tasks: bool = True
    """Whether the model may receive answers as results of tasks."""
    apps: bool = True
    is_legacy: bool = False
    """Whether to offer only protocol versions with a handshake, in which a call can end an open form."""
    shows: Shown = "both"
    """What the client shows the model."""


SIX_HOURS = 6 * 3600.0
DEFAULT_HOLD_SECONDS = 50.0
"""Most clients use an SDK whose requests time out after 60 seconds."""

CLIENTS: Sequence[ClientRow] = (
    # Claude Code moves a call to the background after 120 s. The model then gets the answer in a notification
    # that is marked as not being user input. The result of a task arrives in the same way.
    ClientRow(
        "claude-code",
        "Claude Code",
        110.0,
        tasks=False,
        apps=False,
        is_legacy=True,
        shows="structured content",
    ),
    ClientRow("claude-ai", "Claude, Claude Desktop", DEFAULT_HOLD_SECONDS, elicitation=False),
    ClientRow("claude-desktop", "Claude Desktop", DEFAULT_HOLD_SECONDS, elicitation=False),
    ClientRow("codex", "Codex", 285.0, apps=False, shows="structured content"),
    ClientRow("gemini-cli", "Gemini CLI", 585.0, elicitation=False, apps=False, shows="text"),
    ClientRow("cursor", "Cursor", DEFAULT_HOLD_SECONDS),
    ClientRow("visual studio code", "VS Code", SIX_HOURS),
    ClientRow("vscode", "VS Code", SIX_HOURS),
    ClientRow("opencode", "OpenCode", DEFAULT_HOLD_SECONDS),
    ClientRow("goose", "Goose", DEFAULT_HOLD_SECONDS),
    ClientRow("anthropic", "MCP connector of the Claude API", 285.0, elicitation=False, apps=False),
    ClientRow("mcp-inspector", "MCP Inspector", DEFAULT_HOLD_SECONDS),
)
_UNKNOWN = ClientRow("", "any other client", DEFAULT_HOLD_SECONDS)


def lists_cards(name: object, capabilities: object) -> bool:
    """Return whether a client shows questions as cards, by its name and the capabilities that it declares."""
    extensions = capabilities.get("extensions") if isinstance(capabilities, Mapping) else None
    settings = extensions.get(APPS) if isinstance(extensions, Mapping) else None
    types = settings.get("mimeTypes") if isinstance(settings, Mapping) else None
    is_listed = isinstance(types, list | tuple) and CARD_TYPE in types
    return is_listed and isinstance(name, str) and client_row(name).apps


def client_row(name: str | None) -> ClientRow:
    """Return the row of a client, by the name that it announces."""
    announced = (name or "").lower()
    return max(
        [row for row in CLIENTS if announced.startswith(row.name)],
        key=lambda row: len(row.name),
        default=_UNKNOWN,
    )
