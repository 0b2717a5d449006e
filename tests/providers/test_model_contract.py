"""The contract of model clients: both SDK clients and the scripted model."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

import pytest

from choice.providers import ModelClient, ModelFailed
from choice.testing import ScriptedModel, ScriptedReply
from choice.testing.model_contract import CHECKS, Check, ModelScript, Stage, Staged
from tests.providers import anthropic_events, openai_events
from tests.providers.answers import Answer, Ending
from tests.providers.protocols import ANTHROPIC, OPENAI, Spoken
from tests.providers.server import Provider


@dataclass
class RealClient:
    client: ModelClient
    provider: Provider

    @property
    def asked(self) -> asyncio.Event:
        return self.provider.asked

    async def abandoned(self) -> None:
        await self.provider.requests[-1].left.wait()


@dataclass
class Scripted:
    client: ScriptedModel

    @property
    def asked(self) -> asyncio.Event:
        return self.client.asked

    async def abandoned(self) -> None:
        assert self.client.abandoned == 1


def openai_answer(part: ModelScript) -> Answer:
    text = [openai_events.chunk({"content": token}) for token in part.tokens]
    calls = openai_events.calls(*((call.id, call.name, call.arguments) for call in part.calls)).writes[1:-3]
    end = openai_events.end("tool_calls" if part.calls else "stop")
    return _ended(part, (openai_events.BEGIN, *text, *calls), end)


def anthropic_answer(part: ModelScript) -> Answer:
    text = anthropic_events.text_block(part.tokens) if part.tokens else ()
    calls = [
        write
        for at, call in enumerate(part.calls, 1)
        for write in anthropic_events.tool_block(at, call.id, call.name, call.arguments)
    ]
    end = anthropic_events.end("tool_use" if part.calls else "end_turn")
    return _ended(part, (anthropic_events.BEGIN, *text, *calls), end)


def _ended(part: ModelScript, writes: tuple[bytes, ...], end: tuple[bytes, ...]) -> Answer:
    endings: dict[str, Ending] = {"ends": "end", "breaks off": "cut", "waits": "hold"}
    return Answer(writes + (end if part.ending == "ends" else ()), ending=endings[part.ending])


@asynccontextmanager
async def real(spoken: Spoken, answer: Answer) -> AsyncIterator[Staged]:
    async with spoken.asked(answer) as (client, provider):
        yield RealClient(client, provider)


@asynccontextmanager
async def scripted(part: ModelScript) -> AsyncIterator[Staged]:
    reply = ScriptedReply(part.tokens, part.calls)
    if part.ending == "waits":
        reply = replace(reply, released=asyncio.Event(), stops_after=len(part.tokens))
    if part.ending == "breaks off":
        reply = replace(reply, failure=ModelFailed("MODEL_ERROR", "It broke off."))
    yield Scripted(ScriptedModel([reply] * 8))


STAGES: dict[str, Stage] = {
    "openai": lambda part: real(OPENAI, openai_answer(part)),
    "openai, no head": lambda part: real(OPENAI, _headless(openai_answer(part))),
    "anthropic": lambda part: real(ANTHROPIC, anthropic_answer(part)),
    "anthropic, no head": lambda part: real(ANTHROPIC, _headless(anthropic_answer(part))),
    "scripted": scripted,
}


def _headless(answer: Answer) -> Answer:
    """Let a model that waits before its first word not even send the head of its response."""
    waits = answer.ending == "hold" and len(answer.writes) == 1
    return replace(answer, ending="silent") if waits else answer


@pytest.mark.requirement("CH13", "CH11")
@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
@pytest.mark.parametrize("stage", STAGES.values(), ids=list(STAGES))
async def test_every_model_client_keeps_its_promises(stage: Stage, check: Check) -> None:
    await check(stage)


@pytest.mark.parametrize("check", CHECKS, ids=[check.__name__ for check in CHECKS])
@pytest.mark.parametrize("stage", [STAGES["openai"], STAGES["anthropic"]], ids=["openai", "anthropic"])
def test_the_sdk_clients_keep_them_on_uvloop(stage: Stage, check: Check) -> None:
    uvloop = pytest.importorskip("uvloop", reason="uvloop is not made for this system")

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_checked(check, stage))


async def _checked(check: Check, stage: Stage) -> None:
    await check(stage)
