"""Figures for a period: totals, days and agents, computed from the decision log."""

import statistics
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime

from pydantic import JsonValue

from choice.desk.log import Record

_ASKED = frozenset({"opened", "queued"})
_FEWEST_SLOW = 2
"""A quantile needs at least this many values."""


@dataclass(slots=True)
class Figures:
    """Counts of interactions and the seconds until their answers."""

    asked: int = 0
    answered: int = 0
    """Answered by a person."""
    own_words: int = 0
    """Answers with free text for at least one question."""
    declined: int = 0
    expired: int = 0
    """Ended without an answer, including those in which the defaults were used."""
    by_defaults: int = 0
    seconds: list[float] = field(default_factory=list)

    def snapshot(self) -> dict[str, JsonValue]:
        """Return the figures as JSON values."""
        return {
            "asked": self.asked,
            "answered": self.answered,
            "own_words": self.own_words,
            "declined": self.declined,
            "expired": self.expired,
            "by_defaults": self.by_defaults,
            "median_seconds": _rounded(statistics.median(self.seconds)) if self.seconds else None,
            "slow_seconds": _slow(self.seconds),
        }

    def add(self, record: Record, asked_at: datetime | None) -> None:
        """Count one record."""
        if record.kind in _ASKED:
            self.asked += 1
        elif record.kind == "answered":
            self.answered += 1
            self.own_words += _has_own_words(record)
            if asked_at is not None:
                self.seconds.append((record.at - asked_at).total_seconds())
        elif record.kind == "cancelled":
            self.declined += 1
        elif record.kind == "timed_out":
            self.expired += 1
            self.by_defaults += record.facts.get("used_defaults") is True


class Insights:
    """Aggregates the records of a period, which must be added oldest first.

    Records before `since` belong to the previous period, for comparison.
    """

    def __init__(self, since: datetime | None = None) -> None:
        self._since = since
        self._asked: dict[str, datetime] = {}
        self._totals = Figures()
        self._before = Figures()
        self._days: defaultdict[date, Figures] = defaultdict(Figures)
        self._agents: defaultdict[str, Figures] = defaultdict(Figures)

    def add(self, record: Record) -> None:
        """Count one record."""
        if record.kind in _ASKED:
            self._asked[record.interaction_id] = record.at
        asked_at = self._asked.get(record.interaction_id)
        if self._since is not None and record.at < self._since:
            self._before.add(record, asked_at)
            return
        for figures in (self._totals, self._days[record.at.date()], self._agents[record.agent]):
            figures.add(record, asked_at)

    def snapshot(self) -> dict[str, JsonValue]:
        """Return all figures as JSON values: days oldest first, agents by questions asked."""
        agents = sorted(self._agents.items(), key=lambda one: (-one[1].asked, one[0]))
        return {
            "totals": self._totals.snapshot(),
            "before": self._before.snapshot(),
            "days": [
                {"day": day.isoformat(), **figures.snapshot()} for day, figures in sorted(self._days.items())
            ],
            "agents": [{"agent": agent, **figures.snapshot()} for agent, figures in agents],
        }


def _has_own_words(record: Record) -> bool:
    answers = record.facts.get("answers")
    return isinstance(answers, list) and any(answer["custom_text"] is not None for answer in answers)


def _slow(seconds: list[float]) -> float | None:
    if len(seconds) < _FEWEST_SLOW:
        return _rounded(seconds[0]) if seconds else None
    return _rounded(statistics.quantiles(seconds, n=20, method="inclusive")[-1])


def _rounded(seconds: float) -> float:
    return round(seconds, 3)
