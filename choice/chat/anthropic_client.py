"""Asks a model behind Anthropic's messages API."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

import aiohttp
import anthropic
import httpx2

from choice.chat import model_failures
from choice.chat.anthropic_answer import AnthropicAnswer
from choice.chat.anthropic_request import anthropic_request
from choice.chat.model_client import ModelRequest, Paper
from choice.chat.model_http import connection_failure, http_settings
from choice.chat.model_limits import ModelLimits
from choice.chat.model_stream import write_answer
from choice.chat.providers import api_key

_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "AnthropicClient":
    """Return a client configured by `ANTHROPIC_API_KEY` and `ANTHROPIC_BASE_URL`.

    Raises:
        InvalidSetting: The key is missing or cannot be used.
    """
    key, base_url = api_key(variables, "ANTHROPIC_API_KEY"), variables.get("ANTHROPIC_BASE_URL")
    return AnthropicClient(model, key, base_url) if base_url else AnthropicClient(model, key)


class AnthropicClient:
    """Asks through the official SDK, which signs, sends and retries; the stream is decoded here."""

    def __init__(  # noqa: PLR0913 - settings, each with a usual value
        self,
        model: str,
        api_key: str,
        base_url: str = "https://api.anthropic.com",
        *,
        max_tokens: int = 4096,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Make a client for one model.

        Args:
            model: The model's name, as the provider spells it.
            api_key: The key.
            base_url: Where the API begins.
            max_tokens: How long an answer may become; the API demands a limit.
            limits: How long to wait, and how often to try.
            options: Further fields of every request, such as `temperature`.
        """
        self._model = model
        self._max_tokens = max_tokens
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        self._sdk = anthropic.AsyncAnthropic(
            api_key=api_key,
            base_url=base_url,
            max_retries=self._limits.retries,
            open_telemetry=False,  # The service has spans of its own, without the words that were said.
            http_client=anthropic.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Named here, so that the SDK imports it now, and not during the first answer.
        self._create = self._sdk.messages.with_streaming_response.create

    @property
    def name(self) -> str:
        """What the model is called on the page."""
        return f"anthropic:{self._model}"

    async def reply(self, request: ModelRequest, paper: Paper) -> None:
        """Write the answer as it arrives; cancelling closes the connection.

        Raises:
            ModelFailed: The model could not answer, or not to the end.
        """
        opening = partial(self._opened, request)
        await write_answer(opening, AnthropicAnswer(), self._limits.idle_seconds, paper)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _opened(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # What comes as an extra body replaces the rest. The SDK sends it as it is, and does not walk through
        # every message and every tool by their types, which takes a millisecond and more.
        body = self._options | anthropic_request(request)
        try:
            async with self._create(
                model=self._model, max_tokens=self._max_tokens, messages=(), stream=True, extra_body=body
            ) as response:
                yield response.http_response
        except anthropic.APIStatusError as error:
            _log.warning("%s refused: status %d, request %s", self.name, error.status_code, error.request_id)
            raise model_failures.refused(error.status_code, error.response.headers) from None
        except (anthropic.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
