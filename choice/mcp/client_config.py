"""The configuration of clients: which file, and what it says of us. Pure: nothing is written."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

NAME = "choicewire"
TOOL_SECONDS = 3600
"""For clients whose limit stands in the same file."""
_LIMIT = "tool_timeout_sec"
_BEFORE_LIMIT = 15
"""So many seconds before its limit a client is told to come back."""


@dataclass(frozen=True, slots=True)
class Server:
    """How a client starts our server."""

    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)


class UnreadableConfiguration(Exception):
    """A configuration file is not what its client would have written; it is left alone."""


@dataclass(frozen=True, slots=True)
class ClientFile:
    """Where a client keeps its servers."""

    path: Path
    section: str
    is_toml: bool = False
    with_type: bool = False

    def changed(self, before: str, server: Server) -> str:
        """Return the file with our server in it; everything else stays.

        Raises:
            UnreadableConfiguration: The file cannot be read, or not be changed without breaking it.
        """
        try:
            return self._toml(before, server) if self.is_toml else self._json(before, server)
        except (TypeError, ValueError, RecursionError) as error:
            raise UnreadableConfiguration(str(self.path)) from error

    def entry(self, server: Server) -> str:
        """Return what to add by hand."""
        if self.is_toml:
            return "\n".join(_toml_lines(f"[{self.section}.{NAME}]", _held(server, TOOL_SECONDS)))
        return json.dumps({self.section: {NAME: self._said(server)}}, ensure_ascii=False, indent=2)

    def _said(self, server: Server) -> dict[str, object]:
        said: dict[str, object] = {"type": "stdio"} if self.with_type else {}
        said |= {"command": server.command[0], "args": [*server.command[1:]]}
        return said | ({"env": dict(server.environment)} if server.environment else {})

    def _json(self, before: str, server: Server) -> str:
        kept = json.loads(before) if before.strip() else {}
        present = _present(kept, self.section)
        # What the person added to our entry, an environment for instance, stays.
        entry = present.get(NAME, {}) | self._said(server)
        kept[self.section] = present | {NAME: entry}
        return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"

    def _toml(self, before: str, server: Server) -> str:
        """Return the file with our table in it, read again to be sure that nothing else changed."""
        kept = tomllib.loads(before)
        present = _present(kept, self.section)
        server = _held(server, present.get(NAME, {_LIMIT: TOOL_SECONDS}).get(_LIMIT))
        ours = self._said(server)
        if NAME in present:
            wanted = present[NAME] | ours
            after = _rewritten(before, self.section, server)
        else:
            wanted = ours | {_LIMIT: TOOL_SECONDS}
            lines = _toml_lines(f"[{self.section}.{NAME}]", server)
            after = (before.rstrip() + "\n\n" if before.strip() else "") + "\n".join(lines) + "\n"
        if present.get(NAME) == wanted:
            return before
        kept[self.section] = present | {NAME: wanted}
        if tomllib.loads(after) != kept:
            raise UnreadableConfiguration(str(self.path))
        return after


def _present(kept: object, section: str) -> dict[str, Any]:
    """Return the servers of a file.

    Raises:
        TypeError: There is something else in their place.
    """
    servers = kept.get(section, {}) if isinstance(kept, dict) else None
    if not isinstance(servers, dict) or not isinstance(servers.get(NAME, {}), dict):
        raise TypeError(section)
    return servers


def _held(server: Server, limit: object) -> Server:
    """Return the server, told of the limit that stands in the client's file, if one does."""
    if isinstance(limit, bool) or not isinstance(limit, int | float) or limit <= _BEFORE_LIMIT:
        return server
    return replace(server, command=(*server.command, "--hold", f"{limit - _BEFORE_LIMIT:g}"))


def _toml_lines(heading: str, server: Server) -> list[str]:
    """Return our table."""
    return [heading, *_toml_values(server), f"{_LIMIT} = {TOOL_SECONDS}"]


def _toml_values(server: Server) -> list[str]:
    args = ", ".join(json.dumps(word) for word in server.command[1:])
    lines = [f"command = {json.dumps(server.command[0])}", f"args = [{args}]"]
    if server.environment:
        pairs = ", ".join(f"{name} = {json.dumps(value)}" for name, value in server.environment.items())
        lines.append(f"env = {{ {pairs} }}")
    return lines


def _rewritten(before: str, section: str, server: Server) -> str:
    """Return a file with the values of our table replaced, where it is written as tables usually are."""
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
    """Return the files of all clients that are known."""
    folders = {"darwin": home / "Library/Application Support", "win32": home / "AppData/Roaming"}
    desktop = folders.get(platform, home / ".config") / "Claude/claude_desktop_config.json"
    return {
        "claude-code": ClientFile(project / ".mcp.json", "mcpServers"),
        "claude-desktop": ClientFile(desktop, "mcpServers"),
        "cursor": ClientFile(home / ".cursor/mcp.json", "mcpServers"),
        "vscode": ClientFile(project / ".vscode/mcp.json", "servers", with_type=True),
        "codex": ClientFile(home / ".codex/config.toml", "mcp_servers", is_toml=True),
    }
