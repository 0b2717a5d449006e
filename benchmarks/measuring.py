"""Compare two workloads: interleaved, in CPU time, with the garbage collector off."""

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

Work = Callable[[], object]
Cost = Callable[[], float]
"""Runs some work and returns its CPU seconds."""

WIDEST_SPREAD = 0.30
_ROUNDS = 7
_MOST_PAIRS = 7
_ROUND_SECONDS = 0.2
_ATTEMPTS = 4
_SHORTEST = 0.005


class Ratio(NamedTuple):
    """Cost of one workload relative to another."""

    median: float
    spread: float
    """Distance between the smallest and the largest round, divided by the median."""

    @property
    def is_steady(self) -> bool:
        """Whether the spread is small enough to report the ratio."""
        return self.spread <= WIDEST_SPREAD


def ratio_of(work: Work, peer: Work) -> Ratio:
    """Return the CPU time of the work relative to its peer."""
    slices = _Slice(work), _Slice(peer)
    seconds = max(each.seconds for each in slices)
    for each in slices:
        each.last(seconds)
    pairs = int(_ROUND_SECONDS / (2 * seconds))
    return ratio_of_costs(*slices, rounds=_ROUNDS, pairs=min(max(pairs, 1), _MOST_PAIRS))


def ratio_of_costs(cost: Cost, peer_cost: Cost, *, rounds: int, pairs: int) -> Ratio:
    """Compare two costs round by round; repeat with longer rounds while the spread is too large."""
    attempts: list[Ratio] = []
    for attempt in range(1, _ATTEMPTS + 1):
        attempts.append(_compared(cost, peer_cost, rounds, pairs * attempt))
        if attempts[-1].is_steady:
            break
    return min(attempts, key=lambda ratio: ratio.spread)


class _Slice:
    """A cost that repeats its work often enough to be measured."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._repeats = 1
        self()  # The first time takes longest, and would make one repeat seem enough.
        while (seconds := self()) * self._repeats < _SHORTEST:
            self._repeats *= 2
        self.seconds = seconds * self._repeats

    def last(self, seconds: float) -> None:
        """Repeat the work to fill a slice, so that interference affects work and peer alike."""
        self._repeats = max(self._repeats, int(seconds * self._repeats / self.seconds))

    def __call__(self) -> float:
        begun = time.process_time()
        for _ in range(self._repeats):
            self._work()
        return (time.process_time() - begun) / self._repeats


def _compared(cost: Cost, peer_cost: Cost, rounds: int, pairs: int) -> Ratio:
    """Return the median of all rounds except the first, which is a warm-up."""
    ratios = [_round(cost, peer_cost, pairs) for _ in range(rounds + 1)][1:]
    median = statistics.median(ratios)
    return Ratio(median, (max(ratios) - min(ratios)) / median)


def _round(cost: Cost, peer_cost: Cost, pairs: int) -> float:
    """Alternate both and compare neighbouring slices only, because the speed of a shared machine varies."""
    gc.collect()
    gc.disable()
    try:
        return statistics.median([cost() / peer_cost() for _ in range(pairs)])
    finally:
        gc.enable()
