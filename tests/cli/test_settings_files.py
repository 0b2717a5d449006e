"""Sources of settings: the environment, the user's file, --env-file; `.env` for `serve` only (S03)."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from choice.settings import settings_file
from tests.cli.choicewire import environment

ASK = ("ask", "--title", "Push", "--prompt", "Push to production?", "--option", "yes", "--timeout", "1")
EVENT = b'{"tool_name": "AskUserQuestion", "tool_input": {"questions": []}}'
INITIALIZE = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",'
    b'"capabilities":{},"clientInfo":{"name":"test","version":"1"}}}\n'
)


def surroundings(folder: Path, **changes: str) -> dict[str, str]:
    """Return the environment of a user whose home is in this folder."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    places = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "APPDATA": str(home)}
    data = {"CHOICE_DATA_DIR": str(home)} | changes
    root = str(Path(__file__).parents[2])
    return environment(PYTHONPATH=root, PYTHONSAFEPATH="1", **places, **data)


def run(
    folder: Path, *command: str, given: bytes = b"", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a repository of another person."""
    repository = folder / "repository"
    repository.mkdir(exist_ok=True)
    return subprocess.run(
        [sys.executable, "-m", "choice", *command],
        input=given,
        capture_output=True,
        env=surroundings(folder, **changes),
        cwd=repository,
        check=False,
        timeout=60,
    )


@pytest.mark.requirement("SE1")
@pytest.mark.parametrize(
    ("command", "given"),
    [
        (("mcp", "--no-page"), INITIALIZE),
        (("hook", "claude-code"), EVENT),
        ((*ASK, "--surface", "web"), b""),
        (("answer", "abcd1234", "yes"), b""),
        (("cancel", "abcd1234"), b""),
        (("inbox",), b""),
        (("stats",), b""),
        (("log", "verify"), b""),
    ],
)
def test_s03_a_folder_does_not_decide_the_database(
    tmp_path: Path, command: tuple[str, ...], given: bytes
) -> None:
    (tmp_path / "repository").mkdir()
    foreign = tmp_path / "repository" / "foreign.db"
    settings = f"CHOICE_DATABASE_URL=sqlite:///{foreign}\nCHOICE_DATA_DIR={foreign.parent}\nCHOICE_PORT=no\n"
    (tmp_path / "repository" / ".env").write_text(settings)

    done = run(tmp_path, *command, given=given)

    assert b"CHOICE_PORT" not in done.stderr
    assert sorted(each.name for each in foreign.parent.iterdir()) == [".env"]


@pytest.mark.requirement("SE1")
def test_every_command_reads_the_settings_file_of_the_user(tmp_path: Path) -> None:
    variables = surroundings(tmp_path)
    file = settings_file(variables, tmp_path / "home")
    file.parent.mkdir(parents=True)
    file.write_text("CHOICE_PORT=no\n")

    done = run(tmp_path, "stats")

    assert done.returncode == 2
    assert b"CHOICE_PORT: must be a whole number" in done.stderr


@pytest.mark.requirement("SE1")
def test_an_env_file_is_read_where_it_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mine.env"
    file.write_text("CHOICE_PORT=no\n")

    named = run(tmp_path, "stats", "--env-file", str(file))
    overruled = run(tmp_path, "stats", "--env-file", str(file), CHOICE_PORT="8400")
    missing = run(tmp_path, "stats", "--env-file", str(tmp_path / "none"))

    assert b"CHOICE_PORT: must be a whole number" in named.stderr
    assert b"CHOICE_PORT" not in overruled.stderr
    assert missing.returncode == 2
    assert f"choicewire stats: {tmp_path / 'none'}: cannot be read".encode() in missing.stderr


def serve(folder: Path, *arguments: str, lines: int, **changes: str) -> str:
    """Start `serve` and return the first lines that it prints."""
    with subprocess.Popen(
        [sys.executable, "-m", "choice", *arguments],
        env=surroundings(folder, PYTHONUNBUFFERED="1", **changes),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout is not None
        printed = "".join(server.stdout.readline() for _ in range(lines))
        os.kill(server.pid, signal.SIGTERM)
        server.stdout.read()
    return printed


@pytest.mark.requirement("SE1")
def test_serve_reads_the_env_file_of_its_folder_and_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (tmp_path / ".env").write_text(f"CHOICE_PORT={port}\n")

    printed = serve(tmp_path, "serve", lines=5)

    assert printed.startswith(f"Settings of {tmp_path / '.env'} are used.\n")
    assert f"http://127.0.0.1:{port}/sign-in#" in printed


@pytest.mark.requirement("SE1")
def test_serve_warns_about_plain_http_on_other_addresses(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])

    warned = serve(tmp_path, "serve", "--host", "0.0.0.0", "--port", port, lines=1)  # noqa: S104 - the warning
    silent = serve(tmp_path, "serve", "--host", "127.0.0.1", "--port", port, lines=4)

    assert "Listening on 0.0.0.0 with plain HTTP" in warned
    assert "plain HTTP" not in silent
