"""The two provider protocols, each with its client and the events of its answers."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import ModuleType

from choice.providers import ModelClient, ModelFailed, ModelLimits, ModelRequest, Piece
from choice.providers.anthropic import AnthropicClient
from choice.providers.openai import OpenAIClient
from choice.testing import RecordingSink
from choice.testing.model_contract import REQUEST
from tests.providers import anthropic_events, openai_events
from tests.providers.answers import Answer
from tests.providers.server import Provider, provider

AT_ONCE = ModelLimits(idle_seconds=5.0, retries=0)


@dataclass(frozen=True)
class Spoken:
    """One protocol."""

    client: Callable[[str, ModelLimits], ModelClient]
    events: ModuleType

    def text(self, *tokens: str) -> Answer:
        answer: Answer = self.events.text(tokens)
        return answer

    @asynccontextmanager
    async def asked(
        self, *answers: Answer, limits: ModelLimits = AT_ONCE
    ) -> AsyncIterator[tuple[ModelClient, Provider]]:
        """Yield a client and the provider that it uses."""
        async with provider(*answers) as subject:
            client = self.client(subject.url, limits)
            try:
                yield client, subject
            finally:
                await client.close()


OPENAI = Spoken(lambda url, limits: OpenAIClient("test", "key", f"{url}/v1", limits=limits), openai_events)
ANTHROPIC = Spoken(lambda url, limits: AnthropicClient("test", "key", url, limits=limits), anthropic_events)
PROTOCOLS = {"openai": OPENAI, "anthropic": ANTHROPIC}


async def pieces_of(client: ModelClient, request: ModelRequest = REQUEST) -> list[Piece]:
    """Return the whole answer."""
    sink = RecordingSink()
    await client.reply(request, sink)
    return sink.pieces


async def failure_of(client: ModelClient, request: ModelRequest = REQUEST) -> tuple[list[Piece], ModelFailed]:
    """Return the pieces that arrived, and the failure."""
    sink = RecordingSink()
    try:
        await client.reply(request, sink)
    except ModelFailed as failure:
        return sink.pieces, failure
    raise AssertionError(f"The answer did not fail: {sink.pieces!r}.")
