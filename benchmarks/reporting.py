"""One line per ratio, and all of them as JSON."""

import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Ratio

RESULTS = Path(__file__).parent / "results.json"


class Target(NamedTuple):
    """What a ratio should be: at least or at most so much."""

    sign: str
    limit: float

    def is_met(self, ratio: float) -> bool:
        """Tell whether a ratio is on the right side."""
        return ratio >= self.limit if self.sign == "≥" else ratio <= self.limit


def at_least(limit: float) -> Target:
    """Return the target of a ratio that should be high."""
    return Target("≥", limit)


def at_most(limit: float) -> Target:
    """Return the target of a ratio that should be low."""
    return Target("≤", limit)


class Result(NamedTuple):
    """What a benchmark found out; without a target it is for information."""

    name: str
    ratio: Ratio
    target: Target | None = None

    @property
    def verdict(self) -> str:
        """Say in one word what came of it."""
        if not self.ratio.is_steady:
            return "unsteady"
        if self.target is None:
            return "info"
        return "pass" if self.target.is_met(self.ratio.median) else "missed"

    def line(self) -> str:
        """Return the line that is printed."""
        ratio = f"{self.ratio.median:7.2f}×" if self.ratio.is_steady else "      – "
        target = f"{self.target.sign} {self.target.limit:g}×" if self.target else ""
        return f"{self.name:<84} {ratio}  {target:<7} spread {self.ratio.spread:4.0%}  {self.verdict}"


class Skipped(NamedTuple):
    """A benchmark that could not be run here, and why."""

    name: str
    reason: str

    @property
    def verdict(self) -> str:
        """Say in one word what came of it."""
        return "skipped"

    def line(self) -> str:
        """Return the line that is printed."""
        return f"{self.name:<84} skipped: {self.reason}"


def write_results(results: Sequence[Result | Skipped]) -> None:
    """Keep the ratios; those that were refused are named without a number."""
    found = [
        {"name": result.name, "verdict": result.verdict, "reason": result.reason}
        if isinstance(result, Skipped)
        else {
            "name": result.name,
            "ratio": round(result.ratio.median, 2) if result.ratio.is_steady else None,
            "target": f"{result.target.sign} {result.target.limit:g}" if result.target else None,
            "spread": round(result.ratio.spread, 3),
            "verdict": result.verdict,
        }
        for result in results
    ]
    whole = {"python": platform.python_version(), "results": found}
    RESULTS.write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", "utf-8")
