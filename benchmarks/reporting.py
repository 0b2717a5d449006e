"""Results of the benchmarks: one printed line each, and a JSON file."""

import json
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import Ratio

RESULTS = Path(__file__).parent / "results.json"


class Target(NamedTuple):
    """Limit of a ratio: at least or at most a value."""

    sign: str
    limit: float

    def is_met(self, ratio: float) -> bool:
        """Whether a ratio is within the limit."""
        return ratio >= self.limit if self.sign == "≥" else ratio <= self.limit


def at_least(limit: float) -> Target:
    """Return a lower limit."""
    return Target("≥", limit)


def at_most(limit: float) -> Target:
    """Return an upper limit."""
    return Target("≤", limit)


class Result(NamedTuple):
    """Result of a benchmark; without a target it is for information."""

    name: str
    ratio: Ratio
    target: Target | None = None

    @property
    def verdict(self) -> str:
        """Return the verdict as one word."""
        if not self.ratio.is_steady:
            return "unsteady"
        if self.target is None:
            return "info"
        return "pass" if self.target.is_met(self.ratio.median) else "missed"

    def line(self) -> str:
        """Return the printed line."""
        ratio = f"{self.ratio.median:7.2f}×" if self.ratio.is_steady else "      – "
        target = f"{self.target.sign} {self.target.limit:g}×" if self.target else ""
        return f"{self.name:<84} {ratio}  {target:<7} spread {self.ratio.spread:4.0%}  {self.verdict}"


class Skipped(NamedTuple):
    """A benchmark that could not run, with the reason."""

    name: str
    reason: str

    @property
    def verdict(self) -> str:
        """Return the verdict as one word."""
        return "skipped"

    def line(self) -> str:
        """Return the printed line."""
        return f"{self.name:<84} skipped: {self.reason}"


def write_results(results: Sequence[Result | Skipped]) -> None:
    """Write the results to a JSON file; unsteady ratios have no number."""
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
