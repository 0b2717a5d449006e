"""Our server in the configuration files of MCP clients."""

import json
import tomllib
from pathlib import Path

import pytest

from choice.cli.parser import MCP_CLIENTS
from choice.mcp.client_config import Server, UnreadableConfiguration, client_files
from tests.cli.choicewire import choicewire

FILES = client_files(Path("/home/ada"), Path("/work"), "linux")
COMMAND = Server(["/usr/bin/choicewire", "mcp"])


@pytest.mark.parametrize("client", [name for name in FILES if name != "codex"])
def test_existing_entries_of_a_json_file_are_kept(client: str) -> None:
    file = FILES[client]
    before = json.dumps({"other": 1, file.section: {"theirs": {"command": "x"}}})
    after = json.loads(file.changed(before, COMMAND))

    assert after["other"] == 1
    assert after[file.section]["theirs"] == {"command": "x"}
    assert after[file.section]["choicewire"]["command"] == "/usr/bin/choicewire"
    assert after[file.section]["choicewire"]["args"] == ["mcp"]
    assert json.loads(file.changed(json.dumps(after), COMMAND)) == after


def test_a_table_is_added_to_a_toml_file() -> None:
    file = FILES["codex"]
    after = file.changed('model = "x"\n', COMMAND)

    parsed = tomllib.loads(after)
    assert parsed["model"] == "x"
    assert parsed["mcp_servers"]["choicewire"]["args"] == ["mcp", "--hold", "3585"]
    assert parsed["mcp_servers"]["choicewire"]["tool_timeout_sec"] == 3600
    assert file.changed(after, COMMAND) == after


@pytest.mark.requirement("UP4")
def test_the_timeout_in_the_file_sets_the_hold_option() -> None:
    before = '[mcp_servers.choicewire]\ncommand = "old"\ntool_timeout_sec = 900\n'
    after = tomllib.loads(FILES["codex"].changed(before, COMMAND))["mcp_servers"]["choicewire"]

    assert (after["args"], after["tool_timeout_sec"]) == (["mcp", "--hold", "885"], 900)


def test_an_existing_json_entry_is_updated_and_keeps_additions() -> None:
    env = {"CHOICE_DATA_DIR": "/elsewhere"}
    before = json.dumps({"mcpServers": {"choicewire": {"command": "old", "env": env, "note": 1}}})
    after = json.loads(FILES["cursor"].changed(before, COMMAND))["mcpServers"]["choicewire"]

    assert after == {"command": "/usr/bin/choicewire", "args": ["mcp"], "env": env, "note": 1}


@pytest.mark.parametrize("heading", ["[mcp_servers.choicewire]", '[mcp_servers."choicewire"]  # ours'])
def test_an_existing_toml_table_is_updated(heading: str) -> None:
    file = FILES["codex"]
    before = f'model = "x" # [mcp_servers.choicewire]\n{heading}\ncommand = "old"\nstartup = 3\n'
    before += "[tui]\ncommand = 1\n"
    after = file.changed(before, Server(COMMAND.command, {"CHOICE_PORT": "8500"}))

    ours = {
        "command": "/usr/bin/choicewire",
        "args": ["mcp"],
        "env": {"CHOICE_PORT": "8500"},
        "startup": 3,
    }
    assert tomllib.loads(after) == {
        "model": "x",
        "mcp_servers": {"choicewire": ours},
        "tui": {"command": 1},
    }
    assert file.changed(after, Server(COMMAND.command, {"CHOICE_PORT": "8500"})) == after


@pytest.mark.parametrize(
    "text",
    [
        'mcp_servers = { a = { command = "z" } }\n',
        '[mcp_servers.choicewire]\nargs = [\n  "x",\n]\n',
        "mcp_servers = 3\n",
        "no toml",
    ],
)
def test_a_toml_file_that_cannot_be_changed_safely_is_rejected(text: str) -> None:
    with pytest.raises(UnreadableConfiguration):
        FILES["codex"].changed(text, COMMAND)


def test_the_entry_is_printed_if_the_file_cannot_be_changed(tmp_path: Path) -> None:
    folder = tmp_path / ".cursor"
    folder.mkdir()
    (folder / "mcp.json").write_text("{ // mine\n}")

    done = choicewire("mcp", "install", "--client", "cursor", "--write", "--yes", HOME=str(tmp_path))

    assert done.returncode == 2
    assert b'"mcpServers": {' in done.stderr
    assert (folder / "mcp.json").read_text() == "{ // mine\n}"


def test_a_symlink_is_kept_and_writing_needs_consent(tmp_path: Path) -> None:
    (tmp_path / ".cursor").mkdir()
    kept = tmp_path / "dotfiles.json"
    kept.write_text("{}")
    kept.chmod(0o600)
    (tmp_path / ".cursor/mcp.json").symlink_to(kept)
    command = ("mcp", "install", "--client", "cursor", "--write")

    without_consent = choicewire(*command, HOME=str(tmp_path))
    assert (without_consent.returncode, kept.read_text()) == (2, "{}")
    assert b"--yes" in without_consent.stderr
    choicewire(*command, "--yes", HOME=str(tmp_path), CHOICE_PORT="8500")

    assert (tmp_path / ".cursor/mcp.json").is_symlink()
    assert json.loads(kept.read_text())["mcpServers"]["choicewire"]["env"] == {"CHOICE_PORT": "8500"}
    assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", ["{ // a comment", "[1]", '{"mcpServers": 3}'])
def test_an_invalid_json_file_is_rejected(text: str) -> None:
    with pytest.raises(UnreadableConfiguration):
        FILES["cursor"].changed(text, COMMAND)


def test_nothing_is_written_without_write_and_consent(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    shown = choicewire("mcp", "install", "--client", "cursor", **home)
    assert b"Nothing was written" in shown.stdout
    assert not (tmp_path / ".cursor").exists()

    declined = choicewire("mcp", "install", "--client", "cursor", "--write", text="n\n", **home)
    assert not (tmp_path / ".cursor").exists()
    choicewire("mcp", "install", "--client", "cursor", "--write", text="y\n", **home)

    assert declined.returncode == 0
    assert "choicewire" in json.loads((tmp_path / ".cursor/mcp.json").read_text())["mcpServers"]


@pytest.mark.parametrize("given", [("--client", "unknown"), ()])
def test_an_unknown_client_is_a_usage_error_that_lists_the_clients(given: tuple[str, ...]) -> None:
    done = choicewire("mcp", "install", *given)

    assert tuple(FILES) == MCP_CLIENTS
    assert done.returncode == 2
    assert all(name.encode() in done.stderr for name in MCP_CLIENTS)
