"""What a message asks for is read from its words, whatever else it says."""

import time
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from choice.chat.intent import MOST_IDS, read_intent
from choice.chat.sources.findings import KINDS, Kind, Severity

NOW = datetime(2026, 3, 11, 14, 30, tzinfo=UTC)
"""A Wednesday."""
SIGNALS: tuple[Kind, ...] = ("signals",)
INCIDENTS: tuple[Kind, ...] = ("incidents",)
ISSUES: tuple[Kind, ...] = ("issues",)
METRICS: tuple[Kind, ...] = ("metrics",)
HEALTH: tuple[Kind, ...] = ("signals", "incidents", "metrics")
CRITICAL: tuple[Severity, ...] = ("critical",)
WORST: tuple[Severity, ...] = ("critical", "high")


class Said(NamedTuple):
    """A message, what it is about, and the first and last day it speaks of."""

    message: str
    topics: tuple[Kind, ...] = ()
    severities: tuple[Severity, ...] = ()
    days: tuple[str, str] | None = None
    ids: tuple[str, ...] = ()
    json: bool = False


MESSAGES = (
    Said("Show me critical weak signals", SIGNALS, CRITICAL),
    Said("What's our organizational health?", HEALTH),
    Said("Top incidents this week", INCIDENTS, days=("2026-03-05", "2026-03-11")),
    Said("Show me signal WS-001 in JSON", SIGNALS, ids=("WS-001",), json=True),
    Said("What's our health score?", HEALTH),
    Said("how are we doing", HEALTH),
    Said("Is the organisation healthy?", HEALTH),
    Said("hello"),
    Said("thank you very much"),
    Said("who are you?"),
    Said(""),
    Said("???"),
    Said("SIGNALS!", SIGNALS),
    Said("any signal from sales", SIGNALS),
    Said("early warning signs please", SIGNALS),
    Said("show all incidents", INCIDENTS),
    Said("which outages were there today", INCIDENTS, days=("2026-03-11", "2026-03-11")),
    Said("what broke yesterday", INCIDENTS, days=("2026-03-10", "2026-03-10")),
    Said("incidents and issues", ("incidents", "issues")),
    Said("open tickets of the team", ISSUES),
    Said("overdue tasks", ISSUES),
    Said("list the backlog", ISSUES),
    Said("show the metrics", METRICS),
    Said("how is team morale", METRICS),
    Said("KPIs as json", METRICS, json=True),
    Said("What should we focus on?", KINDS),
    Said("give me an overview", KINDS),
    Said("what's going on", KINDS),
    Said("summarize last week", KINDS, days=("2026-03-02", "2026-03-08")),
    Said("urgent issues", ISSUES, WORST),
    Said("serious incidents in the last 3 days", INCIDENTS, WORST, ("2026-03-09", "2026-03-11")),
    Said("high severity signals", SIGNALS, ("high",)),
    Said("medium and low priority issues", ISSUES, ("medium", "low")),
    Said("minor incidents", INCIDENTS, ("low",)),
    Said("how low is morale", METRICS),
    Said("critical or high incidents", INCIDENTS, WORST),
    Said("incidents of the last 7 days", INCIDENTS, days=("2026-03-05", "2026-03-11")),
    Said("incidents in the past two weeks", INCIDENTS, days=("2026-02-26", "2026-03-11")),
    Said("issues from the last couple of days", ISSUES, days=("2026-03-10", "2026-03-11")),
    Said("incidents in the past 24 hours", INCIDENTS, days=("2026-03-10", "2026-03-11")),
    Said("incidents since Monday", INCIDENTS, days=("2026-03-09", "2026-03-11")),
    Said("incidents since yesterday", INCIDENTS, days=("2026-03-10", "2026-03-11")),
    Said("incidents on Friday", INCIDENTS, days=("2026-03-06", "2026-03-06")),
    Said("incidents last Wednesday", INCIDENTS, days=("2026-03-04", "2026-03-04")),
    Said("incidents on Wednesday", INCIDENTS, days=("2026-03-11", "2026-03-11")),
    Said("signals in March", SIGNALS, days=("2026-03-01", "2026-03-11")),
    Said("signals in December", SIGNALS, days=("2025-12-01", "2025-12-31")),
    Said("signals in May 2024", SIGNALS, days=("2024-05-01", "2024-05-31")),
    Said("signals since February", SIGNALS, days=("2026-02-01", "2026-03-11")),
    Said("may I see the signals", SIGNALS),
    Said("march through the signals", SIGNALS),
    Said("issues opened last month", ISSUES, days=("2026-02-01", "2026-02-28")),
    Said("issues opened this month", ISSUES, days=("2026-03-01", "2026-03-11")),
    Said("incidents of the last quarter", INCIDENTS, days=("2025-10-01", "2025-12-31")),
    Said("incidents this year", INCIDENTS, days=("2026-01-01", "2026-03-11")),
    Said("incidents last year", INCIDENTS, days=("2025-01-01", "2025-12-31")),
    Said("incidents on 2026-02-28", INCIDENTS, days=("2026-02-28", "2026-02-28")),
    Said("incidents on 2026-02-30", INCIDENTS),
    Said("incidents from 2026-01-02 to 2026-02-03", INCIDENTS, days=("2026-01-02", "2026-02-03")),
    Said("incidents between January and February", INCIDENTS, days=("2026-01-01", "2026-02-28")),
    Said("incidents from Monday to Tuesday", INCIDENTS, days=("2026-03-09", "2026-03-10")),
    Said("incidents after 2026-03-01", INCIDENTS, days=("2026-03-01", "2026-03-11")),
    Said("tell me about INC-12", INCIDENTS, ids=("INC-12",)),
    Said("compare ws-001 and inc-2", ("signals", "incidents"), ids=("WS-001", "INC-2")),
    Said("what is ABC-77", ids=("ABC-77",)),
    Said("WS-001, WS-001 again", SIGNALS, ids=("WS-001",)),
    Said("is it UTF-8 or GPT-4 or top-10"),
    Said("심각한 신호를 보여줘", SIGNALS, CRITICAL),
    Said("이번 주 주요 장애", INCIDENTS, days=("2026-03-05", "2026-03-11")),
    Said("지난주 인시던트 알려줘", INCIDENTS, days=("2026-03-02", "2026-03-08")),
    Said("최근 7일 이슈", ISSUES, days=("2026-03-05", "2026-03-11")),
    Said("지난 24시간 장애", INCIDENTS, days=("2026-03-10", "2026-03-11")),
    Said("조직 건강 상태는 어때?", HEALTH),
    Said("어제 사고", INCIDENTS, days=("2026-03-10", "2026-03-10")),
    Said("월요일부터 열린 이슈", ISSUES, days=("2026-03-09", "2026-03-11")),
    Said("2월 장애 보여줘", INCIDENTS, days=("2026-02-01", "2026-02-28")),
    Said("2024년 5월 장애", INCIDENTS, days=("2024-05-01", "2024-05-31")),
    Said("지난달 지표", METRICS, days=("2026-02-01", "2026-02-28")),
    Said("ws-001 신호를 JSON으로 보여줘", SIGNALS, ids=("WS-001",), json=True),
    Said("현황 요약해줘", KINDS),
    Said("안녕하세요"),
)


