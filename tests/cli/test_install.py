"""`choicewire install`: what it writes, keeps and removes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from choice.cli.parser import MCP_CLIENTS
from choice.mcp.client_files import client_named
from tests.cli.choicewire import choicewire, environment

OLD = '{ // mine\n  "mcpServers": {\n    "theirs": {"command": "x"}\n  }\n}'


def install(home: Path, *arguments: str, **variables: str) -> tuple[int, str, str]:
    done = choicewire("install", *arguments, HOME=str(home), XDG_DATA_HOME=str(home / "data"), **variables)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def written(home: Path) -> dict[str, bytes]:
    """Return the files in a home, except the copies that choicewire keeps."""
    files = [file for file in home.rglob("*") if file.is_file() and not file.is_relative_to(home / "data")]
    return {str(file.relative_to(home)): file.read_bytes() for file in files}


@pytest.mark.requirement("OP2")
@pytest.mark.parametrize("client", MCP_CLIENTS)
def test_a_client_that_was_set_up_and_removed_leaves_its_files_as_they_were(
    client: str, tmp_path: Path
) -> None:
    install(tmp_path, client, "--yes")
    [name] = [name for name in written(tmp_path) if "settings.json" not in name or client != "claude-code"]
    install(tmp_path, client, "--remove", "--yes")
    assert written(tmp_path) == {}
    text = {"codex": "a = 1 # mine\n\n\n", "goose": "a: 1 # mine"}.get(client, OLD)
    (tmp_path / name).write_text(text)

    assert install(tmp_path, client, "--yes")[0] == 0
    assert install(tmp_path, client, "--yes")[1] == f"Nothing to change for {title(client)}.\n"
    assert "choicewire" in (tmp_path / name).read_text()
    assert install(tmp_path, client, "--remove", "--yes")[0] == 0

    assert written(tmp_path) == {name: text.encode()}


def title(client: str) -> str:
    found = client_named(client)
    assert found is not None
    return found.title


@pytest.mark.requirement("OP2")
def test_what_a_client_wrote_meanwhile_stays_when_the_server_is_removed(tmp_path: Path) -> None:
    file = tmp_path / ".cursor/mcp.json"
    file.parent.mkdir()
    file.write_text(OLD)
    install(tmp_path, "cursor", "--yes")
    file.write_text(file.read_text().replace('"theirs"', '"renamed"'))

    install(tmp_path, "cursor", "--remove", "--yes")

    assert file.read_text() == OLD.replace('"theirs"', '"renamed"')


def test_all_clients_that_are_found_are_set_up(tmp_path: Path) -> None:
    for folder in (".cursor", ".gemini", ".codeium/windsurf"):
        (tmp_path / folder).mkdir(parents=True)
    status, shown, _ = install(tmp_path, "--yes", PATH="/nowhere")

    assert status == 0
    assert shown.startswith("Clients: Cursor, Gemini CLI, Windsurf\n")
    assert len(written(tmp_path)) == 3


def test_a_dry_run_shows_the_change_and_writes_nothing(tmp_path: Path) -> None:
    status, shown, _ = install(tmp_path, "claude-code", "--dry-run")

    assert status == 0
    assert '"mcp__choicewire"' in shown
    assert written(tmp_path) == {}


def test_the_file_of_a_project_contains_no_path_of_this_machine(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "choice", "install", "claude-code", "--project", "--yes"]
    subprocess.run(command, cwd=tmp_path, env=environment(HOME=str(tmp_path / "home")), check=True)

    entry = json.loads((tmp_path / ".mcp.json").read_text())["mcpServers"]["choicewire"]
    assert (entry["command"], entry["args"]) == ("choicewire", ["mcp"])


def test_a_file_that_is_not_valid_is_left_alone_and_the_entry_is_printed(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    (tmp_path / ".cursor/mcp.json").write_text("{ // mine\n")

    status, _, error = install(tmp_path, "cursor", "--yes")

    assert status == 2
    assert '"mcpServers": {' in error
    assert (tmp_path / ".cursor/mcp.json").read_text() == "{ // mine\n"


def test_a_symlink_is_kept_and_writing_needs_consent(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}")
    kept.chmod(0o600)
    (tmp_path / ".cursor/mcp.json").symlink_to(kept)

    status, _, error = install(tmp_path, "cursor")
    assert (status, kept.read_text()) == (2, "{}")
    assert "--yes" in error
    install(tmp_path, "cursor", "--yes", CHOICE_PORT="8500")

    assert (tmp_path / ".cursor/mcp.json").is_symlink()
    assert json.loads(kept.read_text())["mcpServers"]["choicewire"]["env"] == {"CHOICE_PORT": "8500"}
    assert kept.stat().st_mode & 0o777 == 0o600


def test_nothing_is_written_if_the_person_declines(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    declined = choicewire("install", "cursor", text="n\n", **home)
    assert (declined.returncode, written(tmp_path)) == (0, {})

    choicewire("mcp", "install", "--client", "cursor", "--write", text="y\n", **home)

    assert list(written(tmp_path)) == [".cursor/mcp.json"]


@pytest.mark.parametrize("command", [("install", "unknown"), ("mcp", "install", "--client", "unknown")])
def test_an_unknown_client_is_a_usage_error_that_lists_the_clients(command: tuple[str, ...]) -> None:
    done = choicewire(*command)

    assert done.returncode == 2
    assert all(name.encode() in done.stderr for name in MCP_CLIENTS)


def test_a_home_without_clients_is_a_usage_error_that_lists_them(tmp_path: Path) -> None:
    status, _, error = install(tmp_path, "--yes", PATH="/nowhere")

    assert status == 2
    assert all(name in error for name in MCP_CLIENTS)
