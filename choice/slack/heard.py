"""A message that somebody wrote, read from what Slack sent. Nothing here raises on a strange payload."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

from choice.slack.heard_text import heard_text
from choice.slack.workspaces import Workspace

_SPOKEN = frozenset({None, "file_share", "thread_broadcast"})
"""Subtypes of messages that a person wrote just now; edits and joins are others."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Who wrote what, where and when."""

    user: str
    user_team: str | None
    channel: str
    ts: str
    thread_ts: str
    """The thread it stands in, or the one that it begins."""
    text: str
    is_quiet: bool
    """Whether the bot is not mentioned."""
    event_id: str = ""

    @property
    def is_private(self) -> bool:
        """Whether it is a direct message."""
        return self.channel.startswith("D")

    @property
    def is_top_level(self) -> bool:
        """Whether it begins a thread."""
        return self.ts == self.thread_ts

    def as_body(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return asdict(self)

    @classmethod
    def of_body(cls, body: Mapping[str, Any]) -> Self | None:
        """Return what was kept."""
        try:
            return cls(**body)
        except TypeError:
            return None


def heard_of(payload: Mapping[str, Any], workspace: Workspace) -> Heard | None:
    """Return the message of an `event_callback`; None where no person wrote it, or it says nothing."""
    event = payload.get("event")
    if not isinstance(event, dict) or event.get("bot_id") or event.get("subtype") not in _SPOKEN:
        return None
    user, channel, ts, text = (event.get(name) for name in ("user", "channel", "ts", "text"))
    if not (
        isinstance(user, str) and isinstance(channel, str) and isinstance(ts, str) and isinstance(text, str)
    ):
        return None
    if user == workspace.bot_user:
        return None
    said = heard_text(text, workspace.bot_user)
    thread, team = event.get("thread_ts"), event.get("user_team") or event.get("team")
    is_mention = event.get("type") == "app_mention" or f"<@{workspace.bot_user}" in text
    if not said:
        return None
    return Heard(
        user=user,
        user_team=team if isinstance(team, str) else None,
        channel=channel,
        ts=ts,
        thread_ts=thread if isinstance(thread, str) else ts,
        text=said,
        is_quiet=not is_mention,
        event_id=str(payload.get("event_id", "")),
    )
