"""Our server in the configuration of clients."""

import json
import tomllib
from pathlib import Path

import pytest

from choice.mcp.client_files import UnreadableConfiguration, client_files
from tests.cli.choicewire import choicewire

FILES = client_files(Path("/home/ada"), Path("/work"), "linux")
COMMAND = ["/usr/bin/choicewire", "mcp"]


@pytest.mark.parametrize("client", [name for name in FILES if name != "codex"])
def test_what_is_in_a_json_file_already_stays(client: str) -> None:
    file = FILES[client]
    before = json.dumps({"other": 1, file.section: {"theirs": {"command": "x"}}})
    after = json.loads(file.changed(before, COMMAND))

    assert after["other"] == 1
    assert after[file.section]["theirs"] == {"command": "x"}
    assert after[file.section]["choicewire"]["command"] == "/usr/bin/choicewire"
    assert after[file.section]["choicewire"]["args"] == ["mcp"]
    assert json.loads(file.changed(json.dumps(after), COMMAND)) == after


def test_a_toml_file_gets_one_table_more() -> None:
    file = FILES["codex"]
    after = file.changed('model = "x"\n', COMMAND)

    read = tomllib.loads(after)
    assert read["model"] == "x"
    assert read["mcp_servers"]["choicewire"]["args"] == ["mcp"]
    assert file.changed(after, COMMAND) == after


@pytest.mark.parametrize("text", ["{ // a comment", "[1]", '{"mcpServers": 3}'])
def test_a_file_that_cannot_be_read_is_left_alone(text: str) -> None:
    with pytest.raises(UnreadableConfiguration):
        FILES["cursor"].changed(text, COMMAND)


def test_nothing_is_written_unless_wanted(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path)}
    shown = choicewire("mcp", "install", "--client", "cursor", **home)
    assert b"Nothing was written" in shown.stdout
    assert not (tmp_path / ".cursor").exists()

    refused = choicewire("mcp", "install", "--client", "cursor", "--write", text="n\n", **home)
    assert not (tmp_path / ".cursor").exists()
    choicewire("mcp", "install", "--client", "cursor", "--write", text="y\n", **home)

    assert refused.returncode == 0
    assert "choicewire" in json.loads((tmp_path / ".cursor/mcp.json").read_text())["mcpServers"]


def test_an_unknown_client_is_wrong_usage() -> None:
    done = choicewire("mcp", "install", "--client", "nobody")

    assert done.returncode == 2
    assert b"claude-code|claude-desktop|cursor|vscode|codex" in done.stderr
