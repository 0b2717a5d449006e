"""Turns over the HTTP API: request, stream, model input and stored messages."""

import asyncio
import json
from pathlib import Path

import pytest

from choice.providers import AssistantTurn, ModelFailed, ToolCall, ToolResult, UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import cards_in, data_events, named_events, running, settings_for, text_of

LIST = "Let us begin.\n\nWhich store should we use?\n\n(A) SQLite\n(B) PostgreSQL (recommended)\n"
FENCE = (
    'Here:\n```choices\n{"question":"Go on?","options":'
    '[{"label":"Yes","value":"yes please"},{"label":"No","value":"no"}]}\n```\nThat is all.'
)
JSON_CHOICE = (
    '{"type":"user_choice","question":"Which?","options":'
    '[{"id":"x1","label":"First"},{"id":"x2","label":"Second"}]}'
)
CALL = ToolCall(
    "c1",
    "present_question",
    json.dumps({"question": "How many?", "options": [{"label": "One"}, {"label": "Two"}]}),
)


@pytest.mark.requirement("CH1", "CH2", "CH3", "CH4")
async def test_a_message_is_answered_by_metadata_tokens_and_done(tmp_path: Path) -> None:
    tokens = ("## ", "Title\n\n", "Text with \u2028 and 한국어 ", "**bold**\n")
    async with running(settings_for(tmp_path), ScriptedModel([ScriptedReply(tokens)])) as run:
        reply = await run.client().post("/chatbot/chat-stream", json={"message": "Hello"})

        assert reply.status_code == 200
        assert reply.headers["content-type"].startswith("text/event-stream")
        assert reply.headers["cache-control"] == "no-cache"
        events = data_events(reply.text)
        assert [event["type"] for event in events] == ["metadata", *["token"] * 4, "done"]
        assert tuple(event["content"] for event in events[1:-1]) == tokens
        assert set(events[0]["sources"]) == {"signals", "incidents", "issues", "metrics"}
        assert reply.text.isascii()


