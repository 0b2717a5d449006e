"""What the commands of a shell cost, in CPU seconds above those of an interpreter that does nothing."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_most
from benchmarks.stdio_server import cpu, residents, stopping

_ROUNDS = 5
_PAIRS = 3
_TARGET_SECONDS = 0.25
_NOTHING = (sys.executable, "-c", "")
_HELP = (sys.executable, "-m", "choice", "--help")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")
_ELSEWHERE = (*_ASK, "--surface", "web", "--timeout", "1")


def results() -> Iterator[Result]:
    """Measure the help, and a question that nobody answers: asked by a shared server, and without one."""
    with tempfile.TemporaryDirectory() as folder, stopping(folder):
        yield Result(_name("--help"), _measured(_HELP, folder), at_most(1))
        alone = ("--database", f"sqlite:///{folder}/alone.db")
        yield Result(_name("ask that opens the desk itself"), _measured((*_ELSEWHERE, *alone), folder))
        yield Result(_name("ask that starts the shared server"), _starting(_asking_cpu), at_most(1))
        yield Result(
            _name("the server that it starts, its own CPU until it has asked"), _starting(_server_cpu)
        )
        _cpu(_ELSEWHERE, folder)
        yield Result(_name("ask beside a shared server"), _measured(_ELSEWHERE, folder), at_most(1))


def _name(what: str) -> str:
    return f"choicewire {what}, CPU / 0.25 s"


def _starting(part: Callable[[str], float]) -> Ratio:
    """Measure where no server runs yet, each time anew."""

    def one() -> float:
        with tempfile.TemporaryDirectory() as folder, stopping(folder):
            return part(folder)

    return ratio_of_costs(one, _target, rounds=_ROUNDS, pairs=1)


def _asking_cpu(folder: str) -> float:
    return _above_nothing(_ELSEWHERE, folder)()


def _server_cpu(folder: str) -> float:
    _cpu(_ELSEWHERE, folder)
    return sum(map(cpu, residents(folder)))


def _measured(command: Sequence[str], folder: str) -> Ratio:
    return ratio_of_costs(_above_nothing(command, folder), _target, rounds=_ROUNDS, pairs=_PAIRS)


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
