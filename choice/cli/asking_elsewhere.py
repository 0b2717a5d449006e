"""Lets the shared server ask, in the terminal here too, and starts it: that costs next to nothing."""

import argparse
import signal
import socket
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from choice.assembly.project import project_name
from choice.cli.broken_rule import broken_rule
from choice.cli.command import UsageError
from choice.cli.shared_server import lendable, started_server, told
from choice.cli.told_outcome import tell_outcome

if TYPE_CHECKING:
    from choice.cli.asked_form import AskedForm
    from choice.terminal.lent_terminal import LentTerminal

_MOST_SERVERS = 3


def ask_elsewhere(
    given: argparse.Namespace, asked: "AskedForm", key: str, typed: dict[str, str]
) -> int | None:
    """Ask, print the answer and return the exit code; None where it is better done in this process.

    What a person has typed by then is in `typed`.

    Raises:
        UsageError: The server refuses what is asked; it says why.
    """
    if given.database is not None:
        return None
    asking = {
        "form": asked.form,
        "surface": given.surface,
        "timeout": given.timeout,
        "use_defaults": given.use_defaults,
        "project": project_name(Path.cwd()),
        "key": key,
    }
    with ExitStack() as stack:
        terminal = lendable(stack, typed) if given.surface in {"auto", "terminal"} else None
        said = asked_elsewhere(asking, terminal)
    if said is not None and "error" in said:
        raise UsageError(broken_rule(said["field"], said["error"]) if "field" in said else said["error"])
    return None if said is None else tell_outcome(said, asked.labels, as_json=given.json)


def asked_elsewhere(
    asking: Mapping[str, Any], terminal: "LentTerminal | None" = None
) -> dict[str, Any] | None:
    """Return how the shared server's asking ended, or why it did not ask; None where no server does it."""
    is_new = True
    for _ in range(_MOST_SERVERS):
        lent = {} if terminal is None else {"terminal": terminal.about()}
        line = started_server({"ask": {**asking, **lent}})
        if line is None:
            break
        with line, _interrupt_cancels(line), closing(told(line, terminal)) as telling:
            for said in telling:
                if "where" not in said:
                    return said
                if is_new:
                    _say_where(said)
                is_new = False
    return None


def _say_where(said: Mapping[str, Any]) -> None:
    print(said["where"], file=sys.stderr)
    if said.get("page"):
        from choice.assembly.screen import show_page  # noqa: PLC0415 - seldom needed

        show_page(said["page"])


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
