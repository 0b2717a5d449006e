"""What the commands of a shell cost, in CPU seconds above those of an interpreter that does nothing."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from benchmarks.measuring import Cost, ratio_of_costs
from benchmarks.reporting import Result, at_most

_ROUNDS = 5
_PAIRS = 3
_TARGET_SECONDS = 0.25
_NOTHING = (sys.executable, "-c", "")
_HELP = (sys.executable, "-m", "choice", "--help")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")
_ELSEWHERE = (*_ASK, "--surface", "web", "--timeout", "1")


def results() -> Iterator[Result]:
    """Measure the help, and a question that nobody answers."""
    with tempfile.TemporaryDirectory() as folder:
        for name, command in (
            ("choicewire --help, CPU / 0.25 s", _HELP),
            ("choicewire ask, answered elsewhere, CPU / 0.25 s", _ELSEWHERE),
        ):
            measured = ratio_of_costs(_above_nothing(command, folder), _target, rounds=_ROUNDS, pairs=_PAIRS)
            yield Result(name, measured, at_most(1))


def _target() -> float:
    return _TARGET_SECONDS


def _above_nothing(command: Sequence[str], folder: str) -> Cost:
    return lambda: _cpu(command, folder) - _cpu(_NOTHING, folder)


def _cpu(command: Sequence[str], folder: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        command,
        check=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Without a terminal: a session of its own has none.
        start_new_session=True,
        env={**os.environ, "CHOICE_DATA_DIR": folder},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
