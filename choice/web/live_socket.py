"""WebSocket for the pages: sends a snapshot of the open interactions, then every change."""

import asyncio
import json
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

from pydantic import AwareDatetime, ConfigDict, JsonValue, with_config
from starlette.websockets import WebSocket, WebSocketDisconnect
from typing_extensions import TypedDict

from choice.auth import Action, check_declared, may
from choice.desk import Desk, Interaction, InteractionBody, Person, Principal, snapshot
from choice.errors import ChoiceError, TooManyOpen
from choice.preferences import Preferences
from choice.web.sessions import CHECK_SECONDS, PageSession

HELLO_SECONDS = 5.0
TICK_SECONDS = 15.0
CLOSE_SECONDS = 1.0
MAX_ENDED = 50
MAX_SOCKETS = 1000
MAX_MESSAGES = 1000
"""Maximum number of messages of a page in `TICK_SECONDS`."""
TYPING_SECONDS = 1.0
"""Minimum time between two `typing` messages of a person. Pages send one every four seconds."""
_NOT_TEXT = 1003
_POLICY_VIOLATION = 1008
_TOO_MANY = 1013

logger = logging.getLogger(__name__)

Identify = Callable[[WebSocket], Awaitable[PageSession | None]]
Admit = Callable[[Principal], Awaitable[Callable[[], None]]]
"""Takes a slot for a socket of a user and returns a function that releases it, or raises TooManyOpen."""
SOCKET_ACTION: Final[Action] = "pages.view"
"""What a user must be allowed to do to connect."""
MESSAGE_ACTIONS: Final[dict[str, Action]] = {
    "hello": "pages.view",
    "typing": "interaction.answer",
    "seen": "pages.view",
}
"""What a user must be allowed to do to send a message, by its type."""


async def _unlimited(_principal: Principal) -> Callable[[], None]:
    return lambda: None


class _Listener:
    """One connected page and its pending messages. Of each interaction, only the latest state is queued."""

    def __init__(self, session: PageSession) -> None:
        self.session = session
        self.person: Person = session.principal.person
        self.changed: OrderedDict[str, Interaction] = OrderedDict()
        self.preferences: JsonValue = None
        """Changed preferences that have not been sent yet."""
        self.has_messages = asyncio.Event()
        self.ended = asyncio.Event()
        """Set when the session ends."""

    def queue(self, interaction: Interaction) -> None:
        """Queue the current state of an interaction."""
        self.changed[interaction.id] = interaction
        self.changed.move_to_end(interaction.id)
        self.has_messages.set()


