"""The front process of `choicewire mcp`: forwards standard input and output to a server on a socket.

The front itself replies to requests whose result is the same for every client. It connects to the server on
the first other request. If the server dies, the front connects to a new one and repeats pending requests;
the idempotency keys prevent duplicate questions. The front starts quickly, because it imports only the
standard library and the table of clients.
"""

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable
from typing import Any, BinaryIO

from choice.mcp.known_answers import KnownAnswers, Message


def parse_message(line: bytes) -> Message | None:
    """Return a JSON-RPC message, or None if the line is not a JSON object."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


def encode_message(message: Message) -> bytes:
    """Encode a message as one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"


def key_of(request_id: object) -> str:
    """Return a request id as a dictionary key; 1 and "1" are different ids."""
    return json.dumps(request_id)


def params_of(message: Message) -> Message:
    """Return the parameters of a message, or {} if it has none."""
    params = message.get("params")
    return params if isinstance(params, dict) else {}


def error_object(code: int, message: str) -> Message:
    """Return a JSON-RPC error object."""
    return {"code": code, "message": message}


LONGEST_LINE = 16 * 1024 * 1024
OPEN_PAGE = "choicewire/open"
"""Method of the notification that tells the front to open a page."""
_INITIALIZE_ID = "choicewire-greeting"
_MAX_ATTEMPTS = 3
_CLOSE_SECONDS = 10.0
_INTERNAL_ERROR, _INVALID_REQUEST = -32603, -32600

Connect = Callable[[], socket.socket]
"""Connects to a server.

Raises:
    OSError: No server is running and none can be started.
"""


