"""How long a model is waited for, and how often a call is tried before its answer begins."""

from dataclasses import dataclass

import httpx2

from choice.chat.model_failures import retry_after

_LONGEST_WAIT_FOR_RETRY = 5.0


@dataclass(frozen=True, slots=True)
class ModelLimits:
    """The patience of a client."""

    connect_seconds: float = 5.0
    idle_seconds: float = 30.0
    """For the first byte, retries included, and then between any two reads."""
    retries: int = 2
    """How often the SDK tries again before the first byte; after it nobody does."""

    @property
    def timeout(self) -> httpx2.Timeout:
        """The same limits for the SDK's HTTP client."""
        return httpx2.Timeout(self.idle_seconds, connect=self.connect_seconds)


async def refuse_long_waits(response: httpx2.Response) -> None:
    """Have the SDK give up where the provider asks for a longer wait than a person should sit through."""
    wait = retry_after(response.headers)
    if response.is_error and wait is not None and wait > _LONGEST_WAIT_FOR_RETRY:
        response.headers["x-should-retry"] = "false"
