"""Alternating readings of two servers, and their ratios."""

import statistics
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.chat_servers import Measured
from benchmarks.measuring import Ratio

Reading = Callable[[], Measured]
PAIRS = 9
_ROUNDS = 3


class Pair(NamedTuple):
    """Two consecutive readings."""

    peer: Measured
    ours: Measured

    @property
    def cpu(self) -> float:
        """CPU per token: peer / ours."""
        return self.peer.cpu_per_token / self.ours.cpu_per_token

    @property
    def rate(self) -> float:
        """Tokens per second: ours / peer."""
        return self.ours.rate / self.peer.rate

    @property
    def first(self) -> float:
        """Time to the first token: ours / peer."""
        return self.ours.first / self.peer.first

    @property
    def cost(self) -> float:
        """CPU per token: ours / peer."""
        return 1 / self.cpu


class Pairs:
    """Interleaved readings; the first pair is discarded."""

    def __init__(self, peer: Reading, ours: Reading, count: int = PAIRS) -> None:
        peer()
        ours()
        self._pairs = [Pair(peer(), ours()) for _ in range(count)]

    def cpu(self) -> tuple[float, float]:
        """Return the median CPU seconds per reading, for the peer and for ours."""
        theirs = statistics.median([pair.peer.cpu for pair in self._pairs])
        return theirs, statistics.median([pair.ours.cpu for pair in self._pairs])

    def ratio(self, of: Callable[[Pair], float]) -> Ratio:
        """Return the median of all pairs. For the spread, a round is a third of the pairs."""
        found = [of(pair) for pair in self._pairs]
        size = len(found) // _ROUNDS
        rounds = [statistics.median(found[at * size : (at + 1) * size]) for at in range(_ROUNDS)]
        median = statistics.median(found)
        return Ratio(median, (max(rounds) - min(rounds)) / median)