class LiveSocket:
    """The `web` surface: sends interactions to the pages of everyone who may see them."""

    name = "web"

    def __init__(self, identify: Identify, check_seconds: float = CHECK_SECONDS) -> None:
        check_declared("The WebSocket message", PageMessages.__annotations__, MESSAGE_ACTIONS)
        self._identify = identify
        self._check_seconds = check_seconds
        self._desk: Desk | None = None
        self._listeners: set[_Listener] = set()
        self._ended: OrderedDict[str, Interaction] = OrderedDict()
        self._serving: set[asyncio.Task[Any]] = set()
        self._stopping = asyncio.Event()
        self._admit: Admit = _unlimited
        self._typed_at: dict[tuple[str, str], float] = {}
        """When each connected person last typed, by tenant and user."""

    async def attach(self, desk: Desk, admit: Admit = _unlimited) -> None:
        """Attach the surface to a desk. `admit` limits the sockets of each person."""
        self._desk = desk
        self._admit = admit
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

    def send_preferences(self, principal: Principal, preferences: JsonValue) -> None:
        """Send a user's changed preferences to their pages."""
        for listener in self._listeners:
            owner = listener.session.principal
            if (owner.tenant, owner.subject) == (principal.tenant, principal.subject):
                listener.preferences = preferences
                listener.has_messages.set()

    def close_session(self, session_id: str) -> None:
        """Close the connections of a session that has ended."""
        for listener in self._listeners:
            if listener.session.id == session_id:
                listener.ended.set()

    def _queue(self, interaction: Interaction) -> None:
        for listener in self._listeners:
            if _may_see(interaction, listener.person):
                listener.queue(interaction)

    # --- As a route ---

    async def serve(self, socket: WebSocket) -> None:
        """Serve one page until it disconnects."""
        session = await self._identify(socket)
        desk = self._desk
        if session is None or desk is None or not may(session.principal, SOCKET_ACTION):
            await socket.close(_POLICY_VIOLATION)
            return
        await socket.accept()
        if len(self._listeners) >= MAX_SOCKETS:
            await socket.close(_TOO_MANY, "The server has too many open pages.")
            return
        try:
            release = await self._admit(session.principal)
        except TooManyOpen as error:
            await socket.close(_TOO_MANY, str(error))
            return
        listener = _Listener(session)
        serving = asyncio.ensure_future(self._serve(socket, desk, listener))
        self._listeners.add(listener)
        self._serving.add(serving)
        try:
            await serving
        except (TimeoutError, WebSocketDisconnect, RuntimeError):
            # The page disconnected, or did not send its first message in time.
            logger.debug("A page disconnected")
        finally:
            release()
            self._listeners.discard(listener)
            self._serving.discard(serving)
            person = listener.person
            if all(other.person != person for other in self._listeners):
                self._typed_at.pop((person.tenant, person.user), None)

    async def _serve(self, socket: WebSocket, desk: Desk, listener: _Listener) -> None:
        async with asyncio.timeout(HELLO_SECONDS):
            await _text(socket)
        await self._send_all(socket, desk, listener)
        try:
            async with asyncio.TaskGroup() as tasks:
                working = [
                    tasks.create_task(self._receive(socket, desk, listener.session.principal)),
                    tasks.create_task(self._send_changes(socket, desk, listener)),
                    tasks.create_task(self._close_when_ended(socket, listener)),
                ]
                for task in working:
                    task.add_done_callback(lambda _: [each.cancel() for each in working])
        except* (WebSocketDisconnect, RuntimeError):
            logger.debug("A page disconnected")

    async def _close_when_ended(self, socket: WebSocket, listener: _Listener) -> None:
        """Close the connection when its session ends. Sessions that end on another server are polled."""
        while not listener.ended.is_set():
            try:
                async with asyncio.timeout(self._check_seconds):
                    await listener.ended.wait()
            except TimeoutError:
                if await self._identify(socket) is None:
                    break
        await socket.close(_POLICY_VIOLATION)

    async def _receive(self, socket: WebSocket, desk: Desk, principal: Principal) -> None:
        """Handle the messages of a page. Invalid messages are ignored; too many close the socket."""
        loop = asyncio.get_running_loop()
        begun, received = loop.time(), 0
        while True:
            text = await _text(socket)
            received += 1
            if loop.time() - begun > TICK_SECONDS:
                begun, received = loop.time(), 1
            if received > MAX_MESSAGES:
                await socket.close(_POLICY_VIOLATION, "This page sends too many messages.")
                return
            await self._handle(text, desk, principal)

    async def _handle(self, text: str, desk: Desk, principal: Principal) -> None:
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return
        kind = message.get("type") if isinstance(message, dict) else None
        if not isinstance(kind, str) or kind not in MESSAGE_ACTIONS:
            return
        if kind == "typing" and may(principal, MESSAGE_ACTIONS[kind]) and isinstance(message.get("id"), str):
            await self._typing(desk, message["id"], principal.person)

    async def _typing(self, desk: Desk, interaction_id: str, person: Person) -> None:
        """Report that a person types, unless the last report is recent: it writes to the database."""
        now, key = asyncio.get_running_loop().time(), (person.tenant, person.user)
        if now - self._typed_at.get(key, -TYPING_SECONDS) < TYPING_SECONDS:
            return
        self._typed_at[key] = now
        try:
            await desk.typing(interaction_id, by=person)
        except ChoiceError as error:
            logger.debug("Ignoring a typing message: %s", error)

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
