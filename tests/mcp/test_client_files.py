"""Our server in the configuration files of MCP clients."""

import json
import tomllib
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from choice.cli.parser import MCP_CLIENTS
from choice.mcp import json_edit
from choice.mcp.client_files import (
    CLIENTS,
    Client,
    Folders,
    Server,
    UnreadableConfiguration,
    client_named,
    entry,
    with_permission,
    with_server,
    without_permission,
    without_server,
)

SERVER = Server(["/usr/bin/choicewire", "mcp"])
JSON = [one for one in CLIENTS if one.shape not in {"codex", "goose"}]
ODD_JSON = (
    '{\n  "a": 1, // mine, and "yours"\n}\n',
    "{ // mine\n}",
    '{"servers": {"x": {"command": "y"}}}',
    '\ufeff{\r\n\t"a": [1, 2,],\r\n\t"b": {\r\n\t\t"x": {"command": "y",},\r\n\t}, // end\r\n}\r\n',
    '{\n    "a": "//, }" /* , } */,\n    "b": {\n        // "old": {},\n        "x": 1 // last\n    }\n}',
)


def named(name: str) -> Client:
    client = client_named(name)
    assert client is not None
    return client


@pytest.mark.requirement("OP2")
def test_there_is_a_row_for_each_of_thirteen_clients() -> None:
    assert tuple(client.name for client in CLIENTS) == MCP_CLIENTS
    assert len(MCP_CLIENTS) == 13


@pytest.mark.requirement("OP2")
@pytest.mark.parametrize("before", ODD_JSON)
@pytest.mark.parametrize("client", JSON, ids=lambda client: client.name)
def test_comments_and_other_values_of_a_json_file_are_kept(client: Client, before: str) -> None:
    after = with_server(client, before, SERVER)

    value = json_edit.parse_json(after)
    for key in client.section:
        assert isinstance(value, dict)
        value = value[key]
    assert isinstance(value, dict)
    assert value["choicewire"] == entry(client, SERVER)
    assert {comment for comment in ("// mine", "// end", "// last", "/* , } */") if comment in before} <= {
        comment for comment in ("// mine", "// end", "// last", "/* , } */") if comment in after
    }
    assert with_server(client, after, SERVER) == after
    assert without_server(client, after) == before


def test_an_existing_json_entry_is_updated_and_keeps_additions() -> None:
    env = {"CHOICE_DATA_DIR": "/elsewhere"}
    before = json.dumps({"mcpServers": {"choicewire": {"command": "old", "env": env, "note": 1}}})
    after = json.loads(with_server(named("cursor"), before, SERVER))["mcpServers"]["choicewire"]

    assert after == {"command": "/usr/bin/choicewire", "args": ["mcp"], "env": env, "note": 1}


def test_the_second_version_of_opencode_has_servers_one_level_deeper() -> None:
    before = '{"mcp": {"servers": {"x": {"type": "local", "command": ["y"]}}}}'
    after = with_server(named("opencode"), before, SERVER)

    assert json.loads(after)["mcp"]["servers"]["choicewire"]["command"] == ["/usr/bin/choicewire", "mcp"]
    assert without_server(named("opencode"), after) == before


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"mcpServers": 3}', '{"mcpServers": {"choicewire": 1}}', '{"a": 1} x']
)
def test_an_invalid_json_file_is_rejected(text: str) -> None:
    with pytest.raises(UnreadableConfiguration):
        with_server(named("cursor"), text, SERVER)


TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('ab/*,{}"\\ ', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("ab/,", max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(st.dictionaries(st.text("abc/", max_size=4), TREES, max_size=4), st.sampled_from([None, 1, 2, "\t"]))
def test_setting_and_removing_a_value_leaves_any_other_json_as_it_was(
    tree: dict[str, object], indent: int | str | None
) -> None:
    before = json.dumps(tree, indent=indent)
    after = json_edit.set_value(before, ("mcpServers", "choicewire"), {"command": "x"})

    assert json.loads(after) == tree | {"mcpServers": {"choicewire": {"command": "x"}}}
    assert json.loads(json_edit.remove_value(after, ("mcpServers", "choicewire"))) == tree


@pytest.mark.parametrize(
    "before", ["{}", '{\n  "permissions": {\n    "allow": [\n      "Bash(ls:*)" // safe\n    ]\n  }\n}\n']
)
def test_the_permission_rule_of_claude_code_is_added_once_and_removed(before: str) -> None:
    after = with_permission(before)

    allowed = json_edit.parse_json(after)
    assert isinstance(allowed, dict)
    assert allowed["permissions"]["allow"][-1] == "mcp__choicewire"
    assert with_permission(after) == after
    assert without_permission(after) == before


# --- TOML and YAML ---


@pytest.mark.requirement("OP2")
@pytest.mark.parametrize(
    "before",
    [
        "",
        'model = "x" # mine\n',
        'model = "x"',
        '# all mine\r\n[mcp_servers.other]\r\ncommand = "y"\r\n',
        "[tui]\na = 1\n\n# below\n",
    ],
)
def test_a_table_is_added_to_a_toml_file_and_removed(before: str) -> None:
    codex = named("codex")
    after = with_server(codex, before, SERVER)

    parsed = tomllib.loads(after)
    ours = parsed["mcp_servers"].pop("choicewire")
    assert ours == {
        "command": "/usr/bin/choicewire",
        "args": ["mcp", "--hold", "3585"],
        "tool_timeout_sec": 3600,
    }
    assert after.startswith(before)
    assert with_server(codex, after, SERVER) == after
    assert without_server(codex, after).rstrip() == before.rstrip()


@pytest.mark.requirement("UP4")
def test_the_timeout_in_the_file_sets_the_hold_option() -> None:
    before = '[mcp_servers.choicewire]\ncommand = "old"\ntool_timeout_sec = 900\n'
    after = tomllib.loads(with_server(named("codex"), before, SERVER))["mcp_servers"]["choicewire"]

    assert (after["args"], after["tool_timeout_sec"]) == (["mcp", "--hold", "885"], 900)


@pytest.mark.parametrize("heading", ["[mcp_servers.choicewire]", '[mcp_servers."choicewire"]  # ours'])
def test_an_existing_toml_table_is_updated(heading: str) -> None:
    before = f'model = "x" # [mcp_servers.choicewire]\n{heading}\ncommand = "old"\nstartup = 3\n'
    before += "# about the interface\n[tui]\ncommand = 1\n"
    server = Server(SERVER.command, {"CHOICE_PORT": "8500"})
    after = with_server(named("codex"), before, server)

    ours = {"command": "/usr/bin/choicewire", "args": ["mcp"], "env": {"CHOICE_PORT": "8500"}, "startup": 3}
    assert tomllib.loads(after) == {"model": "x", "mcp_servers": {"choicewire": ours}, "tui": {"command": 1}}
    assert with_server(named("codex"), after, server) == after
    removed = without_server(named("codex"), after)
    assert removed == 'model = "x" # [mcp_servers.choicewire]\n# about the interface\n[tui]\ncommand = 1\n'


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
        with_server(named("codex"), text, SERVER)


@pytest.mark.requirement("OP2")
@pytest.mark.parametrize(
    "before",
    [
        "",
        "GOOSE_MODE: auto # mine\n",
        "# mine\nextensions:\n    developer: # ours too\n        enabled: true\nGOOSE_MODE: auto\n",
        "extensions: {}\n",
    ],
)
def test_a_block_is_added_to_a_yaml_file_and_removed(before: str) -> None:
    goose = named("goose")
    after = with_server(goose, before, SERVER)

    parsed, old = yaml.safe_load(after), yaml.safe_load(before) or {}
    ours = parsed["extensions"].pop("choicewire")
    assert (ours["cmd"], ours["args"], ours["type"]) == ("/usr/bin/choicewire", ["mcp"], "stdio")
    assert {key: value for key, value in parsed.items() if value} == {k: v for k, v in old.items() if v}
    assert with_server(goose, after, SERVER) == after
    assert all(comment in after for comment in ("# mine", "# ours too") if comment in before)
    cleared = yaml.safe_load(without_server(goose, after))
    assert {key: value for key, value in cleared.items() if value} == {k: v for k, v in old.items() if v}


def test_a_yaml_file_in_another_style_is_rejected() -> None:
    with pytest.raises(UnreadableConfiguration):
        with_server(named("goose"), "extensions: {developer: {enabled: true}}\n", SERVER)


# --- Places ---


@pytest.mark.parametrize(
    ("platform", "name", "path"),
    [
        ("linux", "claude-desktop", "/home/ada/.config/Claude/claude_desktop_config.json"),
        (
            "darwin",
            "claude-desktop",
            "/home/ada/Library/Application Support/Claude/claude_desktop_config.json",
        ),
        ("linux", "vscode", "/home/ada/.config/Code/User/mcp.json"),
        ("darwin", "zed", "/home/ada/.config/zed/settings.json"),
        ("win32", "goose", "/home/ada/AppData/Roaming/Block/goose/config/config.yaml"),
        ("linux", "claude-code", "/home/ada/.claude.json"),
    ],
)
def test_the_file_of_a_client_depends_on_the_platform(platform: str, name: str, path: str) -> None:
    assert Folders(Path("/home/ada"), Path("/work"), platform).path(named(name).file) == Path(path)


def test_a_folder_that_the_client_reads_from_its_environment_is_used() -> None:
    folders = Folders(Path("/home/ada"), Path("/work"), "linux", {"CODEX_HOME": "/elsewhere"})

    assert folders.path(named("codex").file) == Path("/elsewhere/config.toml")
