"""The OpenAPI document describes every request and response, with valid examples."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from choice.desk import InteractionBody
from choice.server.app import ROUTES
from choice.server.schemas import responses
from choice.server.schemas.examples import EXAMPLES, REQUESTS
from choice.testing.scripted_model import ScriptedModel
from tests.conversations.thread_client import fence, open_thread
from tests.server.service import running, settings_for

MODELS = {route.response.__name__: route.response for route in ROUTES if route.response} | {
    "LogLine": responses.LogLine
}


def test_every_example_is_valid_for_its_model() -> None:
    assert set(EXAMPLES) == set(MODELS)
    for name, example in EXAMPLES.items():
        MODELS[name].model_validate_json(json.dumps(example))


@pytest.mark.requirement("CH15")
async def test_every_response_has_a_schema_and_an_example(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        document: dict[str, Any] = (await run.client().get("/openapi.json")).json()

    for route in ROUTES:
        done = document["paths"][route.path][route.method.lower()]["responses"][str(route.status)]
        if route.media_type is None:
            continue
        content = done["content"][route.media_type]
        name = content["schema"].get("$ref", "").rpartition("/")[2]
        assert set(done["content"]) == {route.media_type, *(["text/csv"] if route.has_csv else [])}
        assert content["example"]
        described = document["components"]["schemas"][name] if name else content["schema"]
        assert described["properties"] if name else described["type"]
    assert "QuestionCard" in document["components"]["schemas"]
    assert _references(document) <= set(document["components"]["schemas"])


@pytest.mark.requirement("CH15")
async def test_every_request_body_has_an_example_that_its_route_accepts(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        document: dict[str, Any] = (await run.client().get("/openapi.json")).json()

    for route in ROUTES:
        if route.body is None:
            continue
        operation = document["paths"][route.path][route.method.lower()]
        content = operation["requestBody"]["content"]["application/json"]
        schema = document["components"]["schemas"][content["schema"]["$ref"].rpartition("/")[2]]
        named = content.get("examples", {})
        examples = [*[each["value"] for each in named.values()], *schema.get("examples", [])]
        assert examples, route.path
        for example in examples:
            route.body.model_validate_json(json.dumps(example))


@pytest.mark.requirement("CH15", "PC3")
async def test_the_example_answers_are_accepted_for_the_example_question(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        client, agent = run.client(), run.client("bot", roles=("agent",))
        replies = []
        for named in REQUESTS["Submission"]["examples"].values():
            form = EXAMPLES["InteractionBody"]["form"]
            asked = (await agent.post("/api/interactions", json={"request": form})).json()
            replies.append(await client.post(f"/api/interactions/{asked['id']}/answer", json=named["value"]))

    assert [(reply.status_code, reply.json()["state"]) for reply in replies] == [(200, "answered")] * 2


@pytest.mark.requirement("CH15", "CH10")
async def test_every_response_matches_the_openapi_document(tmp_path: Path) -> None:
    options = [{"id": "y", "label": "Yes", "recommended": True}, {"id": "n", "label": "No"}]
    request = {"title": "Go", "prompt": "Go?", "selection_mode": "single", "options": options}
    model = ScriptedModel([fence("Tea?"), "Good.", fence("Milk?")])
    async with running(settings_for(tmp_path), model) as run:
        client, agent = run.client(), run.client("bot", roles=("agent",))
        analyst = run.client("eve", roles=("analyst",))
        thread = await open_thread(client, "discovery")
        (card,) = await thread.say("Go")
        waiting = await thread.stored()
        await thread.choose(card, "1")
        whole = (await client.post("/chatbot/chat", json={"message": "And then?"})).json()
        session = f"/chatbot/conversation/{whole['sessionId']}"
        asked = (await agent.post("/api/interactions", json={"request": request})).json()
        place = f"/api/interactions/{asked['id']}"
        answer = {"answers": [{"question_id": "q1", "option_ids": ["y"]}], "note": "Go!"}
        replies: list[tuple[type[BaseModel], Any]] = [
            (responses.Thread, waiting),
            (responses.Thread, await thread.stored()),
            (responses.Threads, (await client.get("/api/threads")).json()),
            (responses.ThreadSummary, (await client.patch(thread.path, json={"title": "Tea"})).json()),
            (responses.WholeAnswer, whole),
            (responses.KeptConversation, (await client.get(session)).json()),
            (InteractionBody, asked),
            (InteractionBody, (await client.post(f"{place}/answer", json=answer)).json()),
            (InteractionBody, (await client.get(place)).json()),
            (responses.Interactions, (await client.get("/api/interactions?state=any")).json()),
            (responses.StatisticsBody, (await analyst.get("/api/stats")).json()),
            (responses.Health, (await client.get("/healthz")).json()),
            (responses.Readiness, (await client.get("/readyz")).json()),
        ]
        lines = (await run.client("eve", roles=("admin",)).get("/api/log")).text.splitlines()

    for expected, reply in replies:
        expected.model_validate_json(json.dumps(reply))
    assert len(replies[0][1]["messages"][1]["cards"]) == 1
    assert lines
    for line in lines:
        responses.LogLine.model_validate_json(line)


def _references(value: object) -> set[str]:
    if isinstance(value, dict):
        here = {value["$ref"].rpartition("/")[2]} if isinstance(value.get("$ref"), str) else set()
        return here.union(*[_references(member) for member in value.values()])
    if isinstance(value, list):
        return set().union(*[_references(member) for member in value])
    return set()
