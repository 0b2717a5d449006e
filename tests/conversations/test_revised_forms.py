"""Answers to forms that were revised."""

from pathlib import Path

import pytest

from choice.assembly.desk import open_desk
from choice.auth import principal_for
from choice.models import Option, Question
from choice.testing.scripted_model import ScriptedModel
from tests.server.service import running, settings_for

GO = {"questions": [{"text": "Go?", "options": [{"id": "A", "label": "Yes"}, {"id": "B", "label": "No"}]}]}


@pytest.mark.requirement("UP1")
async def test_an_answer_is_checked_against_the_revised_form(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    async with running(settings, ScriptedModel([])) as run:
        asked = await run.client("bot", roles=("agent",)).post("/api/interactions", json={"request": GO})
        path, bot = (
            f"/api/interactions/{asked.json()['id']}",
            principal_for("bot", "acme", frozenset({"agent"})).asker,
        )
        async with open_desk(settings.database_url) as elsewhere:
            changed = Question(text="Where?", options=[Option(id="N", label="North")])
            await elsewhere.revise(asked.json()["id"], changed, asked_by=bot)
        ada = run.client()
        answers = [{"answers": [{"question_id": "q1", "option_ids": [each]}]} for each in ("X", "N")]
        wrong, right = [await ada.post(f"{path}/answer", json=each) for each in answers]

    assert (wrong.status_code, right.status_code) == (422, 200)
    assert right.json()["outcome"]["answers"][0]["option_ids"] == ["N"]
