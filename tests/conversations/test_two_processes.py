"""Two servers share PostgreSQL and Redis: rate limits, answers, and recovery after a crash."""

import asyncio
from dataclasses import replace
from pathlib import Path

import asyncpg
import httpx
import pytest

from choice.conversations.sql import LEASE
from tests.desk.postgres_server import ORDINARY, PostgresServer
from tests.providers.openai_events import text
from tests.providers.server import Provider, provider
from tests.server.children import killed_in_the_middle, two
from tests.server.redis_server import RedisServer
from tests.server.service import cards_in, data_events, named_events, text_of

LIST = ("Let us begin.\n\n", "Which store should we use?\n\n", "(A) SQLite\n", "(B) PostgreSQL\n")
FORM = {
    "title": "Release",
    "prompt": "May 2.4 go out today?",
    "selection_mode": "single",
    "options": [{"id": "go", "label": "Release now", "recommended": True}, {"id": "wait", "label": "Wait"}],
}


def by_model(subject: Provider) -> dict[str, str]:
    return {"CHOICE_MODEL": "openai:test", "OPENAI_BASE_URL": f"{subject.url}/v1", "OPENAI_API_KEY": "key"}


@pytest.mark.requirement("CH7")
async def test_both_servers_share_the_rate_limit(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    shared = {"CHOICE_DATABASE_URL": postgres.new_database(), "CHOICE_REDIS_URL": redis.url}
    async with two(tmp_path, **shared, CHOICE_MAX_STREAMS="50") as servers:
        clients = [server.client() for server in servers]
        replies = [
            await clients[number % 2].post("/chatbot/chat", json={"message": "Hello"}) for number in range(11)
        ]
        elsewhere = await clients[0].post("/chatbot/chat", json={"message": "Hello"})
        others = [server.client("bob") for server in servers]
        at_once = await asyncio.gather(
            *[others[number % 2].post("/chatbot/chat", json={"message": "Hello"}) for number in range(22)]
        )

    assert [reply.status_code for reply in replies] == [200] * 10 + [429]
    assert [reply.headers["ratelimit-remaining"] for reply in replies] == [
        str(left) for left in (*range(9, -1, -1), 0)
    ]
    refused = replies[-1]
    assert 1 <= int(refused.headers["retry-after"]) <= 60
    assert refused.headers["ratelimit-policy"] == '"chat";q=10;w=60'
    assert refused.headers["ratelimit"].startswith('"chat";r=0;t=')
    assert refused.json()["error"]["code"] == "rate_limited"
    assert elsewhere.status_code == 429
    assert sorted([reply.status_code for reply in at_once]) == [200] * 10 + [429] * 12


@pytest.mark.requirement("UP2", "CH15")
async def test_an_answer_on_one_server_resumes_a_thread_of_the_other_once(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    shared = {"CHOICE_DATABASE_URL": postgres.new_database(), "CHOICE_REDIS_URL": redis.url}
    rounds = 4
    async with (
        provider(*[text(LIST), text(("Good ", "choice."))] * rounds) as model,
        two(tmp_path, **shared, **by_model(model)) as (first, second),
    ):
        here, there = first.client(), second.client()
        for number in range(rounds):
            thread = (await here.post("/api/threads", json={"mode": "discovery"})).json()
            path = f"/api/threads/{thread['id']}"
            asked = named_events((await here.post(f"{path}/chat", json={"content": "Let us plan"})).text)
            (card,) = cards_in(asked)
            if number % 2:
                answer = {"question_id": card["question_id"], "option_ids": ["B"]}
                told = named_events((await there.post(f"{path}/chat", json={"answer": answer})).text)
                assert text_of(told) == "Good choice."
            else:
                # Both hear of an answer on another surface; one of them goes on.
                place = f"/api/interactions/{card['metadata']['interaction_id']}/answer"
                answers = {"answers": [{"question_id": "q1", "option_ids": ["B"]}]}
                assert (await there.post(place, json=answers)).status_code == 200
            kept = await idle(here, path)
            assert [message["content"] for message in kept][2:] == ["PostgreSQL", "Good choice."]

        assert len(model.requests) == 2 * rounds
        assert [said["content"] for said in model.requests[-1].body["messages"][1:]][-1].endswith(
            "\n\nPostgreSQL"
        )


async def idle(client: httpx.AsyncClient, path: str) -> list[dict[str, str]]:
    """Return the messages of a thread in which everything has been said."""
    async with asyncio.timeout(60):
        while True:
            thread = (await client.get(path)).json()
            if thread["state"] == "idle" and len(thread["messages"]) == 4:
                messages: list[dict[str, str]] = thread["messages"]
                return messages
            await asyncio.sleep(0.02)


@pytest.mark.requirement("UP9")
async def test_a_wait_on_one_server_ends_with_an_answer_on_the_other(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    shared = {"CHOICE_DATABASE_URL": postgres.new_database(), "CHOICE_REDIS_URL": redis.url}
    async with two(tmp_path, **shared) as (first, second):
        agent = first.client("bot", roles=("agent",))
        person = second.client("ada")
        asked = (await agent.post("/api/interactions", json={"request": FORM})).json()
        path = f"/api/interactions/{asked['id']}"
        waiting = asyncio.create_task(agent.get(path, params={"wait": 60}))
        listed = (await person.get("/api/interactions")).json()["interactions"]
        answers = {"answers": [{"question_id": "q1", "option_ids": ["go"]}]}
        answered = await person.post(f"{path}/answer", json=answers)
        async with asyncio.timeout(15):
            heard = (await waiting).json()

    assert [each["id"] for each in listed] == [asked["id"]]
    assert answered.status_code == 200
    assert heard["state"] == "answered"
    assert heard["outcome"]["answers"][0]["option_ids"] == ["go"]
    assert heard["outcome"]["surface"] == "api"


@pytest.mark.requirement("CH10", "QC15")
async def test_a_conversation_of_a_killed_server_continues_on_the_other(
    tmp_path: Path, postgres: PostgresServer, redis: RedisServer
) -> None:
    url = postgres.new_database()
    half = replace(text(("Half ",)), writes=text(("Half ",)).writes[:2], ending="hold")
    async with (
        provider(half, text(("The ", "whole."))) as model,
        two(tmp_path, CHOICE_DATABASE_URL=url, CHOICE_REDIS_URL=redis.url, **by_model(model)) as both,
    ):
        first, second = both
        session = await killed_in_the_middle(first)
        there = second.client()
        path = f"/chatbot/conversation/{session}"
        left = (await there.get(path)).json()
        again = {"message": "Are you there?", "sessionId": session}
        too_early = await there.post("/chatbot/chat-stream", json=again)
        await _the_lease_ends(url)
        reply = data_events((await there.post("/chatbot/chat-stream", json=again)).text)
        kept = (await there.get(path)).json()

    assert [message["content"] for message in left["messages"]] == ["Hello"]
    assert too_early.status_code == 409
    assert too_early.headers["retry-after"] == "1"
    assert [event["type"] for event in reply] == ["metadata", "token", "token", "done"]
    assert [(message["role"], message["content"]) for message in kept["messages"]] == [
        ("user", "Hello"),
        ("user", "Are you there?"),
        ("assistant", "The whole."),
    ]
    assert kept["state"] == "idle"


async def _the_lease_ends(url: str) -> None:
    """Let every lease be as old as it may become. Only the database's owner may do so."""
    connection = await asyncpg.connect(url.replace(ORDINARY, "postgres"))
    await connection.execute(
        "UPDATE conversations SET lease_until = lease_until - $1", LEASE.total_seconds() * 1_000_000
    )
    await connection.close()
