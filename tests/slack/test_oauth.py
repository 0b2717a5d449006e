"""Installing the app in several workspaces: isolated tenants and encrypted tokens."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from choice.desk.sqlite.file import sqlite3
from choice.slack.api import oauth
from choice.slack.api.oauth import EVENTS, SCOPES
from tests.slack.fake_slack import FakeSlack, Team
from tests.slack.member import Member
from tests.slack.questions import single
from tests.slack.workspace import CHANNEL, Workspace, workspace

# Slack's SDK still passes the app's secret in the way that aiohttp has deprecated.
pytestmark = pytest.mark.filterwarnings("ignore:BasicAuth is deprecated:DeprecationWarning")

OAUTH: dict[str, Any] = {"bot_token": None, "client_id": "1.2", "client_secret": "of the app"}


async def installed(place: Workspace, team: Team, code: str) -> httpx.Response:
    place.slack.codes[code] = team
    leaving = await place.http.get("/slack/install")
    query = parse_qs(urlsplit(leaving.headers["location"]).query)
    cookie = leaving.headers["set-cookie"].partition(";")[0]
    return await place.http.get(
        "/slack/oauth_redirect",
        params={"code": code, "state": query["state"][0]},
        headers={"Cookie": cookie},
    )


def opened() -> FakeSlack:
    slack = FakeSlack()
    slack.teams.clear()
    return slack


@pytest.mark.requirement("SE1", "SE3")
async def test_s19_installations_that_are_not_finished_leave_a_bounded_number_of_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(oauth, "MAX_STATES", 10)
    async with workspace(tmp_path, slack=opened(), **OAUTH) as place:
        for _ in range(30):
            assert (await place.http.get("/slack/install")).status_code in {200, 302}
        team = Team("T0000011", "xoxb-first")
        assert (await installed(place, team, "one")).status_code == 200
    with sqlite3.connect(tmp_path / "chat.db") as database:
        [(rows,)] = database.execute("SELECT count(*) FROM slack_oauth_states").fetchall()

    assert rows <= 10


async def test_two_workspaces_install_the_app_and_are_isolated(tmp_path: Path) -> None:
    first, second = Team("T0000011", "xoxb-first"), Team("T0000022", "xoxb-second")
    async with workspace(tmp_path, [single(), single(), "Good."], slack=opened(), **OAUTH) as place:
        for team, code in ((first, "one"), (second, "two")):
            assert (await installed(place, team, code)).status_code == 200
        ada = Member(place.slack, place.http, team=first.id)
        bob = Member(place.slack, place.http, user="U0000001", team=second.id)

        thread = await ada.mention("go")
        [card] = await place.card(CHANNEL, thread)
        await bob.mention("go", "C0000002")
        await place.slack.until(lambda: len(place.slack.called("chat.postMessage")) == 2)
        await bob.click(card, "SQLite")
        [interaction] = await place.interactions(first.id)
        await ada.click(card, "SQLite")
        await place.wait_for_text(CHANNEL, thread, "Good.")

        assert interaction.outcome is None
        assert len(await place.interactions(second.id)) == 1
        asked = [call.token for call in place.slack.called("chat.postMessage")]
        assert asked == ["xoxb-first", "xoxb-second"]
        assert len(place.slack.called("auth.test")) == 2
    kept = (tmp_path / "chat.db").read_bytes()
    rows = sqlite3.connect(tmp_path / "chat.db").execute("SELECT bot_token FROM slack_bots").fetchall()
    assert len(rows) == 2
    assert b"xoxb-first" not in kept
    assert (tmp_path / "slack_token_key").stat().st_mode & 0o777 == 0o600


async def test_a_state_works_once_and_only_in_its_browser(tmp_path: Path) -> None:
    async with workspace(tmp_path, slack=opened(), **OAUTH) as place:
        first = await installed(place, Team("T0000011", "xoxb-first"), "one")
        leaving = await place.http.get("/slack/install")
        state = parse_qs(urlsplit(leaving.headers["location"]).query)["state"][0]
        place.http.cookies.clear()
        elsewhere = await place.http.get("/slack/oauth_redirect", params={"code": "two", "state": state})
        forged = await place.http.get("/slack/oauth_redirect", params={"code": "two", "state": "x"})
        cancelled = await place.http.get("/slack/oauth_redirect", params={"error": "access_denied"})

        assert first.status_code == 200
        assert elsewhere.status_code == forged.status_code == 400
        assert cancelled.status_code == 200


@pytest.mark.parametrize("kind", ["app_uninstalled", "tokens_revoked"])
async def test_uninstalling_deletes_the_workspace_and_its_tokens(tmp_path: Path, kind: str) -> None:
    async with workspace(tmp_path, slack=opened(), **OAUTH) as place:
        await installed(place, Team("T0000011", "xoxb-first"), "one")
        ada = Member(place.slack, place.http, team="T0000011")

        await ada.event({"type": kind, "tokens": {"bot": ["UBOT00001"]}})
        await ada.mention("are you there?")
        await place.service.worker.wait_idle()

        assert place.model.requests == []
    rows = sqlite3.connect(tmp_path / "chat.db").execute("SELECT bot_token FROM slack_bots").fetchall()
    assert rows == []


ROOT = Path(__file__).parents[2]
MANIFEST = json.loads((ROOT / "docs/surfaces/slack-manifest.json").read_text("utf-8"))
NEEDED = {
    "agents.sessions.setStatus": "chat:write",
    "assistant.threads.setStatus": "chat:write",
    "auth.test": None,
    "chat.appendStream": "chat:write",
    "chat.getPermalink": None,
    "chat.postEphemeral": "chat:write",
    "chat.postMessage": "chat:write",
    "chat.startStream": "chat:write",
    "chat.stopStream": "chat:write",
    "chat.update": "chat:write",
    "conversations.open": "im:write",
    "conversations.replies": "channels:history",
    "usergroups.users.list": "usergroups:read",
    "users.info": "users:read",
    "views.open": None,
    "views.publish": None,
}
"""The methods that are called, and the scope that each needs."""
HEARD = {
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
    "message.mpim": "mpim:history",
}
"""The events that need a scope."""


def test_the_manifest_lists_the_scopes_and_events_of_the_code() -> None:
    assert MANIFEST["oauth_config"]["scopes"]["bot"] == sorted(SCOPES)
    assert MANIFEST["settings"]["event_subscriptions"]["bot_events"] == sorted(EVENTS)


def test_every_method_has_its_scope_and_every_scope_a_method() -> None:
    used = {scope for scope in (*NEEDED.values(), *HEARD.values()) if scope is not None}

    assert set(SCOPES) == used
    assert set(HEARD) <= set(EVENTS)


def test_no_other_method_is_called() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "choice/slack").rglob("*.py"))

    called = set(
        re.findall(r'"((?:agents|assistant|auth|chat|conversations|usergroups|users|views)\.[\w.]+)"', source)
    )

    assert called == set(NEEDED)


def test_the_manifest_uses_one_request_url() -> None:
    settings = MANIFEST["settings"]

    assert settings["event_subscriptions"]["request_url"].endswith("/slack/events")
    assert settings["interactivity"]["request_url"] == settings["event_subscriptions"]["request_url"]
