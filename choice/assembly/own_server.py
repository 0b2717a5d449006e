"""A server for one client alone, in its own process: where the shared one cannot be started."""

import json
import socket
import threading
from collections.abc import Mapping
from typing import Any

from choice.assembly.quick_loop import run_quickly
from choice.assembly.resident import Resident
from choice.settings import Settings


def own_server(settings: Settings, about: Mapping[str, Any]) -> socket.socket:
    """Start the server beside this thread and return a line to it."""
    ours, its = socket.socketpair()

    def serve() -> None:
        run_quickly(_served(settings, its))

    threading.Thread(target=serve, daemon=True).start()
    ours.sendall(json.dumps(about).encode() + b"\n")
    while ours.recv(1) != b"\n":
        pass  # Its greeting: we know who it is.
    return ours


async def _served(settings: Settings, line: socket.socket) -> None:
    await Resident(settings).serve_one(line)
