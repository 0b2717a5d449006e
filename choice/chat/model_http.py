"""How the SDKs' HTTP clients are set up."""

import urllib.request
from typing import Any

import httpx2

from choice.chat.model_failures import retry_after
from choice.chat.model_limits import ModelLimits
from choice.chat.quick_transport import QuickTransport

_LONGEST_WAIT_FOR_RETRY = 5.0


def http_settings(limits: ModelLimits) -> dict[str, Any]:
    """Return the arguments for the HTTP client of an SDK.

    Where the environment names a proxy, the SDK's own transport goes through it; our quicker one knows none.
    """
    settings: dict[str, Any] = {
        "timeout": httpx2.Timeout(limits.idle_seconds, connect=limits.connect_seconds),
        "event_hooks": {"response": [_refuse_long_waits]},
    }
    if not urllib.request.getproxies():
        settings["transport"] = QuickTransport(httpx2.create_ssl_context())
    return settings


async def _refuse_long_waits(response: httpx2.Response) -> None:
    """Have the SDK give up where the provider asks for a longer wait than a person should sit through."""
    wait = retry_after(response.headers)
    if response.is_error and wait is not None and wait > _LONGEST_WAIT_FOR_RETRY:
        response.headers["x-should-retry"] = "false"
