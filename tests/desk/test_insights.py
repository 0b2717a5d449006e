"""Figures of a period, computed from records of the decision log."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from choice.desk import Insights, Record
from choice.desk.log import Kind

NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)


def record(kind: Kind, seconds: float, question: str = "1", agent: str = "bot", **facts: object) -> Record:
    at = NOON + timedelta(seconds=seconds)
    return Record(
        seq=0,
        at=at,
        tenant="local",
        interaction_id=question,
        kind=kind,
        actor="ada",
        surface="web",
        agent=agent,
        project=None,
        shown_ms=None,
        body=json.dumps(facts),
        hash=b"",
    )


def answers(custom_text: str | None = None) -> list[dict[str, object]]:
    return [{"question_id": "q1", "option_ids": [], "custom_text": custom_text}]


@pytest.mark.requirement("PG7")
def test_the_figures_of_a_period_count_each_ending_once() -> None:
    insights = Insights()
    for one in (
        record("opened", 0),
        record("queued", 0, "2"),
        record("opened", 0, "3", "other"),
        record("answered", 10, answers=answers()),
        record("answered", 30, "2", answers=answers("Both.")),
        record("cancelled", 40, "3", "other"),
        record("opened", 50, "4"),
        record("timed_out", 60, "4", used_defaults=True),
        record("answered", 70, "unknown"),
    ):
        insights.add(one)
    shown = json.loads(json.dumps(insights.snapshot()))

    assert shown["totals"] == {
        "asked": 4,
        "answered": 3,
        "own_words": 1,
        "declined": 1,
        "expired": 1,
        "by_defaults": 1,
        "median_seconds": 20.0,
        "slow_seconds": 29.0,
    }
    assert [(one["agent"], one["asked"]) for one in shown["agents"]] == [("bot", 3), ("other", 1)]
    assert [one["day"] for one in shown["days"]] == ["2026-05-04"]


@pytest.mark.requirement("PG7")
def test_records_before_the_period_are_counted_for_comparison() -> None:
    insights = Insights(since=NOON)
    insights.add(record("opened", -20))
    insights.add(record("answered", 5, answers=answers()))
    shown = json.loads(json.dumps(insights.snapshot()))

    assert (shown["before"]["asked"], shown["totals"]["asked"]) == (1, 0)
    assert (shown["totals"]["median_seconds"], shown["totals"]["slow_seconds"]) == (25.0, 25.0)
    assert (shown["before"]["median_seconds"], shown["before"]["slow_seconds"]) == (None, None)
