"""`choicewire serve --processes`: several processes on one port and one PostgreSQL."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.cli.choicewire import choicewire, environment
from tests.desk.postgres_server import PostgresServer


@contextmanager
def served(folder: Path, database_url: str, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    command = [sys.executable, "-m", "choice", "serve", "--processes", "2", "--port", str(port)]
    own = {"CHOICE_DATABASE_URL": database_url, "CHOICE_DATA_DIR": str(folder), "CHOICE_DEMO_DATA": "off"}
    running = subprocess.Popen(command, cwd=folder, env=environment(**own), stdout=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(30)


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text("ascii")
    return [int(child) for child in listed.split()]


def until_served(url: str, seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            continue
    pytest.fail("The server did not start.")


@pytest.mark.requirement("OP5")
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads children from /proc")
def test_processes_share_a_port_and_one_that_dies_is_replaced(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with served(tmp_path, postgres.new_database(), port) as running:
        until_served(url)
        before = children(running)
        assert len(before) == 2

        started = time.monotonic()
        while time.monotonic() < started + 6:  # One that dies sooner would not be replaced.
            assert httpx.get(f"{url}/healthz", timeout=5).status_code == 200
        os.kill(before[0], signal.SIGKILL)
        while set(children(running)) <= set(before) and time.monotonic() < started + 60:
            continue
        until_served(url)

        assert len(children(running)) == 2
        assert before[1] in children(running)

    assert running.returncode == 0


@pytest.mark.requirement("OP5")
def test_several_processes_need_postgresql(tmp_path: Path) -> None:
    done = choicewire("serve", "--processes", "2", CHOICE_DATA_DIR=str(tmp_path))

    assert done.returncode == 2
    assert b"PostgreSQL" in done.stderr
