"""End to end from provider to client: our service against the specification's example with AsyncOpenAI."""

from collections.abc import Iterator
from functools import partial

from benchmarks.chat_pairs import Pairs
from benchmarks.chat_servers import load, ours, peer, provider
from benchmarks.reporting import Result, Target, at_least

_STREAMS = 64
_TOKENS = 100
_EVENTS_IN_A_BURST = 50
_PAIRS = 6


def results() -> Iterator[Result]:
    """Measure bursts, and one token every 20 ms."""
    yield from _compared(0.0, _EVENTS_IN_A_BURST, "in a burst", at_least(10))
    yield from _compared(0.02, 1, "one every 20 ms", at_least(3))


def _compared(pace: float, burst: int, how: str, target: Target) -> Iterator[Result]:
    with (
        load() as reading,
        provider(_TOKENS, pace, burst) as url,
        ours(_TOKENS, pace, url) as our,
        peer(_TOKENS, pace, url) as their,
    ):
        pairs = Pairs(
            partial(reading.read, their.at("/openai"), _STREAMS, _TOKENS),
            partial(reading.read, our, _STREAMS, _TOKENS),
            _PAIRS,
        )
        name = f"CPU per token, the example with AsyncOpenAI / ours, {_STREAMS} × {_TOKENS} tokens {how}"
        yield Result(name, pairs.ratio(lambda pair: pair.cpu), target)
        name = f"tokens a second, ours / that example, {_STREAMS} × {_TOKENS} tokens {how}"
        yield Result(name, pairs.ratio(lambda pair: pair.rate))
