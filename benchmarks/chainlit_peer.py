"""Chainlit's `AskActionMessage`, answered immediately: its messages and emitter, without its socket.

The browser is a function that answers the emitted question. Nothing is written to disk: Chainlit keeps open
questions in memory; a data layer stores only finished messages.
"""

import os
import tempfile
import time
import uuid
from typing import Any

# Chainlit writes its configuration and translations to the working directory.
os.environ.setdefault("CHAINLIT_APP_ROOT", tempfile.mkdtemp(prefix="chainlit-"))

import chainlit
from chainlit.context import init_ws_context
from chainlit.session import WebsocketSession


async def _emitted(_event: str, _data: Any) -> None:  # noqa: ANN401 - as Chainlit calls it
    """Ignore what the page would show."""


async def _answered(_event: str, data: Any, _timeout: float) -> dict[str, Any]:  # noqa: ANN401 - as above
    """Choose the first action, in the format of the page."""
    return {
        "name": "choose",
        "payload": {"value": "sqlite"},
        "label": "SQLite",
        "tooltip": "",
        "id": data["spec"]["keys"][0],
        "forId": data["msg"]["id"],
    }


class ChainlitPeer:
    """One session of one person."""

    def __init__(self) -> None:
        self._session = WebsocketSession(
            id=str(uuid.uuid4()),
            socket_id="browser",
            emit=_emitted,
            emit_call=_answered,
            user_env={},
            client_type="webapp",
        )

    async def round_trips(self, count: int) -> float:
        """Return the mean time from asking to the answer, in seconds."""
        init_ws_context(self._session)
        begun = time.perf_counter()
        for _ in range(count):
            actions = [
                chainlit.Action(name="choose", payload={"value": label.lower()}, label=label)
                for label in ("SQLite", "PostgreSQL", "Neither")
            ]
            ask = chainlit.AskActionMessage("Which database should the service use?", actions, timeout=100)
            answer = await ask.send()
            assert answer is not None
            assert answer["label"] == "SQLite"
        return (time.perf_counter() - begun) / count
