"""Results of requests that are the same for every client, prepared when the package is built."""

import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from choice.mcp.clients import DISCOVER, USE_INITIALIZE, client_row, lists_cards

Message = dict[str, Any]

_FILE = Path(__file__).with_name("known_answers.json")
_VERSION = "io.modelcontextprotocol/protocolVersion"
_CLIENT = "io.modelcontextprotocol/clientInfo"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
_METHOD_NOT_FOUND = -32601


class KnownAnswers:
    """Prepared results for legacy and modern protocol versions.

    All other requests go to the server. If the file is missing or was built for another version of the MCP
    SDK, every request goes to the server.
    """

    def __init__(self, file: Path = _FILE, *, lists_all: bool = False) -> None:
        prepared = _load(file)
        self._unprepared = frozenset({"tools/list"} if lists_all else ())
        self._versions: list[str] = prepared.get("versions", [])
        """Protocol versions with a handshake, newest last."""
        self._handshake: dict[str, Any] = prepared.get("handshake", {})
        self._modern_version: str | None = prepared.get("modern_version")
        self._modern: dict[str, Any] = prepared.get("modern", {})
        self._cards: dict[str, Any] = prepared.get("cards", {})
        """Results for clients that show questions as cards."""
        self.is_initialized = False

    @property
    def version(self) -> str:
        """Server version that these results were built for."""
        if not self._handshake:
            from importlib.metadata import version  # noqa: PLC0415 - slow, needed only without the file

            return version("choicewire")
        server_version: str = self._handshake["initialize"]["serverInfo"]["version"]
        return server_version

    def to(self, request: Message) -> Message | None:
        """Return the prepared result for a request, or None if it must go to the server."""
        method, params = request.get("method"), request.get("params", {})
        if not isinstance(method, str) or not isinstance(params, dict) or method in self._unprepared:
            return None
        if method == "initialize":
            return self._initialize(params)
        rest, meta = {name for name in params if name != "_meta"}, params.get("_meta", {})
        if rest or not isinstance(meta, dict):
            return None
        if _VERSION in meta:
            if not self._is_modern(meta):
                return None
            has_cards = lists_cards(meta[_CLIENT]["name"], meta[_CAPABILITIES])
            return (self._cards["modern"] if has_cards else self._modern).get(method)
        return self._handshake.get(method) if self.is_initialized else None

    def refusal(self, request: Message) -> Message | None:
        """Return the error for a request that the server would refuse, or None."""
        if request.get("method") != DISCOVER:
            return None
        params = request.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        client = meta.get(_CLIENT) if isinstance(meta, dict) else None
        name = client.get("name") if isinstance(client, dict) else None
        is_legacy = isinstance(name, str) and client_row(name).is_legacy
        return {"code": _METHOD_NOT_FOUND, "message": USE_INITIALIZE} if is_legacy else None

    def _initialize(self, params: Message) -> Message | None:
        client, wanted = params.get("clientInfo"), params.get("protocolVersion")
        is_valid = (
            isinstance(client, dict)
            and isinstance(client.get("name"), str)
            and isinstance(client.get("version"), str)
            and isinstance(params.get("capabilities"), dict)
            and isinstance(wanted, str)
        )
        if not is_valid or self.is_initialized or not self._handshake:
            return None
        self.is_initialized = True
        if isinstance(client, dict) and lists_cards(client.get("name"), params["capabilities"]):
            self._handshake = self._cards["handshake"]
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


def _load(file: Path) -> dict[str, Any]:
    """Return the content of the file, or {} if it is missing or built for another MCP SDK version."""
    try:
        prepared: dict[str, Any] = json.loads(file.read_bytes())
    except FileNotFoundError:
        return {}
    spec = find_spec("mcp_types")
    if spec is None or spec.origin is None:
        return {}
    # Check the directory's name: importlib.metadata would take a fifth of the start-up time.
    installed = Path(spec.origin).parents[1] / f"mcp_types-{prepared['mcp_types']}.dist-info"
    return prepared if installed.is_dir() else {}
