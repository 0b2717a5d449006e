"""What agents and people can do over MCP, pages and the socket, and whose a question is."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitRequestParams, ElicitResult, Implementation
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from choice.auth import principal_for
from choice.desk import Principal, WantedRecords
from choice.local import LOCAL_TENANT, local_user
from choice.testing.scripted_model import ScriptedModel
from tests.auth.test_every_door import page_client, token_client
from tests.mcp.agent import LEGACY, MODERN, QUESTION, content
from tests.server.service import Running, cards_in, named_events, running, settings_for

LIST = "Which store should we use?\n\n(A) SQLite\n(B) PostgreSQL\n"
FORM = {"questions": [{"text": "Go?", "options": [{"id": "a", "label": "Yes"}, {"id": "b", "label": "No"}]}]}
ANSWER = {"answers": [{"question_id": "q1", "option_ids": ["a"]}]}


@asynccontextmanager
async def service(folder: Path, *replies: str, database: str | None = None) -> AsyncIterator[Running]:
    settings = settings_for(folder, database)
    async with running(settings, ScriptedModel(list(replies))) as run, asyncio.timeout(60):
        yield run


class AcceptingClient:
    """An MCP client that declares elicitation and accepts every question itself."""

    def __init__(self, run: Running, user: str, roles: tuple[str, ...], name: str = "claude") -> None:
        self._run, self._user, self._roles, self._name = run, user, roles, name
        self.elicited = 0

    @asynccontextmanager
    async def connected(self, mode: str) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {self._run.token(self._user, 'acme', self._roles)}"}
        async with httpx2.AsyncClient(timeout=30, headers=headers) as http:
            transport = streamable_http_client(f"{self._run.url}/mcp", http_client=http)
            info = Implementation(name=self._name, version="1")
            async with Client(
                transport, mode=mode, elicitation_callback=self._accept, client_info=info
            ) as client:
                yield client

    async def _accept(self, context: object, params: ElicitRequestParams) -> ElicitResult:  # noqa: ARG002 - as called
        self.elicited += 1
        return ElicitResult(action="accept", content={"q1": "pg"})


async def _open_question(run: Running, viewer: str = "ada") -> dict[str, Any]:
    """Wait until a question is open, and return it."""
    while True:
        found: list[dict[str, Any]] = (await run.client(viewer).get("/api/interactions")).json()[
            "interactions"
        ]
        if found:
            return found[0]


@pytest.mark.requirement("SE1", "SE4")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
@pytest.mark.parametrize("roles", [("agent",), ("agent", "admin")])
async def test_an_agent_cannot_answer_its_own_question_by_elicitation(
    roles: tuple[str, ...], mode: str, tmp_path: Path
) -> None:
    agent_client: AcceptingClient
    async with service(tmp_path) as run:
        agent_client = AcceptingClient(run, "bot", roles)
        async with agent_client.connected(mode) as agent:
            calling = asyncio.create_task(agent.call_tool("provide_choice", QUESTION))
            asked = await _open_question(run)
            answer = {"answers": [{"question_id": "q1", "option_ids": ["lite"]}]}
            await run.client("ada").post(f"/api/interactions/{asked['id']}/answer", json=answer)
            result = content(await calling)["selection"]

    assert agent_client.elicited == 0
    assert (result["selected_ids"], result["answered_by"]) == (["lite"], "ada")


@pytest.mark.requirement("SE1", "SE4")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_an_elicited_answer_is_the_persons_and_the_log_names_the_client(
    mode: str, tmp_path: Path
) -> None:
    async with service(tmp_path) as run:
        ada = AcceptingClient(run, "ada", ("member",))
        async with ada.connected(mode) as client:
            result = content(await client.call_tool("provide_choice", QUESTION))["selection"]
        records = await run.service.desk.store.records(WantedRecords(tenant="acme"))
        (answered,) = [each for each in records if each.kind == "answered"]

    assert ada.elicited == 1
    assert (result["selected_ids"], result["answered_by"], result["transport"]) == (["pg"], "ada", "mcp")
    assert (answered.actor, answered.surface) == ("ada", "mcp")
    assert json.loads(answered.body)["in_client_of"] == "claude"


@pytest.mark.requirement("SE1", "SE4")
@pytest.mark.parametrize("roles", [(), ("root",), ("agent",), ("agent", "member")])
async def test_callers_who_may_not_read_get_no_sign_in_link_and_no_socket(
    roles: tuple[str, ...], tmp_path: Path
) -> None:
    async with service(tmp_path) as run:
        link = await token_client(run, roles).post("/sign-in/link")
        browser = await page_client(run, roles)
        with pytest.raises(InvalidStatus):
            await _socket(run, browser.headers["cookie"])

    assert link.status_code == 403


@pytest.mark.requirement("SE1", "SE4")
async def test_typing_of_a_viewer_does_not_pause_the_countdown(tmp_path: Path) -> None:
    async with service(tmp_path) as run:
        asked = (
            await run.client("bot", roles=("agent",)).post("/api/interactions", json={"request": FORM})
        ).json()
        viewer, member = [await page_client(run, (role,)) for role in ("viewer", "member")]
        kinds: list[list[str]] = []
        for browser in (viewer, member):
            async with _socket(run, browser.headers["cookie"]) as socket:
                await socket.send('{"type":"hello"}')
                await socket.recv()
                await socket.send(json.dumps({"type": "typing", "id": asked["id"]}))
                await socket.send(
                    b""
                )  # The server closes the socket when it has handled the messages before.
                await socket.wait_closed()
            records = await run.service.desk.store.records(WantedRecords(interaction_id=asked["id"]))
            kinds.append([each.kind for each in records if each.kind == "typing"])

    assert kinds == [[], ["typing"]]


def _socket(run: Running, cookie: str) -> connect:
    return connect(
        run.url.replace("http", "ws") + "/ws",
        origin=run.url,  # type: ignore[arg-type]  # a plain text is one
        additional_headers={"Cookie": cookie},
    )


@pytest.mark.requirement("SE1", "PC9")
async def test_preferences_belong_to_one_user_and_do_not_change_the_deadlines_of_others(
    tmp_path: Path, database_url: str
) -> None:
    async with service(tmp_path, database=database_url) as run:
        (tmp_path / "preferences.json").write_text('{"timeout_seconds": 30, "theme": "light"}')
        ada, nobody = await page_client(run, ("member",)), await page_client(run, ())
        refused = await nobody.patch("/api/preferences", json={"timeout_seconds": 1})
        changed = await ada.patch("/api/preferences", json={"timeout_seconds": 1, "theme": "dark"})
        again = await ada.patch("/api/preferences", json={"notifications": True})
        bob_cookie, _session = await run.serving.pages.sessions.start(_principal("bob", "acme"))
        bob = (await _read_preferences(run, bob_cookie)).json()
        me_cookie, _session = await run.serving.pages.sessions.start(_principal(local_user(), LOCAL_TENANT))
        me = (await _read_preferences(run, me_cookie)).json()
        asked = [
            (
                await run.client("bot", tenant, ("agent",)).post("/api/interactions", json={"request": FORM})
            ).json()["remaining_seconds"]
            for tenant in ("acme", LOCAL_TENANT, "other")
        ]

    assert (refused.status_code, changed.status_code) == (403, 200)
    assert [again.json()[name] for name in ("timeout_seconds", "theme", "notifications")] == [1, "dark", True]
    assert (bob["timeout_seconds"], bob["theme"]) == (300, "system")
    assert (me["timeout_seconds"], me["theme"]) == (30, "light")
    acme, local, other = asked
    assert (acme > 200, other > 200) == (True, True)
    assert local < 31


def _principal(user: str, tenant: str) -> Principal:
    return principal_for(user, tenant, frozenset({"member"}))


async def _read_preferences(run: Running, cookie: str) -> httpx.Response:
    name = run.serving.pages.sessions.cookie
    async with httpx.AsyncClient(base_url=run.url, headers={"Cookie": f"{name}={cookie}"}) as client:
        return await client.get("/api/preferences")


@pytest.mark.requirement("SE1", "SE4")
async def test_an_agent_named_like_the_chat_assistant_cannot_see_or_cancel_cards(
    tmp_path: Path,
) -> None:
    async with service(tmp_path, LIST) as run:
        ada = run.client()
        thread = (await ada.post("/api/threads", json={"mode": "discovery"})).json()["id"]
        (card,) = cards_in(
            named_events((await ada.post(f"/api/threads/{thread}/chat", json={"content": "Plan"})).text)
        )
        path = f"/api/interactions/{card['metadata']['interaction_id']}"
        rogue = run.client("chat assistant", roles=("agent",))
        listed = (await rogue.get("/api/interactions?state=any")).json()["interactions"]
        replies = [
            await rogue.get(path),
            await rogue.post(f"{path}/cancel"),
            await rogue.post(f"{path}/deadline", json={"seconds": 9}),
        ]
        state = (await ada.get(path)).json()["state"]

    assert listed == []
    assert [reply.status_code for reply in replies] == [404, 404, 404]
    assert state == "open"


@pytest.mark.requirement("SE1", "SE4")
async def test_names_of_users_and_clients_do_not_collide(tmp_path: Path) -> None:
    async with service(tmp_path) as run:
        ours = AcceptingClient(run, "head of sales", ("agent",), "claude")
        theirs = AcceptingClient(run, "sales", ("agent",), "claude of head")
        async with ours.connected(LEGACY) as one, theirs.connected(LEGACY) as other:
            calling = asyncio.create_task(one.call_tool("provide_choice", QUESTION))
            asked = await _open_question(run)
            by_id = await other.call_tool("collect_answer", {"session_id": asked["id"], "wait_seconds": 0})
            listed = content(await other.call_tool("list_open_questions", {}))
            same = asyncio.create_task(other.call_tool("provide_choice", QUESTION))
            while len(found := (await run.client().get("/api/interactions")).json()["interactions"]) < 2:
                pass
            rest = run.client("claude of head of sales", roles=("agent",))
            seen = (await rest.get("/api/interactions?state=any")).json()["interactions"]
            cancelled = await rest.post(f"/api/interactions/{asked['id']}/cancel")
            for each in found:
                answer = {"answers": [{"question_id": "q1", "option_ids": ["lite"]}]}
                await run.client().post(f"/api/interactions/{each['id']}/answer", json=answer)
            await asyncio.gather(calling, same)

    assert by_id.is_error
    assert listed == {"questions": []}
    assert seen == []
    assert cancelled.status_code == 404


@pytest.mark.requirement("SE1", "CH10")
async def test_each_tenant_has_its_own_session_ids(tmp_path: Path, database_url: str) -> None:
    shared = "3f2c8a52-6d0e-4b6b-9a43-6c1f6a9f2f10"
    async with service(tmp_path, "To evil.", "To ada.", database=database_url) as run:
        evil, ada = run.client("eve", "evil"), run.client("ada", "acme")
        replies = [
            await client.post("/chatbot/chat", json={"message": f"Hi from {name}", "sessionId": shared})
            for client, name in ((evil, "eve"), (ada, "ada"))
        ]
        path = f"/chatbot/conversation/{shared}"
        deleted = await evil.delete(path)
        kept, gone = (await ada.get(path)), (await evil.get(path))

    assert [reply.status_code for reply in replies] == [200, 200]
    assert [each["content"] for each in kept.json()["messages"]] == ["Hi from ada", "To ada."]
    assert (deleted.status_code, gone.status_code) == (204, 404)
