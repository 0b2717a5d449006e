"""The configuration files of MCP clients, one row per client, and our entry in them. Does no I/O."""

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from choice.mcp import json_edit
from choice.mcp.table_edit import remove_toml_table, remove_yaml_block, set_toml_table, set_yaml_block

NAME = "choicewire"
PERMISSION = "mcp__choicewire"
"""Rule that lets Claude Code call all tools of our server without asking."""
TOOL_SECONDS = 3600
"""Time limit of calls that we write to files which have one."""
_LIMIT = "tool_timeout_sec"
_SAFETY_SECONDS = 15
"""A pending result is returned this many seconds before the client's limit."""

Shape = Literal["plain", "claude", "stdio", "codex", "goose", "opencode", "copilot", "cline"]
"""How a client writes down a server."""


_FIELDS: Mapping[Shape, tuple[Mapping[str, object], Mapping[str, object]]] = {
    "claude": ({"type": "stdio"}, {}),
    "stdio": ({"type": "stdio"}, {}),
    "copilot": ({"type": "local"}, {"tools": ["*"]}),
    "cline": ({}, {"disabled": False, "timeout": TOOL_SECONDS}),
}
"""Fields before and after `command`, `args` and `env`."""


class UnreadableConfiguration(Exception):
    """A configuration file cannot be parsed or changed safely; it is left unchanged."""


@dataclass(frozen=True, slots=True)
class Server:
    """Command and environment with which a client starts our server."""

    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class Client(NamedTuple):
    """An MCP client: where its configuration is, and how it writes down a server.

    Paths start with a folder in braces: {home}, {project}, {config} (~/.config), {support} (application data
    of the platform), {code} (user data of VS Code).
    """

    name: str
    title: str
    file: str
    """File of the user."""
    section: Sequence[str]
    shape: Shape = "plain"
    project_file: str | None = None
    """File of a project, if the client reads one."""
    found_by: Sequence[str] = ()
    """Paths that exist if the client is installed; the folder of the file is one of them."""
    command: str | None = None
    """Program of the client."""
    permission_file: str | None = None
    """File with a list of permitted tools."""
    next_step: str = "Restart it."


CLIENTS: Sequence[Client] = (
    Client(
        "claude-code",
        "Claude Code",
        "{home}/.claude.json",
        ("mcpServers",),
        shape="claude",
        project_file="{project}/.mcp.json",
        found_by=("{home}/.claude.json", "{home}/.claude"),
        command="claude",
        permission_file="{home}/.claude/settings.json",
        next_step="Start a new session.",
    ),
    Client(
        "claude-desktop", "Claude Desktop", "{support}/Claude/claude_desktop_config.json", ("mcpServers",)
    ),
    Client(
        "cursor",
        "Cursor",
        "{home}/.cursor/mcp.json",
        ("mcpServers",),
        project_file="{project}/.cursor/mcp.json",
        command="cursor",
    ),
    Client(
        "vscode",
        "VS Code",
        "{code}/mcp.json",
        ("servers",),
        shape="stdio",
        project_file="{project}/.vscode/mcp.json",
        command="code",
        next_step="Run `MCP: List Servers` and start it.",
    ),
    Client(
        "codex",
        "Codex",
        "{home}/.codex/config.toml",
        ("mcp_servers",),
        shape="codex",
        project_file="{project}/.codex/config.toml",
        command="codex",
        next_step="Start a new session.",
    ),
    Client(
        "gemini-cli",
        "Gemini CLI",
        "{home}/.gemini/settings.json",
        ("mcpServers",),
        project_file="{project}/.gemini/settings.json",
        command="gemini",
        next_step="Start a new session.",
    ),
    Client(
        "zed",
        "Zed",
        "{zed}/settings.json",
        ("context_servers",),
        project_file="{project}/.zed/settings.json",
        command="zed",
    ),
    Client("goose", "Goose", "{goose}/config.yaml", ("extensions",), shape="goose", command="goose"),
    Client(
        "opencode",
        "OpenCode",
        "{config}/opencode/opencode.json",
        ("mcp",),
        shape="opencode",
        project_file="{project}/opencode.json",
        command="opencode",
    ),
    Client(
        "copilot-cli",
        "GitHub Copilot CLI",
        "{home}/.copilot/mcp-config.json",
        ("mcpServers",),
        shape="copilot",
        project_file="{project}/.github/mcp.json",
        command="copilot",
        next_step="Start a new session.",
    ),
    Client(
        "jetbrains",
        "JetBrains (Junie)",
        "{home}/.junie/mcp/mcp.json",
        ("mcpServers",),
        project_file="{project}/.junie/mcp/mcp.json",
        found_by=("{home}/.junie",),
    ),
    Client("windsurf", "Windsurf", "{home}/.codeium/windsurf/mcp_config.json", ("mcpServers",)),
    Client(
        "cline",
        "Cline",
        "{code}/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
        ("mcpServers",),
        shape="cline",
        found_by=("{code}/globalStorage/saoudrizwan.claude-dev",),
    ),
)


