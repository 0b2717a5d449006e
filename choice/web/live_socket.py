"""WebSocket for the pages: sends a snapshot of the open interactions, then every change."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Literal

from pydantic import AwareDatetime, ConfigDict, JsonValue, with_config
from starlette.websockets import WebSocket, WebSocketDisconnect
from typing_extensions import TypedDict

from choice.desk import Desk, Interaction, InteractionBody, Person, snapshot
from choice.errors import ChoiceError
from choice.preferences import Preferences

HELLO_SECONDS = 5.0
TICK_SECONDS = 15.0
CLOSE_SECONDS = 1.0
MAX_ENDED = 50
MAX_SOCKETS = 1000
_NOT_TEXT = 1003
_POLICY_VIOLATION = 1008
_TOO_MANY = 1013

logger = logging.getLogger(__name__)

Identify = Callable[[WebSocket], Person | None]


class _Listener:
    """One connected page and its pending messages. Of each interaction, only the latest state is queued."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.changed: OrderedDict[str, Interaction] = OrderedDict()
        self.preferences: JsonValue = None
        """Changed preferences that have not been sent yet."""
        self.has_messages = asyncio.Event()

    def queue(self, interaction: Interaction) -> None:
        """Queue the current state of an interaction."""
        self.changed[interaction.id] = interaction
        self.changed.move_to_end(interaction.id)
        self.has_messages.set()


class LiveSocket:
    """The `web` surface: sends interactions to the pages of everyone who may see them."""

    name = "web"

    def __init__(self, identify: Identify) -> None:
        self._identify = identify
        self._desk: Desk | None = None
        self._listeners: set[_Listener] = set()
        self._ended: OrderedDict[str, Interaction] = OrderedDict()
        self._serving: set[asyncio.Task[Any]] = set()
        self._stopping = asyncio.Event()

    async def attach(self, desk: Desk) -> None:
        """Attach the surface to a desk."""
        self._desk = desk
        await desk.attach(self)

    async def stop(self) -> None:
        """Close all connections. Pages reconnect automatically."""
        self._stopping.set()
        for listener in self._listeners:
            listener.has_messages.set()
        if self._serving:
            await asyncio.wait(self._serving, timeout=CLOSE_SECONDS)

    # --- As a surface of the desk ---

    async def show(self, interaction: Interaction) -> None:
        """Send an open or changed interaction."""
        self._queue(interaction)

    async def close(self, interaction: Interaction) -> None:
        """Send an interaction that has ended or was snoozed."""
        if interaction.outcome is not None:
            self._ended[interaction.id] = interaction
            while len(self._ended) > MAX_ENDED:
                self._ended.popitem(last=False)
        self._queue(interaction)

    def send_preferences(self, preferences: JsonValue) -> None:
        """Send changed preferences to every page. All users of a server share one set."""
        for listener in self._listeners:
            listener.preferences = preferences
            listener.has_messages.set()

    def _queue(self, interaction: Interaction) -> None:
        for listener in self._listeners:
            if _may_see(interaction, listener.person):
                listener.queue(interaction)

    # --- As a route ---

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it disconnects."""
        person = self._identify(socket)
        desk = self._desk
        if person is None or desk is None:
            await socket.close(_POLICY_VIOLATION)
            return
        await socket.accept()
        if len(self._listeners) >= MAX_SOCKETS:
            await socket.close(_TOO_MANY)
            return
        listener = _Listener(person)
        serving = asyncio.ensure_future(self._serve(socket, desk, listener))
        self._listeners.add(listener)
        self._serving.add(serving)
        try:
            await serving
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            # The page disconnected, or did not send its first message in time.
            logger.debug("A page disconnected")
        finally:
            self._listeners.discard(listener)
            self._serving.discard(serving)

    async def _serve(self, socket: WebSocket, desk: Desk, listener: _Listener) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            await _text(socket)
        await self._send_all(socket, desk, listener)
        try:
            async with asyncio.TaskGroup() as tasks:
                receiving = tasks.create_task(_receive(socket, desk, listener.person))
                sending = tasks.create_task(self._send_changes(socket, desk, listener))
                receiving.add_done_callback(lambda _: sending.cancel())
                sending.add_done_callback(lambda _: receiving.cancel())
        except* (WebSocketDisconnect, RuntimeError):
            logger.debug("A page disconnected")

    async def _send_all(self, socket: WebSocket, desk: Desk, listener: _Listener) -> None:
        open_now = await desk.list(listener.person, most=500)
        ended = [each for each in self._ended.values() if _may_see(each, listener.person)]
        now = desk.store.now()
        shown: list[JsonValue] = [snapshot(each, now) for each in (*ended, *open_now)]
        await _send(socket, {"type": "snapshot", "interactions": shown, "now": now.isoformat()})

    async def _send_changes(self, socket: WebSocket, desk: Desk, listener: _Listener) -> None:
        """Send changes as they occur, and a keep-alive message after `TICK_SECONDS` without changes."""
        while not self._stopping.is_set():
            try:
                async with asyncio.timeout(TICK_SECONDS):
                    await listener.has_messages.wait()
            except TimeoutError:
                await _send(socket, {"type": "tick", "now": desk.store.now().isoformat()})
                continue
            listener.has_messages.clear()
            if listener.preferences is not None:
                preferences, listener.preferences = listener.preferences, None
                await _send(socket, {"type": "preferences", "preferences": preferences})
            while listener.changed:
                _id, interaction = listener.changed.popitem(last=False)
                now = desk.store.now()
                await _send(
                    socket,
                    {
                        "type": "interaction",
                        "interaction": snapshot(interaction, now),
                        "now": now.isoformat(),
                    },
                )
        await _send(socket, {"type": "bye"})
        await socket.close(1012)


def _may_see(interaction: Interaction, person: Person) -> bool:
    return interaction.asked_by.tenant == person.tenant and interaction.audience.admits(person)


async def _text(socket: WebSocket) -> str:
    """Return the next message of a page.

    Raises:
        WebSocketDisconnect: The page disconnected, or sent a binary message.
    """
    try:
        return await socket.receive_text()
    except KeyError:
        await socket.close(_NOT_TEXT)
        raise WebSocketDisconnect(_NOT_TEXT) from None


async def _receive(socket: WebSocket, desk: Desk, person: Person) -> None:
    """Handle the messages of a page. Invalid messages are ignored."""
    while True:
        try:
            message = json.loads(await _text(socket))
        except (ValueError, RecursionError):
            continue
        if not isinstance(message, dict) or message.get("type") != "typing":
            continue
        if isinstance(message.get("id"), str):
            try:
                await desk.typing(message["id"], by=person)
            except ChoiceError as error:
                logger.debug("Ignoring a typing message: %s", error)


async def _send(socket: WebSocket, message: dict[str, JsonValue]) -> None:
    await socket.send_text(json.dumps(message, separators=(",", ":")))


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
    """The preferences after a change on any page."""

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
    """The question is visible on a screen. Sent once per question and page; the server does not use it."""

    type: Literal["seen"]
    id: str


class PageMessages(TypedDict):
    """The messages that a page sends, by type."""

    hello: HelloMessage
    typing: TypingMessage
    seen: SeenMessage
