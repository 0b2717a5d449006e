"""Redis server for tests, on a Unix socket in a temporary folder."""

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest


class RedisServer:
    """A Redis server that can be stopped, frozen and restarted."""

    def __init__(self, program: str) -> None:
        self._program = program
        # The path of a socket is short by law, and pytest's folders are not.
        self.folder = Path(tempfile.mkdtemp(prefix="rd"))
        self.url = f"unix://{self.folder}/redis.sock"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        place = self.folder / "redis.sock"
        self._process = subprocess.Popen(
            [
                self._program,
                "--port",
                "0",
                "--unixsocket",
                str(place),
                "--save",
                "",
                "--dir",
                str(self.folder),
            ],
            stdout=subprocess.DEVNULL,
        )
        ends = time.monotonic() + 20
        while not _answers(place):
            assert self._process.poll() is None, "Redis did not start"
            assert time.monotonic() < ends, "Redis does not answer"
            time.sleep(0.01)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Keep connections open without responding."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)


def _answers(place: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        try:
            line.connect(str(place))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def started() -> RedisServer:
    """Start a server, or skip the test where there is none to start."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed: apt install redis-server")
    server = RedisServer(program)
    server.start()
    return server