@pytest.mark.requirement("CH12")
@pytest.mark.parametrize("said", MESSAGES, ids=[said.message or "nothing" for said in MESSAGES])
def test_a_message_shows_what_it_asks_for(said: Said) -> None:
    intent = read_intent(said.message, NOW)

    days = None
    if intent.since is not None and intent.until is not None:
        days = intent.since.date().isoformat(), intent.until.date().isoformat()
    read = (intent.topics, intent.severities, days, intent.ids, intent.wants_json)
    assert read == (said.topics, said.severities, said.days, said.ids, said.json)


def test_a_time_span_has_words_for_the_heading_of_an_answer() -> None:
    asked = ("this week", "since Monday", "in May 2024", "last month", "past 24 hours", "the last 1 day")

    words = [read_intent(message, NOW).span_words for message in asked]

    assert words == ["Last 7 Days", "Since Monday", "May 2024", "Last Month", "Last 24 Hours", "Last Day"]


def test_from_a_span_that_lasts_until_now_is_that_span() -> None:
    asked = (
        "Top incidents from last 7 days",
        "incidents from the past 24 hours",
        "incidents from last month",
        "incidents since last 7 days",
        "incidents from Monday",
    )

    words = [read_intent(message, NOW).span_words for message in asked]

    assert words == ["Last 7 Days", "Last 24 Hours", "Last Month", "Last 7 Days", "Since Monday"]


@given(st.text(max_size=300))
def test_any_text_has_an_intent_that_ends_by_now(message: str) -> None:
    intent = read_intent(message, NOW)

    assert intent.until is None or intent.until <= NOW
    assert len(intent.ids) <= MOST_IDS


@given(
    st.sampled_from(["last", "past", "this", "since", "from", "the", "to", "of"]),
    st.lists(
        st.sampled_from(
            ["last", "the", "9999", "years", "31", "2026", "02", "may", "monday", "week", "from", "to"]
        )
    ),
    st.datetimes(datetime(2000, 1, 1), datetime(2080, 1, 1)),  # noqa: DTZ001 - the zone is set below
)
def test_words_about_time_in_any_order_break_nothing(first: str, rest: list[str], at: datetime) -> None:
    now = at.replace(tzinfo=UTC)

    intent = read_intent(" ".join([first, *rest]), now)

    assert intent.since is None or intent.since > now - timedelta(days=60 * 366)


def test_reading_takes_time_in_proportion_to_the_length() -> None:
    for unit in ("from the ", "last 7 ", "WS-", "지난 ", "a-", "2026-"):
        took = []
        for times in (2_000, 20_000):
            started = time.thread_time()
            read_intent(unit * times, NOW)
            took.append(time.thread_time() - started)
        assert took[1] < took[0] * 40 + 0.1, unit
