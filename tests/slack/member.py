"""A workspace member: sends messages, clicks and submits modals through signed requests."""

import hashlib
import hmac
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import httpx

from tests.slack.fake_slack import BOT, FakeSlack, Message

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"  # noqa: S105 - for tests
_events = itertools.count(1)


def signed(body: str, secret: str = SECRET, at: int | None = None) -> dict[str, str]:
    """Return the headers with which Slack signs a body."""
    timestamp = str(int(time.time()) if at is None else at)
    digest = hmac.new(secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": f"v0={digest}"}


@dataclass(slots=True)
class Member:
    """A Slack user, who reaches the app over HTTP or, without a client, over Socket Mode."""

    slack: FakeSlack
    http: httpx.AsyncClient | None = None
    user: str = "U0000001"
    team: str = "T0000001"
    home_team: str | None = None
    """The home workspace of a guest."""
    bodies: list[str] = field(default_factory=list)
    """The bodies that were sent."""

    # --- Writing ---

    async def mention(self, text: str, channel: str = "C0000001", thread_ts: str | None = None) -> str:
        """Mention the app; return the timestamp of the message."""
        return await self._write("app_mention", f"<@{BOT}> {text}", channel, thread_ts)

    async def write(self, text: str, channel: str = "D0000001", thread_ts: str | None = None) -> str:
        """Send a direct message or a reply in a thread; return its timestamp."""
        return await self._write("message", text, channel, thread_ts)

    async def _write(self, kind: str, text: str, channel: str, thread_ts: str | None) -> str:
        ts = self.slack.new_ts()
        event = {"type": kind, "user": self.user, "text": text, "ts": ts, "channel": channel}
        if thread_ts is not None:
            event["thread_ts"] = thread_ts
        await self.event(event | {"team": self.home_team or self.team})
        return ts

    async def event(self, event: dict[str, Any], event_id: str | None = None) -> httpx.Response | None:
        """Send an event."""
        payload = {
            "type": "event_callback",
            "team_id": self.team,
            "api_app_id": "A0000001",
            "event_id": event_id or f"Ev{next(_events)}",
            "event": event,
        }
        if self.http is None:
            await self.slack.socket.send("events_api", payload)
            return None
        body = json.dumps(payload)
        return await self.send(body, "application/json")

    # --- Clicking ---

    async def click(
        self,
        message: Message,
        name: str,
        state: dict[str, Any] | None = None,
        **changed: Any,  # noqa: ANN401
    ) -> httpx.Response | None:
        """Wait for and click the first button with this text, or whose action id starts with it."""
        await self.slack.until(lambda: any(_is_called(each, name) for each in buttons(message)))
        button = next(each for each in buttons(message) if _is_called(each, name))
        return await self.interact(self.click_payload(message, button, state) | changed)

    def click_payload(
        self, message: Message, button: dict[str, Any], state: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the payload of a click."""
        shown = {"ts": message.ts, "thread_ts": message.thread_ts, "text": message.text}
        return {
            "type": "block_actions",
            "team": {"id": self.team, "domain": "x"},
            "user": {"id": self.user, "username": self.user, "team_id": self.home_team or self.team},
            "api_app_id": "A0000001",
            "container": {"type": "message", "message_ts": message.ts, "channel_id": message.channel}
            | ({} if message.thread_ts is None else {"thread_ts": message.thread_ts}),
            "trigger_id": self.slack.trigger(),
            "channel": {"id": message.channel, "name": "x"},
            "message": {name: value for name, value in shown.items() if value is not None},
            "response_url": f"{self.slack.url.removesuffix('api/')}response/{message.ts}",
            "state": {"values": state or {}},
            "actions": [
                {
                    "type": "button",
                    "action_id": button["action_id"],
                    "block_id": button["block_id"],
                    "value": button.get("value", ""),
                    "text": button.get("text", {}),
                    "action_ts": self.slack.new_ts(),
                }
            ],
        }

    async def submit(self, view: dict[str, Any], text: str, view_id: str = "V1") -> dict[str, Any]:
        """Fill in and submit a modal; return the errors it shows, if any."""
        field = next(
            block
            for block in view["blocks"]
            if block["type"] == "input" and block["element"]["type"] == "plain_text_input"
        )
        values = {
            field["block_id"]: {field["element"]["action_id"]: {"type": "plain_text_input", "value": text}}
        }
        sent = view | {"id": view_id, "state": {"values": values}, "hash": "h"}
        payload = {
            "type": "view_submission",
            "team": {"id": self.team},
            "user": {"id": self.user, "team_id": self.home_team or self.team},
            "view": sent,
        }
        if self.http is None:
            return await self.slack.socket.send("interactive", payload)
        response = await self.interact(payload)
        assert response is not None
        return response.json() if response.content else {}

    async def interact(self, payload: dict[str, Any]) -> httpx.Response | None:
        """Send an interaction."""
        if self.http is None:
            await self.slack.socket.send("interactive", payload)
            return None
        return await self.send(urlencode({"payload": json.dumps(payload)}))

    async def send(
        self, body: str, kind: str = "application/x-www-form-urlencoded", **headers: str
    ) -> httpx.Response:
        """Send a signed body."""
        assert self.http is not None
        self.bodies.append(body)
        response = await self.http.post(
            "/slack/events", content=body.encode(), headers={"Content-Type": kind} | signed(body) | headers
        )
        assert response.status_code == 200, response.text
        return response


def buttons(message: Message) -> Iterator[dict[str, Any]]:
    """Return the buttons of a message, each with its block."""
    for block in message.blocks:
        elements = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        for element in elements:
            if isinstance(element, dict) and element.get("type") == "button":
                yield element | {"block_id": block.get("block_id", "made-by-slack")}


def texts_of(message: Message) -> list[str]:
    """Return the texts of the buttons of a message."""
    return [button["text"]["text"] for button in buttons(message)]


def ticked(message: Message, *positions: int) -> dict[str, Any]:
    """Return the state of a message with options of its first input selected."""
    block = next(block for block in message.blocks if block["type"] == "input")
    element = block["element"]
    chosen = [element["options"][position] for position in positions]
    many = element["type"] in {"checkboxes", "multi_static_select"}
    value = {"selected_options": chosen} if many else {"selected_option": chosen[0] if chosen else None}
    return {block["block_id"]: {element["action_id"]: {"type": element["type"]} | value}}


def _is_called(button: dict[str, Any], name: str) -> bool:
    return bool(button["text"]["text"] == name or button["action_id"].startswith(name))
