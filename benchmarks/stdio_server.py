"""An MCP server over stdio, started like a client does, and its cost."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

HELLO = {
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "claude-code", "version": "1"},
    },
}


class StdioServer:
    """A server process and a client that reads line by line."""

    def __init__(self, command: Sequence[str], **variables: str) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **variables},
        )
        self.pid = self._process.pid

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:
            self._process.kill()

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        """Return the next message."""
        assert self._process.stdout is not None
        message: dict[str, Any] = json.loads(self._process.stdout.readline())
        return message

    def greet(self) -> None:
        """Run the handshake."""
        self.say({"id": 0} | HELLO)
        assert "result" in self.hear()
        self.say({"method": "notifications/initialized"})


@contextmanager
def stopping(folder: str) -> Iterator[None]:
    """Stop the shared servers of a folder at the end."""
    try:
        yield
    finally:
        for pid in residents(folder):
            os.kill(pid, signal.SIGTERM)


def residents(folder: str) -> list[int]:
    """Return the processes of the shared servers of a folder."""
    files = [file for file in Path(folder).glob("resident-*.lock") if file.stat().st_size]
    return [json.loads(file.read_bytes())["pid"] for file in files]


def cpu(pid: int) -> float:
    """Return the CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the proportional set size of a process in kilobytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return float(next(line for line in lines if line.startswith("Pss:")).split()[1])
