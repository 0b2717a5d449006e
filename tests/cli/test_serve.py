"""Errors of `choicewire serve` at startup."""

import socket
from pathlib import Path

import pytest

from tests.cli.choicewire import choicewire


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"CHOICE_DATABASE_URL": "mysql://x"}, b"CHOICE_DATABASE_URL"),
        ({"CHOICE_MODEL": "openai:gpt"}, b"OPENAI_API_KEY: must be set"),
        ({"CHOICE_DATABASE_URL": "postgresql://127.0.0.1:1/none"}, b"127.0.0.1"),
        ({"CHOICE_HOST": "192.0.2.1"}, b"cannot listen on 192.0.2.1"),
    ],
)
def test_a_failed_start_is_reported_in_one_line(
    tmp_path: Path, changes: dict[str, str], words: bytes
) -> None:
    port = {"CHOICE_DATA_DIR": str(tmp_path), "CHOICE_PORT": str(_free_port()), "OPENAI_API_KEY": ""}

    done = choicewire("serve", **port, **changes)

    assert done.returncode == 2
    assert words in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1].startswith(b"choicewire serve: ")


@pytest.mark.parametrize("content", [b"this is no database at all" * 100, None], ids=["damaged", "missing"])
def test_a_damaged_or_missing_database_is_reported(tmp_path: Path, content: bytes | None) -> None:
    if content is None:
        (tmp_path / "desk.db-made").touch()
    else:
        (tmp_path / "desk.db").write_bytes(content)

    done = choicewire("serve", CHOICE_DATA_DIR=str(tmp_path), CHOICE_PORT=str(_free_port()))

    assert done.returncode == 2
    assert b"desk.db" in done.stderr.splitlines()[-1]
    assert b"Traceback" not in done.stderr


def test_a_port_in_use_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = choicewire("serve", CHOICE_DATA_DIR=str(tmp_path), CHOICE_PORT=port)

    assert done.returncode == 2
    assert f"port {port}".encode() in done.stderr
    assert b"--port" in done.stderr


@pytest.mark.parametrize("port", ["99999", "0", "http"])
def test_an_invalid_port_is_rejected(tmp_path: Path, port: str) -> None:
    done = choicewire("serve", "--port", port, CHOICE_DATA_DIR=str(tmp_path))

    assert done.returncode == 2
    assert f"must be a whole number from 1 to 65535, not '{port}'".encode() in done.stderr


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
