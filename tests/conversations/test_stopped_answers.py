"""An answer that a person stopped, and then wants again."""

import asyncio
from pathlib import Path

from choice.providers import UserTurn
from choice.testing.scripted_model import ScriptedModel, ScriptedReply
from tests.server.service import named_events, running, settings_for, text_of


async def test_a_stopped_answer_is_given_again_and_the_message_is_kept_once(tmp_path: Path) -> None:
    cut = ScriptedReply(("The first lines.\n\n", "The rest."), released=asyncio.Event(), stops_after=1)
    model = ScriptedModel([cut, "All of it."])
    async with running(settings_for(tmp_path), model) as run:
        client = run.client()
        path = f"/api/threads/{(await client.post('/api/threads', json={})).json()['id']}"
        async with client.stream("POST", f"{path}/chat", json={"content": "Tell me"}) as reply:
            async for line in reply.aiter_lines():
                if "first lines" in line:
                    break
        await model.until(lambda: model.abandoned == 1)
        while (await client.get(path)).json()["state"] == "working":
            pass
        again = named_events((await client.post(f"{path}/chat", json={"retry": True})).text)
        kept = (await client.get(path)).json()["messages"]

    assert text_of(again) == "All of it."
    assert model.requests[1].turns == (UserTurn("Tell me"),)
    assert [(one["role"], one.get("state")) for one in kept] == [
        ("user", None),
        ("assistant", "stopped"),
        ("assistant", "complete"),
    ]
