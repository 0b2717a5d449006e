"""Routes whose request body is optional."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from choice.testing.scripted_model import ScriptedModel
from tests.server.clients import error_of
from tests.server.service import Running, running, settings_for

FORM = {"questions": [{"text": "Go?", "options": ["Yes", "No"]}]}


async def _asked(run: Running) -> str:
    asked = await run.client("bot", roles=("agent",)).post("/api/interactions", json={"request": FORM})
    return str(asked.json()["id"])


@pytest.mark.requirement("UP9")
async def test_cancelling_a_question_and_creating_a_thread_need_no_body(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        cancelled = await run.client().post(f"/api/interactions/{await _asked(run)}/cancel")
        begun = await run.client().post("/api/threads")

    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    assert (begun.status_code, begun.json()["mode"]) == (201, "chat")


async def test_an_optional_body_is_validated_if_present(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        path = f"/api/interactions/{await _asked(run)}/cancel"
        refused = [
            await run.client().post(path, content=b'{"note": "x"}'),
            await run.client().post(path, json={"why": "x"}),
            await run.client().post(path, content=_pieces()),
            await run.client().post(path.replace("cancel", "answer")),
        ]

    assert [reply.status_code for reply in refused] == [415, 422, 415, 415]
    assert error_of(refused[1])["field"] == "why"


async def _pieces() -> AsyncIterator[bytes]:
    yield b"{}"


async def test_an_empty_list_of_answers_is_rejected(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        path = f"/api/interactions/{await _asked(run)}/answer"
        refused = await run.client().post(path, json={"answers": []})

    assert error_of(refused)["message"] == "answers: must answer the question of this form."
