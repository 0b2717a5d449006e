"""Rate limits and stream limits apply to chat, never to answers."""

import asyncio
from pathlib import Path

import httpx
import pytest

from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.redis_server import RedisServer
from tests.server.service import cards_in, named_events, running, settings_for, text_of

LIST = "Which store should we use?\n\n(A) SQLite\n(B) PostgreSQL\n"


async def asked(client: httpx.AsyncClient) -> tuple[str, str]:
    """Have something asked in a new thread; return the thread's path and the card's question."""
    thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()["id"]
    path = f"/api/threads/{thread}/chat"
    (card,) = cards_in(named_events((await client.post(path, json={"content": "Plan"})).text))
    return path, card["question_id"]


@pytest.mark.requirement("CH7")
async def test_an_open_question_can_be_answered_when_the_rate_limit_is_reached(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, requests_per_minute=2)
    async with running(settings, ScriptedModel([LIST, LIST, "By words.", "By card."])) as run:
        client = run.client()
        first, _question = await asked(client)
        second, question = await asked(client)
        other_words = await client.post(first, json={"content": "Tell me a joke"})
        by_words = await client.post(first, json={"content": "b"})
        by_card = await client.post(second, json={"answer": {"question_id": question, "option_ids": ["A"]}})
        answered = await client.post(first, json={"content": "b"})

    assert other_words.status_code == 429
    assert int(other_words.headers["retry-after"]) >= 1
    assert text_of(named_events(by_words.text)) == "By words."
    assert text_of(named_events(by_card.text)) == "By card."
    # Nothing is open any more, so the same word is only a word.
    assert answered.status_code == 429


@pytest.mark.requirement("CH7")
async def test_chat_returns_503_and_answers_are_accepted_while_redis_is_down(
    tmp_path: Path, redis: RedisServer
) -> None:
    settings = settings_for(tmp_path, redis_url=redis.url)
    async with running(settings, ScriptedModel([LIST, LIST, "By words.", "By card.", "Open."])) as run:
        client = run.client()
        first, _question = await asked(client)
        second, question = await asked(client)
        redis.stop()
        closed = [
            await client.post("/chatbot/chat-stream", json={"message": "Hello"}),
            await client.post("/chatbot/chat", json={"message": "Hello"}),
            await client.post(first, json={"content": "Tell me a joke"}),
        ]
        by_words = await client.post(first, json={"content": "SQLite"})
        by_card = await client.post(second, json={"answer": {"question_id": question, "option_ids": ["A"]}})
        reading = await client.get("/api/threads")
        redis.start()
        again = await client.post("/chatbot/chat", json={"message": "Hello"})

    assert [reply.status_code for reply in closed] == [503] * 3
    assert all("retry-after" in reply.headers for reply in closed)
    assert text_of(named_events(by_words.text)) == "By words."
    assert text_of(named_events(by_card.text)) == "By card."
    assert (reading.status_code, again.status_code) == (200, 200)


@pytest.mark.requirement("CH7")
async def test_answers_are_accepted_when_the_limit_of_three_streams_is_reached(tmp_path: Path) -> None:
    gate = asyncio.Event()
    held = [ScriptedReply("Some words", released=gate, stops_after=1) for _ in range(3)]
    model = ScriptedModel([LIST, LIST, *held, "Answered.", "By words.", "Bob's."])
    async with running(settings_for(tmp_path, most_streams=3), model) as run:
        client = run.client()
        path, question = await asked(client)
        other, _question = await asked(client)
        streams = [
            asyncio.create_task(client.post("/chatbot/chat-stream", json={"message": "Hello"}))
            for _ in range(3)
        ]
        async with asyncio.timeout(20):
            while model.open_replies < 3:  # noqa: ASYNC110 - the model tells nobody
                await asyncio.sleep(0.005)
        fourth = await client.post("/chatbot/chat-stream", json={"message": "Hello"})
        answer = {"question_id": question, "option_ids": ["A"]}
        answered = await client.post(path, json={"answer": answer})
        by_other_words = await client.post(other, json={"content": "Tell me a joke"})
        by_words = await client.post(other, json={"content": "PostgreSQL"})
        others = await run.client("bob").post("/chatbot/chat", json={"message": "Hello"})
        gate.set()
        await asyncio.gather(*streams)
        model_again = await client.post("/api/threads", json={})

    assert fourth.status_code == 429
    assert fourth.json()["error"]["code"] == "too_many_streams"
    assert text_of(named_events(answered.text)) == "Answered."
    assert by_other_words.status_code == 429
    assert text_of(named_events(by_words.text)) == "By words."
    assert others.status_code == 200
    assert [stream.result().status_code for stream in streams] == [200] * 3
    assert model_again.status_code == 201
