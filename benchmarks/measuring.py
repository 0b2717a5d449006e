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
_MOST_PAIRS = 7
_ROUND_SECONDS = 0.2
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


def ratio_of(work: Work, peer: Work) -> Ratio:
    """Measure how many times as long as its peer a piece of work takes."""
    slices = _Slice(work), _Slice(peer)
    seconds = max(each.seconds for each in slices)
    for each in slices:
        each.last(seconds)
    pairs = int(_ROUND_SECONDS / (2 * seconds))
    return ratio_of_costs(*slices, rounds=_ROUNDS, pairs=min(max(pairs, 1), _MOST_PAIRS))


def ratio_of_costs(cost: Cost, peer_cost: Cost, *, rounds: int, pairs: int) -> Ratio:
    """Compare two costs round by round; while the rounds do not agree, measure again with longer ones."""
    attempts: list[Ratio] = []
    for attempt in range(1, _ATTEMPTS + 1):
        attempts.append(_compared(cost, peer_cost, rounds, pairs * attempt))
        if attempts[-1].is_steady:
            break
    return min(attempts, key=lambda ratio: ratio.spread)


class _Slice:
    """A cost that repeats its work often enough for the clock to measure it."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._repeats = 1
        self()  # The first time takes longest, and would make one repeat seem enough.
        while (seconds := self()) * self._repeats < _SHORTEST:
            self._repeats *= 2
        self.seconds = seconds * self._repeats

    def last(self, seconds: float) -> None:
        """Repeat the work as often as fits: what disturbs a machine then meets work and peer alike."""
        self._repeats = max(self._repeats, int(seconds * self._repeats / self.seconds))

    def __call__(self) -> float:
        begun = time.process_time()
        for _ in range(self._repeats):
            self._work()
        return (time.process_time() - begun) / self._repeats


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
