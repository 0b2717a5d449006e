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
from choice.mcp.front import LONGEST_LINE, OPEN_PAGE, Front, KnownAnswers

CALL = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "provide_choice"}}
HELLO = {"jsonrpc": "2.0", "id": 1} | initialize_request("2025-11-25")
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


class Server:
    """The far end of a line that a front opened."""

    def __init__(self, line: socket.socket) -> None:
        self.line, self._lines = line, line.makefile("rb")

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._lines.readline())
        return message

    def say(self, message: dict[str, Any]) -> None:
        self.line.sendall(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")

    def die(self) -> None:
        self._lines.close()
        self.line.close()


class Client:
    """A client of a front, and the servers that the front finds, in turn."""

    def __init__(self, servers: int, known: KnownAnswers) -> None:
        lines = [socket.socketpair() for _ in range(servers)]
        self.servers = [Server(server_end) for _, server_end in lines]
        self._found = [front_end for front_end, _ in lines]
        said, self._say = os.pipe()
        self._hear, heard = os.pipe()
        self._heard = os.fdopen(self._hear, "rb")
        self.shown: list[str] = []
        self._said, self._out = os.fdopen(said, "rb"), heard
        front = Front(self._said, heard, known, self._connect, self.shown.append)
        self._running = threading.Thread(target=front.run)
        self._running.start()

    def _connect(self) -> socket.socket:
        if not self._found:
            raise ConnectionRefusedError("no server")
        return self._found.pop(0)

    def say(self, *messages: dict[str, Any]) -> None:
        self.write(b"".join([json.dumps(message).encode() + b"\n" for message in messages]))

    def write(self, said: bytes) -> None:
        os.write(self._say, said)

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._heard.readline())
        return message

    def leave(self) -> None:
        os.close(self._say)
        for server in self.servers:
            server.die()
        self._running.join(30)
        self._said.close()
        self._heard.close()
        os.close(self._out)
        for line in self._found:
            line.close()


@contextmanager
def client(servers: int = 1, known: KnownAnswers | None = None) -> Iterator[Client]:
    one = Client(servers, known or KnownAnswers())
    try:
        yield one
    finally:
        one.leave()


@pytest.mark.requirement("UP4")
def test_initialize_and_lists_need_no_server() -> None:
    with client(servers=0) as one:
        one.say(HELLO, READY, {"jsonrpc": "2.0", "id": 2, "method": "tools/list"})

        assert one.hear()["result"]["serverInfo"]["name"] == "choicewire"
        assert len(one.hear()["result"]["tools"]) == 6


def test_the_handshake_is_forwarded_before_the_first_request() -> None:
    with client() as one:
        one.say(HELLO, READY, CALL)
        one.hear()
        initialized, ready, called = [one.servers[0].hear() for _ in range(3)]
        one.servers[0].say({"id": initialized["id"], "result": {}})
        one.servers[0].say({"id": 7, "result": {"content": []}})

        assert initialized["params"] == HELLO["params"]
        assert (ready, called) == (READY, CALL)
        assert one.hear() == {"jsonrpc": "2.0", "id": 7, "result": {"content": []}}


def test_without_prepared_results_the_handshake_is_still_repeated_to_the_next_server(tmp_path: Path) -> None:
    with client(servers=2, known=KnownAnswers(tmp_path / "missing.json")) as one:
        one.say(HELLO)
        assert one.servers[0].hear() == HELLO
        one.servers[0].say({"id": 1, "result": {"serverInfo": {}}})
        assert one.hear() == {"jsonrpc": "2.0", "id": 1, "result": {"serverInfo": {}}}
        one.say(READY, CALL)
        assert [one.servers[0].hear() for _ in range(2)] == [READY, CALL]
        one.servers[0].die()
        initialized, ready, called = [one.servers[1].hear() for _ in range(3)]

        assert (initialized["method"], initialized["params"]) == ("initialize", HELLO["params"])
        assert (ready, called) == (READY, CALL)


@pytest.mark.requirement("UP1")
def test_pending_requests_are_repeated_to_the_next_server() -> None:
    with client(servers=2) as one:
        one.say(HELLO, READY, CALL)
        one.hear()
        heard = [one.servers[0].hear() for _ in range(3)]
        one.servers[0].die()
        again = [one.servers[1].hear() for _ in range(3)]
        one.servers[1].say({"id": 7, "result": {"content": []}})

        assert again == heard
        assert one.hear()["id"] == 7


def test_a_reply_to_a_dead_server_is_dropped() -> None:
    with client(servers=2) as one:
        one.say(HELLO, READY, CALL)
        one.hear()
        first = _asked_by(one, one.servers[0])
        one.servers[0].die()
        second = _asked_by(one, one.servers[1])
        one.say(*[{"jsonrpc": "2.0", "id": asked, "result": {"for": asked}} for asked in (first, second)])

        assert one.servers[1].hear() == {"jsonrpc": "2.0", "id": 0, "result": {"for": second}}


def _asked_by(one: Client, server: Server) -> str:
    for _ in range(3):
        server.hear()
    server.say({"id": 0, "method": "elicitation/create", "params": {}})
    asked: str = one.hear()["id"]
    return asked


def test_a_request_fails_after_three_servers_died() -> None:
    with client(servers=4) as one:
        one.say(CALL)
        for server in one.servers[:3]:
            server.hear()
            server.die()

        assert "stopped 3 times" in one.hear()["error"]["message"]


def test_without_a_server_the_error_gives_the_reason() -> None:
    with client(servers=0) as one:
        one.say(CALL)

        assert one.hear()["error"]["message"] == "no server"


def test_a_cancelled_request_is_not_repeated() -> None:
    with client(servers=2) as one:
        one.say(CALL, CALL | {"id": "7"})
        for _ in range(2):
            one.servers[0].hear()
        one.say({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}})
        one.servers[0].hear()
        one.servers[0].die()

        assert one.servers[1].hear()["id"] == "7"


def test_a_page_is_opened_by_the_front() -> None:
    with client() as one:
        one.say(CALL)
        one.servers[0].hear()
        one.servers[0].say({"method": OPEN_PAGE, "params": {"address": "http://127.0.0.1/choice/1"}})
        one.servers[0].say({"id": 7, "result": {}})
        one.hear()

        assert one.shown == ["http://127.0.0.1/choice/1"]


def test_invalid_lines_are_ignored_and_long_lines_rejected() -> None:
    with client(servers=0) as one:
        one.write(b'not json\n[]\n\xff\xfe\n{"jsonrpc":"2.0"}\n')
        one.write(b"[" * 100_000 + b"\n")
        one.write(b"x" * LONGEST_LINE + b"more\n")
        one.say(HELLO)

        assert one.hear()["error"]["message"] == f"The message is longer than {LONGEST_LINE} bytes."
        assert one.hear()["id"] == 1
