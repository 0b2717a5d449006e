"""Parameters and results of a harness."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

ENOUGH = 20
"""Number of complaints that are kept."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Parameters: number of points, first seed, and variant of the desk."""

    seed: int
    points: int
    variant: str | None = None
    ends: float = math.inf
    """Time limit on the monotonic clock."""

    until_noticed: bool = False
    """Stop at the first complaint."""

    def points_per_workload(self, most: int, kinds: int) -> int:
        """Return the points per workload: in a short run few enough that every start state is covered."""
        return min(most, -(-self.points // kinds))

    def first_workload(self, ready: int) -> int:
        """Return the first workload: for a broken desk, one that needs no migration."""
        return ready if self.until_noticed else 0

    def wants_more(self, report: "Report") -> bool:
        """Whether more points are due."""
        if self.until_noticed and report.complaints:
            return False
        return report.points < self.points and time.monotonic() < self.ends


@dataclass(slots=True)
class Report:
    """Counts and complaints of a harness."""

    points: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def complain(self, where: str, problems: Iterable[str]) -> None:
        """Record the problems of one point."""
        found = list(problems)
        if found:
            self.counts["points with complaints"] += 1
            self.complaints += [f"{where}: {problem}" for problem in found][: ENOUGH - len(self.complaints)]


Harness = Callable[[Plan], Report]
