"""A line to the server that all agents of the user share, for commands that let it do the work."""

import json
import os
import socket
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import ExitStack

    from choice.assembly.resident_place import ResidentPlace
    from choice.terminal.lent_terminal import LentTerminal


def running_server(about: Mapping[str, Any]) -> socket.socket | None:
    """Return a line to the server, if it runs."""
    place = _place()
    return None if place is None else place.line(about)


def started_server(about: Mapping[str, Any]) -> socket.socket | None:
    """Return the same, and start the server for the usual desk; None where that cannot be."""
    from choice.assembly.resident_place import NoResident  # noqa: PLC0415 - as in `_place`

    place = _place()
    if place is None or place.variables.get("CHOICE_DATABASE_URL"):
        return None if place is None else place.line(about)
    try:
        return place.connected(about)
    except NoResident:
        return None


def lendable(stack: "ExitStack", typed: dict[str, str]) -> "LentTerminal | None":
    """Return the terminal of this process for the server to draw on; None where there is none.

    `typed` takes what a person types there: the server may die before they have sent it.
    """
    if os.name != "posix":
        return None
    from choice.terminal.lent_terminal import LentTerminal  # noqa: PLC0415 - not on every system
    from choice.terminal.tty_files import tty_files  # noqa: PLC0415 - the same

    files = tty_files(stack)
    return None if files is None else LentTerminal(files, typed)


def told(line: socket.socket, terminal: "LentTerminal | None" = None) -> Generator[dict[str, Any]]:
    """Return what the server says, until it leaves; it may draw on a terminal meanwhile."""
    if terminal is not None:
        from choice.cli.lending import told_while_lending  # noqa: PLC0415 - where there is a terminal

        yield from told_while_lending(line, terminal)
        return
    with line.makefile("rb") as lines:
        try:
            for said in lines:
                yield json.loads(said)
        except OSError:
            return  # It was cut off: another server may know.


def _place() -> "ResidentPlace | None":
    """Return where the server is found; None where there cannot be one."""
    from choice.assembly.environment import environment_variables  # noqa: PLC0415 - only when a command runs
    from choice.assembly.resident_sharing import resident_place  # noqa: PLC0415 - the same
    from choice.errors import InvalidSetting  # noqa: PLC0415 - the same
    from choice.mcp.known_answers import KnownAnswers  # noqa: PLC0415 - the same
    from choice.settings import read_settings  # noqa: PLC0415 - the same

    if os.name != "posix":
        return None
    try:
        variables = environment_variables()
        settings = read_settings(variables, Path.home())
    except InvalidSetting:
        return None  # Whoever does the work instead says what is wrong.
    return resident_place(settings, variables, Path.cwd(), KnownAnswers().version)
