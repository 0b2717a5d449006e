"""Agents of one's own behind the chat: questions, restarts, cancelled turns and failures."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from choice.assembly.agent import load_agent
from choice.conversations import AgentClient, AgentTurn
from choice.errors import InvalidSetting
from choice.models import Form, Question
from tests.conversations.thread_client import ThreadClient, open_thread
from tests.server.service import cards_in, data_events, named_events, running, settings_for, text_of

pytestmark = pytest.mark.requirement("DI8")


async def store_agent(turn: AgentTurn) -> AsyncIterator[str]:
    yield "First a question. "
    store = await turn.ask("Which store?", ["SQLite", "PostgreSQL"], key="store")
    yield f"{store.choice}. "
    count = await turn.ask(Question(text="How many?", options=["One", "Two"]), key="count")
    yield f"{count.choice} of {store.choice}."


async def chosen(
    thread: ThreadClient, card: dict[str, object], option: str
) -> tuple[str, list[dict[str, object]]]:
    events = named_events((await thread.choose(card, option)).text)
    assert events[-1][0] == "message_complete", events
    return text_of(events), cards_in(events)


async def test_an_agent_goes_on_with_the_answer_to_its_question(tmp_path: Path, database_url: str) -> None:
    async with running(settings_for(tmp_path, database_url), AgentClient(store_agent, "agent:store")) as run:
        thread = await open_thread(run.client())
        first = named_events((await thread.post(content="Plan it")).text)
        (card,) = cards_in(first)
        second, (next_card,) = await chosen(thread, card, "2")
        third, none = await chosen(thread, next_card, "1")
        kept = await thread.stored()

    assert text_of(first) == "First a question. "
    assert first[-1][1]["state"] == "waiting"
    assert card["question_text"] == "Which store?"
    assert (second, third, none) == ("PostgreSQL. ", "One of PostgreSQL.", [])
    assert [message["content"] for message in kept["messages"]] == [
        "Plan it",
        "First a question. ",
        "PostgreSQL",
        "PostgreSQL. ",
        "One",
        "One of PostgreSQL.",
    ]
    assert kept["model"]["name"] == "agent:store"


async def test_after_a_restart_the_agent_is_called_with_the_answers(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    seen: list[dict[str, str | None]] = []

    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        seen.append({key: outcome.choice for key, outcome in turn.answers.items()})
        async for text in store_agent(turn):
            yield text

    async with running(settings, AgentClient(agent, "a")) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Plan it")
        _, (next_card,) = await chosen(thread, card, "1")
    async with running(settings, AgentClient(agent, "a")) as run:
        again = ThreadClient(run.client(), thread.path)
        text, _ = await chosen(again, next_card, "2")

    assert text == "First a question. SQLite. Two of SQLite."
    assert seen == [{}, {"store": "SQLite", "count": "Two"}]


async def test_a_message_instead_of_an_answer_cancels_the_agent_and_calls_it_again(tmp_path: Path) -> None:
    turns: list[AgentTurn] = []
    ended: list[str] = []

    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        turns.append(turn)
        if len(turns) > 1:
            yield turn.messages[-1]["content"].upper()
            return
        try:
            await turn.ask("Which?", ["A", "B"])
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        thread = await open_thread(run.client())
        (card,) = await thread.say("Begin")
        events = named_events((await thread.post(content="something else")).text)
        kept = await thread.stored()

    assert text_of(events) == "SOMETHING ELSE"
    assert ended == ["cancelled"]
    assert turns[0].cancelled
    assert card["question_id"]
    assert kept["messages"][1]["cards"][0]["state"] == "superseded"


async def test_an_agent_sees_the_conversation_and_the_person(tmp_path: Path) -> None:
    turns: list[AgentTurn] = []

    async def agent(turn: AgentTurn) -> str:
        turns.append(turn)
        return f"Answer {len(turns)}"

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        client = run.client("ada", "acme", ("member", "analyst"))
        session = (await client.post("/chatbot/chat", json={"message": "Hi"})).json()["sessionId"]
        await client.post("/chatbot/chat", json={"message": "Again", "sessionId": session})

    turn = turns[1]
    assert (turn.person, turn.tenant, turn.mode, turn.conversation_id) == ("ada", "acme", "chat", session)
    assert turn.roles == {"member", "analyst"}
    assert turn.messages == [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": "Answer 1"},
        {"role": "user", "content": "Again"},
    ]


async def test_questions_asked_at_the_same_time_are_answered_together(tmp_path: Path) -> None:
    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        first, second = await asyncio.gather(
            turn.ask("First?", ["A", "B"]),
            turn.ask(Form(questions=(Question(text="Second?", options=["C", "D"]),))),
        )
        yield f"{first.choice}{second.choice}"

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        thread = await open_thread(run.client())
        one, two = await thread.say("Begin")
        none, _ = await chosen(thread, one, "2")
        text, _ = await chosen(thread, two, "1")

    assert (none, text) == ("", "BC")


async def test_a_list_in_the_text_of_an_agent_becomes_a_question(tmp_path: Path) -> None:
    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        yield (
            "Noted."
            if len(turn.messages) > 1
            else "Where should the queue live?\n\n(A) In SQLite\n(B) In Redis\n"
        )

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        thread = await open_thread(run.client(), "discovery")
        (card,) = await thread.say("Begin")
        text, _ = await chosen(thread, card, "B")

    assert [option["label"] for option in card["options"]] == ["In SQLite", "In Redis"]
    assert text == "Noted."


async def test_in_text_style_the_question_of_an_agent_is_written_out(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), AgentClient(store_agent, "a")) as run:
        client = run.client()
        asked = (await client.post("/chatbot/chat", json={"message": "Plan"})).json()
        body = {"message": "2", "sessionId": asked["sessionId"]}
        answered = data_events((await client.post("/chatbot/chat-stream", json=body)).text)

    assert asked["message"] == "First a question. \n\n**Which store?**\n\n1. SQLite\n2. PostgreSQL\n"
    text = "".join(event["content"] for event in answered if event["type"] == "token")
    assert text.startswith("PostgreSQL. \n\n**How many?**")


@pytest.mark.parametrize("wrong", ["raise", "yield"])
async def test_an_agent_that_fails_ends_with_an_error_that_hides_the_details(
    wrong: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def agent(_turn: AgentTurn) -> AsyncIterator[str]:
        if wrong == "raise":
            raise ZeroDivisionError("canary")
        yield 42  # type: ignore[misc]

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        reply = await run.client().post("/chatbot/chat", json={"message": "Hi"})

    assert reply.status_code == 502
    assert "The agent failed" in reply.json()["error"]["message"]
    assert "canary" not in reply.text
    assert "canary" in caplog.text or "must yield text, not int" in caplog.text


async def test_a_client_that_leaves_cancels_the_agent(tmp_path: Path) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def agent(turn: AgentTurn) -> AsyncIterator[str]:
        yield "Half "
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            assert turn.cancelled
            ended.set()

    async with running(settings_for(tmp_path), AgentClient(agent, "a")) as run:
        client = run.client()
        reading = asyncio.create_task(client.post("/chatbot/chat-stream", json={"message": "Hi"}))
        await started.wait()
        reading.cancel()
        async with asyncio.timeout(20):
            await ended.wait()


def test_an_agent_is_found_by_module_and_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "agent_of_this_test.py").write_text("async def agent(turn):\n    yield 'Hello'\nname = 1\n")
    monkeypatch.chdir(tmp_path)

    assert load_agent("agent_of_this_test:agent").name == "agent:agent"
    for wrong in ("agent_of_this_test:other", "agent_of_this_test:name", "no_such_module:agent"):
        with pytest.raises(InvalidSetting, match="CHOICE_AGENT"):
            load_agent(wrong)
