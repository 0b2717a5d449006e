"""Reading a provider's stream with our clients, against the SDKs' own stream objects."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import anthropic
import openai
from anthropic.types import MessageParam
from openai.types.chat import ChatCompletionMessageParam

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_least
from choice.providers import ModelClient, ModelRequest, UserTurn
from choice.providers.anthropic import AnthropicClient
from choice.providers.openai import OpenAIClient
from choice.testing import RecordingSink

_STREAMS = 64
_TOKENS = 100
_QUESTION = "What happened last week?"
_Reading = Callable[[], Awaitable[int]]


def results() -> Iterator[Result]:
    """Measure CPU time, SDK / ours, in bursts and at one token every 20 ms."""
    with _provider("openai", pace=0.0) as url:
        yield Result(_name("openai", "in a burst"), _openai(url), at_least(10))
    with _provider("openai", pace=0.02) as url:
        yield Result(_name("openai", "every 20 ms"), _openai(url), at_least(3))
    with _provider("anthropic", pace=0.0) as url:
        yield Result(_name("anthropic", "in a burst"), _anthropic(url))
    with _provider("anthropic", pace=0.02) as url:
        yield Result(_name("anthropic", "every 20 ms"), _anthropic(url))


def _name(sdk: str, pace: str) -> str:
    return f"{sdk}'s own stream / our client, {_STREAMS} answers of {_TOKENS} tokens {pace}"


@contextmanager
def _provider(protocol: str, pace: float) -> Iterator[str]:
    """Run a provider in its own process."""
    command = [sys.executable, "-m", "tests.providers", protocol]
    command += ["--tokens", str(_TOKENS), "--pace", str(pace)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def _openai(url: str) -> Ratio:
    sdk = openai.AsyncOpenAI(api_key="key", base_url=f"{url}/v1")

    async def theirs() -> int:
        messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": _QUESTION}]
        stream = await sdk.chat.completions.create(model="test", messages=messages, stream=True)
        return sum([1 async for chunk in stream if chunk.choices and chunk.choices[0].delta.content])

    return _compared(theirs, sdk.close, OpenAIClient("test", "key", f"{url}/v1"))


def _anthropic(url: str) -> Ratio:
    sdk = anthropic.AsyncAnthropic(api_key="key", base_url=url)

    async def theirs() -> int:
        messages: list[MessageParam] = [{"role": "user", "content": _QUESTION}]
        stream = await sdk.messages.create(model="test", max_tokens=999, messages=messages, stream=True)
        return sum([1 async for event in stream if event.type == "content_block_delta"])

    return _compared(theirs, sdk.close, AnthropicClient("test", "key", url))


def _compared(theirs: _Reading, close: Callable[[], Awaitable[None]], client: ModelClient) -> Ratio:
    request = ModelRequest("", (UserTurn(_QUESTION),))

    async def ours() -> int:
        sink = RecordingSink()
        await client.reply(request, sink)
        return len(sink.pieces)

    async def closed() -> None:
        await close()
        await client.close()

    with asyncio.Runner() as runner:
        ratio = ratio_of_costs(_cost(runner, theirs), _cost(runner, ours), rounds=3, pairs=1)
        runner.run(closed())
    return ratio


def _cost(runner: asyncio.Runner, reading: _Reading) -> Cost:
    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(reading() for _ in range(_STREAMS)))

    def measured() -> float:
        begun = time.process_time()
        assert runner.run(all_at_once()) == [_TOKENS] * _STREAMS
        return time.process_time() - begun

    return measured
