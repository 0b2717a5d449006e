"""Paths and new contents of the configuration files of MCP clients. Does no I/O."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

NAME = "choicewire"
TOOL_SECONDS = 3600
"""Tool timeout that we write to files which support one."""
_TIMEOUT_KEY = "tool_timeout_sec"
_SAFETY_SECONDS = 15
"""A pending result is returned this many seconds before the client's timeout."""


@dataclass(frozen=True, slots=True)
class Server:
    """Command and environment with which a client starts our server."""

    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class UnreadableConfiguration(Exception):
    """A configuration file cannot be parsed or changed safely; it is left unchanged."""


@dataclass(frozen=True, slots=True)
class ClientFile:
    """The configuration file of a client."""

    path: Path
    section: str
    is_toml: bool = False
    with_type: bool = False

    def changed(self, before: str, server: Server) -> str:
        """Return the text of the file with our server added. The rest is unchanged.

        Raises:
            UnreadableConfiguration: The file cannot be parsed or changed safely.
        """
        try:
            return self._toml(before, server) if self.is_toml else self._json(before, server)
        except (TypeError, ValueError, RecursionError) as error:
            raise UnreadableConfiguration(str(self.path)) from error

    def entry(self, server: Server) -> str:
        """Return the entry to add by hand."""
        if self.is_toml:
            return "\n".join(_toml_lines(f"[{self.section}.{NAME}]", _with_hold(server, TOOL_SECONDS)))
        return json.dumps({self.section: {NAME: self._entry(server)}}, ensure_ascii=False, indent=2)

    def _entry(self, server: Server) -> dict[str, object]:
        entry: dict[str, object] = {"type": "stdio"} if self.with_type else {}
        entry |= {"command": server.command[0], "args": [*server.command[1:]]}
        return entry | ({"env": dict(server.environment)} if server.environment else {})

    def _json(self, before: str, server: Server) -> str:
        parsed = json.loads(before) if before.strip() else {}
        servers = _servers_in(parsed, self.section)
        # Keep what the user added to our entry, such as environment variables.
        entry = servers.get(NAME, {}) | self._entry(server)
        parsed[self.section] = servers | {NAME: entry}
        return json.dumps(parsed, ensure_ascii=False, indent=2) + "\n"

    def _toml(self, before: str, server: Server) -> str:
        """Return the text with our table. The new text is parsed to verify that nothing else has changed."""
        parsed = tomllib.loads(before)
        servers = _servers_in(parsed, self.section)
        server = _with_hold(server, servers.get(NAME, {_TIMEOUT_KEY: TOOL_SECONDS}).get(_TIMEOUT_KEY))
        ours = self._entry(server)
        if NAME in servers:
            wanted = servers[NAME] | ours
            after = _replace_values(before, self.section, server)
        else:
            wanted = ours | {_TIMEOUT_KEY: TOOL_SECONDS}
            lines = _toml_lines(f"[{self.section}.{NAME}]", server)
            after = (before.rstrip() + "\n\n" if before.strip() else "") + "\n".join(lines) + "\n"
        if servers.get(NAME) == wanted:
            return before
        parsed[self.section] = servers | {NAME: wanted}
        if tomllib.loads(after) != parsed:
            raise UnreadableConfiguration(str(self.path))
        return after


def _servers_in(parsed: object, section: str) -> dict[str, Any]:
    """Return the servers in a parsed file.

    Raises:
        TypeError: The section is not a table of servers.
    """
    servers = parsed.get(section, {}) if isinstance(parsed, dict) else None
    if not isinstance(servers, dict) or not isinstance(servers.get(NAME, {}), dict):
        raise TypeError(section)
    return servers


def _with_hold(server: Server, limit: object) -> Server:
    """Return the server with a `--hold` option just below the client's tool timeout, if one is set."""
    if isinstance(limit, bool) or not isinstance(limit, int | float) or limit <= _SAFETY_SECONDS:
        return server
    return replace(server, command=(*server.command, "--hold", f"{limit - _SAFETY_SECONDS:g}"))


def _toml_lines(heading: str, server: Server) -> list[str]:
    """Return the lines of our table."""
    return [heading, *_toml_values(server), f"{_TIMEOUT_KEY} = {TOOL_SECONDS}"]


def _toml_values(server: Server) -> list[str]:
    args = ", ".join(json.dumps(word) for word in server.command[1:])
    lines = [f"command = {json.dumps(server.command[0])}", f"args = [{args}]"]
    if server.environment:
        pairs = ", ".join(f"{name} = {json.dumps(value)}" for name, value in server.environment.items())
        lines.append(f"env = {{ {pairs} }}")
    return lines


def _replace_values(before: str, section: str, server: Server) -> str:
    """Return the text with new values in our table, if the table has a standard `[section.name]` header."""
    heading = re.compile(rf"""\s*\[\s*{section}\s*\.\s*["']?{NAME}["']?\s*\]\s*(#.*)?""")
    replaced = re.compile(r"\s*(command|args|env)\s*=" if server.environment else r"\s*(command|args)\s*=")
    lines: list[str] = []
    is_ours = False
    for line in before.splitlines():
        if line.lstrip().startswith("["):
            is_ours = heading.fullmatch(line) is not None
        if not (is_ours and replaced.match(line)):
            lines.append(line)
        if is_ours and heading.fullmatch(line):
            lines += _toml_values(server)
    return "\n".join(lines) + "\n"


def client_files(home: Path, project: Path, platform: str) -> Mapping[str, ClientFile]:
    """Return the configuration files of all supported clients."""
    folders = {"darwin": home / "Library/Application Support", "win32": home / "AppData/Roaming"}
    desktop = folders.get(platform, home / ".config") / "Claude/claude_desktop_config.json"
    return {
        "claude-code": ClientFile(project / ".mcp.json", "mcpServers"),
        "claude-desktop": ClientFile(desktop, "mcpServers"),
        "cursor": ClientFile(home / ".cursor/mcp.json", "mcpServers"),
        "vscode": ClientFile(project / ".vscode/mcp.json", "servers", with_type=True),
        "codex": ClientFile(home / ".codex/config.toml", "mcp_servers", is_toml=True),
    }
