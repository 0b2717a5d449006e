"""The agents in examples/agents work, with the real frameworks, against a scripted model server."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from choice.conversations import AgentClient
from tests.conversations.thread_client import open_thread
from tests.providers.answers import Answer
from tests.providers.openai_events import calls, text
from tests.providers.server import Received, choosing
from tests.server.service import cards_in, named_events, running, settings_for, text_of

pytestmark = pytest.mark.requirement("DI8")
FOLDER = Path(__file__).parents[1] / "examples" / "agents"
ARGUMENTS = json.dumps({"question": "Who will read it?", "options": ["Engineers", "Customers"]})
FRAMEWORKS = {
    "openai_compatible": "openai",
    "with_pydantic_ai": "pydantic_ai",
    "with_langgraph": "langgraph",
    "with_openai_agents": "agents",
}


def asked_first(received: Received) -> Answer:
    """Ask with a tool if the model has one that was not used yet; else write."""
    messages = received.body["messages"]
    if "tools" in received.body and not any(message["role"] == "tool" for message in messages):
        return calls(("call_1", "ask_person", ARGUMENTS))
    return text(["Dear ", "Customers", "!"])


def loaded(name: str, url: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setenv("OPENAI_BASE_URL", f"{url}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    monkeypatch.setenv("OPENAI_AGENTS_DISABLE_TRACING", "1")
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", FRAMEWORKS)
async def test_the_example_asks_and_goes_on_with_the_answer(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip(FRAMEWORKS[name])
    async with choosing(asked_first) as subject:
        module = loaded(name, subject.url, monkeypatch)
        async with running(settings_for(tmp_path), AgentClient(module.agent, name)) as run:
            thread = await open_thread(run.client())
            (card,) = await thread.say("Write to them")
            answered = named_events((await thread.choose(card, "2")).text)
        if hasattr(module, "client"):
            await module.client.close()

    assert card["question_text"] == "Who will read it?"
    assert [option["label"] for option in card["options"]] == ["Engineers", "Customers"]
    assert text_of(answered) == "Dear Customers!"
    assert answered[-1][0] == "message_complete"
    assert cards_in(answered) == []
    assert "Customers" in json.dumps(subject.requests[-1].body["messages"])


async def test_the_smallest_example_asks_and_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = loaded("own_agent", "http://127.0.0.1:1", monkeypatch)
    async with running(settings_for(tmp_path), AgentClient(module.agent, "own")) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Set it up")
        answered = named_events((await thread.choose(card, "1")).text)

    assert text_of(answered) == "SQLite it is."


@pytest.mark.parametrize("name", [*FRAMEWORKS, "own_agent"])
def test_an_example_is_short(name: str) -> None:
    lines = (FOLDER / f"{name}.py").read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith(("#", '"""'))]

    most: Callable[[str], int] = lambda each: 12 if each == "own_agent" else 45  # noqa: E731
    assert len(code) <= most(name)
