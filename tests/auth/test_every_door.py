"""Every entry of every interface × every kind of caller, from the tables in which entries declare actions.

An entry that is added to a table is tested by being there.
"""

import asyncio
import json
import time
from pathlib import Path

import httpx
import jwt
import pytest
from mcp import MCPError
from starlette.routing import BaseRoute, Route
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from choice.auth import ACTIONS, Action, Entry, UndeclaredAction, check_declared, may, principal_for
from choice.desk import Principal, WantedRecords
from choice.mcp.questions import Caller, Context, caller_with_token
from choice.mcp.server import TASK_ACTIONS
from choice.mcp.tools import TOOL_ACTIONS, tools
from choice.providers import ModelClient
from choice.server import app as server_app
from choice.slack.events.actions import EVENT_ACTIONS
from choice.testing.scripted_model import ScriptedModel
from choice.web import live_socket, pages
from choice.web.sessions import CLIENT_HEADER
from tests.mcp.agent import LEGACY, MODERN, QUESTION, open_service
from tests.mcp.test_http import ACCEPT, INITIALIZE
from tests.mcp.test_tasks import send
from tests.server.service import SECRET, Running, running, settings_for

CALLERS: dict[str, tuple[str, ...]] = {
    "no role": (),
    "unknown role": ("root",),
    "viewer": ("viewer",),
    "member": ("member",),
    "agent": ("agent",),
    "analyst": ("analyst",),
    "admin": ("admin",),
    "agent and member": ("agent", "member"),
    "agent and admin": ("agent", "admin"),
}
PEOPLE_ONLY: frozenset[Action] = frozenset(
    {"session.create", "preferences.own", "pages.view", "interaction.answer", "log.read", "stats.read"}
)
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def principal(roles: tuple[str, ...]) -> Principal:
    return principal_for("ada", "acme", frozenset(roles))


def path_of(path: str) -> str:
    return path.replace("{id}", UNKNOWN).replace("{name:path}", "nothing.js")


async def page_client(run: Running, roles: tuple[str, ...]) -> httpx.AsyncClient:
    """Return a browser with a session, even for roles that cannot sign in."""
    sessions = run.serving.pages.sessions
    cookie, _session = await sessions.start(principal(roles))
    headers = {"Cookie": f"{sessions.cookie}={cookie}", "Origin": run.url, CLIENT_HEADER: "web"}
    client = httpx.AsyncClient(base_url=run.url, headers=headers, timeout=20)
    run.clients.append(client)
    return client


def token_client(run: Running, roles: tuple[str, ...]) -> httpx.AsyncClient:
    """Return a program with a token, whose roles may be an empty list."""
    settings, now = run.settings, int(time.time())
    claims = {"iss": settings.jwt_issuer, "aud": settings.jwt_audience, "sub": "ada", "tenant": "acme"}
    times = {"iat": now, "exp": now + 3600}
    token = jwt.encode(claims | times | {"roles": list(roles)}, SECRET, algorithm="HS256")
    client = httpx.AsyncClient(base_url=run.url, headers={"Authorization": f"Bearer {token}"}, timeout=20)
    run.clients.append(client)
    return client


def model() -> ModelClient:
    return ScriptedModel([])


@pytest.mark.requirement("SE4", "CH6")
@pytest.mark.parametrize("name", CALLERS)
async def test_every_http_route_admits_exactly_the_callers_of_its_action(name: str, tmp_path: Path) -> None:
    roles = CALLERS[name]
    async with running(settings_for(tmp_path), model()) as run:
        with_token, with_cookie = token_client(run, roles), await page_client(run, roles)
        anonymous = httpx.AsyncClient(base_url=run.url, timeout=20)
        run.clients.append(anonymous)
        for route in server_app.ROUTES:
            where, path = (route.method, route.path), path_of(route.path)
            for client in (with_token, with_cookie):
                status = (await client.request(route.method, path, json={})).status_code
                assert (status == 403) == (not may(principal(roles), route.action)), where
                assert status != 401, where
            status = (await anonymous.request(route.method, path, json={})).status_code
            assert (status == 401) == (not route.is_public), where


@pytest.mark.requirement("SE4")
@pytest.mark.parametrize("name", CALLERS)
async def test_every_page_route_admits_exactly_the_callers_of_its_action(name: str, tmp_path: Path) -> None:
    roles = CALLERS[name]
    async with running(settings_for(tmp_path), model()) as run:
        with_token = token_client(run, roles)
        anonymous = httpx.AsyncClient(base_url=run.url, timeout=20)
        run.clients.append(anonymous)
        for row in pages.ROUTES:
            with_cookie, path = await page_client(run, roles), path_of(row.path)
            clients = [with_token] if "token" in row.credential else []
            clients += [] if row.credential == "token" else [with_cookie]
            statuses = [(await one.request(row.method, path, json={})).status_code for one in clients]
            nobody = (await anonymous.request(row.method, path, json={})).status_code

            if row.credential == "none":
                assert row.action == "public", row
            else:
                expected = not may(principal(roles), row.action)
                assert [status == 403 for status in statuses] == [expected] * len(clients), row
                assert nobody == (303 if row.credential == "page" else 401), row


