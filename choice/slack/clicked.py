"""The facts of a click, read from what Slack sent. Nothing here raises on a strange payload."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Click:
    """Who clicked what, where and when."""

    action: Mapping[str, object]
    state: Mapping[str, object]
    user: str
    user_team: str | None
    channel: str
    message_ts: str
    thread_ts: str | None
    trigger_id: str
    action_ts: str

    @property
    def key(self) -> str:
        """A name for this very click: the same when Slack sends it again."""
        return f"slack:{self.user}:{self.message_ts}:{self.action_ts}"

    @property
    def is_ours(self) -> bool:
        """Whether it was made on a message of ours, where something should happen."""
        return self.action.get("type") == "button" and "url" not in self.action


def click_of(payload: Mapping[str, Any]) -> list[Click]:
    """Return the clicks of a `block_actions` payload."""
    user, container = _object(payload, "user"), _object(payload, "container")
    message, channel = _object(payload, "message"), _object(payload, "channel")
    actions = payload.get("actions")
    return [
        Click(
            action=action,
            state=_object(_object(payload, "state"), "values"),
            user=_text(user, "id"),
            user_team=_text(user, "team_id") or None,
            channel=_text(channel, "id") or _text(container, "channel_id"),
            message_ts=_text(container, "message_ts") or _text(message, "ts"),
            thread_ts=_text(container, "thread_ts") or _text(message, "thread_ts") or None,
            trigger_id=_text(payload, "trigger_id"),
            action_ts=_text(action, "action_ts"),
        )
        for action in (actions if isinstance(actions, list) else ())
        if isinstance(action, dict)
    ]


def _object(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = value.get(name)
    return found if isinstance(found, dict) else {}


def _text(value: Mapping[str, Any], name: str) -> str:
    found = value.get(name)
    return found if isinstance(found, str) else ""
