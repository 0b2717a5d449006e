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
from benchmarks.typed_command import Typed, typed

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
        yield from _in_a_terminal(folder)


def _in_a_terminal(folder: str) -> Iterator[Result]:
    """Measure a question that is answered with a key, in a real terminal: by then its prompt was seen."""
    typed_here = ratio_of_costs(lambda: _typed(_ASK, folder).cpu, _target, rounds=_ROUNDS, pairs=_PAIRS)
    yield Result(_name("ask in a terminal beside a shared server"), typed_here, at_most(1))
    yield Result(
        _name("ask in a terminal that starts the server"),
        _starting(lambda new: _typed(_ASK, new).cpu),
        at_most(1),
    )
    seen = ratio_of_costs(lambda: _typed(_ASK, folder).seconds, _second, rounds=_ROUNDS, pairs=_PAIRS)
    yield Result("choicewire ask in a terminal until its prompt is seen, beside a server / 1 s", seen)
    first = _starting(lambda new: _typed(_ASK, new).seconds, _second)
    yield Result("choicewire ask in a terminal until its prompt is seen, starting the server / 1 s", first)


def _name(what: str) -> str:
    return f"choicewire {what}, CPU / 0.25 s"


def _starting(part: Callable[[str], float], target: Cost = lambda: _TARGET_SECONDS) -> Ratio:
    """Measure where no server runs yet, each time anew."""

    def one() -> float:
        with tempfile.TemporaryDirectory() as folder, stopping(folder):
            return part(folder)

    return ratio_of_costs(one, target, rounds=_ROUNDS, pairs=1)


def _asking_cpu(folder: str) -> float:
    return _above_nothing(_ELSEWHERE, folder)()


def _server_cpu(folder: str) -> float:
    _cpu(_ELSEWHERE, folder)
    return sum(map(cpu, residents(folder)))


def _measured(command: Sequence[str], folder: str) -> Ratio:
    return ratio_of_costs(_above_nothing(command, folder), _target, rounds=_ROUNDS, pairs=_PAIRS)


def _target() -> float:
    return _TARGET_SECONDS


def _second() -> float:
    return 1.0


def _typed(command: Sequence[str], folder: str) -> Typed:
    """Run a command in a terminal; its CPU is that above an interpreter that does nothing."""
    measured = typed(command, {**os.environ, "CHOICE_DATA_DIR": folder, "TERM": "xterm-256color"})
    return measured._replace(cpu=measured.cpu - _cpu(_NOTHING, folder))


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
