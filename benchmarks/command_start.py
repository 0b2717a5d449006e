"""CPU time of commands above that of an idle interpreter."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from benchmarks.measuring import Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_most
from benchmarks.stdio_server import stopping

_ROUNDS = 5
_PAIRS = 3
_HELP_SECONDS = 0.25
_ASK_SECONDS = 0.45
_NOTHING = (sys.executable, "-c", "")
_HELP = (sys.executable, "-m", "choice", "--help")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")
_ON_THE_PAGE = (*_ASK, "--surface", "web", "--timeout", "1")


def results() -> Iterator[Result]:
    """Measure `--help`, and a question without a terminal that times out."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, stopping(folder):
        yield Result("choicewire --help, CPU / 0.25 s", _measured(_HELP, folder, _HELP_SECONDS), at_most(1))
        _cpu(_ON_THE_PAGE, folder)
        yield Result(
            "choicewire ask without a terminal, CPU / 0.45 s",
            _measured(_ON_THE_PAGE, folder, _ASK_SECONDS),
            at_most(1),
        )


def _measured(command: Sequence[str], folder: str, target: float) -> Ratio:
    return ratio_of_costs(
        lambda: _cpu(command, folder) - _cpu(_NOTHING, folder), lambda: target, rounds=_ROUNDS, pairs=_PAIRS
    )


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
