"""Answers that are the same for every client: known in advance, so that nobody has to be woken for them.

`known_answers.json` holds them as the server gives them; a test compares the two. The standard library alone
is used here: whoever only wants to know which tools there are should not wait for anything else.
"""

import json
from pathlib import Path
from typing import Any

Message = dict[str, Any]

_FILE = Path(__file__).with_name("known_answers.json")
_VERSION = "io.modelcontextprotocol/protocolVersion"
_CLIENT = "io.modelcontextprotocol/clientInfo"
_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"


class KnownAnswers:
    """Knows the answers of both eras. What is asked in an unusual way is left to the server."""

    def __init__(self) -> None:
        kept = json.loads(_FILE.read_bytes())
        self._versions: list[str] = kept["versions"]
        """Those that begin with a handshake, the newest last."""
        self._handshake: dict[str, Any] = kept["handshake"]
        self._modern_version: str = kept["modern_version"]
        self._modern: dict[str, Any] = kept["modern"]
        self.version: str = self._handshake["initialize"]["serverInfo"]["version"]
        """Of the server that gives these answers."""
        self.has_greeted = False

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
        if not is_usual or self.has_greeted:
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
