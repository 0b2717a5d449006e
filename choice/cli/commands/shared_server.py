"""`choicewire mcp` and `choicewire inbox` through the shared local server.

MCP clients and shell completion wait for these commands, so this module has few imports.
"""

import argparse
import json
import os
import shlex
import shutil
import socket
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables, has_display, open_in_browser, project_name
from choice.cli.arguments import UsageError
from choice.errors import InvalidSetting, MissingExtra
from choice.mcp.front import Front
from choice.mcp.known_answers import KnownAnswers
from choice.resident.place import NoResident, ResidentPlace, resident_place
from choice.settings import Settings, read_settings

_TERMINAL_HINT = (
    "choicewire mcp: this command is started by MCP clients and does not read typed input.\n"
    "Set up a client: choicewire install claude-code · Stop: Ctrl-C"
)
_FEATURE = "The MCP server"
_NO_STDIN = "standard input is closed. Start this command from an MCP client, or use --transport http."


def mcp(args: argparse.Namespace) -> int | None:
    """Serve one client over standard input and output. Return None for `install` and `--transport http`."""
    if args.action == "install":
        return None
    if find_spec("mcp") is None:
        raise MissingExtra(_FEATURE, extra="mcp")
    if args.transport == "http":
        return None
    if sys.stdin is None:
        raise UsageError(_NO_STDIN)
    if sys.stdin.isatty():
        print(_TERMINAL_HINT, file=sys.stderr)
    _run_front(args.hold, with_page=not args.no_page)
    return 0


def inbox(args: argparse.Namespace) -> int | None:
    """Print the open questions of the shared server. Return None if the desk has to be opened instead."""
    if args.watch or args.database is not None:
        return None
    reply = _request_if_running({"inbox": columns()})
    if reply is None:
        return None
    print_inbox(args, reply)
    return 0


def launcher(variables: Mapping[str, str]) -> str:
    """Return the start of a command line that runs choicewire with the same data in any directory and shell.

    It has the full path if the command is not on PATH, and the data directory if it is not the usual one.
    """
    beside = Path(sys.executable).with_name("choicewire")
    if shutil.which("choicewire"):
        command = "choicewire"
    elif beside.is_file():
        command = shlex.quote(str(beside))
    else:
        command = f"{shlex.quote(sys.executable)} -m choice"
    folder = variables.get("CHOICE_DATA_DIR")
    if not folder or os.name != "posix":
        return command
    return f"CHOICE_DATA_DIR={shlex.quote(str(Path(folder).absolute()))} {command}"


def columns() -> int | None:
    """Return the width of the terminal, or None if standard output is a file or pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_inbox(args: argparse.Namespace, reply: Mapping[str, Any]) -> None:
    """Print open questions as JSON, as ids or as lines, depending on the arguments."""
    if args.json:
        print(json.dumps(reply["interactions"], ensure_ascii=False))
    elif not reply["ids"] and columns() is not None:
        print("Nothing is open.")
    else:
        print("".join([f"{each}\n" for each in reply["ids" if args.ids else "lines"]]), end="")


def _run_front(hold: float | None, *, with_page: bool) -> None:
    """Forward the messages of one client until it disconnects. Its open questions stay open."""
    variables = environment_variables()
    settings = read_settings(variables, Path.home())
    known = KnownAnswers(lists_all=settings.mcp_tools == "all")
    place = resident_place(settings, variables, Path.cwd(), known.version)
    hello: dict[str, Any] = {
        "project": project_name(Path.cwd()),
        "hold": hold,
        "page": with_page,
        "screen": has_display(),
        "launcher": launcher(variables),
    }
    # Standard output carries the protocol, so all other output is redirected to standard error.
    wire = os.dup(1)
    os.dup2(2, 1)
    Front(sys.stdin.buffer, wire, known, lambda: _connect(place, settings, hello), open_in_browser).run()


def _connect(place: ResidentPlace, settings: Settings, hello: Mapping[str, Any]) -> socket.socket:
    """Connect to the shared server. If it cannot be started, connect to a server in this process."""
    if os.name == "posix":
        try:
            return place.connect_or_start(hello)
        except NoResident as error:
            sys.stderr.write(f"choicewire mcp: {error} Starting a separate server for this client.\n")
    from choice.resident.server import start_thread  # noqa: PLC0415 - costly, and only a fallback

    return start_thread(settings, hello)


def _request_if_running(hello: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the reply of the shared server, or None if it is not running or does not reply."""
    if os.name != "posix":
        return None
    try:
        variables = environment_variables()
        settings = read_settings(variables, Path.home())
    except InvalidSetting:
        return None  # The error is reported when the desk is opened.
    connection = resident_place(settings, variables, Path.cwd(), KnownAnswers().version).connect(hello)
    if connection is None:
        return None
    with connection, connection.makefile("rb") as lines:
        try:
            reply: dict[str, Any] | None = json.loads(lines.readline() or b"null")
        except OSError:
            return None  # The server was stopped before it replied.
    return reply
