"""`choicewire doctor`, and `choicewire` without arguments."""

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.cli.choicewire import choicewire


def surroundings(home: Path, **variables: str) -> dict[str, str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "XDG_CONFIG_HOME": str(home / ".config")}
    return {**own, "CHOICE_PORT": port, "PATH": "/nowhere", **variables}


def diagnosis(home: Path, **variables: str) -> tuple[int, dict[str, Any]]:
    done = choicewire("doctor", "--json", **surroundings(home, **variables))
    return done.returncode, json.loads(done.stdout)


@pytest.mark.requirement("OP1")
def test_without_arguments_the_command_says_what_is_here_and_what_is_next(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()

    shown = choicewire(**surroundings(tmp_path)).stdout.decode()

    assert len(shown.splitlines()) <= 10
    assert "not running" in shown
    assert "found, not set up: Cursor" in shown
    assert "Next: choicewire install" in shown
    assert not (tmp_path / "data").exists()


@pytest.mark.requirement("OP3")
def test_the_doctor_says_what_happens_when_an_agent_asks_now(tmp_path: Path) -> None:
    status, found = diagnosis(tmp_path)

    assert status == 0
    assert "the question appears" in found["when_an_agent_asks"]
    assert {"version", "database", "port", "model", "slack", "browser"} <= {
        one["name"] for one in found["checks"]
    }


@pytest.mark.requirement("OP3")
def test_every_failed_check_names_what_helps(tmp_path: Path) -> None:
    data = tmp_path / "broken"
    data.mkdir()
    (data / "desk.db").write_bytes(b"this is no database, but text of some length" * 100)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        status, found = diagnosis(
            tmp_path,
            CHOICE_DATA_DIR=str(data),
            CHOICE_PORT=str(taken.getsockname()[1]),
            CHOICE_MODEL="openai:gpt-6",
            CHOICE_PROT="8500",
        )

    failed = {one["name"]: one["fix"] for one in found["checks"] if one["state"] == "failed"}
    assert status == 1
    assert set(failed) == {"database", "port", "model", "setting"}
    assert all(failed.values())
    assert "the call fails" in found["when_an_agent_asks"]


@pytest.mark.requirement("OP3")
def test_settings_are_listed_with_their_source_and_without_secrets(tmp_path: Path) -> None:
    folder = tmp_path / ".config/choicewire"
    folder.mkdir(parents=True)
    secret = "s" * 32
    (folder / "settings.env").write_text(f"CHOICE_JWT_SECRET={secret}\n")

    done = choicewire("doctor", **surroundings(tmp_path))

    shown = done.stdout.decode()
    assert "CHOICE_JWT_SECRET=(set), from " in shown
    assert "settings.env" in shown
    assert "from the environment" in shown
    assert secret not in shown