@pytest.mark.requirement("SE4")
@pytest.mark.parametrize("name", CALLERS)
async def test_every_websocket_message_is_handled_for_exactly_the_callers_of_its_action(
    name: str, tmp_path: Path
) -> None:
    roles = CALLERS[name]
    may_connect = may(principal(roles), live_socket.SOCKET_ACTION)
    async with running(settings_for(tmp_path), model()) as run, asyncio.timeout(30):
        body = {"request": {"questions": [{"text": "Go?", "options": [{"label": "A"}, {"label": "B"}]}]}}
        asked = (await run.client("bot", roles=("agent",)).post("/api/interactions", json=body)).json()["id"]
        desk, browser = run.service.desk, await page_client(run, roles)
        opening = connect(
            run.url.replace("http", "ws") + "/ws",
            origin=run.url,  # type: ignore[arg-type]  # a plain text is one
            additional_headers={"Cookie": browser.headers["cookie"]},
        )
        if not may_connect:
            with pytest.raises(InvalidStatus):
                await opening
            return
        async with opening as socket:
            await socket.send('{"type":"hello"}')
            assert json.loads(await socket.recv())["type"] == "snapshot"
            for kind, action in live_socket.MESSAGE_ACTIONS.items():
                await socket.send(json.dumps({"type": kind, "id": asked}))
                # The next answer of another person is sent after the message has been handled.
                await (await socket.ping())
                if not may(principal(roles), action):
                    await run.client("zoe").get("/api/threads")
                    assert "typing" not in await _kinds(run, asked, "ada"), kind
        if may(principal(roles), "interaction.answer"):
            while "typing" not in await _kinds(run, asked, "ada"):
                await desk.catch_up()


async def _kinds(run: Running, interaction_id: str, actor: str) -> list[str]:
    found = await run.service.desk.store.records(WantedRecords(interaction_id=interaction_id))
    return [record.kind for record in found if record.actor == actor]


@pytest.mark.requirement("SE4", "SE1")
@pytest.mark.parametrize("name", CALLERS)
async def test_the_mcp_endpoint_admits_exactly_the_callers_of_its_action(name: str, tmp_path: Path) -> None:
    roles = CALLERS[name]
    async with running(settings_for(tmp_path), model()) as run:
        (entry,) = [each for each in run.serving.entries() if getattr(each.route, "path", "") == "/mcp"]
        replies = [
            await token_client(run, roles).request(method, "/mcp", json=INITIALIZE, headers=ACCEPT)
            for method in ("POST", "DELETE")
        ]
        refused = [reply.status_code == 403 for reply in replies]

    assert refused == [not may(principal(roles), entry.action)] * 2


@pytest.mark.requirement("SE4")
@pytest.mark.parametrize("name", CALLERS)
async def test_every_mcp_tool_admits_exactly_the_callers_of_its_action(name: str) -> None:
    roles = CALLERS[name]

    def caller_for(context: Context) -> Caller:
        return caller_with_token(context, principal(roles))

    async with open_service(hold=0.0, caller_for=caller_for) as service, service.agent(LEGACY) as client:
        for tool, action in TOOL_ACTIONS.items():
            result = await client.call_tool(tool, QUESTION if tool == "provide_choice" else {})
            refused = result.is_error is True and "permission" in str(result.content)
            assert refused == (not may(principal(roles), action)), tool
    async with open_service(hold=0.0, caller_for=caller_for) as service, service.agent(MODERN) as client:
        for method, action in TASK_ACTIONS.items():
            with pytest.raises(MCPError) as caught:
                await send(client.session, method, UNKNOWN)
            refused = "permission" in str(caught.value)
            assert refused == (not may(principal(roles), action)), method


def test_every_slack_event_declares_an_action_that_members_may_perform() -> None:
    member = principal(("member",))

    assert {name for name, action in EVENT_ACTIONS.items() if not may(member, action)} == set()


@pytest.mark.requirement("SE4")
def test_no_action_of_people_is_granted_to_agents() -> None:
    for roles in (("agent",), ("agent", "admin"), ("agent", "member", "analyst")):
        assert {action for action in PEOPLE_ONLY if may(principal(roles), action)} == set()
    assert set(ACTIONS) >= PEOPLE_ONLY


@pytest.mark.requirement("SE4")
async def test_an_entry_without_an_action_cannot_be_mounted(tmp_path: Path) -> None:
    async with running(settings_for(tmp_path), model()) as run:
        serving = run.serving
    bare = Route("/new", serving.pages.inbox, methods=["GET"])
    mounted: list[Entry[BaseRoute]] = [bare, Entry(bare, "no such action")]  # type: ignore[list-item, arg-type]

    for entry in mounted:
        with pytest.raises(UndeclaredAction, match="'/new' declares no action"):
            server_app.build_app(serving.open_service, version="0", entries=[entry])
    for names, table in (
        (live_socket.PageMessages.__annotations__, live_socket.MESSAGE_ACTIONS),
        ([tool.name for tool in tools()], TOOL_ACTIONS),
    ):
        check_declared("Test", names, table)
        with pytest.raises(UndeclaredAction, match="'new' declares no action"):
            check_declared("Test", [*names, "new"], table)
