"""Memory of an idle stream, and of a stream whose client does not read."""

import statistics
from collections.abc import Iterator

from benchmarks.chat_servers import Load, Served, load, ours
from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, at_most

_KB = 1024
_IDLE = 30 * _KB
_STALLED = 256 * _KB
_ROUNDS = 3
_OPEN = 200
_UNREAD = 20
_NEVER = 600.0
_LONG = 100_000
_OTHERS = 8


def results() -> Iterator[Result]:
    """Measure memory against its budget, and whether stalled clients slow down others."""
    with load() as reading, ours(1, _NEVER) as our:
        ratio = _memory(reading, our, _OPEN, _IDLE)
        yield Result("memory of an idle stream / 30 KB", ratio, at_most(1))
    with load() as stalling, ours(_LONG) as our:
        ratio = _memory(stalling, our, _UNREAD, _STALLED)
        yield Result(
            "memory of a stream of 100 000 tokens whose client does not read / 256 KB", ratio, at_most(1)
        )
    yield Result("time of other clients with 20 unread streams / without", _delay())


def _memory(reading: Load, our: Served, streams: int, allowed: int) -> Ratio:
    """Return the memory per stream as more are opened; the first ones are a warm-up."""
    reading.hold(our, streams)
    found: list[float] = []
    for _ in range(_ROUNDS):
        before = our.memory()
        reading.hold(our, streams)
        found.append((our.memory() - before) / streams / allowed)
    median = statistics.median(found)
    return Ratio(median, (max(found) - min(found)) / max(median, 0.01))


def _delay() -> Ratio:
    """Return how the time of other clients changes when some stop reading."""
    rounds: list[float] = []
    for _ in range(_ROUNDS):
        with load() as reading, load() as stalling, ours(20_000) as our:
            reading.read(our, _OTHERS, 20_000)
            alone = reading.read(our, _OTHERS, 20_000).seconds
            stalling.hold(our, _UNREAD)
            reading.read(our, _OTHERS, 20_000)
            rounds.append(reading.read(our, _OTHERS, 20_000).seconds / alone)
    median = statistics.median(rounds)
    return Ratio(median, (max(rounds) - min(rounds)) / median)
