"""Threads as a client sees them change."""

import json
from pathlib import Path

import pytest

from choice.testing.scripted_model import ScriptedModel
from tests.chat.service import named_events, running, settings_for
from tests.chat.talking import fence, talk


@pytest.mark.requirement("QC17")
async def test_a_card_keeps_the_category_of_the_mode_it_was_asked_in(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([fence("Go on?")])) as run:
        thread = await talk(run.client(), "chat")
        (card,) = await thread.say("Go")
        await thread.client.patch(thread.path, json={"mode": "discovery"})
        (kept,) = (await thread.kept())["messages"][1]["cards"]

    assert card["category"] == kept["category"] == "clarification"


@pytest.mark.requirement("CH15")
async def test_the_end_of_an_answer_in_part_names_the_message_that_asked(tmp_path: Path) -> None:
    choices = [{"question": f"{name}?", "options": ["Yes", "No"]} for name in ("Tea", "Milk")]
    form = json.dumps({"type": "user_choice_group", "title": "Break", "questions": choices})
    async with running(settings_for(tmp_path), ScriptedModel([form])) as run:
        thread = await talk(run.client())
        tea, _ = await thread.say("Go")
        events = named_events((await thread.choose(tea, "1")).text)
        kept = await thread.kept()

    assert events[-1][0] == "message_complete"
    assert events[-1][1]["state"] == "waiting"
    assert events[-1][1]["message_id"] == kept["messages"][1]["id"]


@pytest.mark.requirement("CH15")
async def test_a_title_can_be_taken_away_and_a_mode_cannot(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["Hello."])) as run:
        thread = await talk(run.client(), "discovery")
        titled = (await thread.client.patch(thread.path, json={"title": "Plans"})).json()
        untitled = (await thread.client.patch(thread.path, json={"title": None})).json()
        same = (await thread.client.patch(thread.path, json={})).json()
        refused = await thread.client.patch(thread.path, json={"mode": None})
        await thread.say("Good morning")
        kept = await thread.kept()

    assert (titled["title"], titled["mode"]) == ("Plans", "discovery")
    assert (untitled["title"], untitled["mode"]) == (None, "discovery")
    assert (same["title"], same["mode"]) == (None, "discovery")
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "mode"
    assert kept["title"] == "Good morning"
