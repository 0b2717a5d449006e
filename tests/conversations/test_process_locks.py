"""Lock files show at once which processes have died."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from choice.conversations import ProcessLock, lock_folder
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.providers.openai_events import text
from tests.providers.server import provider
from tests.server.children import child, killed_in_the_middle
from tests.server.service import data_events, running, settings_for


def test_running_and_ended_processes_are_not_dead(tmp_path: Path) -> None:
    with ProcessLock(tmp_path) as one:
        with ProcessLock(tmp_path) as other:
            assert (one.dead_processes(), other.dead_processes()) == ([], [])
        assert one.dead_processes() == []
    assert list(tmp_path.iterdir()) == []


def test_an_unlocked_file_is_a_dead_process_until_it_is_removed(tmp_path: Path) -> None:
    (tmp_path / "0123456789abcdef").touch()
    (tmp_path / "a file that is just being made.new").touch()
    with ProcessLock(tmp_path) as one, ProcessLock(tmp_path) as other:
        assert one.dead_processes() == other.dead_processes() == ["0123456789abcdef"]
        one.remove("0123456789abcdef")
        other.remove("0123456789abcdef")
        assert other.dead_processes() == []


def test_without_lock_files_no_process_is_dead(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with ProcessLock(tmp_path / "file") as nowhere, ProcessLock() as alone:
        assert (nowhere.dead_processes(), alone.dead_processes()) == ([], [])
        assert nowhere.name != alone.name


def test_every_database_has_its_own_folder(tmp_path: Path) -> None:
    assert lock_folder("sqlite:///a.db", tmp_path) != lock_folder("sqlite:///b.db", tmp_path)


@pytest.mark.requirement("QC15")
async def test_two_servers_on_one_database_do_not_take_over_each_others_turns(
    tmp_path: Path, database_url: str
) -> None:
    settings, gate = settings_for(tmp_path, database_url), asyncio.Event()
    model = ScriptedModel([ScriptedReply("Whole.", released=gate, stops_after=1)])
    async with running(settings, model) as first, running(settings, ScriptedModel([])) as second:
        asked = asyncio.create_task(first.client().post("/chatbot/chat-stream", json={"message": "Hi"}))
        await model.asked.wait()
        await second.service.turns.resuming.resume_abandoned()
        await second.service.turns.resuming.join()
        gate.set()
        events = data_events((await asked).text)

    assert "".join(event.get("content", "") for event in events) == "Whole."
    assert events[-1]["type"] == "done"


@pytest.mark.requirement("QC15", "CH10")
async def test_a_restarted_server_releases_the_conversations_of_the_killed_one_at_once(
    tmp_path: Path,
) -> None:
    half = replace(text(("Half ",)), writes=text(("Half ",)).writes[:2], ending="hold")
    async with provider(half, text(("The ", "whole."))) as model:
        by_model = {
            "CHOICE_MODEL": "openai:test",
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OPENAI_API_KEY": "key",
        }
        async with child(tmp_path, **by_model) as server:
            session = await killed_in_the_middle(server)
        async with child(tmp_path, **by_model) as server:
            since = time.monotonic()
            again = {"message": "Are you there?", "sessionId": session}
            reply = await server.client().post("/chatbot/chat-stream", json=again)
            while reply.status_code == 409 and time.monotonic() < since + 5:
                await asyncio.sleep(0.05)
                reply = await server.client().post("/chatbot/chat-stream", json=again)

    assert reply.status_code == 200
    assert "".join(event.get("content", "") for event in data_events(reply.text)) == "The whole."
