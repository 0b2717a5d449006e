"""A command leaves nothing in the temporary directory or the runtime directory."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.mcp.conftest import residents
from tests.terminal.pty_command import PtyCommand
from tests.terminal.test_pty import ASK

ROOT = Path(__file__).resolve().parents[2]
SIGTERM_STATUS, TIMED_OUT = 143, 4


@pytest.fixture
def places() -> Iterator[dict[str, str]]:
    """Yield variables that name an empty temporary directory and an empty runtime directory."""
    # Paths of sockets are short, and those of `tmp_path` long.
    with TemporaryDirectory() as temporary, TemporaryDirectory() as runtime:
        yield {"TMPDIR": temporary, "XDG_RUNTIME_DIR": runtime}


def left_in(places: dict[str, str]) -> list[Path]:
    return [file for place in places.values() for file in Path(place).rglob("*")]


def stop(pid: int) -> None:
    """Terminate a process that is not a child, and wait until it has ended."""
    ended = os.pidfd_open(pid)
    try:
        os.kill(pid, signal.SIGTERM)
        assert select.select([ended], [], [], 30)[0]
    finally:
        os.close(ended)


@pytest.mark.parametrize("runtime_directory", ["", None], ids=["unset", "set"])
def test_ask_in_a_terminal_leaves_nothing(
    tmp_path: Path, places: dict[str, str], runtime_directory: str | None
) -> None:
    changed = places if runtime_directory is None else places | {"XDG_RUNTIME_DIR": runtime_directory}
    with PtyCommand(tmp_path, *ASK, **changed) as terminal:
        terminal.sees("Esc cancels")
        during = left_in(places)
        terminal.press("\r")
        status = terminal.ends()

    assert status == 0
    assert during  # The socket for wake-ups by other processes.
    assert left_in(places) == []


def test_a_runtime_directory_whose_path_is_too_long_for_sockets_stays_empty(tmp_path: Path) -> None:
    runtime = tmp_path / ("long" * 20)
    runtime.mkdir()
    with PtyCommand(tmp_path, *ASK, XDG_RUNTIME_DIR=str(runtime)) as terminal:
        terminal.sees("Esc cancels")
        terminal.press("\r")
        status = terminal.ends()

    assert status == 0
    assert list(runtime.iterdir()) == []


def test_ask_that_is_terminated_leaves_nothing(tmp_path: Path, places: dict[str, str]) -> None:
    with PtyCommand(tmp_path, *ASK, **places) as terminal:
        terminal.sees("Esc cancels")
        terminal.process.kill(signal.SIGTERM)
        status = terminal.ends()

    assert status == SIGTERM_STATUS
    assert left_in(places) == []


@pytest.mark.parametrize("name", ["short", "long" * 30])
def test_the_shared_server_that_ask_starts_leaves_nothing_once_it_ends(
    tmp_path: Path, places: dict[str, str], name: str
) -> None:
    folder = tmp_path / name
    folder.mkdir()
    variables = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "CHOICE_DATA_DIR": str(folder),
        "CHOICE_PORT": "9",
    }
    asked = subprocess.run(
        [sys.executable, "-m", "choice", *ASK, "--surface", "web", "--timeout", "1"],
        env=variables | places,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        start_new_session=True,
    )
    [server] = residents(folder)
    stop(server)

    assert asked.returncode == TIMED_OUT
    assert left_in(places) == []
    assert list(folder.glob("*.sock")) == []
