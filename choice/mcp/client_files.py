"""The configuration of clients: which file, and what it says of us. Pure: nothing is written."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

NAME = "choicewire"
TOOL_SECONDS = 3600
"""For clients whose limit stands in the same file."""


class UnreadableConfiguration(Exception):
    """A configuration file is not what its client would have written; it is left alone."""


@dataclass(frozen=True, slots=True)
class ClientFile:
    """Where a client keeps its servers."""

    path: Path
    section: str
    is_toml: bool = False
    with_type: bool = False

    def changed(self, before: str, command: Sequence[str]) -> str:
        """Return the file with our server in it; everything else stays.

        Raises:
            UnreadableConfiguration: The file cannot be read.
        """
        return self._toml(before, command) if self.is_toml else self._json(before, command)

    def _json(self, before: str, command: Sequence[str]) -> str:
        try:
            kept = json.loads(before) if before.strip() else {}
        except ValueError as error:
            raise UnreadableConfiguration(str(self.path)) from error
        if not isinstance(kept, dict) or not isinstance(kept.get(self.section, {}), dict):
            raise UnreadableConfiguration(str(self.path))
        server: dict[str, object] = {"type": "stdio"} if self.with_type else {}
        server |= {"command": command[0], "args": [*command[1:]]}
        kept[self.section] = kept.get(self.section, {}) | {NAME: server}
        return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"

    def _toml(self, before: str, command: Sequence[str]) -> str:
        """Return the file with a table added; one that is there already stays as it is."""
        heading = f"[{self.section}.{NAME}]"
        if heading in before:
            return before
        args = ", ".join(json.dumps(word) for word in command[1:])
        lines = [
            heading,
            f"command = {json.dumps(command[0])}",
            f"args = [{args}]",
            f"tool_timeout_sec = {TOOL_SECONDS}",
        ]
        return (before.rstrip() + "\n\n" if before.strip() else "") + "\n".join(lines) + "\n"


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