class Folders(NamedTuple):
    """The folders that paths of clients start with."""

    home: Path
    project: Path
    platform: str
    variables: Mapping[str, str] = {}

    def path(self, pattern: str) -> Path:
        """Return the path that a pattern such as `{home}/.cursor/mcp.json` stands for."""
        is_mac, is_windows = self.platform == "darwin", self.platform == "win32"
        config = Path(self.variables.get("XDG_CONFIG_HOME") or self.home / ".config")
        roaming = Path(self.variables.get("APPDATA") or self.home / "AppData/Roaming")
        support = self.home / "Library/Application Support" if is_mac else roaming if is_windows else config
        folders = {
            "home": self.home,
            "project": self.project,
            "config": config,
            "support": support,
            "code": support / "Code/User",
            "zed": roaming / "Zed" if is_windows else config / "zed",
            "goose": roaming / "Block/goose/config" if is_windows else config / "goose",
        }
        for variable, name in (("CODEX_HOME", ".codex"), ("COPILOT_HOME", ".copilot")):
            if variable in self.variables and pattern.startswith(f"{{home}}/{name}/"):
                return Path(self.variables[variable]) / pattern.removeprefix(f"{{home}}/{name}/")
        return Path(pattern.format_map({name: os.fspath(path) for name, path in folders.items()}))

    def signs_of(self, client: Client) -> list[Path]:
        """Return the paths of which one exists if the client is installed."""
        found_by = [self.path(pattern) for pattern in client.found_by]
        return found_by or [self.path(client.file).parent]


def client_named(name: str) -> Client | None:
    """Return the client with a name, or None."""
    return next((one for one in CLIENTS if one.name == name), None)


def entry(client: Client, server: Server) -> dict[str, object]:
    """Return our server as the client writes it down."""
    command, args, environment = server.command[0], [*server.command[1:]], dict(server.environment)
    if client.shape == "goose":
        head = {"enabled": True, "type": "stdio", "name": NAME, "cmd": command, "args": args}
        return head | {"envs": environment, "timeout": TOOL_SECONDS}
    if client.shape == "opencode":
        given: dict[str, object] = {"environment": environment} if environment else {}
        return {"type": "local", "command": [*server.command], "enabled": True} | given
    first, last = _FIELDS.get(client.shape, ({}, {}))
    env = {"env": environment} if environment or client.shape == "claude" else {}
    return {**first, "command": command, "args": args, **env, **last}


def with_server(client: Client, before: str, server: Server) -> str:
    """Return the text of the client's file with our server. The rest is unchanged.

    Raises:
        UnreadableConfiguration: The file cannot be parsed or changed safely.
    """
    try:
        if client.shape == "codex":
            return _with_codex_server(client, before, server)
        if client.shape == "goose":
            return set_yaml_block(before, client.section[0], NAME, entry(client, server))
        return _with_json_server(client, before, entry(client, server))
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableConfiguration(client.name) from error


def _with_json_server(client: Client, before: str, ours: Mapping[str, object]) -> str:
    keys = [*_json_section(client, before), NAME]
    theirs = _value_at(before, keys)
    if theirs is None:
        return json_edit.set_value(before, keys, ours)
    if not isinstance(theirs, dict):
        raise TypeError(keys)
    # Keep what the user added to our entry, such as environment variables.
    wanted = {**ours, **{name: value for name, value in theirs.items() if name not in ours or name == "env"}}
    return before if wanted == theirs else json_edit.set_value(before, keys, wanted)


def _with_codex_server(client: Client, before: str, server: Server) -> str:
    """Return the text with our table. A call is held until just before the time limit in the file."""
    tables = tomllib.loads(before).get(client.section[0], {})
    limit = tables.get(NAME, {_LIMIT: TOOL_SECONDS}).get(_LIMIT)
    if isinstance(limit, int | float) and limit > _SAFETY_SECONDS:
        server = replace(server, command=[*server.command, "--hold", f"{limit - _SAFETY_SECONDS:g}"])
    return set_toml_table(before, client.section[0], NAME, entry(client, server), {_LIMIT: TOOL_SECONDS})


def without_server(client: Client, before: str) -> str:
    """Return the text of the client's file without our server.

    Raises:
        UnreadableConfiguration: The file cannot be parsed or changed safely.
    """
    try:
        if client.shape == "codex":
            return remove_toml_table(before, client.section[0], NAME)
        if client.shape == "goose":
            return remove_yaml_block(before, client.section[0], NAME)
        keys = [*_json_section(client, before), NAME]
        return before if _value_at(before, keys) is None else json_edit.remove_value(before, keys)
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableConfiguration(client.name) from error


def with_permission(before: str) -> str:
    """Return the settings of Claude Code with the permission to call our tools.

    Raises:
        UnreadableConfiguration: The file cannot be parsed or changed safely.
    """
    keys = ("permissions", "allow")
    try:
        allowed = _value_at(before, keys)
        if isinstance(allowed, list) and PERMISSION in allowed:
            return before
        return json_edit.append_item(before, keys, PERMISSION)
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableConfiguration(PERMISSION) from error


def without_permission(before: str) -> str:
    """Return the settings of Claude Code without the permission to call our tools.

    Raises:
        UnreadableConfiguration: The file cannot be parsed or changed safely.
    """
    try:
        if _value_at(before, ("permissions", "allow")) is None:
            return before
        return json_edit.remove_value(before, ("permissions", "allow"), PERMISSION)
    except (AttributeError, TypeError, ValueError, RecursionError) as error:
        raise UnreadableConfiguration(PERMISSION) from error


def entry_text(client: Client, server: Server) -> str:
    """Return the entry to add by hand."""
    return with_server(client, "", server).rstrip("\n")


def _json_section(client: Client, before: str) -> Sequence[str]:
    """Return the keys of the section with servers. Version 2 of OpenCode has one more level."""
    if client.shape == "opencode" and isinstance(_value_at(before, ("mcp", "servers")), dict):
        return ("mcp", "servers")
    return client.section


def _value_at(text: str, keys: Sequence[str]) -> object:
    value = json_edit.parse_json(text)
    for key in keys:
        if not isinstance(value, dict):
            raise TypeError(json.dumps(key))
        if key not in value:
            return None
        value = value[key]
    return value
