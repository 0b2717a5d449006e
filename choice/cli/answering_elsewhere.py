"""Lets the shared server answer or cancel for a person, in the terminal here where it is one."""

import argparse
import json
import sys
from collections.abc import Mapping
from contextlib import ExitStack, closing
from typing import Any

from choice.cli.command import UsageError
from choice.cli.shared_server import lendable, started_server, told
from choice.cli.told_outcome import EXIT_CODES

TOO_LATE = 4
"""Where somebody else, or the clock, was faster."""


def done_elsewhere(
    name: str, wanted: Mapping[str, Any], typed: dict[str, str] | None = None
) -> dict[str, Any] | None:
    """Return how it ended; None where it has to be done in this process.

    With `typed` a person may be asked in the terminal; it takes what they type there.

    Raises:
        UsageError: The server does not understand; it says why.
    """
    with ExitStack() as stack:
        terminal = None if typed is None else lendable(stack, typed)
        lent = {} if terminal is None else {"terminal": terminal.about()}
        line = started_server({name: {**wanted, **lent}})
        if line is None:
            return None
        with line, closing(told(line, terminal)) as telling:
            said = next(telling, None)
    if said is not None and "error" in said:
        raise UsageError(said["error"])
    return said


def tell_ended(ended: Mapping[str, Any], given: argparse.Namespace) -> int:
    """Print how a question ended, and return the exit code: what is too late changes nothing."""
    if ended["late"] is not None:
        print(f"choicewire {given.command.name}: {ended['late']}", file=sys.stderr)
    print(json.dumps(ended["interaction"], ensure_ascii=False) if given.json else ended["line"])
    return TOO_LATE if ended["late"] is not None else EXIT_CODES[ended["state"]]
