"""The manifest in the repository asks for what the code uses, no more and no less."""

import json
import re
from pathlib import Path

from choice.slack.api.oauth import EVENTS, SCOPES

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


def test_the_manifest_asks_for_the_scopes_and_events_of_the_code() -> None:
    assert MANIFEST["oauth_config"]["scopes"]["bot"] == sorted(SCOPES)
    assert MANIFEST["settings"]["event_subscriptions"]["bot_events"] == sorted(EVENTS)


def test_every_scope_is_needed_and_every_need_has_its_scope() -> None:
    used = {scope for scope in (*NEEDED.values(), *HEARD.values()) if scope is not None}

    assert set(SCOPES) == used
    assert set(HEARD) <= set(EVENTS)


def test_no_other_method_is_called() -> None:
    source = "\n".join(path.read_text("utf-8") for path in (ROOT / "choice/slack").rglob("*.py"))

    called = set(
        re.findall(r'"((?:agents|assistant|auth|chat|conversations|usergroups|users|views)\.[\w.]+)"', source)
    )

    assert called == set(NEEDED)


def test_all_of_slack_comes_to_one_address() -> None:
    settings = MANIFEST["settings"]

    assert settings["event_subscriptions"]["request_url"].endswith("/slack/events")
    assert settings["interactivity"]["request_url"] == settings["event_subscriptions"]["request_url"]
