"""Long reasoning, cut-off answers, refused tools, full contexts and repeated invalid calls.

The clients are the real ones, with the SDKs of the providers; their servers are scripted.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from choice.conversations import NullSink
from choice.conversations.writing import Writing
from choice.providers import ModelFailed, ModelRequest, UserTurn
from choice.providers.openai import OpenAIClient
from choice.providers.openai import from_environment as openai_from_environment
from choice.settings import ModelSettings
from choice.wire import TokenStream
from tests.providers import anthropic_events, openai_events
from tests.providers.answers import Answer, refused
from tests.providers.protocols import AT_ONCE, PROTOCOLS, Spoken
from tests.providers.server import Provider, Received, choosing, provider
from tests.server.service import Running, data_events, named_events, running, settings_for, text_of
from tests.server.skipping_loop import SkippingLoop

pytestmark = pytest.mark.requirement("DI6")
REQUEST = ModelRequest("Be brief.", (UserTurn("Why?"),))


@pytest.fixture(params=PROTOCOLS.values(), ids=list(PROTOCOLS))
def spoken(request: pytest.FixtureRequest) -> Spoken:
    protocol: Spoken = request.param
    return protocol


@asynccontextmanager
async def served(
    spoken: Spoken, folder: Path, *answers: Answer, model_settings: ModelSettings | None = None
) -> AsyncIterator[tuple[Running, Provider]]:
    """Run the service with a real client whose provider sends these answers."""
    async with (
        spoken.asked(*answers) as (client, subject),
        running(settings_for(folder, model_settings=model_settings or ModelSettings()), client) as run,
    ):
        yield run, subject


def reasoning(spoken: Spoken, count: int) -> tuple[bytes, ...]:
    """Return reasoning as the provider streams it."""
    if spoken.events is openai_events:
        return tuple(openai_events.chunk({"reasoning_content": f"Step {n}. "}) for n in range(count))
    block = {"type": "thinking", "thinking": "", "signature": ""}
    steps = [
        anthropic_events.delta(0, {"type": "thinking_delta", "thinking": f"Step {n}. "}) for n in range(count)
    ]
    return (anthropic_events.block_begin(0, block), *steps, anthropic_events.block_end(0))


def with_reasoning(spoken: Spoken, count: int, pace: float) -> Answer:
    answer = spoken.text("Because.")
    begin, *rest = answer.writes
    return Answer((begin, *reasoning(spoken, count), *rest), pace=pace)


def on_skipped_time(answer: Answer, spoken: Spoken, silence: float, total: float) -> tuple[str, float]:
    """Write an answer on a loop that skips idle time; return the text and the seconds that it took."""

    async def answered() -> tuple[str, float]:
        loop = asyncio.get_running_loop()
        limits = replace(AT_ONCE, idle_seconds=silence)
        async with spoken.asked(answer, limits=limits) as (client, _subject):
            writing = Writing("chat", TokenStream(), NullSink())
            began = loop.time()
            await writing.run(lambda sink: client.reply(REQUEST, sink), silence, total)
            return writing.shown, loop.time() - began

    with asyncio.Runner(loop_factory=partial(SkippingLoop, patience=0.2)) as runner:
        return runner.run(answered())


def test_a_model_that_reasons_for_two_minutes_is_not_silent(spoken: Spoken) -> None:
    text, seconds = on_skipped_time(with_reasoning(spoken, 12, pace=10.0), spoken, 30.0, 600.0)

    assert text == "Because."
    assert seconds >= 120


def test_a_model_that_sends_nothing_for_the_limit_is_silent(spoken: Spoken) -> None:
    with pytest.raises((TimeoutError, ModelFailed)) as caught:
        on_skipped_time(with_reasoning(spoken, 3, pace=31.0), spoken, 30.0, 600.0)

    assert getattr(caught.value, "code", "TIMEOUT") == "TIMEOUT"


def test_an_answer_that_takes_longer_than_the_whole_limit_is_stopped(spoken: Spoken) -> None:
    with pytest.raises(TimeoutError):
        on_skipped_time(with_reasoning(spoken, 100, pace=10.0), spoken, 30.0, 600.0)


async def test_an_answer_that_reaches_the_length_limit_stays_and_is_continued(
    spoken: Spoken, tmp_path: Path
) -> None:
    reason = "length" if spoken.events is openai_events else "max_tokens"
    cut = spoken.events.text(["First ", "part"], reason)
    async with served(spoken, tmp_path, cut, spoken.text("second part.")) as (run, subject):
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()["id"]
        path = f"/api/threads/{thread}"
        first = named_events((await client.post(f"{path}/chat", json={"content": "Tell me"})).text)
        await client.post(f"{path}/chat", json={"content": "please continue"})
        kept = (await client.get(path)).json()["messages"]

    assert [name for name, _data in first][-1] == "message_complete"
    assert text_of(first).startswith("First part\n\n_The answer reached the model's length limit.")
    assert [message["state"] for message in kept if message["role"] == "assistant"] == ["complete"] * 2
    sent = [each for each in subject.requests[1].body["messages"] if each["role"] != "system"]
    assert [each["role"] for each in sent] == ["user", "assistant", "user"]
    assert "First part" in json.dumps(sent[1])
    assert "length limit" not in json.dumps(sent[1])


async def test_a_length_limit_that_leaves_no_room_for_an_answer_is_an_error(
    spoken: Spoken, tmp_path: Path
) -> None:
    reason = "length" if spoken.events is openai_events else "max_tokens"
    async with served(spoken, tmp_path, spoken.events.text([], reason)) as (run, _subject):
        reply = await run.client().post("/chatbot/chat", json={"message": "Tell me"})

    assert reply.status_code == 502
    assert "max_tokens in CHOICE_MODEL_OPTIONS" in reply.json()["error"]["message"]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "registry.ollama.ai/library/gemma:2b does not support tools"),
        (404, "No endpoints found that support tool use."),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'),
        (500, "tools param requires --jinja flag"),
        (400, "This model does not support function calling."),
    ],
)
async def test_a_server_that_refuses_tools_is_asked_without_them(
    status: int, said: str, tmp_path: Path
) -> None:
    def choose(received: Received) -> Answer:
        if "tools" in received.body:
            return refused(status, openai_events.error(said, "invalid_request_error"))
        return openai_events.text(["Hello."])

    async with choosing(choose) as subject:
        client = OpenAIClient("test", "key", f"{subject.url}/v1", limits=AT_ONCE)
        async with running(settings_for(tmp_path), client) as run:
            replies = [await run.client().post("/chatbot/chat", json={"message": "Hi"}) for _ in range(2)]
            systems = [each.body["messages"][0]["content"] for each in subject.requests]
        await client.close()

    assert [reply.json()["message"] for reply in replies] == ["Hello.", "Hello."]
    assert ["tools" in each.body for each in subject.requests] == [True, False, False]
    assert "```choices" not in systems[0]
    assert "```choices" in systems[1]


@pytest.mark.parametrize(("tools", "sent"), [("on", True), ("off", False)])
async def test_tools_can_be_switched_on_and_off(tools: Any, *, sent: bool, tmp_path: Path) -> None:  # noqa: ANN401
    refusal = refused(400, openai_events.error("the model does not support tools", "x"))
    answer = refusal if sent else openai_events.text(["Hello."])
    spoken, model = PROTOCOLS["openai"], ModelSettings(tools=tools)
    async with served(spoken, tmp_path, answer, model_settings=model) as (run, subject):
        reply = await run.client().post("/chatbot/chat", json={"message": "Hi"})

    assert ["tools" in each.body for each in subject.requests] == [sent]
    assert reply.status_code == (502 if sent else 200)
    assert not sent or "CHOICE_MODEL_TOOLS" in reply.json()["error"]["message"]


TOO_LONG = {
    "openai": (
        "This model's maximum context length is 8192 tokens. However, your messages had 16384 tokens.",
        "context_length_exceeded",
    ),
    "anthropic": ("prompt is too long: 16,384 tokens > 8,192 maximum", "invalid_request_error"),
}


async def test_a_conversation_that_is_too_long_loses_its_oldest_messages(
    spoken: Spoken, tmp_path: Path
) -> None:
    refusal = refused(
        400, spoken.events.error(*TOO_LONG[spoken.events.__name__.split(".")[-1].split("_")[0]])
    )
    history = [
        {"role": "user" if number % 2 == 0 else "assistant", "content": f"{number} {'word ' * 400}"}
        for number in range(40)
    ]
    body = {"message": "And the last one?", "conversationHistory": history}
    async with served(spoken, tmp_path, refusal, spoken.text("This.")) as (run, subject):
        reply = await run.client().post("/chatbot/chat-stream", json=body)
        again = await run.client().post("/chatbot/chat", json=body)

    events = data_events(reply.text)
    text = "".join(event.get("content", "") for event in events)
    assert events[-1] == {"type": "done"}
    assert (
        text == "_The conversation is too long for the model, so its oldest messages were left out._\n\nThis."
    )
    assert again.json()["message"] == "This."
    sizes = [len(json.dumps(each.body)) for each in subject.requests]
    assert len(sizes) == 3
    assert 0.3 < sizes[1] / sizes[0] < 0.5
    assert sizes[2] == sizes[1]
    sent = [each for each in subject.requests[1].body["messages"] if each["role"] != "system"]
    assert sent[0]["role"] == "user"
    assert "39 word" in json.dumps(sent)
    assert "And the last one?" in json.dumps(sent[-1])
    assert "What was left out" in json.dumps(sent[-1])


async def test_a_context_that_stays_too_long_is_an_error_after_one_retry(
    spoken: Spoken, tmp_path: Path
) -> None:
    refusal = refused(400, spoken.events.error("prompt is too long", "invalid_request_error"))
    async with served(spoken, tmp_path, refusal) as (run, subject):
        reply = await run.client().post("/chatbot/chat", json={"message": "Hi"})

    assert reply.status_code == 502
    assert "too long for the model" in reply.json()["error"]["message"]
    assert len(subject.requests) == 2


async def test_four_invalid_calls_end_with_an_error_that_says_so(spoken: Spoken, tmp_path: Path) -> None:
    arguments = json.dumps({"question": "Which?", "options": [{"label": "Only one"}]})
    bad = spoken.events.calls(("call_1", "present_question", arguments))
    async with served(spoken, tmp_path, bad) as (run, subject):
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()["id"]
        path = f"/api/threads/{thread}"
        events = named_events((await client.post(f"{path}/chat", json={"content": "Ask me"})).text)
        kept = (await client.get(path)).json()["messages"]

    assert len(subject.requests) == 4
    name, data = events[-1]
    assert name == "error"
    assert data["code"] == "MODEL_ERROR"
    assert "its tool calls were not valid" in data["message"]
    assert "options" in data["message"]
    assert [message["role"] for message in kept] == ["user"]


async def test_options_and_headers_of_the_settings_are_sent(tmp_path: Path) -> None:
    given = {
        "temperature": 0.7,
        "reasoning_effort": "low",
        "extra_body": {"top_k": 5},
        "extra_headers": {"X-Team": "chat"},
    }
    async with provider(openai_events.text(["Hello."])) as subject:
        variables = {
            "OPENAI_BASE_URL": f"{subject.url}/v1",
            "CHOICE_MODEL_OPTIONS": json.dumps(given),
            "CHOICE_MODEL_SILENCE_SECONDS": "7",
        }
        client = openai_from_environment("test", variables)
        async with running(settings_for(tmp_path), client) as run:
            await run.client().post("/chatbot/chat", json={"message": "Hi"})
        await client.close()

    (received,) = subject.requests
    assert received.headers["x-team"] == "chat"
    expected = {"temperature": 0.7, "reasoning_effort": "low", "top_k": 5}
    assert {name: received.body.get(name) for name in expected} == expected
    assert "extra_headers" not in received.body


async def test_a_file_replaces_the_role_and_keeps_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "prompt.txt"
    file.write_text("You are the librarian of the town.\n")
    model = ModelSettings(system_prompt_file=file)
    answer = openai_events.text(["Hello."])
    async with served(PROTOCOLS["openai"], tmp_path, answer, model_settings=model) as (run, subject):
        await run.client().post("/chatbot/chat", json={"message": "Hi"})

    system = subject.requests[0].body["messages"][0]["content"]
    assert system.startswith("You are the librarian of the town.\n\n# ")
    assert "Write Markdown." in system


async def test_consecutive_requests_have_everything_but_the_data_in_common(
    spoken: Spoken, tmp_path: Path
) -> None:
    async with served(spoken, tmp_path, spoken.text("A long answer. " * 50)) as (run, subject):
        client = run.client()
        session = (await client.post("/chatbot/chat", json={"message": "Hi"})).json()["sessionId"]
        for number in range(4):
            body = {"message": f"Question {number}", "sessionId": session}
            await client.post("/chatbot/chat", json=body)

    before, after = (
        [message for message in each.body["messages"] if message["role"] != "system"]
        for each in subject.requests[-2:]
    )
    assert _without_marks(after[: len(before) - 1]) == _without_marks(before[:-1])


def _without_marks(messages: list[dict[str, Any]]) -> list[object]:
    texts: list[object] = []
    for message in messages:
        content = message["content"]
        texts.append(content if isinstance(content, str) else [block["text"] for block in content])
    return texts
