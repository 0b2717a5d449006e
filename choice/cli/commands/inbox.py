"""`choicewire inbox`: list the open questions.

The shared local server answers where it runs, and nothing heavy is imported: shells complete ids with this.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Mapping
from typing import Any

from choice.cli.shared_server import request_if_running


def run(given: argparse.Namespace) -> int:
    """Print the open questions, or with `--watch` every change until interrupted."""
    if not given.watch and given.database is None:
        reply = request_if_running({"inbox": columns()})
        if reply is not None:
            print_inbox(given, reply)
            return 0
    from choice.cli.commands.inbox_watch import list_or_watch  # noqa: PLC0415 - imports the desk

    return list_or_watch(given)


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
