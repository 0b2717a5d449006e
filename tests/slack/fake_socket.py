"""The Socket Mode endpoint of the fake Slack: redelivers envelopes until they are acknowledged."""

import asyncio
import itertools
import json
from typing import Any

from aiohttp import WSMsgType, web

PATIENCE = 20


class FakeSocket:
    """Serves sockets. What was not acknowledged on one is sent again on the next."""

    def __init__(self) -> None:
        self.url = ""
        self.links = 0
        self.sent: list[str] = []
        """The ids of all envelopes, each as often as it was sent."""
        self._numbers = itertools.count(1)
        self._open: list[web.WebSocketResponse] = []
        self._waiting: dict[str, tuple[dict[str, Any], asyncio.Future[dict[str, Any]]]] = {}
        self._connected = asyncio.Condition()

    def new_link(self) -> str:
        """Return the address of the next socket."""
        self.links += 1
        return f"{self.url}?ticket={self.links}"

    async def connected(self, links: int = 1) -> None:
        """Wait until so many sockets have been opened, and one is open."""
        async with asyncio.timeout(PATIENCE), self._connected:
            await self._connected.wait_for(lambda: self.links >= links and bool(self._open))

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one socket."""
        socket = web.WebSocketResponse(heartbeat=None)
        await socket.prepare(request)
        hello = {"type": "hello", "num_connections": 1, "connection_info": {"app_id": "A0000001"}}
        await socket.send_str(json.dumps(hello))
        async with self._connected:
            self._open.append(socket)
            self._connected.notify_all()
        for envelope, future in list(self._waiting.values()):
            if not future.done():
                await self._send(socket, envelope)
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                self._acknowledged(json.loads(message.data))
        self._open.remove(socket)
        return socket

    async def send(self, kind: str, payload: dict[str, Any], envelope_id: str = "") -> dict[str, Any]:
        """Send an envelope and return what it was acknowledged with."""
        name = envelope_id or f"envelope-{next(self._numbers)}"
        envelope = {"envelope_id": name, "type": kind, "payload": payload, "accepts_response_payload": True}
        future = asyncio.get_running_loop().create_future()
        self._waiting[name] = (envelope, future)
        if self._open:
            await self._send(self._open[-1], envelope)
        async with asyncio.timeout(PATIENCE):
            acknowledged: dict[str, Any] = await future
        return acknowledged

    async def drop(self) -> None:
        """Close all sockets without a word."""
        for socket in list(self._open):
            await socket.close()

    async def ask_to_reconnect(self) -> None:
        """Say that a socket is about to be closed."""
        for socket in list(self._open):
            await socket.send_str(json.dumps({"type": "disconnect", "reason": "refresh_requested"}))

    async def close(self) -> None:
        """Close all sockets for good."""
        for _envelope, future in self._waiting.values():
            future.cancel()
        await self.drop()

    async def _send(self, socket: web.WebSocketResponse, envelope: dict[str, Any]) -> None:
        self.sent.append(envelope["envelope_id"])
        await socket.send_str(json.dumps(envelope))

    def _acknowledged(self, reply: dict[str, Any]) -> None:
        waiting = self._waiting.pop(str(reply.get("envelope_id")), None)
        if waiting is not None and not waiting[1].done():
            waiting[1].set_result(reply.get("payload") or {})
