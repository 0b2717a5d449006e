"""Server and client processes for the chat benchmarks, all on the same core."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from benchmarks.chat_our_app import settings_in
from choice.auth import Principal, signed_token

PATH = "/chatbot/chat-stream"
QUESTION = "Show me critical weak signals"
_PATIENCE = 60.0
_PAGE = 4096


class Served:
    """A running server and its request."""

    def __init__(self, pid: int, port: int, token: str = "", path: str = PATH) -> None:
        self.pid = pid
        self.port = port
        self.token = token
        self.path = path

    def at(self, path: str) -> "Served":
        """Return the same server with another path."""
        return Served(self.pid, self.port, self.token, path)

    def cpu(self) -> float:
        """Return the CPU seconds used so far, of all threads."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        return sum([int((thread / "schedstat").read_text().split()[0]) for thread in threads]) / 1e9

    def memory(self) -> int:
        """Return the memory in use, in bytes."""
        return int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1]) * _PAGE


@dataclass(frozen=True, slots=True)
class Measured:
    """Result of one round of reading."""

    cpu: float
    seconds: float
    tokens: int
    first: float
    """Median time to the first token, in seconds."""

    @property
    def cpu_per_token(self) -> float:
        """CPU seconds of the server per token."""
        return self.cpu / self.tokens

    @property
    def rate(self) -> float:
        """Tokens per second."""
        return self.tokens / self.seconds


class Load:
    """Client that reads streams."""

    def __init__(self, stdin: IO[str], stdout: IO[str]) -> None:
        self._in, self._out = stdin, stdout

    def read(self, served: Served, streams: int, tokens: int, mode: str = "chat") -> Measured:
        """Read streams to their end; every token must arrive."""
        before = served.cpu()
        answer = self._ask("read", served, streams, mode)
        cpu = served.cpu() - before
        assert answer["tokens"] == streams * tokens, f"{answer['tokens']} of {streams * tokens} tokens came"
        return Measured(cpu, answer["seconds"], int(answer["tokens"]), answer["first"])

    def hold(self, served: Served, streams: int) -> None:
        """Open streams and leave them unread."""
        self._ask("hold", served, streams, "chat")

    def _ask(self, what: str, served: Served, streams: int, mode: str) -> dict[str, float]:
        wanted = {
            "what": what,
            "port": served.port,
            "path": served.path,
            "streams": streams,
            "message": QUESTION,
            "mode": mode if served.token else "",
            "token": served.token,
        }
        self._in.write(json.dumps(wanted) + "\n")
        self._in.flush()
        answer: dict[str, float] = json.loads(self._out.readline())
        return answer


@contextmanager
def load() -> Iterator[Load]:
    """Run the client process."""
    with _process("benchmarks.chat_load") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        yield Load(process.stdin, process.stdout)


@contextmanager
def ours(tokens: int, pace: float = 0.0, model_url: str = "") -> Iterator[Served]:
    """Run our complete service."""
    with tempfile.TemporaryDirectory() as folder:
        principal = Principal("ada", "demo", frozenset({"member"}))
        token = signed_token(settings_in(Path(folder)), principal, int(time.time()), 3600)
        port = free_port()
        given = [str(port), str(tokens), str(pace), folder, *([model_url] if model_url else [])]
        with _process("benchmarks.chat_our_app", *given) as process:
            wait_for(port)
            yield Served(process.pid, port, token)


@contextmanager
def peer(tokens: int, pace: float = 0.0, model_url: str = "") -> Iterator[Served]:
    """Run the specification's example."""
    port = free_port()
    with _process("benchmarks.chat_peer_app", str(port), str(tokens), str(pace), model_url) as process:
        wait_for(port)
        yield Served(process.pid, port)


@contextmanager
def bare(tokens: int) -> Iterator[Served]:
    """Run the application that only sends."""
    port = free_port()
    with _process("benchmarks.chat_bare_app", str(port), str(tokens)) as process:
        wait_for(port)
        yield Served(process.pid, port)


@contextmanager
def provider(tokens: int, pace: float, burst: int = 1) -> Iterator[str]:
    """Run a provider with OpenAI's protocol and return its URL."""
    given = ["openai", "--tokens", str(tokens), "--pace", str(pace), "--burst", str(burst)]
    with _process("tests.providers", *given) as process:
        assert process.stdout is not None
        yield f"{process.stdout.readline().strip()}/v1"


@contextmanager
def _process(module: str, *given: str) -> Iterator[subprocess.Popen[str]]:
    command = ["taskset", "-c", "0", sys.executable, "-m", module, *given]
    environment = {**os.environ, "PYTHONPATH": str(Path.cwd())}
    with subprocess.Popen(
        command, text=True, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Wait until a server listens on a port."""
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)
        else:
            return
