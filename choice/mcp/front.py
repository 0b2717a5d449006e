"""What a client starts: it speaks over standard input and output; a server behind a socket does the work.

It answers by itself what is the same for everyone; for the rest it opens a way to the server when it is first
needed. A server that dies is replaced: what it had not answered is asked again, and finds the questions that
are open already. The standard library alone is used, because clients start this program again and again.
"""

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

Message = dict[str, Any]

_FILE = Path(__file__).with_name("known_answers.json")
_VERSION = "io.modelcontextprotocol/protocolVersion"
_CLIENT = "io.modelcontextprotocol/clientInfo"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class KnownAnswers:
    """The answers for both generations of the protocol. Unusual requests are left to the server.

    Without the file, or with one made for another version of the MCP SDK, all requests are.
    """

    def __init__(self, file: Path = _FILE) -> None:
        kept = _read(file)
        self._versions: list[str] = kept.get("versions", [])
        """Those that begin with a handshake, the newest last."""
        self._handshake: dict[str, Any] = kept.get("handshake", {})
        self._modern_version: str | None = kept.get("modern_version")
        self._modern: dict[str, Any] = kept.get("modern", {})
        self.has_greeted = False

    @property
    def version(self) -> str:
        """The version of the server that gives these answers."""
        if not self._handshake:
            from importlib.metadata import version  # noqa: PLC0415 - slow, and only without the file

            return version("choicewire")
        found: str = self._handshake["initialize"]["serverInfo"]["version"]
        return found

    def to(self, request: Message) -> Message | None:
        """Return the result for a request, or None if only the server knows it."""
        method, params = request.get("method"), request.get("params", {})
        if not isinstance(method, str) or not isinstance(params, dict):
            return None
        if method == "initialize":
            return self._greeting(params)
        rest, meta = {name for name in params if name != "_meta"}, params.get("_meta", {})
        if rest or not isinstance(meta, dict):
            return None
        if _VERSION in meta:
            found = self._modern.get(method) if self._is_modern(meta) else None
        else:
            found = self._handshake.get(method) if self.has_greeted else None
        return found

    def _greeting(self, params: Message) -> Message | None:
        client, wanted = params.get("clientInfo"), params.get("protocolVersion")
        is_usual = (
            isinstance(client, dict)
            and isinstance(client.get("name"), str)
            and isinstance(client.get("version"), str)
            and isinstance(params.get("capabilities"), dict)
            and isinstance(wanted, str)
        )
        if not is_usual or self.has_greeted or not self._handshake:
            return None
        self.has_greeted = True
        version = wanted if wanted in self._versions else self._versions[-1]
        return {**self._handshake["initialize"], "protocolVersion": version}

    def _is_modern(self, meta: Message) -> bool:
        client = meta.get(_CLIENT)
        return (
            meta[_VERSION] == self._modern_version
            and isinstance(meta.get(_CAPABILITIES), dict)
            and isinstance(client, dict)
            and isinstance(client.get("name"), str)
            and isinstance(client.get("version"), str)
        )


def _read(file: Path) -> dict[str, Any]:
    """Return the content of the file, or nothing where it is missing or made for another MCP SDK."""
    try:
        kept: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    spec = find_spec("mcp_types")
    if spec is None or spec.origin is None:
        return {}
    # A look at the folder's name: importlib.metadata would take a fifth of the start.
    installed = Path(spec.origin).parents[1] / f"mcp_types-{kept['mcp_types']}.dist-info"
    return kept if installed.is_dir() else {}


def read_message(line: bytes) -> Message | None:
    """Return a message; what is none is passed over, as the protocol's own kit does."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def message_line(message: Message) -> bytes:
    """Return a message as it is sent."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def key_of(request_id: object) -> str:
    """Return an id as a key: 1 and "1" are different ids."""
    return json.dumps(request_id)


def params_of(message: Message) -> Message:
    """Return the parameters of a message; none where it has none."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def error_of(code: int, words: str) -> Message:
    """Return why a request failed."""
    return {"code": code, "message": words}


LONGEST_LINE = 16 * 1024 * 1024
OPEN_PAGE = "choicewire/open"
"""The server's word to us alone: bring a page before the person."""
_GREETING = "choicewire-greeting"
_MOST_TRIES = 3
_FAREWELL_SECONDS = 10.0
_INTERNAL_ERROR, _INVALID_REQUEST = -32603, -32600

Connect = Callable[[], socket.socket]
"""Opens a way to a server that answers.

Raises:
    OSError: There is none, and none can be started.
"""


