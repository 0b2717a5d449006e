"""Streaming with the complete service, against the specification's example without any checks."""

from collections.abc import Iterator
from functools import partial

from benchmarks.chat_pairs import Pair, Pairs
from benchmarks.chat_servers import Load, Served, bare, load, ours, peer
from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, Target, at_least, at_most

_TOKENS = 200
_LONG = 1000
_PACE = 0.005
_MANY = 100
_MANY_PAIRS = 15
_FEW = 6
"""Number of pairs if each takes long."""


def burst() -> Iterator[Result]:
    """Measure streams whose model has all tokens ready at once."""
    with load() as reading, ours(_TOKENS) as our, peer(_TOKENS) as their:
        for streams, target in ((1, None), (64, at_least(3.5)), (512, at_least(3.5))):
            pairs = _pairs(reading, their, our, streams, _TOKENS, _MANY_PAIRS if streams < _MANY else _FEW)
            yield from _both(pairs, f"{streams} × {_TOKENS} tokens in a burst", target, None)
            if streams == 64:
                name = f"first token, p50, ours / the example, {streams} × {_TOKENS} in a burst"
                yield Result(name, pairs.ratio(lambda pair: pair.first), at_most(1))
        for path, name in (("/sse-starlette", "sse-starlette"), ("/fastapi-sse", "FastAPI's own events")):
            pairs = _pairs(reading, their.at(path), our, 16, _TOKENS, _FEW)
            named = f"CPU per token, {name} / ours, 16 × {_TOKENS} tokens in a burst"
            yield Result(named, pairs.ratio(lambda pair: pair.cpu))
    with load() as reading, bare(_TOKENS) as least, peer(_TOKENS) as their:
        pairs = _pairs(reading, their, least, 64, _TOKENS, _MANY_PAIRS)
        name = f"CPU per token, the example / an application that only sends, 64 × {_TOKENS} in a burst"
        yield Result(name, pairs.ratio(lambda pair: pair.cpu))
    with load() as reading, ours(_LONG) as our, peer(_LONG) as their:
        pairs = _pairs(reading, their, our, 64, _LONG, _FEW)
        yield from _both(pairs, f"64 × {_LONG} tokens in a burst", None, None)


def parts() -> Iterator[Result]:
    """Measure the cost of a request and of a token separately."""
    streams, found, spread = 64, {}, 0.0
    for tokens in (1, _LONG):
        with load() as reading, ours(tokens) as our, peer(tokens) as their:
            pairs = _pairs(reading, their, our, streams, tokens, _MANY_PAIRS if tokens == 1 else _FEW)
            found[tokens] = [seconds / streams * 1e6 for seconds in pairs.cpu()]
            spread = max(spread, pairs.ratio(lambda pair: pair.cpu).spread)
    token = [(long - short) / (_LONG - 1) for short, long in zip(found[1], found[_LONG], strict=True)]
    request = [short - one for short, one in zip(found[1], token, strict=True)]
    for what, (theirs, our_own) in (("request", request), ("token", token)):
        name = f"CPU of a {what}, the example ({theirs:.1f} µs) / ours ({our_own:.1f} µs), in a burst"
        yield Result(name, Ratio(theirs / our_own, spread))


def paced() -> Iterator[Result]:
    """Measure streams whose model writes one token every 5 ms."""
    with load() as reading, ours(_TOKENS, _PACE) as our, peer(_TOKENS, _PACE) as their:
        for streams, cpu, rate in ((64, at_least(1.1), None), (512, None, at_least(1.8))):
            pairs = _pairs(reading, their, our, streams, _TOKENS, _FEW)
            yield from _both(pairs, f"{streams} × {_TOKENS} tokens, one every 5 ms", cpu, rate)


def growth() -> Iterator[Result]:
    """Measure the cost of detecting questions, and whether a token costs more in a longer answer."""
    with load() as reading, ours(_TOKENS) as our, ours(10 * _TOKENS) as longer:
        plain = partial(reading.read, our, 64, _TOKENS)
        pairs = Pairs(plain, partial(reading.read, our, 64, _TOKENS, "discovery"))
        name = f"CPU per token, discovery / chat, 64 × {_TOKENS} tokens in a burst"
        yield Result(name, pairs.ratio(lambda pair: pair.cost), at_most(1.1))
        pairs = Pairs(plain, partial(reading.read, longer, 64, 10 * _TOKENS), _FEW)
        name = f"CPU per token, 64 × {10 * _TOKENS} tokens / 64 × {_TOKENS}"
        yield Result(name, pairs.ratio(lambda pair: pair.cost), at_most(1.1))


def _pairs(  # noqa: PLR0913, PLR0917 - all that a comparison needs
    reading: Load, their: Served, our: Served, streams: int, tokens: int, count: int
) -> Pairs:
    return Pairs(
        partial(reading.read, their, streams, tokens), partial(reading.read, our, streams, tokens), count
    )


def _both(pairs: Pairs, what: str, cpu: Target | None, rate: Target | None) -> Iterator[Result]:
    def cost(pair: Pair) -> float:
        return pair.cpu

    def delivered(pair: Pair) -> float:
        return pair.rate

    yield Result(f"CPU per token, the example / ours, {what}", pairs.ratio(cost), cpu)
    yield Result(f"tokens per second, ours / the example, {what}", pairs.ratio(delivered), rate)
