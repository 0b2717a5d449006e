"""Threads over the HTTP API: cards, titles and pagination."""

import json
from pathlib import Path
from typing import Any

import pytest

from choice.testing.manual_clock import ManualClock
from choice.testing.scripted_model import ScriptedModel
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import named_events, running, settings_for


@pytest.mark.requirement("QC17")
async def test_a_card_keeps_the_category_of_the_mode_it_was_asked_in(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([fence("Go on?")])) as run:
        thread = await open_thread(run.client(), "chat")
        (card,) = await thread.say("Go")
        await thread.client.patch(thread.path, json={"mode": "discovery"})
        (kept,) = (await thread.stored())["messages"][1]["cards"]

    assert card["category"] == kept["category"] == "clarification"


@pytest.mark.requirement("CH15")
async def test_a_partial_answer_completes_with_the_id_of_the_asking_message(tmp_path: Path) -> None:
    choices = [{"question": f"{name}?", "options": ["Yes", "No"]} for name in ("Tea", "Milk")]
    form = json.dumps({"type": "user_choice_group", "title": "Break", "questions": choices})
    async with running(settings_for(tmp_path), ScriptedModel([form])) as run:
        thread = await open_thread(run.client())
        tea, _ = await thread.say("Go")
        events = named_events((await thread.choose(tea, "1")).text)
        kept = await thread.stored()

    assert events[-1][0] == "message_complete"
    assert events[-1][1]["state"] == "waiting"
    assert events[-1][1]["message_id"] == kept["messages"][1]["id"]


@pytest.mark.requirement("CH15")
async def test_a_title_can_be_removed_and_a_mode_cannot(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello."])) as run:
        thread = await open_thread(run.client(), "discovery")
        titled = (await thread.client.patch(thread.path, json={"title": "Plans"})).json()
        untitled = (await thread.client.patch(thread.path, json={"title": None})).json()
        same = (await thread.client.patch(thread.path, json={})).json()
        refused = await thread.client.patch(thread.path, json={"mode": None})
        await thread.say("Good morning")
        kept = await thread.stored()

    assert (titled["title"], titled["mode"]) == ("Plans", "discovery")
    assert (untitled["title"], untitled["mode"]) == (None, "discovery")
    assert (same["title"], same["mode"]) == (None, "discovery")
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "mode"
    assert kept["title"] == "Good morning"


@pytest.mark.requirement("CH15")
async def test_pagination_returns_each_thread_once(tmp_path: Path, database_url: str) -> None:
    # On this clock all of them are of one moment.
    async with running(settings_for(tmp_path, database_url), ScriptedModel([]), clock=ManualClock()) as run:
        client = run.client()
        made = {(await open_thread(client)).path.rpartition("/")[2] for _ in range(5)}
        await open_thread(run.client("eve"))
        pages: list[dict[str, Any]] = []
        query: dict[str, str] = {"limit": "2"}
        while not pages or pages[-1]["next"] is not None:
            pages.append((await client.get("/api/threads", params=query)).json())
            query["before"] = pages[-1]["next"]
        whole = (await client.get("/api/threads")).json()

    assert [len(page["threads"]) for page in pages] == [2, 2, 1]
    listed = [thread["id"] for page in pages for thread in page["threads"]]
    assert len(listed) == 5
    assert set(listed) == made
    assert [thread["id"] for thread in whole["threads"]] == listed
    assert whole["next"] is None


@pytest.mark.requirement("CH15")
async def test_the_newest_thread_is_on_the_first_page_and_a_full_last_page_has_no_next(
    tmp_path: Path,
) -> None:
    clock = ManualClock()
    async with running(settings_for(tmp_path), ScriptedModel([]), clock=clock) as run:
        client = run.client()
        older = await open_thread(client)
        clock.advance(1)
        newer = await open_thread(client)
        first = (await client.get("/api/threads?limit=1")).json()
        last = (await client.get("/api/threads", params={"limit": 1, "before": first["next"]})).json()

    assert [thread["id"] for thread in first["threads"]] == [newer.path.rpartition("/")[2]]
    assert [thread["id"] for thread in last["threads"]] == [older.path.rpartition("/")[2]]
    assert last["next"] is None


@pytest.mark.requirement("CH8", "CH15")
@pytest.mark.parametrize(
    ("name", "value"),
    [("limit", "0"), ("limit", "201"), ("limit", "-1"), ("limit", "x"), ("limit", ""), ("limit", "٣"),
     ("before", ""), ("before", "x"), ("before", "1.2"), ("before", f"{'9' * 30}.{'a' * 36}")],
)  # fmt: skip
async def test_an_invalid_page_is_rejected_with_its_field(tmp_path: Path, name: str, value: str) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        reply = await run.client().get("/api/threads", params={name: value})

    assert (reply.status_code, reply.json()["error"]["field"]) == (422, name)
