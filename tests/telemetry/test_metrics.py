"""Prometheus metrics with a bounded number of labels."""

import asyncio
from pathlib import Path

import httpx
import pytest

from choice.auth import principal_for
from choice.surfaces import SURFACES
from choice.telemetry.metrics import MOST_ROUTES, Metrics
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from choice.web.sessions import CLIENT_HEADER
from tests.server.service import Running, cards_in, named_events, running, settings_for

LIST = "Let us begin.\n\nWhich store should we use?\n\n(A) SQLite\n(B) PostgreSQL\n"
ANSWERS = {"answers": [{"question_id": "q1", "option_ids": ["1"]}]}


def test_events_are_counted() -> None:
    metrics = Metrics()
    metrics.first_token(0.2)
    metrics.questions_open(1)
    metrics.answered("slack")
    metrics.stream_opened()
    page = metrics.page().decode()
    metrics.stream_closed()

    assert 'choice_first_token_seconds_bucket{le="0.25"} 1.0' in page
    assert "choice_streams_open 1.0" in page
    assert "choice_questions_open 1.0" in page
    assert 'choice_answers_total{surface="slack"} 1.0' in page
    assert "choice_streams_open 0.0" in metrics.page().decode()


def test_the_number_of_open_questions_can_be_set() -> None:
    metrics = Metrics()
    metrics.questions_open(7)

    assert "choice_questions_open 7.0" in metrics.page().decode()


def test_the_number_of_labels_is_bounded() -> None:
    metrics = Metrics()

    for number in range(5000):
        metrics.request_ended(f"/route/{number}", f"METHOD{number}", 200 + number % 300)
        metrics.answered(f"surface-{number}")

    page = metrics.page().decode()
    assert page.count("choice_requests_total{") <= (MOST_ROUTES + 1) * 3
    assert page.count("choice_answers_total{") <= len(SURFACES) + 1


def test_registries_are_independent() -> None:
    first, second = Metrics(), Metrics()
    first.answered("web")

    assert 'surface="web"' not in second.page().decode()


@pytest.mark.requirement("CH15")
async def test_the_metrics_endpoint_reports_streams_questions_and_answers(tmp_path: Path) -> None:
    gate = asyncio.Event()
    held = ScriptedReply("Some words", released=gate, stops_after=1)
    model = ScriptedModel([LIST, "Thank you.", LIST, held])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        for answers in (True, False):
            thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()["id"]
            path = f"/api/threads/{thread}/chat"
            (card,) = cards_in(named_events((await client.post(path, json={"content": "Plan"})).text))
            if answers:
                answer = {"question_id": card["question_id"], "option_ids": ["A"]}
                await client.post(path, json={"answer": answer})
        asked = await _asked(run)
        for _twice in range(2):
            repeated = await client.post(
                f"/api/interactions/{asked[0]}/answer", json=ANSWERS | {"answer_id": "a1"}
            )
            assert repeated.status_code == 200
        await (await _page(run)).post(f"/api/interactions/{asked[1]}/answer", json=ANSWERS)
        stream = asyncio.create_task(client.post("/chatbot/chat-stream", json={"message": "Hello"}))
        async with asyncio.timeout(20):
            while not (before := _numbers(await client.get("/metrics")))["choice_streams_open"]:  # noqa: ASYNC110 - it is what is tested
                await asyncio.sleep(0.005)
        gate.set()
        await stream
        after = _numbers(await client.get("/metrics"))
        unanswered = await client.post("/chatbot/chat", json={"message": ""})

    assert unanswered.status_code == 422
    assert before["choice_streams_open"] == 1
    assert after["choice_streams_open"] == 0
    assert after["choice_first_token_seconds_count"] == 4
    assert 0 < after["choice_first_token_seconds_sum"] < 60
    assert after["choice_questions_open"] == 1
    assert [after[f'choice_answers_total{{surface="{name}"}}'] for name in ("chat", "api", "web")] == [
        1,
        1,
        1,
    ]
    chats = 'choice_requests_total{method="POST",route="/api/threads/{id}/chat",status="2xx"}'
    assert after[chats] == 3


async def _asked(run: Running) -> list[str]:
    """Open two interactions as an agent."""
    agent = run.client("bot", roles=("agent",))
    form = {"questions": [{"text": "Go?", "options": [{"label": "Yes"}, {"label": "No"}]}]}
    replies = [await agent.post("/api/interactions", json={"request": form}) for _ in range(2)]
    return [reply.json()["id"] for reply in replies]


async def _page(run: Running) -> httpx.AsyncClient:
    """Return a client with a page session."""
    sessions = run.serving.pages.sessions
    cookie, _session = await sessions.start(principal_for("eve", "acme", frozenset({"member"})))
    headers = {"Cookie": f"{sessions.cookie}={cookie}", "Origin": run.url, CLIENT_HEADER: "page"}
    client = httpx.AsyncClient(base_url=run.url, headers=headers, timeout=20)
    run.clients.append(client)
    return client


def _numbers(reply: httpx.Response) -> dict[str, float]:
    """Return the samples of a metrics page by name and labels."""
    lines = [line for line in reply.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}