class Front:
    """Connects one client to the server."""

    def __init__(
        self, client: BinaryIO, out: int, known: KnownAnswers, connect: Connect, show: Callable[[str], None]
    ) -> None:
        self._client, self._out, self._connect, self._show = client, out, connect, show
        self._known = known
        self._lock, self._writing = threading.RLock(), threading.Lock()
        self._handshake_lines: list[bytes] = []
        """The client's handshake, which is sent to every new server."""
        self._pending: dict[Any, tuple[bytes, int]] = {}
        """Unanswered requests of the client by id: the line and the number of attempts."""
        self._server_requests: dict[str, Any] = {}
        """Requests of the server to the client: the server's id by the id sent to the client."""
        self._server_count = 0
        self._server: socket.socket | None = None
        self._connection_thread: threading.Thread | None = None
        self._is_closed = False

    def run(self) -> None:
        """Serve the client until it disconnects."""
        while line := self._client.readline(LONGEST_LINE + 1):
            if len(line) > LONGEST_LINE:
                self._skip_rest()
                self._answer(
                    None,
                    {
                        "error": error_object(
                            _INVALID_REQUEST, f"The message is longer than {LONGEST_LINE} bytes."
                        )
                    },
                )
            else:
                self._from_client(line)
        with self._lock:
            self._is_closed = True
            thread, server = self._connection_thread, self._server
            if server is not None:
                with contextlib.suppress(OSError):  # The server closed the connection first.
                    server.shutdown(socket.SHUT_WR)
        if thread is not None and server is not None:
            thread.join(_CLOSE_SECONDS)

    def _skip_rest(self) -> None:
        while (rest := self._client.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
            pass

    # --- Messages from the client ---

    def _from_client(self, line: bytes) -> None:
        message = parse_message(line)
        if message is None:
            return
        if not line.endswith(b"\n"):
            line += b"\n"
        if "method" not in message:
            self._client_reply(message)
        elif "id" in message:
            self._request(message, line)
        else:
            self._notification(message, line)

    def _request(self, message: Message, line: bytes) -> None:
        refusal = self._known.refusal(message)
        if refusal is not None:
            self._answer(message["id"], {"error": refusal})
            return
        known = self._known.to(message)
        if known is not None:
            if message["method"] == "initialize":
                self._handshake_lines = [encode_message(message | {"id": _INITIALIZE_ID})]
            self._answer(message["id"], {"result": known})
            return
        with self._lock:
            self._pending[key_of(message["id"])] = (line, 0)
            if self._server is not None:
                self._send_pending(key_of(message["id"]))
            elif self._connection_thread is None:
                self._connection_thread = threading.Thread(target=self._run_connection, daemon=True)
                self._connection_thread.start()

    def _notification(self, message: Message, line: bytes) -> None:
        with self._lock:
            if message["method"] == "notifications/initialized" and self._handshake_lines:
                self._handshake_lines = [self._handshake_lines[0], line]
            if message["method"] == "notifications/cancelled":
                self._pending.pop(key_of(params_of(message).get("requestId")), None)
            if self._server is not None:
                self._send(line)

    def _client_reply(self, message: Message) -> None:
        with self._lock:
            # Drop the reply to a request of a server that is no longer connected.
            asked = self._server_requests.pop(str(message.get("id")), None)
            if asked is not None and self._server is not None:
                self._send(encode_message(message | {"id": asked[0]}))

    # --- Messages from the server ---

    def _run_connection(self) -> None:
        """Read from the server until the connection ends. Reconnect while requests are pending."""
        while True:
            try:
                server = self._connect()
            except OSError as error:
                self._fail_pending(str(error))
                return
            with server, server.makefile("rb") as lines:
                self._resend(server)
                try:
                    for line in lines:
                        self._from_server(line)
                except OSError:
                    pass  # The connection was reset. Reconnect as after a normal end.
            with self._lock:
                self._server = None
                self._server_requests.clear()
                if self._is_closed or not self._pending:
                    self._connection_thread = None
                    return

    def _resend(self, server: socket.socket) -> None:
        with self._lock:
            self._server, self._server_count = server, self._server_count + 1
            for line in self._handshake_lines:
                self._send(line)
            for key in list(self._pending):
                self._send_pending(key)

    def _fail_pending(self, reason: str) -> None:
        with self._lock:
            self._connection_thread = None
            pending, self._pending = self._pending, {}
        for key in pending:
            self._answer(json.loads(key), {"error": error_object(_INTERNAL_ERROR, reason)})

    def _from_server(self, line: bytes) -> None:
        message = parse_message(line)
        if message is None or message.get("id") == _INITIALIZE_ID:
            return
        if message.get("method") == OPEN_PAGE:
            self._show(str(params_of(message).get("address", "")))
            return
        with self._lock:
            if "method" not in message:
                asked, _ = self._pending.pop(key_of(message.get("id")), (b"", 0))
                self._remember_handshake(asked, message)
            elif "id" in message:
                # Make the id unique: another server may use the same one.
                name = f"{self._server_count}.{message['id']}"
                self._server_requests[name] = (message["id"],)
                line = encode_message(message | {"id": name})
        self._write(line)

    def _remember_handshake(self, line: bytes, reply: Message) -> None:
        """Keep an `initialize` request that the server accepted, to repeat it to the next server."""
        asked = parse_message(line) if b'"initialize"' in line else None
        if asked is not None and asked.get("method") == "initialize" and "result" in reply:
            self._handshake_lines = [encode_message(asked | {"id": _INITIALIZE_ID})]

    # --- Sending ---

    def _send_pending(self, key: str) -> None:
        line, attempts = self._pending[key]
        if attempts == _MAX_ATTEMPTS:
            del self._pending[key]
            reason = f"The server stopped {_MAX_ATTEMPTS} times while it handled this request."
            self._answer(json.loads(key), {"error": error_object(_INTERNAL_ERROR, reason)})
            return
        self._pending[key] = (line, attempts + 1)
        self._send(line)

    def _send(self, line: bytes) -> None:
        if self._server is None:
            return
        with contextlib.suppress(OSError):  # The reader thread sees the same error and reconnects.
            self._server.sendall(line)

    def _answer(self, request_id: object, reply: Message) -> None:
        self._write(encode_message({"jsonrpc": "2.0", "id": request_id} | reply))

    def _write(self, line: bytes) -> None:
        with self._writing:
            try:
                while line:
                    line = line[os.write(self._out, line) :]
            except OSError:
                self._is_closed = (
                    True  # The client has disconnected, so `run` reaches the end of the input too.
                )
