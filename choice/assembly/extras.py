"""The parts of a server that not every installation has: MCP, Slack, spans."""

import logging
from typing import TYPE_CHECKING

from choice.chat.tracing import NO_TRACING, Tracing
from choice.errors import MissingExtra
from choice.settings import Settings

if TYPE_CHECKING:
    from choice.assembly.mcp_http import McpMount
    from choice.assembly.slack import SlackMount

_TELEMETRY = "Sending spans"
_SLACK = "Slack"

logger = logging.getLogger(__name__)


def mcp_mount(settings: Settings) -> "McpMount | None":
    """Return what answers at `/mcp`, where the packages for it are installed."""
    try:
        from choice.assembly.mcp_http import McpMount  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    return McpMount(settings)


def slack_mount(settings: Settings) -> "SlackMount | None":
    """Return what serves Slack, where its tokens are set.

    Raises:
        MissingExtra: Its packages are not installed.
    """
    if not settings.slack.is_on:
        return None
    try:
        from choice.assembly.slack import SlackMount  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_SLACK, extra="slack") from error
    return SlackMount(settings)


def tracing_of(settings: Settings) -> Tracing:
    """Return where spans go. The variable is not ours alone, so without the extra it is only a pity."""
    if settings.telemetry_url is None:
        return NO_TRACING
    try:
        from choice.chat.open_telemetry import open_telemetry  # noqa: PLC0415 - an extra
    except ImportError:
        logger.warning("%s", MissingExtra(_TELEMETRY, extra="telemetry"))
        return NO_TRACING
    return open_telemetry()
