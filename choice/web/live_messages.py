"""Schemas of the messages on the WebSocket `/ws`: one JSON object per message."""

from typing import Literal

from pydantic import AwareDatetime, ConfigDict, with_config
from typing_extensions import TypedDict

from choice.desk import InteractionBody
from choice.preferences import Preferences

_EXACT = ConfigDict(extra="forbid")


@with_config(_EXACT)
class SnapshotMessage(TypedDict):
    """All open interactions of the person and the latest that ended. Interactions not listed are not open."""

    type: Literal["snapshot"]
    interactions: list[InteractionBody]
    now: AwareDatetime


@with_config(_EXACT)
class InteractionMessage(TypedDict):
    """The current state of one interaction that was opened, changed or ended."""

    type: Literal["interaction"]
    interaction: InteractionBody
    now: AwareDatetime


@with_config(_EXACT)
class TickMessage(TypedDict):
    """Keep-alive, sent after fifteen seconds without another message."""

    type: Literal["tick"]
    now: AwareDatetime


@with_config(_EXACT)
class PreferencesMessage(TypedDict):
    """The person's preferences after a change in another browser."""

    type: Literal["preferences"]
    preferences: Preferences


@with_config(_EXACT)
class ByeMessage(TypedDict):
    """The server is shutting down. Clients reconnect."""

    type: Literal["bye"]


@with_config(_EXACT)
class LiveMessages(TypedDict):
    """The messages that the server sends, by type."""

    snapshot: SnapshotMessage
    interaction: InteractionMessage
    tick: TickMessage
    preferences: PreferencesMessage
    bye: ByeMessage


class HelloMessage(TypedDict):
    """The first message of a client. The server replies with a snapshot."""

    type: Literal["hello"]


class TypingMessage(TypedDict):
    """The person is typing an answer, which pauses the countdown. Sent at most every four seconds."""

    type: Literal["typing"]
    id: str


class SeenMessage(TypedDict):
    """The question is visible on a screen. Sent once per question and page."""

    type: Literal["seen"]
    id: str


class PageMessages(TypedDict):
    """The messages that a page sends, by type."""

    hello: HelloMessage
    typing: TypingMessage
    seen: SeenMessage