@pytest.mark.requirement("QC1", "QC4", "QC6", "CH15", "QC14")
async def test_a_question_with_a_list_becomes_a_card_and_its_answer_reaches_the_model(
    tmp_path: Path, database_url: str
) -> None:
    model = ScriptedModel([LIST, "Good choice."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()
        path = f"/api/threads/{thread['id']}"
        first = named_events((await client.post(f"{path}/chat", json={"content": "Let us plan"})).text)

        assert text_of(first).strip() == "Let us begin."
        assert [name for name, _ in first][-2:] == ["question_card", "message_complete"]
        (card,) = cards_in(first)
        assert card["question_text"] == "Which store should we use?"
        assert [(option["id"], option["is_default"]) for option in card["options"]] == [
            ("A", False),
            ("B", True),
        ]
        assert card["allow_free_text"] is True
        assert card["category"] == "discovery"
        assert (await client.get(path)).json()["state"] == "waiting"

        answer = {"question_id": card["question_id"], "option_ids": ["B"]}
        second = named_events((await client.post(f"{path}/chat", json={"answer": answer})).text)

        assert text_of(second) == "Good choice."
        assert model.requests[1].turns == (
            UserTurn("Let us plan"),
            AssistantTurn(LIST),
            UserTurn("PostgreSQL"),
        )
        kept = (await client.get(path)).json()
        assert kept["state"] == "idle"
        said = kept["messages"][2]
        assert said["question_response"] is True
        assert (said["question_id"], said["option_id"], said["is_custom"]) == (
            card["question_id"],
            "B",
            False,
        )
        assert kept["messages"][1]["cards"][0]["state"] == "answered"


@pytest.mark.requirement("QC4")
async def test_in_chat_mode_a_list_stays_text(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([LIST])) as run:
        reply = await run.client().post("/chatbot/chat-stream", json={"message": "Hello"})

    events = data_events(reply.text)
    assert "".join(event["content"] for event in events if event["type"] == "token") == LIST
    assert "question_card" not in {event["type"] for event in events}


@pytest.mark.requirement("CH14", "FB1", "FB4")
async def test_a_choices_fence_becomes_a_card_before_done(tmp_path: Path) -> None:
    model = ScriptedModel([FENCE, "Fine."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        events = data_events((await client.post("/chatbot/chat-stream", json={"message": "Hi"})).text)

        assert [event["type"] for event in events][-2:] == ["question_card", "done"]
        text = "".join(event["content"] for event in events if event["type"] == "token")
        assert text == "Here:\n\n**Go on?**\n\n1. Yes\n2. No\n\nThat is all."
        session = events[0]["sessionId"]
        await client.post("/chatbot/chat-stream", json={"message": "Yes", "sessionId": session})

    assert model.requests[1].turns[-1] == UserTurn("yes please")


@pytest.mark.requirement("QC10", "CH13")
async def test_a_tool_call_becomes_a_card_and_the_answer_its_result(
    tmp_path: Path, database_url: str
) -> None:
    model = ScriptedModel([ScriptedReply("One moment.", (CALL,)), "Two it is."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}/chat"
        events = named_events((await client.post(path, json={"content": "Go"})).text)
        (card,) = cards_in(events)
        answer = {"question_id": card["question_id"], "option_ids": [card["options"][1]["id"]]}
        await client.post(path, json={"answer": answer})

    assert ("tool_executing", {"tool": "present_question"}) in events
    assert model.requests[1].turns == (
        UserTurn("Go"),
        AssistantTurn("One moment.", (CALL,)),
        ToolResult("c1", "present_question", "Two"),
    )


@pytest.mark.requirement("SL1", "SL9")
async def test_a_json_question_is_answered_by_id(tmp_path: Path) -> None:
    model = ScriptedModel([JSON_CHOICE, "ok"])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}/chat"
        await client.post(path, json={"content": "Go"})
        await client.post(path, json={"content": "second"})

    assert model.requests[1].turns[-1] == UserTurn("x2")


@pytest.mark.requirement("FB8")
async def test_a_typed_yes_answers_a_question_of_yes_and_no(tmp_path: Path) -> None:
    fence = '```choices\n{"question":"Publish?","options":[{"label":"Go ahead","value":"yes"},'
    fence += '{"label":"Wait","value":"no"}]}\n```\n'
    model = ScriptedModel([fence, "Published."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        await client.post(f"{path}/chat", json={"content": "Go"})
        await client.post(f"{path}/chat", json={"content": "Sure!"})
        kept = (await client.get(path)).json()

    assert kept["messages"][1]["cards"][0]["state"] == "answered"
    assert model.requests[1].turns[-1] == UserTurn("yes")


@pytest.mark.requirement("HE7", "UP7")
async def test_a_typed_choice_with_more_is_delivered_with_its_note(tmp_path: Path) -> None:
    model = ScriptedModel([JSON_CHOICE, "ok"])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        await client.post(f"{path}/chat", json={"content": "Go"})
        await client.post(f"{path}/chat", json={"content": "2, but keep the old name"})
        kept = (await client.get(path)).json()

    assert kept["messages"][1]["cards"][0]["state"] == "answered"
    assert model.requests[1].turns[-1] == UserTurn("x2\nNote: but keep the old name")


@pytest.mark.requirement("HE7", "UP7")
async def test_a_note_on_one_of_several_questions_names_its_option(tmp_path: Path) -> None:
    members = ",".join([JSON_CHOICE.replace("Which?", each) for each in ("First?", "Second?")])
    model = ScriptedModel([f'{{"type":"user_choice_group","question":"Two","choices":[{members}]}}', "ok"])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}/chat"
        for content in ("Go", "1, and write it down", "2"):
            await client.post(path, json={"content": content})

    reply = model.requests[-1].turns[-1]
    assert isinstance(reply, UserTurn)
    assert "Note on x1. First: and write it down" in reply.text


@pytest.mark.requirement("HE7")
async def test_a_qualified_yes_is_a_message_and_not_an_answer(tmp_path: Path) -> None:
    model = ScriptedModel([FENCE, "Then when?"])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        await client.post(f"{path}/chat", json={"content": "Go"})
        await client.post(f"{path}/chat", json={"content": "yes, but not now"})
        kept = (await client.get(path)).json()

    assert kept["messages"][1]["cards"][0]["state"] == "superseded"
    assert model.requests[1].turns[-1] == UserTurn("yes, but not now")


@pytest.mark.requirement("HE6", "FB7")
async def test_the_model_is_told_once_why_its_block_is_no_question(tmp_path: Path) -> None:
    broken = '```choices\n{"question": "Go on?", "options": []}\n```'
    model = ScriptedModel([broken, "Sorry.", "Yes?"])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}/chat"
        shown = text_of(named_events((await client.post(path, json={"content": "Go"})).text))
        await client.post(path, json={"content": "What?"})
        await client.post(path, json={"content": "Fine"})

    told = 'Your choices block was shown as text, not as a question: it has no list of "options".\nWhat?'
    assert shown == broken
    assert [turn.text for turn in model.requests[2].turns if isinstance(turn, UserTurn)] == [
        "Go",
        told,
        "Fine",
    ]


@pytest.mark.requirement("FB5", "UP2")
async def test_another_message_supersedes_an_open_question(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([ScriptedReply("", (CALL,)), "All right."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        events = named_events((await client.post(f"{path}/chat", json={"content": "Go"})).text)
        await client.post(f"{path}/chat", json={"content": "Tell me a joke instead"})
        kept = (await client.get(path)).json()
        late = await client.post(
            f"{path}/chat",
            json={"answer": {"question_id": cards_in(events)[0]["question_id"], "option_ids": ["1"]}},
        )

    assert kept["messages"][1]["cards"][0]["state"] == "superseded"
    turns = model.requests[1].turns
    assert isinstance(turns[2], ToolResult)
    assert turns[3] == UserTurn("Tell me a joke instead")
    assert late.status_code == 409


@pytest.mark.requirement("UP2", "UP1")
async def test_an_answer_on_another_surface_resumes_the_model(tmp_path: Path, database_url: str) -> None:
    model = ScriptedModel([LIST, "Thank you."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()
        path = f"/api/threads/{thread['id']}"
        events = named_events((await client.post(f"{path}/chat", json={"content": "Plan"})).text)
        interaction_id = cards_in(events)[0]["metadata"]["interaction_id"]
        answered = await client.post(
            f"/api/interactions/{interaction_id}/answer",
            json={"answers": [{"question_id": "q1", "option_ids": ["A"]}]},
        )
        assert answered.status_code == 200, answered.text
        await model.until(lambda: len(model.requests) == 2 and not model.open_replies)
        await run.service.turns.resuming.join()
        kept = (await client.get(path)).json()["messages"]

    assert kept[-1]["content"] == "Thank you."
    assert kept[2]["surface"] == "api"


@pytest.mark.requirement("SL12")
async def test_a_failure_after_an_answer_keeps_the_answer_and_can_be_retried(
    tmp_path: Path, database_url: str
) -> None:
    model = ScriptedModel([LIST, ModelFailed("MODEL_ERROR", "The model failed."), "Here I am."])
    async with running(settings_for(tmp_path, database_url), model) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()
        path = f"/api/threads/{thread['id']}"
        events = named_events((await client.post(f"{path}/chat", json={"content": "Plan"})).text)
        answer = {"question_id": cards_in(events)[0]["question_id"], "custom_text": "Neither, files"}
        failed = named_events((await client.post(f"{path}/chat", json={"answer": answer})).text)
        state = (await client.get(path)).json()["state"]
        again = named_events((await client.post(f"{path}/chat", json={"retry": True})).text)

    assert failed[-1][0] == "error"
    assert failed[-1][1]["code"] == "MODEL_ERROR"
    assert state == "waiting"
    assert text_of(again) == "Here I am."
    assert model.requests[2].turns[-1] == UserTurn("Neither, files")


@pytest.mark.requirement("CH11")
async def test_a_silent_model_ends_the_stream_with_a_timeout(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply("Some words", released=asyncio.Event(), stops_after=1)])
    async with running(settings_for(tmp_path), model, idle_seconds=0.05) as run:
        reply = await run.client().post("/chatbot/chat-stream", json={"message": "Hello"})

    events = data_events(reply.text)
    assert events[-1]["type"] == "error"
    assert events[-1]["code"] == "TIMEOUT"
    assert model.abandoned == 1


@pytest.mark.requirement("CH11")
@pytest.mark.parametrize("route", ["/chatbot/chat-stream", "/chatbot/chat"])
@pytest.mark.parametrize("tokens", [0, 1])
async def test_a_disconnect_cancels_the_model_call(tmp_path: Path, route: str, tokens: int) -> None:
    model = ScriptedModel([ScriptedReply("Some words", released=asyncio.Event(), stops_after=tokens)])
    async with running(settings_for(tmp_path), model) as run:
        task = asyncio.create_task(run.client().post(route, json={"message": "Hello"}))
        await model.asked.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with asyncio.timeout(1):
            await model.until(lambda: model.abandoned == 1)


@pytest.mark.requirement("QC17")
async def test_the_mode_command_asks_for_the_mode_and_sets_it(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), ScriptedModel([])) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={})).json()
        path = f"/api/threads/{thread['id']}"
        events = named_events((await client.post(f"{path}/chat", json={"content": "/mode"})).text)
        (card,) = cards_in(events)
        answer = {"question_id": card["question_id"], "option_ids": ["discovery"]}
        await client.post(f"{path}/chat", json={"answer": answer})
        kept = (await client.get(path)).json()

    assert card["category"] == "mode_selection"
    assert kept["mode"] == "discovery"


@pytest.mark.requirement("QC15", "FB6")
async def test_a_conversation_survives_a_restart(tmp_path: Path, database_url: str) -> None:
    settings = settings_for(tmp_path, database_url)
    async with running(settings, ScriptedModel([LIST])) as run:
        client = run.client()
        thread = (await client.post("/api/threads", json={"mode": "discovery"})).json()
        path = f"/api/threads/{thread['id']}"
        await client.post(f"{path}/chat", json={"content": "Plan"})
        before = (await client.get(path)).json()
    model = ScriptedModel(["Good."])
    async with running(settings, model) as run:
        client = run.client()
        after = (await client.get(path)).json()
        await client.post(f"{path}/chat", json={"content": "b"})

    assert before == after
    assert model.requests[0].turns[-1] == UserTurn("PostgreSQL")


@pytest.mark.requirement("CH10")
async def test_a_conversation_is_visible_only_to_its_owner(tmp_path: Path, database_url: str) -> None:
    async with running(settings_for(tmp_path, database_url), ScriptedModel(["Hello!"])) as run:
        mine, other, foreign = run.client(), run.client("bob"), run.client(tenant="other")
        events = data_events((await mine.post("/chatbot/chat-stream", json={"message": "Hi"})).text)
        path = f"/chatbot/conversation/{events[0]['sessionId']}"
        theirs = [await client.get(path) for client in (other, foreign)]
        taken = await other.post("/chatbot/chat", json={"message": "x", "sessionId": events[0]["sessionId"]})
        unknown = await other.get("/chatbot/conversation/00000000-0000-4000-8000-000000000000")
        mine_again = await mine.get(path)
        gone = await mine.delete(path)
        after = await mine.get(path)

    assert [reply.status_code for reply in theirs] == [404, 404]
    assert taken.status_code == 404
    for reply in theirs:
        assert reply.json()["error"] | {"request_id": ""} == unknown.json()["error"] | {"request_id": ""}
    assert [message["content"] for message in mine_again.json()["messages"]] == ["Hi", "Hello!"]
    assert (gone.status_code, after.status_code) == (204, 404)


async def test_a_server_shutdown_ends_every_stream_with_a_last_event(tmp_path: Path) -> None:
    model = ScriptedModel([ScriptedReply("Some words", released=asyncio.Event(), stops_after=1)])
    async with running(settings_for(tmp_path), model) as run:
        task = asyncio.create_task(run.client().post("/chatbot/chat-stream", json={"message": "Hello"}))
        await model.asked.wait()
        run.server.should_exit = True
        events = data_events((await task).text)

    assert events[-1]["type"] == "error"
    assert events[-1]["code"] == "CANCELLED"
