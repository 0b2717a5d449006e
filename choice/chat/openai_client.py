"""Asks a model behind OpenAI's chat completions API, or behind any server that offers the same."""

import logging
import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial

import aiohttp
import httpx2
import openai

from choice.chat import model_failures
from choice.chat.model_client import ModelRequest, Paper
from choice.chat.model_http import connection_failure, http_settings
from choice.chat.model_limits import ModelLimits
from choice.chat.model_stream import write_answer
from choice.chat.openai_answer import OpenAIAnswer
from choice.chat.openai_request import openai_request
from choice.chat.providers import api_key

_log = logging.getLogger(__name__)


def from_environment(model: str, variables: Mapping[str, str]) -> "OpenAIClient":
    """Return a client configured by `OPENAI_API_KEY` and `OPENAI_BASE_URL`.

    Raises:
        InvalidSetting: The key cannot be used, or it is missing and there is no base URL.
    """
    base_url = variables.get("OPENAI_BASE_URL")
    if not base_url:
        return OpenAIClient(model, api_key(variables, "OPENAI_API_KEY"))
    key = api_key(variables, "OPENAI_API_KEY") if variables.get("OPENAI_API_KEY") else None
    return OpenAIClient(model, key, base_url)


def _new_call_id() -> str:
    return f"call_{uuid.uuid4().hex}"


class OpenAIClient:
    """Asks through the official SDK, which signs, sends and retries; the stream is decoded here."""

    def __init__(
        self,
        model: str,
        api_key: str | None,
        base_url: str = "https://api.openai.com/v1",
        *,
        limits: ModelLimits | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        """Make a client for one model.

        Args:
            model: The model's name, as the provider spells it.
            api_key: The key; None for a local server that asks for none.
            base_url: Where the API begins.
            limits: How long to wait, and how often to try.
            options: Further fields of every request, such as `temperature`.
        """
        self._model = model
        self._limits = limits or ModelLimits()
        self._options = dict(options or {})
        self._sdk = openai.AsyncOpenAI(
            api_key=api_key or "none",
            base_url=base_url,
            max_retries=self._limits.retries,
            http_client=openai.DefaultAioHttpClient(**http_settings(self._limits)),
        )
        # Named here, so that the SDK imports it now, and not during the first answer.
        self._create = self._sdk.chat.completions.with_streaming_response.create

    @property
    def name(self) -> str:
        """What the model is called on the page."""
        return f"openai:{self._model}"

    async def reply(self, request: ModelRequest, paper: Paper) -> None:
        """Write the answer as it arrives; cancelling closes the connection.

        Raises:
            ModelFailed: The model could not answer, or not to the end.
        """
        answer = OpenAIAnswer(_new_call_id)
        await write_answer(partial(self._opened, request), answer, self._limits.idle_seconds, paper)

    async def close(self) -> None:
        """Close all connections."""
        await self._sdk.close()

    @asynccontextmanager
    async def _opened(self, request: ModelRequest) -> AsyncIterator[httpx2.Response]:
        # What comes as an extra body replaces the rest. The SDK sends it as it is, and does not walk through
        # every message and every tool by their types, which takes a millisecond and more.
        body = self._options | openai_request(request)
        try:
            async with self._create(model=self._model, messages=(), stream=True, extra_body=body) as response:
                yield response.http_response
        except openai.APIStatusError as error:
            _log.warning("%s refused: status %d, request %s", self.name, error.status_code, error.request_id)
            raise model_failures.refused(error.status_code, error.response.headers) from None
        except (openai.APIConnectionError, aiohttp.ClientError) as error:
            raise connection_failure(error) from None
