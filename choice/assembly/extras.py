"""The parts of a server that not every installation has: models, MCP, Slack, spans."""

import logging
from typing import TYPE_CHECKING

from choice.chat.embedded_model import EmbeddedModel
from choice.chat.model_client import ModelClient
from choice.chat.tracing import NO_TRACING, Tracing
from choice.errors import InvalidSetting, MissingExtra
from choice.settings import Settings

if TYPE_CHECKING:
    from choice.assembly.mcp_http import McpMount
    from choice.assembly.slack import SlackMount

_OPENAI = "An OpenAI-compatible model"
_ANTHROPIC = "A model of Anthropic"
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


def model_of(settings: Settings) -> ModelClient:
    """Return the model that the settings name.

    Raises:
        InvalidSetting: The key for it is missing.
        MissingExtra: Its packages are not installed.
    """
    provider, _, name = settings.model.partition(":")
    if provider == "openai":
        return _openai(settings, name)
    if provider == "anthropic":
        return _anthropic(settings, name)
    return EmbeddedModel(tokens_per_second=120)


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


def _openai(settings: Settings, name: str) -> ModelClient:
    try:
        from choice.chat.openai_client import OpenAIClient  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_OPENAI, extra="openai") from error
    if settings.openai_base_url is None:
        return OpenAIClient(name, _required(settings.openai_api_key, "OPENAI_API_KEY", settings.model))
    return OpenAIClient(name, settings.openai_api_key, settings.openai_base_url)


def _anthropic(settings: Settings, name: str) -> ModelClient:
    try:
        from choice.chat.anthropic_client import AnthropicClient  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtra(_ANTHROPIC, extra="anthropic") from error
    key = _required(settings.anthropic_api_key, "ANTHROPIC_API_KEY", settings.model)
    if settings.anthropic_base_url is None:
        return AnthropicClient(name, key)
    return AnthropicClient(name, key, settings.anthropic_base_url)


def _required(key: str | None, name: str, model: str) -> str:
    if key is None:
        raise InvalidSetting(name, f"must be set for the model {model}.")
    return key
