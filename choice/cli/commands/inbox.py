"""`choicewire inbox`, answered by the shared local server. Imports little: shells complete ids with it."""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from choice.assembly.environment import environment_variables
from choice.errors import InvalidSetting
from choice.mcp.front import KnownAnswers
from choice.resident.place import resident_place
from choice.settings import read_settings


def run(given: argparse.Namespace) -> int | None:
    """Print the open questions; None if the desk has to be opened for it."""
    if given.watch or given.database is not None:
        return None
    inbox = _request_if_running({"inbox": columns()})
    if inbox is None:
        return None
    print_inbox(given, inbox)
    return 0


def columns() -> int | None:
    """Return the width of the terminal that is printed to; None for a file or pipe."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def print_inbox(given: argparse.Namespace, inbox: Mapping[str, Any]) -> None:
    """Print interactions, ids or lines, as the arguments say."""
    if given.json:
        print(json.dumps(inbox["interactions"], ensure_ascii=False))
    elif not inbox["ids"] and columns() is not None:
        print("Nothing is open.")
    else:
        print("".join([f"{each}\n" for each in inbox["ids" if given.ids else "lines"]]), end="")


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
