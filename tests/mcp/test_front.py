"""The light front between a client and server_end servers."""

import json
import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from choice.mcp.common_answers import initialize_request
from choice.mcp.front import LONGEST_LINE, OPEN_PAGE, Front
from choice.mcp.known_answers import KnownAnswers

CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "provide_choice"}}
HELLO = {"jsonrpc": "2.0", "id": 1} | initialize_request("2025-11-25")
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Server:
    """Server end of a connection that a front opened."""

    def __init__(self, line: socket.socket) -> None:
        self.line, self._lines = line, line.makefile("rb")

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._lines.readline())
        return message

    def send(self, message: dict[str, Any]) -> None:
        self.line.sendall(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    def close(self) -> None:
        self._lines.close()
        self.line.close()


class Client:
    """A client of a front, and the servers that the front connects to in turn."""

    def __init__(self, servers: int, known: KnownAnswers) -> None:
        lines = [socket.socketpair() for _ in range(servers)]
        self.servers = [Server(server_end) for _, server_end in lines]
        self._found = [front_end for front_end, _ in lines]
        front_input, self._input = os.pipe()
        output, front_output = os.pipe()
        self._output = os.fdopen(output, "rb")
        self.shown: list[str] = []
        self._front_input, self._front_output = os.fdopen(front_input, "rb"), front_output
        front = Front(self._front_input, front_output, known, self._connect, self.shown.append)
        self._running = threading.Thread(target=front.run)
        self._running.start()

    def _connect(self) -> socket.socket:
        if not self._found:
            raise ConnectionRefusedError("no server")
        return self._found.pop(0)

    def send(self, *messages: dict[str, Any]) -> None:
        self.write(b"".join([json.dumps(message).encode() + b"\n" for message in messages]))

    def write(self, data: bytes) -> None:
        os.write(self._input, data)

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._output.readline())
        return message

    def close(self) -> None:
        os.close(self._input)
        for server in self.servers:
            server.close()
        self._running.join(30)
        self._front_input.close()
        self._output.close()
        os.close(self._front_output)
        for line in self._found:
            line.close()


@contextmanager
def client(servers: int = 1, known: KnownAnswers | None = None) -> Iterator[Client]:
    one = Client(servers, known or KnownAnswers())
    try:
        yield one
    finally:
        one.close()


@pytest.mark.requirement("UP4")
def test_initialize_and_lists_need_no_server() -> None:
    with client(servers=0) as one:
        one.send(HELLO, READY, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"})

        assert one.receive()["result"]["serverInfo"]["name"] == "choicewire"
        assert len(one.receive()["result"]["tools"]) == 4


def test_the_handshake_is_forwarded_before_the_first_request() -> None:
    with client() as one:
        one.send(HELLO, READY, CALL)
        one.receive()
        initialized, ready, called = [one.servers[0].receive() for _ in range(3)]
        one.servers[0].send({"id": initialized["id"], "result": {}})
        one.servers[0].send({"id": 7, "result": {"content": []}})

        assert initialized["params"] == HELLO["params"]
        assert (ready, called) == (READY, CALL)
        assert one.receive() == {"jsonrpc": "2.0", "id": 7, "result": {"content": []}}


def test_without_prepared_results_the_handshake_is_still_repeated_to_the_next_server(tmp_path: Path) -> None:
    with client(servers=2, known=KnownAnswers(tmp_path / "missing.json")) as one:
        one.send(HELLO)
        assert one.servers[0].receive() == HELLO
        one.servers[0].send({"id": 1, "result": {"serverInfo": {}}})
        assert one.receive() == {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {}}}
        one.send(READY, CALL)
        assert [one.servers[0].receive() for _ in range(2)] == [READY, CALL]
        one.servers[0].close()
        initialized, ready, called = [one.servers[1].receive() for _ in range(3)]

        assert (initialized["method"], initialized["params"]) == ("initialize", HELLO["params"])
        assert (ready, called) == (READY, CALL)


@pytest.mark.requirement("UP1")
def test_pending_requests_are_repeated_to_the_next_server() -> None:
    with client(servers=2) as one:
        one.send(HELLO, READY, CALL)
        one.receive()
        received = [one.servers[0].receive() for _ in range(3)]
        one.servers[0].close()
        again = [one.servers[1].receive() for _ in range(3)]
        one.servers[1].send({"id": 7, "result": {"content": []}})

        assert again == received
        assert one.receive()["id"] == 7


def test_a_reply_to_a_dead_server_is_dropped() -> None:
    with client(servers=2) as one:
        one.send(HELLO, READY, CALL)
        one.receive()
        first = _asked_by(one, one.servers[0])
        one.servers[0].close()
        second = _asked_by(one, one.servers[1])
        one.send(*[{"jsonrpc": "2.0", "id": asked, "result": {"for": asked}} for asked in (first, second)])

        assert one.servers[1].receive() == {"jsonrpc": "2.0", "id": 0, "result": {"for": second}}


def _asked_by(one: Client, server: Server) -> str:
    for _ in range(3):
        server.receive()
    server.send({"id": 0, "method": "elicitation/create", "params": {}})
    asked: str = one.receive()["id"]
    return asked


def test_a_request_fails_after_three_servers_died() -> None:
    with client(servers=4) as one:
        one.send(CALL)
        for server in one.servers[:3]:
            server.receive()
            server.close()

        assert "stopped 3 times" in one.receive()["error"]["message"]


def test_without_a_server_the_error_gives_the_reason() -> None:
    with client(servers=0) as one:
        one.send(CALL)

        assert one.receive()["error"]["message"] == "no server"


def test_a_cancelled_request_is_not_repeated() -> None:
    with client(servers=2) as one:
        one.send(CALL, CALL | {"id": "7"})
        for _ in range(2):
            one.servers[0].receive()
        one.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}})
        one.servers[0].receive()
        one.servers[0].close()

        assert one.servers[1].receive()["id"] == "7"


def test_a_page_is_opened_by_the_front() -> None:
    with client() as one:
        one.send(CALL)
        one.servers[0].receive()
        one.servers[0].send({"method": OPEN_PAGE, "params": {"address": "http://127.0.0.1/choice/1"}})
        one.servers[0].send({"id": 7, "result": {}})
        one.receive()

        assert one.shown == ["http://127.0.0.1/choice/1"]


def test_invalid_lines_are_ignored_and_long_lines_rejected() -> None:
    with client(servers=0) as one:
        one.write(b'not json\n[]\n\xff\xfe\n{"jsonrpc":"2.0"}\n')
        one.write(b"[" * 100_000 + b"\n")
        one.write(b"x" * LONGEST_LINE + b"more\n")
        one.send(HELLO)

        assert one.receive()["error"]["message"] == f"The message is longer than {LONGEST_LINE} bytes."
        assert one.receive()["id"] == 1
