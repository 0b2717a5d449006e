"""The rows that the messages of a conversation get, with the demo data."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

import pytest

from choice.assembly.desk import open_database
from choice.auth import Principal
from choice.demo.data import load_demo
from choice.sources.follow_ups import asked_in, intent_json, intent_of
from choice.sources.lookup import look_up
from choice.sources.protocol import KINDS, Findings
from choice.sources.sql import SqlSource

TODAY = date(2026, 3, 11)
"""A Wednesday."""
NOW = datetime(2026, 3, 11, 12, tzinfo=UTC)
ANNA = Principal("anna", "demo")

CRITICAL = "WS-001 WS-003 WS-002"
CRITICAL_INCIDENTS = "INC-002 INC-001"
ALL_SIGNALS = f"{CRITICAL} WS-005 WS-004 WS-007 WS-008 WS-009 WS-010"
ALL_INCIDENTS = "INC-002 INC-001 INC-009 INC-004 INC-003 INC-005 INC-007 INC-008"
ALL_ISSUES = "ISS-001 ISS-002 ISS-004 ISS-003 ISS-005 ISS-007 ISS-008"
METRICS = "communication-efficiency delivery-velocity health-score strategic-alignment team-morale"
THIS_WEEK = "INC-002 INC-001 INC-004 INC-003 INC-005"
LAST_WEEK = "INC-004 INC-003 INC-005"
EVERYTHING = f"{ALL_SIGNALS} {ALL_INCIDENTS} {ALL_ISSUES} {METRICS}"

SIGNALS, INCIDENTS = ("Show me critical weak signals",), ("Top incidents this week",)
HEALTH, ONE = ("What's our organizational health?",), ("Show me signal WS-001 in JSON",)
SIGNALS_KO, INCIDENTS_KO = ("심각한 신호를 보여줘",), ("이번 주 주요 장애",)
SIGNALS_DE, INCIDENTS_DE = ("Zeig mir kritische Signale",), ("Welche Vorfälle gab es diese Woche?",)
SIGNALS_ES, INCIDENTS_ES = ("Muéstrame las señales críticas",), ("Incidentes de esta semana",)
SIGNALS_JA, INCIDENTS_JA = ("重大なシグナルを見せて",), ("今週のインシデント",)


class Case(NamedTuple):
    """Messages before, a message, and the ids of the rows that a person would expect, in order."""

    before: tuple[str, ...]
    message: str
    expected: str


QUERIES = (
    Case((), SIGNALS[0], CRITICAL),
    Case((), HEALTH[0], f"{ALL_SIGNALS} {ALL_INCIDENTS} {METRICS}"),
    Case((), INCIDENTS[0], THIS_WEEK),
    Case((), ONE[0], "WS-001"),
    Case((), SIGNALS_KO[0], CRITICAL),
    Case((), INCIDENTS_KO[0], THIS_WEEK),
    Case((), SIGNALS_DE[0], CRITICAL),
    Case((), INCIDENTS_DE[0], THIS_WEEK),
    Case((), SIGNALS_ES[0], CRITICAL),
    Case((), INCIDENTS_ES[0], THIS_WEEK),
    Case((), SIGNALS_JA[0], CRITICAL),
    Case((), INCIDENTS_JA[0], THIS_WEEK),
    Case((), "显示严重的信号", CRITICAL),
    Case((), "Montre-moi les signaux critiques", CRITICAL),
    Case((), "status?", f"{CRITICAL} WS-005 WS-004 INC-002 INC-001 INC-009 INC-004 INC-003 "
                        f"ISS-001 ISS-002 ISS-004 ISS-003 ISS-005 {METRICS}"),
    Case((), "Are there any problems in engineering?", "WS-001 WS-004"),
    Case((), "hello there", ""),
)  # fmt: skip
FOLLOW_UPS = (
    Case(SIGNALS, "And the second one? What is its root cause?", CRITICAL),
    Case(SIGNALS, "who owns it?", CRITICAL),
    Case(SIGNALS, "only engineering please", "WS-001"),
    Case(SIGNALS, "what about last month?", ""),
    Case(SIGNALS, "and the high ones?", "WS-005 WS-004"),
    Case(SIGNALS, "Why is communication down?", "WS-001 communication-efficiency"),
    Case(SIGNALS, "on-call fatigue details", "WS-003"),
    Case(SIGNALS, "What should I do today?", CRITICAL),
    Case(SIGNALS, "Which team is most at risk?", f"{ALL_SIGNALS} {ALL_INCIDENTS} {ALL_ISSUES}"),
    Case(SIGNALS, "show them as JSON", CRITICAL),
    Case(SIGNALS, "what about incidents?", CRITICAL_INCIDENTS),
    Case(SIGNALS, "How many are there?", CRITICAL),
    Case(SIGNALS, "thanks! can you explain the first one in more detail", CRITICAL),
    Case((*SIGNALS, "only engineering", "who is affected?"), "and why?", "WS-001"),
    Case((*SIGNALS, "thank you"), "who owns the third one?", CRITICAL),
    Case(INCIDENTS, "which are still open?", "INC-002"),
    Case(INCIDENTS, "only the critical ones", CRITICAL_INCIDENTS),
    Case(INCIDENTS, "What went wrong yesterday?", "ISS-001"),
    Case(INCIDENTS, "why did it happen?", THIS_WEEK),
    Case(INCIDENTS, "and last week?", LAST_WEEK),
    Case(INCIDENTS, "just the top 2", CRITICAL_INCIDENTS),
    Case(INCIDENTS, "compare this week with last week", THIS_WEEK),
    Case(INCIDENTS, "what about the API gateway?", "INC-002"),
    Case(INCIDENTS, "how long did the outage of the database last?", "INC-001"),
    Case(INCIDENTS, "any still going?", "INC-002"),
    Case(SIGNALS, "can you summarise this for my boss?", CRITICAL),
    Case(HEALTH, "why did communication drop?", "WS-001 communication-efficiency"),
    Case(HEALTH, "and which incidents are critical?", CRITICAL_INCIDENTS),
    Case(ONE, "what is the risk?", "WS-001"),
    Case(ONE, "who is responsible?", "WS-001"),
    Case(("Which issues are open?",), "anything for Mina Park?", "ISS-001"),
    Case(SIGNALS_KO, "두 번째 것은?", CRITICAL),
    Case(SIGNALS_KO, "누가 담당이야?", CRITICAL),
    Case(SIGNALS_KO, "엔지니어링만 보여줘", "WS-001"),
    Case(SIGNALS_KO, "지난달은?", ""),
    Case(SIGNALS_KO, "우리 회사 상황 어때?", EVERYTHING),
    Case(INCIDENTS_KO, "미해결만 보여줘", "INC-002"),
    Case(INCIDENTS_KO, "지난주와 이번 주 비교해줘", THIS_WEEK),
    Case(SIGNALS_DE, "Wem gehört das zweite?", CRITICAL),
    Case(SIGNALS_DE, "nur die aus der Entwicklung", "WS-001"),
    Case(SIGNALS_DE, "und die Vorfälle?", CRITICAL_INCIDENTS),
    Case(INCIDENTS_DE, "welche sind noch offen?", "INC-002"),
    Case(INCIDENTS_DE, "und letzte Woche?", LAST_WEEK),
    Case(SIGNALS_ES, "¿y el segundo?", CRITICAL),
    Case(SIGNALS_ES, "solo ingeniería", "WS-001"),
    Case(SIGNALS_ES, "¿Quién es el responsable?", CRITICAL),
    Case(INCIDENTS_ES, "solo los críticos", CRITICAL_INCIDENTS),
    Case(INCIDENTS_ES, "¿y la semana pasada?", LAST_WEEK),
    Case(SIGNALS_JA, "二番目は？", CRITICAL),
    Case(SIGNALS_JA, "エンジニアリングだけ", "WS-001"),
    Case(SIGNALS_JA, "誰の担当ですか？", CRITICAL),
    Case(INCIDENTS_JA, "未解決のものは？", "INC-002"),
    Case(INCIDENTS_JA, "先週は？", LAST_WEEK),
)


@asynccontextmanager
async def demo_source(tmp_path: Path) -> AsyncIterator[SqlSource]:
    async with open_database(f"sqlite:///{tmp_path}/demo.db") as database:
        await load_demo(database, "demo", TODAY)
        yield SqlSource(database)


async def findings_in(source: SqlSource, messages: tuple[str, ...]) -> Findings:
    """Return the findings for the last of several messages, each stored and read like an answer's."""
    findings, last = Findings(), None
    for message in messages:
        findings = await look_up(source, asked_in(message, NOW, last), ANNA, NOW)
        if findings.intent.topics or findings.intent.ids:
            last = intent_of(intent_json(findings.intent))
    return findings


def ids(findings: Findings) -> str:
    return " ".join([row.id for kind in KINDS for row in getattr(findings, kind)])


def wrong_counts(findings: Findings) -> list[str]:
    """Return the kinds whose number differs from the rows, although no rows were cut."""
    limit = findings.intent.limit
    return [
        kind
        for kind in findings.totals
        if findings.total(kind).of != findings.counts[kind] and findings.counts[kind] != limit
    ]


@pytest.mark.requirement("DI1", "DI2")
async def test_queries_and_follow_ups_get_the_rows_that_a_person_expects(tmp_path: Path) -> None:
    missed, miscounted = [], []
    async with demo_source(tmp_path) as source:
        for case in (*QUERIES, *FOLLOW_UPS):
            findings = await findings_in(source, (*case.before, case.message))
            if ids(findings) != case.expected:
                missed.append((*case, ids(findings)))
            miscounted += [(case.message, kind) for kind in wrong_counts(findings)]

    assert len(FOLLOW_UPS) >= 40
    assert missed == []
    assert miscounted == []
