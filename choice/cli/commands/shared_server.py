"""`choicewire mcp` and `choicewire inbox` through the shared local server.

MCP clients and shell completion wait for these commands, so this module imports little.
"""

import argparse
import json
import os
import shutil
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables, has_screen, project_name, show_page
from choice.cli.arguments import UsageError
from choice.errors import InvalidSetting, MissingExtra
from choice.mcp.front import Front, KnownAnswers
from choice.resident.place import NoResident, ResidentPlace, resident_place
from choice.settings import Settings, read_settings

_FOR_CLIENTS = (
    "choicewire mcp: MCP clients start this and write to it; there is nothing to type here.\n"
    "Set one up: choicewire mcp install --client claude-code · Stop: Ctrl-C"
)
_FEATURE = "The MCP server"
_NO_STDIN = "there is no standard input. Let an MCP client start this, or use --transport http."


def mcp(given: argparse.Namespace) -> int | None:
    """Serve one client over standard input and output; None for the other forms of the command."""
    if given.action == "install":
        return None
    if find_spec("mcp") is None:
        raise MissingExtra(_FEATURE, extra="mcp")
    if given.transport == "http":
        return None
    if sys.stdin is None:
        raise UsageError(_NO_STDIN)
    if sys.stdin.isatty():
        print(_FOR_CLIENTS, file=sys.stderr)
    _run_front(given.hold, with_page=not given.no_page)
    return 0


def inbox(given: argparse.Namespace) -> int | None:
    """Print the open questions; None if the desk has to be opened for it."""
    if given.watch or given.database is not None:
        return None
    reply = _request_if_running({"inbox": columns()})
    if reply is None:
        return None
    print_inbox(given, reply)
    return 0


def columns() -> int | None:
    """Return the width of the terminal that is printed to; None for a file or pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_inbox(given: argparse.Namespace, reply: Mapping[str, Any]) -> None:
    """Print interactions, ids or lines, as the arguments say."""
    if given.json:
        print(json.dumps(reply["interactions"], ensure_ascii=False))
    elif not reply["ids"] and columns() is not None:
        print("Nothing is open.")
    else:
        print("".join([f"{each}\n" for each in reply["ids" if given.ids else "lines"]]), end="")


def _run_front(hold: float | None, *, with_page: bool) -> None:
    """Forward the messages of one client until it disconnects. Its questions stay on the desk."""
    variables = environment_variables()
    settings, known = read_settings(variables, Path.home()), KnownAnswers()
    place = resident_place(settings, variables, Path.cwd(), known.version)
    hello: dict[str, Any] = {
        "project": project_name(Path.cwd()),
        "hold": hold,
        "page": with_page,
        "screen": has_screen(),
    }
    # Standard output carries the protocol: everything else that is printed goes to standard error.
    wire = os.dup(1)
    os.dup2(2, 1)
    Front(sys.stdin.buffer, wire, known, lambda: _connect(place, settings, hello), show_page).run()


def _connect(place: ResidentPlace, settings: Settings, hello: Mapping[str, Any]) -> socket.socket:
    """Return a connection to the shared server, or to one of our own where it cannot be started."""
    if os.name == "posix":
        try:
            return place.connect_or_start(hello)
        except NoResident as error:
            sys.stderr.write(f"choicewire mcp: {error} This client gets a server of its own.\n")
    from choice.resident.server import start_thread  # noqa: PLC0415 - costly, and only a fallback

    return start_thread(settings, hello)


def _request_if_running(hello: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the reply of the shared server; None if it does not run or cannot reply."""
    if os.name != "posix":
        return None
    try:
        variables = environment_variables()
        settings = read_settings(variables, Path.home())
    except InvalidSetting:
        return None  # It is reported when the desk is opened.
    line = resident_place(settings, variables, Path.cwd(), KnownAnswers().version).connect(hello)
    if line is None:
        return None
    with line, line.makefile("rb") as lines:
        try:
            reply: dict[str, Any] | None = json.loads(lines.readline() or b"null")
        except OSError:
            return None  # The server was stopped meanwhile.
    return reply
