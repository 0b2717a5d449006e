"""The data that a model gets: follow-ups, answered cards, look-ups, counts and the prompt."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from choice.assembly.desk import open_database
from choice.conversations.look_up import MAX_LOOK_UPS
from choice.demo.data import load_demo
from choice.demo.model import EmbeddedModel
from choice.desk.sql.transaction import Database
from choice.local import LOCAL_TENANT
from choice.providers import ModelRequest, ToolCall, ToolResult
from choice.settings import Settings
from choice.sources.loading import write_rows
from choice.sources.protocol import KINDS
from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import data_events, named_events, running, settings_for, text_of
from tests.sources.rows import signal

TODAY = date(2026, 3, 11)
CRITICAL = ["WS-001", "WS-003", "WS-002"]


def clock() -> ManualClock:
    return ManualClock(datetime(2026, 3, 11, 23, 30, tzinfo=UTC))


async def with_demo(folder: Path) -> Settings:
    """Return the settings of a service with demo data for its tenant."""
    settings = settings_for(folder)
    async with open_database(settings.database_url) as database:
        await load_demo(database, "acme", TODAY)
    return settings


def ids(request: ModelRequest) -> list[str]:
    return [row.id for kind in KINDS for row in getattr(request.findings, kind)]


def look_up(call_id: str, **arguments: object) -> ToolCall:
    return ToolCall(call_id, "look_up", json.dumps(arguments))


def result_of(request: ModelRequest) -> str:
    """Return the result of the last tool call."""
    last = request.turns[-1]
    assert isinstance(last, ToolResult)
    return last.text


def sources_in(events: list[tuple[str, dict[str, Any]]]) -> dict[str, int]:
    """Return the sources that the end of an answer reports."""
    completed = next(data for name, data in events if name == "message_complete")
    return {one["kind"]: one["count"] for one in completed["sources"]}


@pytest.mark.requirement("DI1")
async def test_follow_ups_and_answered_cards_keep_the_data(tmp_path: Path) -> None:
    question = "Which one should I look into?"
    model = ScriptedModel(["Three.", "It is that.", fence(question), "Yes then.", "And more."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        thread = await open_thread(run.client())
        await thread.say("Show me critical weak signals")
        await thread.say("And the second one? What is its root cause?")
        (card,) = await thread.say("ask me which one")
        await thread.choose(card, "1")
        await thread.say("who owns it?")

    assert [ids(request) for request in model.requests] == [CRITICAL] * 5


@pytest.mark.requirement("DI1", "CH2")
async def test_a_session_of_the_chat_endpoint_keeps_its_data(tmp_path: Path) -> None:
    model = ScriptedModel(["Five.", "One."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        client = run.client()
        first = await client.post("/chatbot/chat-stream", json={"message": "Top incidents this week"})
        session = data_events(first.text)[0]["sessionId"]
        body = {"message": "which are still open?", "sessionId": session}
        events = data_events((await client.post("/chatbot/chat-stream", json=body)).text)

    assert events[0]["sources"] == {"signals": 0, "incidents": 1, "issues": 0, "metrics": 0}
    assert ids(model.requests[1]) == ["INC-002"]


@pytest.mark.requirement("DI1")
async def test_the_history_of_a_client_is_read_if_the_session_is_unknown(tmp_path: Path) -> None:
    model = ScriptedModel(["One."])
    history = [
        {"role": "user", "content": "Show me critical weak signals"},
        {"role": "assistant", "content": "There are three."},
    ]
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        body = {"message": "only engineering please", "conversationHistory": history}
        await run.client().post("/chatbot/chat-stream", json=body)

    assert ids(model.requests[0]) == ["WS-001"]


@pytest.mark.requirement("DI1")
async def test_an_unknown_message_gets_an_overview_in_chat_and_nothing_in_an_interview(
    tmp_path: Path,
) -> None:
    model = ScriptedModel(["Hm.", "Hm.", "Hello."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        await (await open_thread(run.client())).say("tell me something")
        await (await open_thread(run.client(), "discovery")).say("I would like an app")
        await (await open_thread(run.client())).say("hello there")

    chat, interview, greeting = model.requests
    assert dict(chat.findings.counts) == {"signals": 5, "incidents": 5, "issues": 5, "metrics": 5}
    assert "an overview of what matters most" in chat.data
    assert ids(interview) == ids(greeting) == []


@pytest.mark.requirement("DI1")
async def test_a_model_can_look_up_rows_that_were_not_fetched(tmp_path: Path) -> None:
    calls = (look_up("c1", kind="incidents", severity="high", span="last month"),)
    model = ScriptedModel([ScriptedReply("", calls), "One outage."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="Show me critical weak signals")).text)
        stored = await thread.stored()

    assert 'kind="incidents" rows="1" of="1" searched="severity=high, 1–28 Feb 2026"' in result_of(
        model.requests[1]
    )
    assert '"id":"INC-009"' in result_of(model.requests[1])
    assert [data["tool"] for name, data in events if name == "tool_executing"] == ["look_up"]
    assert sources_in(events) == {"signals": 3, "incidents": 1}
    assert "INC-009" not in json.dumps(stored)


@pytest.mark.requirement("DI1", "CH9")
async def test_a_look_up_sees_only_what_the_person_may_see(tmp_path: Path) -> None:
    calls = (look_up("c1", ids=["INC-006", "WS-006", "WS-001"]), look_up("c2", kind="issues", tenant="other"))
    model = ScriptedModel([ScriptedReply("", calls), "Done."])
    settings = await with_demo(tmp_path)
    async with open_database(settings.database_url) as database:
        await load_demo(database, "other", TODAY)
    async with running(settings, model, clock=clock()) as run:
        await (await open_thread(run.client())).say("hello there")
        results = [turn.text for turn in model.requests[1].turns if isinstance(turn, ToolResult)]

    assert [name for name in ("INC-006", "WS-006", "WS-001") if f'"id":"{name}"' in results[0]] == ["WS-001"]
    assert results[1].startswith("Nothing was looked up. tenant: Extra inputs are not permitted.")


@pytest.mark.requirement("DI1")
async def test_look_ups_end_after_the_limit(tmp_path: Path) -> None:
    replies = [ScriptedReply("", (look_up(f"c{n}", kind="metrics"),)) for n in range(MAX_LOOK_UPS + 1)]
    model = ScriptedModel([*replies, "Enough."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="metrics")).text)

    assert result_of(model.requests[-1]).startswith("No more look-ups in this answer")
    assert text_of(events) == "Enough."
    assert events[-1][0] == "message_complete"


@pytest.mark.requirement("DI1")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"span": "when the moon was full"}, "The time span was not understood."),
        ({"kind": "people"}, "kind: Input should be"),
        ({"limit": 500}, "limit: Input should be less than or equal to 50."),
    ],
)
async def test_an_invalid_look_up_is_explained_with_an_example(
    arguments: dict[str, object], words: str, tmp_path: Path
) -> None:
    model = ScriptedModel([ScriptedReply("", (look_up("c1", **arguments),)), "Sorry."])
    async with running(await with_demo(tmp_path), model, clock=clock()) as run:
        await (await open_thread(run.client())).say("metrics")

    assert words in result_of(model.requests[1])
    assert "such as `last week`" in result_of(model.requests[1]) or "Valid example" in result_of(
        model.requests[1]
    )


@pytest.mark.requirement("DI2")
async def test_the_prompt_names_today_in_the_time_zone_and_the_language_of_the_person(tmp_path: Path) -> None:
    model = ScriptedModel(["A.", "B.", "C."])
    settings = replace(await with_demo(tmp_path), time_zone="America/New_York")
    async with running(settings, model, clock=clock()) as run:
        client = run.client()
        seoul = {"Time-Zone": "Asia/Seoul", "Accept-Language": "ko-KR,ko;q=0.9"}
        for headers in ({}, seoul, {"Time-Zone": "Mars/Olympus", "Accept-Language": "<script>"}):
            await client.post(
                "/chatbot/chat-stream", json={"message": "incidents yesterday"}, headers=headers
            )

    default, korean, invalid = model.requests
    assert (
        "It is Wednesday, 11 March 2026, 19:30 in the person's time zone (America/New_York)." in default.data
    )
    assert "It is Thursday, 12 March 2026, 08:30 in the person's time zone (Asia/Seoul)." in korean.data
    assert "The person's preferred language is `ko-KR`" in korean.data
    assert 'searched="11 Mar 2026"' in korean.data
    assert "America/New_York" in invalid.data
    assert "preferred language" not in invalid.data


@pytest.mark.requirement("DI2")
async def test_a_time_span_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    model = ScriptedModel(["A."])
    settings = await with_demo(tmp_path)
    async with running(settings, model, clock=clock()) as run:
        await (await open_thread(run.client())).say("incidents since the merger")
    async with running(settings, EmbeddedModel(None), clock=clock()) as run:
        thread = await open_thread(run.client())
        shown = text_of(named_events((await thread.post(content="incidents since the merger")).text))

    assert (
        "The time span “since the merger” was not understood, so rows of all time" in model.requests[0].data
    )
    assert shown.startswith(
        "> I did not understand the time span “since the merger”, so this covers all time."
    )


async def _load_signals(database: Database) -> None:
    rows = [
        signal(
            f"WS-{number}",
            "critical" if number % 4 == 0 else "low",
            impact=number / 100,
            words="analysis " * 30,
        )
        for number in range(800)
    ]
    await database.write(lambda tx: write_rows(tx, "signals", "acme", rows), "acme")


@pytest.mark.requirement("DI2", "CH5")
async def test_counts_are_true_and_cuts_are_said(database_url: str, tmp_path: Path) -> None:
    settings = settings_for(tmp_path, database_url)
    async with open_database(database_url) as database:
        await _load_signals(database)
    model = ScriptedModel(["A.", "B."])
    async with running(settings, model) as run:
        thread = await open_thread(run.client())
        await thread.say("How many critical signals do we have?")
        await thread.say("signals")
    async with running(settings, EmbeddedModel(None)) as run:
        thread = await open_thread(run.client())
        asked = ("How many critical signals do we have?", "how many are there?", "signals")
        shown = [text_of(named_events((await thread.post(content=each)).text)) for each in asked]

    critical, everything = model.requests
    rows = len(critical.findings.signals)
    assert f'<data kind="signals" rows="{rows}" of="200" searched="severity=critical">' in critical.data
    assert 20 < rows <= 50
    assert [row.id for row in critical.findings.signals[:3]] == ["WS-796", "WS-792", "WS-788"]
    assert (
        '<counts>{"severity":{"low":600,"critical":200},"department":{"Sales":800}}</counts>'
        in everything.data
    )
    assert f"I found **200 critical signals** requiring attention: Only the {rows} most" in shown[0]
    assert shown[1].startswith("There are **200 signals**.")
    assert "I found **800 signals**, **200** of them critical." in shown[2]


@pytest.mark.requirement("CH5", "DI2")
async def test_a_report_links_to_the_dashboard_if_there_is_one(tmp_path: Path) -> None:
    settings = replace(await with_demo(tmp_path), dashboard_url="/dashboard")
    model = ScriptedModel(["A."])
    async with running(settings, EmbeddedModel(None), clock=clock()) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="Show me critical weak signals")).text)
    async with running(settings, model, clock=clock()) as run:
        await (await open_thread(run.client())).say("signals")

    assert text_of(events).endswith("\n\n[View Signal Dashboard](/dashboard/signals)\n")
    assert "(/dashboard/signals)" in model.requests[0].data


FOLLOW_UPS = {
    "And the second one?": ("This is the signal **On-call Fatigue** (`WS-003`).", "**Key Points:**"),
    "두 번째 것은?": ("This is the signal **On-call Fatigue** (`WS-003`).", "Department: Site Reliability"),
    "who owns it?": ("These are the teams and people on record.", "Department: Engineering Team"),
    "why?": ("These are the causes on record.", "fell by 40% in two weeks"),
    "What should I do today?": ("These are the next steps on record.", "Next step: Bring both team leads"),
    "how many are there?": ("There are **3 signals**.", "**Signals by severity:** critical 3"),
    "only engineering": ("## Critical Weak Signals", "I found **1 critical signal** requiring attention:"),
    "only marketing": ("> Nothing here is named “marketing”, so this is not limited to it.", "**3 critical"),
    "the first one in JSON": ("## Signal WS-001", '"id": "WS-001"'),
    "last month?": ("## No Signals Found", "the time span “Last Month”"),
    "tell me": ("## Critical Weak Signals", "**3 critical signals**"),
}


@pytest.mark.requirement("DI1", "CH5")
@pytest.mark.parametrize("message", FOLLOW_UPS)
async def test_the_demo_model_answers_follow_ups_from_the_same_rows(message: str, tmp_path: Path) -> None:
    async with running(await with_demo(tmp_path), EmbeddedModel(None), clock=clock()) as run:
        thread = await open_thread(run.client())
        await thread.say("Show me critical weak signals")
        shown = text_of(named_events((await thread.post(content=message)).text))

    assert shown.startswith(FOLLOW_UPS[message][0])
    assert FOLLOW_UPS[message][1] in shown


@pytest.mark.requirement("CH5")
async def test_the_demo_model_answers_an_unknown_message_with_an_overview(tmp_path: Path) -> None:
    async with running(await with_demo(tmp_path), EmbeddedModel(None), clock=clock()) as run:
        thread = await open_thread(run.client())
        shown = text_of(named_events((await thread.post(content="tell me something")).text))

    assert shown.startswith("I found nothing to search for in your message")
    assert "**Communication Breakdown** (`WS-001`" in shown
    assert "- Top incidents this week" in shown


@pytest.mark.requirement("CH5")
async def test_the_demo_data_is_loaded_with_any_model(tmp_path: Path) -> None:
    model = ScriptedModel(["A.", "B."])
    for is_on in (False, True):
        async with running(settings_for(tmp_path, demo_data=is_on), model) as run:
            await (await open_thread(run.client(tenant=LOCAL_TENANT))).say("critical signals")

    assert [ids(request) for request in model.requests] == [[], CRITICAL]


@pytest.mark.requirement("DI9", "CH9")
async def test_answers_come_from_a_source_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "our_source.py").write_text(SOURCE, "utf-8")
    model = ScriptedModel([ScriptedReply("", (look_up("c1", kind="issues", text="logo"),)), "Done."])
    async with running(settings_for(tmp_path, source="our_source:Ours"), model) as run:
        thread = await open_thread(run.client())
        events = named_events((await thread.post(content="Which issues are open?")).text)

    assert ids(model.requests[0]) == ["T-2", "T-1"]
    assert 'rows="2" of="2" searched="status=open|in_progress"' in model.requests[0].data
    assert '"id":"T-3"' in result_of(model.requests[1])
    assert sources_in(events) == {"issues": 3}


SOURCE = """
from choice.sources.protocol import Found

COMMON = {"team": "Web", "created_at": "2026-03-01T10:00:00Z"}
TICKETS = [
    {"id": "T-1", "tenant": "acme", "title": "Slow page", "severity": "low", "status": "open"},
    {"id": "T-2", "tenant": "acme", "title": "No login", "severity": "high", "status": "open"},
    {"id": "T-3", "tenant": "acme", "title": "Old logo", "severity": "low", "status": "done"},
    {"id": "T-4", "tenant": "other", "title": "Secret", "severity": "critical", "status": "open"},
]

class Ours:
    async def find(self, query):
        rows = [row | COMMON for row in TICKETS if all(word in row["title"].lower() for word in query.text)]
        return {"issues": Found(rows, len(rows))}
"""
