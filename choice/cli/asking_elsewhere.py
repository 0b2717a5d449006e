"""Lets the shared server ask where there is no terminal here, and starts it: that costs next to nothing."""

import argparse
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from choice.cli.broken_rule import broken_rule
from choice.cli.command import UsageError
from choice.cli.told_outcome import tell_outcome

_MOST_SERVERS = 3


def ask_elsewhere(given: argparse.Namespace, form: dict[str, object], key: str) -> int | None:
    """Ask, print the answer and return the exit code; None where it is better done in this process.

    Raises:
        UsageError: The server refuses what is asked; it says why.
    """
    if os.name != "posix" or given.database is not None or (_is_for_terminals(given) and _has_terminal()):
        return None
    asking = {
        "form": form,
        "surface": given.surface,
        "timeout": given.timeout,
        "use_defaults": given.use_defaults,
        "project": Path.cwd().name or None,
        "key": key,
    }
    says_where = True
    for _ in range(_MOST_SERVERS):
        line = _line({"ask": asking})
        if line is None:
            break
        with line, _interrupt_cancels(line):
            for told in _told(line):
                if "field" in told:
                    raise UsageError(broken_rule(told["field"], told["error"]))
                if "error" in told:
                    raise UsageError(told["error"])
                if "where" not in told:
                    return tell_outcome(told, as_json=given.json)
                if says_where:
                    print(told["where"], file=sys.stderr)
                    says_where = False
    return None


def _line(about: dict[str, Any]) -> socket.socket | None:
    """Return a line to the server; one is started for the usual desk alone, and only where it can run."""
    from choice.assembly.environment import environment_variables  # noqa: PLC0415 - as the rest of the command
    from choice.assembly.resident_place import NoResident  # noqa: PLC0415 - the same
    from choice.assembly.resident_sharing import resident_place  # noqa: PLC0415 - not on every system
    from choice.errors import InvalidSetting  # noqa: PLC0415 - the same
    from choice.mcp.known_answers import KnownAnswers  # noqa: PLC0415 - the same
    from choice.settings import read_settings  # noqa: PLC0415 - the same

    variables = environment_variables()
    try:
        settings = read_settings(variables, Path.home())
        place = resident_place(settings, variables, Path.cwd(), KnownAnswers().version)
        if variables.get("CHOICE_DATABASE_URL") or find_spec("mcp") is None:
            return place.line(about)
        return place.connected(about)
    except (InvalidSetting, NoResident):
        return None  # Whoever asks instead says what is wrong, if something is.


def _told(line: socket.socket) -> Iterator[dict[str, Any]]:
    """Return what the server says, until it leaves."""
    with line.makefile("rb") as lines:
        try:
            for said in lines:
                yield json.loads(said)
        except OSError:
            return  # It was cut off: another server may know.


@contextmanager
def _interrupt_cancels(line: socket.socket) -> Iterator[None]:
    """Let an interrupt, whenever it comes, take the question back; the next one ends this process."""

    def cancel(_number: int, _frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        line.sendall(b"{}\n")

    before = signal.signal(signal.SIGINT, cancel)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _is_for_terminals(given: argparse.Namespace) -> bool:
    return given.surface in {"auto", "terminal"}


def _has_terminal() -> bool:
    """Tell whether there is a terminal that a prompt could be drawn on."""
    if os.environ.get("TERM", "dumb") in {"dumb", "unknown", ""}:
        return False
    try:
        os.close(os.open("/dev/tty", os.O_RDWR))
    except OSError:
        return os.isatty(0) and (os.isatty(1) or os.isatty(2))
    return True
