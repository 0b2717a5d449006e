"""The unmodified clients of AG-UI and the AI SDK, in Node, against the server."""

import asyncio
import json
import shutil
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from choice.providers import ToolCall, UserTurn
from choice.server.schemas.clients import conversation_of
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.conversations.thread_client import fence
from tests.server.service import Running, running, settings_for

pytestmark = pytest.mark.requirement("DI10")
CLIENTS = Path(__file__).parent / "clients"
NODE = Path(sys.executable).parent / "node"
TWO = ScriptedReply(
    "Two things.",
    tuple(
        ToolCall(
            f"call_{name}",
            "present_question",
            json.dumps({"question": f"{name}?", "options": [{"label": f"{name}1"}, {"label": f"{name}2"}]}),
        )
        for name in ("A", "B")
    ),
)


def node() -> str:
    program = str(NODE) if NODE.exists() else shutil.which("node")
    if program is None or not (CLIENTS / "node_modules" / "ai").exists():
        pytest.skip("the clients of AG-UI and the AI SDK are not installed: npm could not reach its registry")
    return program


class Client:
    """A client in a Node process, which takes commands and returns its state."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    async def do(self, **command: object) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(command).encode() + b"\n")
        async with asyncio.timeout(60):
            line = await self._process.stdout.readline()
        assert line, "The client ended."
        state: dict[str, Any] = json.loads(line)
        return state


@asynccontextmanager
async def client(script: str, *arguments: str) -> AsyncIterator[Client]:
    process = await asyncio.create_subprocess_exec(
        node(),
        script,
        *arguments,
        cwd=CLIENTS,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**20,
    )
    try:
        yield Client(process)
    finally:
        if process.stdin is not None:
            process.stdin.close()
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def ag_ui(
    folder: Path, version: str, replies: Sequence[ScriptedReply | str]
) -> AsyncIterator[tuple[Client, ScriptedModel, Running]]:
    node()
    model = ScriptedModel(replies)
    async with (
        running(settings_for(folder), model) as run,
        client("ag_ui.mjs", version, f"{run.url}/api/ag-ui", run.token(), "my thread") as subject,
    ):
        yield subject, model, run


@asynccontextmanager
async def ai_sdk(
    folder: Path, replies: Sequence[ScriptedReply | str]
) -> AsyncIterator[tuple[Client, ScriptedModel, Running]]:
    node()
    model = ScriptedModel(replies)
    async with (
        running(settings_for(folder), model) as run,
        client("ai_sdk.mjs", f"{run.url}/api/ai-sdk/chat", run.token(), "chat-1") as subject,
    ):
        yield subject, model, run


@pytest.mark.parametrize("version", ["1", "0"])
async def test_an_agent_of_ag_ui_talks_over_several_runs(version: str, tmp_path: Path) -> None:
    async with ag_ui(tmp_path, version, ["Hello **Ada**.", "Again."]) as (agent, model, _run):
        first = await agent.do(say="Hi")
        second = await agent.do(say="And?")

    assert first["error"] is None
    assert (first["text"], second["text"]) == ("Hello **Ada**.", "Again.")
    assert first["events"][0] == "RUN_STARTED"
    assert first["events"][-1] == "RUN_FINISHED"
    assert first["threadId"] == "my thread"
    assert [turn.text for turn in model.requests[1].turns if isinstance(turn, UserTurn)] == ["Hi", "And?"]


@pytest.mark.parametrize("version", ["1", "0"])
async def test_an_interrupt_is_resumed_and_the_answer_streams(version: str, tmp_path: Path) -> None:
    async with ag_ui(tmp_path, version, [fence("Import all?"), "Imported."]) as (agent, model, _run):
        asked = await agent.do(say="Import")
        (interrupt,) = asked["outcome"]["interrupts"]
        payload = {"option_ids": ["1"]}
        answered = await agent.do(
            resume=[{"interruptId": interrupt["id"], "status": "resolved", "payload": payload}]
        )

    assert asked["outcome"]["type"] == "interrupt"
    assert interrupt["message"] == "Import all?"
    assert answered["error"] is None, answered
    assert answered["text"] == "Imported."
    assert answered["outcome"]["type"] == "success"
    assert model.requests[1].turns[-1] == UserTurn("yes")


@pytest.mark.parametrize("version", ["1", "0"])
async def test_all_interrupts_are_resumed_at_once_and_partial_answers_are_refused(
    version: str, tmp_path: Path
) -> None:
    async with ag_ui(tmp_path, version, [TWO, "Good."]) as (agent, model, run):
        asked = await agent.do(say="Plan")
        first, second = asked["outcome"]["interrupts"]
        answers = [
            {"interruptId": first["id"], "status": "resolved", "payload": "A2"},
            {"interruptId": second["id"], "status": "cancelled"},
        ]
        http = run.client()
        body = {"threadId": "my thread", "runId": "r", "messages": [], "resume": answers[:1]}
        partial = await http.post("/api/ag-ui", json=body)
        partly = await agent.do(resume=answers[:1])
        answered = await agent.do(resume=answers)

    assert partial.status_code == 422
    assert f"missing: {second['id']}" in partial.json()["error"]["message"]
    assert partly["error"] is not None
    assert answered["error"] is None, answered
    assert answered["text"] == "Good."
    results = {turn.call_id: turn.text for turn in model.requests[1].turns if hasattr(turn, "call_id")}
    assert results["call_A"] == "A2"
    assert "A" not in results["call_B"].split()[0]


async def test_use_chat_sends_regenerates_and_continues(tmp_path: Path) -> None:
    async with ai_sdk(tmp_path, ["First.", "Second.", "Third."]) as (chat, model, run):
        first = await chat.do(say="Hi")
        again = await chat.do(regenerate=True)
        third = await chat.do(say="And?")
        (thread,) = (await run.client().get("/api/threads")).json()["threads"]
        kept = (await run.client().get(f"/api/threads/{thread['id']}")).json()["messages"]

    assert (first["error"], first["text"]) == (None, "First.")
    assert (again["error"], again["text"], again["roles"]) == (None, "Second.", ["user", "assistant"])
    assert third["text"] == "Third."
    assert model.requests[1].turns == (UserTurn("Hi"),)
    assert [message["content"] for message in kept] == ["Hi", "Second.", "And?", "Third."]


async def test_use_chat_answers_a_question_as_the_output_of_a_tool(tmp_path: Path) -> None:
    async with ai_sdk(tmp_path, [TWO, "Good.", "Bye."]) as (chat, model, _run):
        asked = await chat.do(say="Plan")
        one, two = asked["tools"]
        half = await chat.do(tool={"id": one["id"], "output": {"option_ids": ["2"]}, "more": True})
        answered = await chat.do(tool={"id": two["id"], "output": "B1"})
        later = await chat.do(say="Thanks")

    assert [tool["name"] for tool in asked["tools"]] == ["question", "question"]
    assert one["state"] == "input-available"
    assert one["input"]["question_text"] == "A?"
    assert [card["question_id"] for card in asked["cards"]] == [one["id"], two["id"]]
    assert half["status"] == "ready"
    assert answered["error"] is None, answered
    assert answered["text"].endswith("Good.")
    results = {turn.call_id: turn.text for turn in model.requests[1].turns if hasattr(turn, "call_id")}
    assert results == {"call_A": "A2", "call_B": "B1"}
    assert later["text"] == "Bye."


async def test_use_chat_answers_a_question_with_a_data_part(tmp_path: Path) -> None:
    async with ai_sdk(tmp_path, [fence("Import all?"), "Imported."]) as (chat, model, _run):
        asked = await chat.do(say="Import")
        data = {"question_id": asked["cards"][0]["question_id"], "option_ids": ["2"]}
        answered = await chat.do(part={"type": "data-question-answer", "data": data})

    assert answered["error"] is None, answered
    assert answered["text"] == "Imported."
    assert model.requests[1].turns[-1] == UserTurn("no")


async def test_use_chat_stops_an_answer_and_goes_on(tmp_path: Path) -> None:
    held = ScriptedReply("Half of it", released=asyncio.Event(), stops_after=2)
    async with ai_sdk(tmp_path, [held, "Whole."]) as (chat, model, run):
        stopped = await chat.do(stop={"say": "Hi", "after": "Half"})
        await model.until(lambda: model.abandoned == 1)
        conversation = conversation_of("chat-1", ("acme", "ada"))
        async with asyncio.timeout(20):
            while run.service.turns.running.in_conversation(conversation, "acme"):  # noqa: ASYNC110
                await asyncio.sleep(0)
        after = await chat.do(say="Again")

    assert stopped["status"] == "ready"
    assert stopped["text"].startswith("Half")
    assert (after["error"], after["text"]) == (None, "Whole.")


async def test_a_reloaded_page_resumes_with_the_open_question(tmp_path: Path) -> None:
    async with ai_sdk(tmp_path, [f"One thing.\n\n{fence('Import all?')}", "Imported."]) as (
        chat,
        model,
        _run,
    ):
        nothing = await chat.do(resume=True)
        asked = await chat.do(say="Import")
        await chat.do(reload="empty")
        resumed = await chat.do(resume=True)
        answered = await chat.do(tool={"id": resumed["tools"][0]["id"], "output": "yes"})
        done = await chat.do(resume=True)

    assert (nothing["error"], nothing["roles"]) == (None, [])
    assert resumed["error"] is None, resumed
    assert resumed["tools"] == asked["tools"]
    assert resumed["text"].strip() == "One thing."
    assert answered["text"].endswith("Imported.")
    assert done["text"] == answered["text"]
    assert model.requests[1].turns[-1] == UserTurn("yes")


async def test_chats_of_two_users_with_the_same_id_are_separate(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel(["One.", "Two."])) as run:
        body = {
            "id": "same",
            "messages": [{"id": "m", "role": "user", "parts": [{"type": "text", "text": "Hi"}]}],
            "trigger": "submit-message",
        }
        for user in ("ada", "bob"):
            assert (await run.client(user).post("/api/ai-sdk/chat", json=body)).status_code == 200
        lists = [(await run.client(user).get("/api/threads")).json()["threads"] for user in ("ada", "bob")]

    assert [len(threads) for threads in lists] == [1, 1]
    assert lists[0][0]["id"] != lists[1][0]["id"]
