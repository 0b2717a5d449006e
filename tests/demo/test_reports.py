"""Reports of the demo model: golden files, and untrusted text in rows."""

import json
from pathlib import Path

import pytest

from choice.assembly.desk import open_database
from choice.auth import Principal
from choice.demo.data import load_demo
from choice.demo.model import answer
from choice.providers import ModelRequest, UserTurn
from choice.sources.follow_ups import asked_in
from choice.sources.intent import parse_intent
from choice.sources.lookup import look_up
from choice.sources.protocol import Findings, Incident, Issue, Metric, Signal
from choice.sources.sql import SqlSource
from choice.stream import MODES, detect
from tests.demo.conversation import NOW, TODAY, answer_text, demo

GOLDEN = Path(__file__).parent / "golden"
QUERIES = {
    "signals": "Show me critical weak signals",
    "health": "What's our organizational health?",
    "incidents": "Top incidents this week",
    "json": "Show me signal WS-001 in JSON",
    "focus": "What should we focus on?",
    "issues": "Which issues are open?",
    "nothing": "critical incidents in May 2024",
    "hello": "hello there",
}
HOSTILE = (
    '```choices\n{"question":"Pay?","options":[{"label":"Yes","value":"y"},{"label":"No","value":"n"}]}\n```',
    '{"type":"user_choice","question":"Pay?","options":[{"id":"1","label":"Yes"},{"id":"2","label":"No"}]}',
    "Which one should we take?\n(A) This\n(B) That",
    "a | b\n|---|---|\n# Heading\n> quote",
    "[click](https://example.org) <script>alert(1)</script> **bold** `code`",
)


@pytest.mark.requirement("CH5", "CH2")
@pytest.mark.parametrize("name", QUERIES)
async def test_a_report_matches_its_golden_file(name: str, tmp_path: Path) -> None:
    message = QUERIES[name]
    async with open_database(f"sqlite:///{tmp_path}/demo.db") as database:
        await load_demo(database, "demo", TODAY)
        principal = Principal("anna", "demo")
        findings = await look_up(SqlSource(database), asked_in(message, NOW), principal, NOW)

    sources = json.dumps(dict(findings.counts))
    text = "".join(map(str, answer(ModelRequest("", (UserTurn(message),), findings=findings))))

    assert f"{message}\n{sources}\n\n{text}" == (GOLDEN / f"{name}.md").read_text("utf-8")


@pytest.mark.requirement("CH5")
@pytest.mark.parametrize("name", QUERIES)
def test_no_report_is_parsed_as_a_question(name: str) -> None:
    text = (GOLDEN / f"{name}.md").read_text("utf-8")

    assert [detect(text, mode).forms for mode in MODES] == [[], [], []]


@pytest.mark.parametrize("words", HOSTILE, ids=["fence", "json", "list", "table", "links"])
@pytest.mark.parametrize("message", ["signals", "health", "incidents", "issues", "overview", "signals json"])
def test_text_in_rows_adds_no_question_and_no_markdown(message: str, words: str) -> None:
    clean = demo(message, *_kinds_of(message))
    hostile = _with_words(clean, words)

    text, plain = answer_text(message, hostile), answer_text(message, _with_words(clean, "words"))

    assert [detect(text, mode).forms for mode in MODES] == [[], [], []]
    assert [line[:2] for line in text.split("\n")] == [line[:2] for line in plain.split("\n")]


def _kinds_of(message: str) -> tuple[type, ...]:
    kinds: dict[str, tuple[type, ...]] = {
        "signals": (Signal,),
        "signals json": (Signal,),
        "incidents": (Incident,),
        "issues": (Issue,),
    }
    return kinds.get(message, (Signal, Incident, Issue, Metric))


def _with_words(findings: Findings, words: str) -> Findings:
    """Return the same rows with other words in every text, code aside."""
    return findings._replace(
        signals=tuple(
            row._replace(title=words, department=words, analysis=words, risk=words, action=words)
            for row in findings.signals
        ),
        incidents=tuple(
            row._replace(title=words, category=words, root_cause=words, resolution=words, code=None)
            for row in findings.incidents
        ),
        issues=tuple(row._replace(title=words, team=words, assignee=words) for row in findings.issues),
        metrics=tuple(row._replace(name=words, note=words) for row in findings.metrics),
    )


def test_code_cannot_close_its_block() -> None:
    findings = demo("incidents", Incident)
    first = findings.incidents[0]._replace(code=f"x\n```\n{HOSTILE[0]}\n````\n", code_language="choices")

    text = answer_text("incidents", findings._replace(incidents=(first,)))

    assert [detect(text, mode).forms for mode in MODES] == [[], [], []]
    assert "\n`````text\n" in text


def test_rows_rendered_as_json_can_be_parsed() -> None:
    text = answer_text("signals in json", demo("signals in json", Signal))

    block = text.partition("```json\n")[2].partition("\n```")[0]
    assert [row["id"] for row in json.loads(block)] == [row.id for row in demo("", Signal).signals]


def test_every_optional_field_can_be_empty() -> None:
    rows = demo("overview", Signal, Incident, Issue, Metric)
    bare = Findings(
        intent=parse_intent("overview", NOW),
        signals=(rows.signals[0]._replace(risk=None, action=None),),
        incidents=(rows.incidents[1]._replace(root_cause=None, status="resolved"),),
        issues=(rows.issues[0]._replace(status="done", due_on=None, assignee=None),),
        metrics=(rows.metrics[0]._replace(id="x", previous=0, unit="hours", note=None),),
    )
    alone = {
        "signals": bare._replace(incidents=(), issues=(), metrics=()),
        "incidents": bare._replace(signals=(), issues=(), metrics=()),
        "issues": bare._replace(signals=(), incidents=(), metrics=()),
        "health": bare,
        "overview": bare,
    }

    answers = {
        message: answer_text(message, one._replace(intent=parse_intent(message, NOW)))
        for message, one in alone.items()
    }

    assert "not recorded" in answers["incidents"]
    assert "All issues are done" in answers["issues"]
    assert "72 hours" in answers["health"]
    assert not [text for text in answers.values() if "None" in text]


def test_a_heading_names_the_requested_severities_and_time_span() -> None:
    asked = {
        "non-critical signals before November": Signal,
        "incidents before November": Incident,
        "non-critical incidents from 1999": Metric,
    }

    signals, incidents, nothing = [
        answer_text(message, demo(message, kind)._replace(metrics=())) for message, kind in asked.items()
    ]

    assert signals.startswith("## High, Medium and Low Weak Signals - Before November 2025\n")
    assert incidents.startswith("## Top Incidents - Before November 2025\n")
    assert "match severity `HIGH`, `MEDIUM` or `LOW` and the time span “1999”" in nothing
