"""What a harness was told to do, and what it found."""

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

ENOUGH = 20
"""How many complaints are kept: the first ones tell the story."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do: how much, from which seed on, and on which variant of the desk."""

    seed: int
    points: int
    variant: str | None = None
    ends: float = math.inf
    """When to stop in any case, by the clock that nobody can set."""

    until_noticed: bool = False
    """The first complaint is enough: all that is asked is whether there is any."""

    def a_day(self, most: int, kinds: int) -> int:
        """Return how many points a day has: in a short run so few that every kind of day is seen."""
        return min(most, -(-self.points // kinds))

    def first_day(self, ready: int) -> int:
        """Return the day to begin with: to notice a broken desk, one that loses no time with a migration."""
        return ready if self.until_noticed else 0

    def wants_more(self, report: "Report") -> bool:
        """Tell whether there is more to do."""
        if self.until_noticed and report.complaints:
            return False
        return report.points < self.points and time.monotonic() < self.ends


@dataclass(slots=True)
class Report:
    """What was done and what went wrong."""

    points: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)

    def complain(self, where: str, problems: Iterable[str]) -> None:
        """Keep what went wrong at one point."""
        found = list(problems)
        if found:
            self.counts["points with complaints"] += 1
            self.complaints += [f"{where}: {problem}" for problem in found][: ENOUGH - len(self.complaints)]


Harness = Callable[[Plan], Report]
