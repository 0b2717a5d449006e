"""Two servers read in turn, and the ratios of what that cost and brought."""

import statistics
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.chat_servers import Measured
from benchmarks.measuring import Ratio

Reading = Callable[[], Measured]
PAIRS = 9
_ROUNDS = 3


class Pair(NamedTuple):
    """Two readings, one right after the other."""

    peer: Measured
    ours: Measured

    @property
    def cpu(self) -> float:
        """How many times our CPU time a token of the peer takes."""
        return self.peer.cpu_per_token / self.ours.cpu_per_token

    @property
    def rate(self) -> float:
        """How many times the peer's tokens we deliver in a second."""
        return self.ours.rate / self.peer.rate

    @property
    def first(self) -> float:
        """How many times as long as with the peer the first token takes."""
        return self.ours.first / self.peer.first

    @property
    def cost(self) -> float:
        """How many times the peer's CPU time a token takes with us."""
        return 1 / self.cpu


class Pairs:
    """Interleaved readings; the first of each is thrown away."""

    def __init__(self, peer: Reading, ours: Reading, count: int = PAIRS) -> None:
        peer()
        ours()
        self._pairs = [Pair(peer(), ours()) for _ in range(count)]

    def cpu(self) -> tuple[float, float]:
        """Return the median CPU seconds of a reading, of the peer and of ours."""
        theirs = statistics.median([pair.peer.cpu for pair in self._pairs])
        return theirs, statistics.median([pair.ours.cpu for pair in self._pairs])

    def ratio(self, of: Callable[[Pair], float]) -> Ratio:
        """Return the median of all pairs; for the spread, a round is a third of them in a row."""
        found = [of(pair) for pair in self._pairs]
        size = len(found) // _ROUNDS
        rounds = [statistics.median(found[at * size : (at + 1) * size]) for at in range(_ROUNDS)]
        median = statistics.median(found)
        return Ratio(median, (max(rounds) - min(rounds)) / median)
