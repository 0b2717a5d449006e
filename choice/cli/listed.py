"""Prints what is open; the shared server looks, where it runs: completion asks at every press of Tab."""

import argparse
import json
import shutil
import sys
from collections.abc import Mapping
from typing import Any

from choice.cli.shared_server import running_server, told


def columns() -> int | None:
    """Return how wide the terminal is that is printed to; None where it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def listed_elsewhere(given: argparse.Namespace) -> bool:
    """Let the shared server look; False where this process has to do it."""
    if given.watch or given.database is not None:
        return False
    line = running_server({"inbox": columns()})
    if line is None:
        return False
    with line:
        said = next(told(line), None)
    if said is not None:
        print_listed(given, said)
    return said is not None


def print_listed(given: argparse.Namespace, said: Mapping[str, Any]) -> None:
    """Print interactions, ids or lines, as the command wants it."""
    if given.json:
        print(json.dumps(said["interactions"], ensure_ascii=False))
    elif not said["ids"] and columns() is not None:
        print("Nothing is open.")
    else:
        print("".join([f"{each}\n" for each in said["ids" if given.ids else "lines"]]), end="")
