"""Measures two pieces of work against each other: interleaved, CPU time, garbage collector off for both."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

Work = Callable[[], object]
Cost = Callable[[], float]
"""Does some work and returns the CPU seconds it took."""

WIDEST_SPREAD = 0.30
_ROUNDS = 7
_PAIRS = 7
_ATTEMPTS = 4
_SHORTEST = 0.005


class Ratio(NamedTuple):
    """The cost of one piece of work as a multiple of another's."""

    median: float
    spread: float
    """The distance between the smallest and the largest round, as a part of the median."""

    @property
    def is_steady(self) -> bool:
        """Tell whether the rounds agree well enough for the ratio to mean something."""
        return self.spread <= WIDEST_SPREAD


def ratio_of(work: Work, peer: Work, *, rounds: int = _ROUNDS, pairs: int = _PAIRS) -> Ratio:
    """Measure how many times as long as its peer a piece of work takes."""
    return ratio_of_costs(cpu_time_of(work), cpu_time_of(peer), rounds=rounds, pairs=pairs)


def ratio_of_costs(cost: Cost, peer_cost: Cost, *, rounds: int, pairs: int) -> Ratio:
    """Compare two costs round by round; measure again, a few times, while the rounds do not agree."""
    attempts: list[Ratio] = []
    for _ in range(_ATTEMPTS):
        attempts.append(_compared(cost, peer_cost, rounds, pairs))
        if attempts[-1].is_steady:
            break
    return min(attempts, key=lambda ratio: ratio.spread)


def cpu_time_of(work: Work) -> Cost:
    """Return a cost that repeats the work until the clock can measure it."""
    repeats = 1
    while _timed(work, repeats) < _SHORTEST:
        repeats *= 2
    return lambda: _timed(work, repeats) / repeats


def _compared(cost: Cost, peer_cost: Cost, rounds: int, pairs: int) -> Ratio:
    """Return the median of all rounds but the first, which only warms up."""
    ratios = [_round(cost, peer_cost, pairs) for _ in range(rounds + 1)][1:]
    median = statistics.median(ratios)
    return Ratio(median, (max(ratios) - min(ratios)) / median)


def _round(cost: Cost, peer_cost: Cost, pairs: int) -> float:
    """Measure both in turn and compare neighbours only, because the speed of a shared machine changes."""
    gc.collect()
    gc.disable()
    try:
        return statistics.median([cost() / peer_cost() for _ in range(pairs)])
    finally:
        gc.enable()


def _timed(work: Work, repeats: int) -> float:
    begun = time.process_time()
    for _ in range(repeats):
        work()
    return time.process_time() - begun
