"""`choicewire mcp` as a client starts it: a light front that forwards to the shared server."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables, has_screen, project_name, show_page
from choice.mcp.front import Front, KnownAnswers
from choice.resident.place import NoResident, resident_place
from choice.settings import read_settings


def run_front(*, hold: float | None = None, with_page: bool = True) -> None:
    """Serve one client until it disconnects. Its questions stay on the desk."""
    variables = environment_variables()
    settings, known = read_settings(variables, Path.home()), KnownAnswers()
    place = resident_place(settings, variables, Path.cwd(), known.version)
    hello: dict[str, Any] = {
        "project": project_name(Path.cwd()),
        "hold": hold,
        "page": with_page,
        "screen": has_screen(),
    }

    def connect() -> socket.socket:
        if os.name == "posix":
            try:
                return place.connect_or_start(hello)
            except NoResident as error:
                sys.stderr.write(f"choicewire mcp: {error} This client gets a server of its own.\n")
        from choice.resident.server import start_thread  # noqa: PLC0415 - costly, and only a fallback

        return start_thread(settings, hello)

    # Standard output carries the protocol: everything else that is printed goes to standard error.
    wire = os.dup(1)
    os.dup2(2, 1)
    Front(sys.stdin.buffer, wire, known, connect, show_page).run()
