"""Answers that are the same for every client, so that `initialize` and lists do not have to start the server.

The build writes them to `known_answers.json` (see `common_answers`). Only the standard library is imported
here, to keep the start of a client fast.
"""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Message = dict[str, Any]

_FILE = Path(__file__).with_name("known_answers.json")
_VERSION = "io.modelcontextprotocol/protocolVersion"
_CLIENT = "io.modelcontextprotocol/clientInfo"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class KnownAnswers:
    """The answers for both generations of the protocol. Unusual requests are left to the server.

    Without the file, or with one made for another version of the MCP SDK, all requests are.
    """

    def __init__(self, file: Path = _FILE) -> None:
        kept = _read(file)
        self._versions: list[str] = kept.get("versions", [])
        """Those that begin with a handshake, the newest last."""
        self._handshake: dict[str, Any] = kept.get("handshake", {})
        self._modern_version: str | None = kept.get("modern_version")
        self._modern: dict[str, Any] = kept.get("modern", {})
        self.has_greeted = False

    @property
    def version(self) -> str:
        """The version of the server that gives these answers."""
        if not self._handshake:
            from importlib.metadata import version  # noqa: PLC0415 - slow, and only without the file

            return version("choicewire")
        found: str = self._handshake["initialize"]["serverInfo"]["version"]
        return found

    def to(self, request: Message) -> Message | None:
        """Return the result for a request, or None if only the server knows it."""
        method, params = request.get("method"), request.get("params", {})
        if not isinstance(method, str) or not isinstance(params, dict):
            return None
        if method == "initialize":
            return self._greeting(params)
        rest, meta = {name for name in params if name != "_meta"}, params.get("_meta", {})
        if rest or not isinstance(meta, dict):
            return None
        if _VERSION in meta:
            found = self._modern.get(method) if self._is_modern(meta) else None
        else:
            found = self._handshake.get(method) if self.has_greeted else None
        return found

    def _greeting(self, params: Message) -> Message | None:
        client, wanted = params.get("clientInfo"), params.get("protocolVersion")
        is_usual = (
            isinstance(client, dict)
            and isinstance(client.get("name"), str)
            and isinstance(client.get("version"), str)
            and isinstance(params.get("capabilities"), dict)
            and isinstance(wanted, str)
        )
        if not is_usual or self.has_greeted or not self._handshake:
            return None
        self.has_greeted = True
        version = wanted if wanted in self._versions else self._versions[-1]
        return {**self._handshake["initialize"], "protocolVersion": version}

    def _is_modern(self, meta: Message) -> bool:
        client = meta.get(_CLIENT)
        return (
            meta[_VERSION] == self._modern_version
            and isinstance(meta.get(_CAPABILITIES), dict)
            and isinstance(client, dict)
            and isinstance(client.get("name"), str)
            and isinstance(client.get("version"), str)
        )


def _read(file: Path) -> dict[str, Any]:
    """Return the content of the file, or nothing where it is missing or made for another MCP SDK."""
    try:
        kept: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    spec = find_spec("mcp_types")
    if spec is None or spec.origin is None:
        return {}
    # A look at the folder's name: importlib.metadata would take a fifth of the start.
    installed = Path(spec.origin).parents[1] / f"mcp_types-{kept['mcp_types']}.dist-info"
    return kept if installed.is_dir() else {}
