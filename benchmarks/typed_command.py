"""Run a command in a pseudo-terminal and answer its prompt."""

import os
import pty
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_PROMPT = b"cancels"
_ENTER = b"\r"


class Typed(NamedTuple):
    """CPU seconds of the command, and the time until its prompt was visible."""

    cpu: float
    seconds: float


def typed(command: Sequence[str], variables: Mapping[str, str]) -> Typed:
    """Run a command in a pseudo-terminal and press Enter at its prompt, if it has one."""
    begun = time.perf_counter()
    child, terminal = pty.fork()
    if not child:
        os.execve(command[0], list(command), variables)  # noqa: S606 - in the terminal that was just made
    seen, seconds = b"", 0.0
    while more := _read(terminal):
        seen += more
        if _PROMPT in seen and not seconds:
            seconds = time.perf_counter() - begun
            os.write(terminal, _ENTER)
    os.close(terminal)
    _, status, used = os.wait4(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    return Typed(used.ru_utime + used.ru_stime, seconds)


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""  # The command has ended.
