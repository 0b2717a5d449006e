"""`choicewire mcp` as a client starts it: a front, before the server that all agents share."""

import os
import socket
import sys
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables
from choice.assembly.project import project_name
from choice.assembly.resident_place import NoResident
from choice.assembly.resident_sharing import resident_place
from choice.assembly.screen import has_screen, show_page
from choice.mcp.front import Front
from choice.mcp.known_answers import KnownAnswers
from choice.settings import read_settings


def run_front(*, hold: float | None = None, with_page: bool = True) -> None:
    """Serve one client until it leaves. What it asked stays on the desk."""
    variables = environment_variables()
    settings, known = read_settings(variables, Path.home()), KnownAnswers()
    place = resident_place(settings, variables, Path.cwd(), known.version)
    about: dict[str, Any] = {
        "project": project_name(Path.cwd()),
        "hold": hold,
        "page": with_page,
        "screen": has_screen(),
    }

    def connect() -> socket.socket:
        if os.name == "posix":
            try:
                return place.connected(about)
            except NoResident as error:
                sys.stderr.write(f"choicewire mcp: {error} This client gets a server of its own.\n")
        from choice.assembly.own_server import own_server  # noqa: PLC0415 - costly, and hardly ever needed

        return own_server(settings, about)

    # Standard output is the wire: whatever else is printed goes to standard error.
    wire = os.dup(1)
    os.dup2(2, 1)
    Front(sys.stdin.buffer, wire, known, connect, show_page).run()
