"""Settings for the HTTP clients of the SDKs, and the meaning of their connection errors."""

from collections.abc import Sequence
from typing import Any

import aiohttp
import httpx2

from choice.providers import failures as model_failures
from choice.providers.protocol import AssistantTurn, ModelFailed, ModelLimits, ToolResult, Turn

_LONGEST_WAIT_FOR_RETRY = 5.0


def http_settings(limits: ModelLimits) -> dict[str, Any]:
    """Return the keyword arguments for the `DefaultAioHttpClient` of an SDK."""
    return {
        "timeout": httpx2.Timeout(limits.idle_seconds, connect=limits.connect_seconds),
        "event_hooks": {"response": [_refuse_long_waits]},
    }


def connection_failure(error: Exception) -> ModelFailed:
    """Return the failure for a request that got no response."""
    if is_timeout(error):
        return model_failures.timed_out()
    is_invalid_http = _has_cause(error, aiohttp.ClientResponseError)
    if is_invalid_http and not _has_cause(error, aiohttp.ClientHttpProxyError):
        return model_failures.unreadable()
    return model_failures.unreachable()


def is_timeout(error: BaseException) -> bool:
    """Tell whether a timeout is the cause of an error.

    The aiohttp transport of the SDKs raises `httpx2.ConnectTimeout` for every connection error, including
    refused and reset connections. Only the causes tell them apart: aiohttp's timeouts are `TimeoutError`s.
    """
    return _has_cause(error, TimeoutError)


def _has_cause(error: BaseException, kind: type[BaseException]) -> bool:
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, kind):
        cause = cause.__cause__
    return cause is not None


async def _refuse_long_waits(response: httpx2.Response) -> None:
    """Stop the SDK from retrying when the provider asks for a longer wait than a person accepts."""
    wait = model_failures.retry_after(response.headers)
    if response.is_error and wait is not None and wait > _LONGEST_WAIT_FOR_RETRY:
        response.headers["x-should-retry"] = "false"


_NO_RESULT = "No answer was given."


def paired(turns: Sequence[Turn]) -> list[Turn]:
    """Return the turns with each call's result behind it, in the order of the calls.

    A call that nobody answered gets a result that says so, and a result without a call is left out: a
    conversation that a provider refuses once, it would refuse for ever.
    """
    ordered: list[Turn] = []
    for at, turn in enumerate(turns):
        if isinstance(turn, ToolResult):
            continue
        ordered.append(turn)
        if isinstance(turn, AssistantTurn) and turn.calls:
            found = _results_after(turns[at + 1 :])
            ordered += [
                found.get(call.id) or ToolResult(call.id, call.name, _NO_RESULT) for call in turn.calls
            ]
    return ordered


def _results_after(turns: Sequence[Turn]) -> dict[str, ToolResult]:
    """Return the results by their call's id, up to the next turn with calls, which may use an id again."""
    found: dict[str, ToolResult] = {}
    for turn in turns:
        if isinstance(turn, AssistantTurn) and turn.calls:
            break
        if isinstance(turn, ToolResult):
            found.setdefault(turn.call_id, turn)
    return found