class Front:
    """One client, and the server behind it."""

    def __init__(
        self, client: BinaryIO, out: int, known: KnownAnswers, connect: Connect, show: Callable[[str], None]
    ) -> None:
        self._client, self._out, self._connect, self._show = client, out, connect, show
        self._known = known
        self._lock, self._writing = threading.RLock(), threading.Lock()
        self._greeting: list[bytes] = []
        """What has to be said to every server first."""
        self._pending: dict[Any, tuple[bytes, int]] = {}
        """Requests of the client that have no answer yet, and how often they were sent."""
        self._asked: dict[str, Any] = {}
        """Requests of the server, by the ids under which the client knows them."""
        self._servers = 0
        self._server: socket.socket | None = None
        self._linking: threading.Thread | None = None
        self._is_over = False

    def run(self) -> None:
        """Serve the client until it leaves."""
        while line := self._client.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                self._skip_rest()
                self._answer(None, {"error": error_of(_INVALID_REQUEST, "The message is too long.")})
            else:
                self._from_client(line)
        with self._lock:
            self._is_over = True
            linking, server = self._linking, self._server
            if server is not None:
                with contextlib.suppress(OSError):  # It has left by itself.
                    server.shutdown(socket.SHUT_WR)
        if linking is not None and server is not None:
            linking.join(_FAREWELL_SECONDS)

    def _skip_rest(self) -> None:
        while (rest := self._client.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass

    # --- What the client says ---

    def _from_client(self, line: bytes) -> None:
        message = read_message(line)
        if message is None:
            return
        if not line.endswith(b"\n"):
            line += b"\n"
        if "method" not in message:
            self._reply_of_client(message)
        elif "id" in message:
            self._request(message, line)
        else:
            self._notification(message, line)

    def _request(self, message: Message, line: bytes) -> None:
        known = self._known.to(message)
        if known is not None:
            if message["method"] == "initialize":
                self._greeting = [message_line(message | {"id": _GREETING})]
            self._answer(message["id"], {"result": known})
            return
        with self._lock:
            self._pending[key_of(message["id"])] = (line, 0)
            if self._server is not None:
                self._send_pending(key_of(message["id"]))
            elif self._linking is None:
                self._linking = threading.Thread(target=self._keep_linked, daemon=True)
                self._linking.start()

    def _notification(self, message: Message, line: bytes) -> None:
        with self._lock:
            if message["method"] == "notifications/initialized" and self._greeting:
                self._greeting = [self._greeting[0], line]
            if message["method"] == "notifications/cancelled":
                self._pending.pop(key_of(params_of(message).get("requestId")), None)
            if self._server is not None:
                self._send(line)

    def _reply_of_client(self, message: Message) -> None:
        with self._lock:
            # A reply to what a server asked that is gone concerns nobody any more.
            asked = self._asked.pop(str(message.get("id")), None)
            if asked is not None and self._server is not None:
                self._send(message_line(message | {"id": asked[0]}))

    # --- What the server says ---

    def _keep_linked(self) -> None:
        """Stay in touch with a server for as long as the client wants something."""
        while True:
            try:
                server = self._connect()
            except OSError as error:
                self._give_up(str(error))
                return
            with server, server.makefile("rb") as lines:
                self._begin(server)
                try:
                    for line in lines:
                        self._from_server(line)
                except OSError:
                    pass  # It was cut off; it is treated as one that ended.
            with self._lock:
                self._server = None
                self._asked.clear()
                if self._is_over or not self._pending:
                    self._linking = None
                    return

    def _begin(self, server: socket.socket) -> None:
        with self._lock:
            self._server, self._servers = server, self._servers + 1
            for line in self._greeting:
                self._send(line)
            for key in list(self._pending):
                self._send_pending(key)

    def _give_up(self, reason: str) -> None:
        with self._lock:
            self._linking = None
            pending, self._pending = self._pending, {}
        for key in pending:
            self._answer(json.loads(key), {"error": error_of(_INTERNAL_ERROR, reason)})

    def _from_server(self, line: bytes) -> None:
        message = read_message(line)
        if message is None or message.get("id") == _GREETING:
            return
        if message.get("method") == OPEN_PAGE:
            self._show(str(params_of(message).get("address", "")))
            return
        with self._lock:
            if "method" not in message:
                asked, _ = self._pending.pop(key_of(message.get("id")), (b"", 0))
                self._remember_greeting(asked, message)
            elif "id" in message:
                # Another server may use the same ids again, for other questions.
                name = f"{self._servers}.{message['id']}"
                self._asked[name] = (message["id"],)
                line = message_line(message | {"id": name})
        self._write(line)

    def _remember_greeting(self, line: bytes, reply: Message) -> None:
        """Keep the greeting of a client that the server answered, for the next server."""
        asked = read_message(line) if b'"initialize"' in line else None
        if asked is not None and asked.get("method") == "initialize" and "result" in reply:
            self._greeting = [message_line(asked | {"id": _GREETING})]

    # --- Sending ---

    def _send_pending(self, key: str) -> None:
        line, tries = self._pending[key]
        if tries == _MOST_TRIES:
            del self._pending[key]
            reason = "The server stopped several times while it worked on this."
            self._answer(json.loads(key), {"error": error_of(_INTERNAL_ERROR, reason)})
            return
        self._pending[key] = (line, tries + 1)
        self._send(line)

    def _send(self, line: bytes) -> None:
        try:
            assert self._server is not None  # noqa: S101 - asked by those who know it
            self._server.sendall(line)
        except OSError:
            return  # Whoever reads from it notices the same, and finds another.

    def _answer(self, request_id: object, said: Message) -> None:
        self._write(message_line({"jsonrpc": "2.0", "id": request_id} | said))

    def _write(self, line: bytes) -> None:
        with self._writing:
            try:
                while line:
                    line = line[os.write(self._out, line) :]
            except OSError:
                self._is_over = True  # The client has gone; its input ends too.
