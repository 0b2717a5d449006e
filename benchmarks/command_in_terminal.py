"""What `choicewire ask` costs in a real terminal, and how soon its prompt is to be seen."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, at_most
from benchmarks.stdio_server import stopping
from benchmarks.typed_command import Typed, typed

_ROUNDS = 5
_PAIRS = 3
_TARGET_SECONDS = 0.25
_NOTHING = (sys.executable, "-c", "")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")
_COST = "choicewire ask in a terminal, CPU / 0.25 s"
_SEEN = "choicewire ask in a terminal until its prompt is seen / 1 s"


def results() -> Iterator[Result]:
    """Measure the process that is typed, above an interpreter that does nothing; its prompt is answered."""
    with tempfile.TemporaryDirectory() as folder, stopping(folder):
        _asked(folder)
        yield Result(f"{_COST}, beside a shared server", _again(lambda: _cpu(folder), _target), at_most(1))
        yield Result(f"{_SEEN}, beside a shared server", _again(lambda: _asked(folder).seconds, _second))
    yield Result(f"{_COST}, starting the server", _anew(_cpu, _target), at_most(1))
    yield Result(f"{_SEEN}, starting the server", _anew(lambda folder: _asked(folder).seconds, _second))
    yield Result(f"{_COST}, opening the desk itself", _anew(_cpu_alone, _target))
    yield Result(f"{_SEEN}, opening the desk itself", _anew(lambda folder: _alone(folder).seconds, _second))


def _again(cost: Cost, target: Cost) -> Ratio:
    return ratio_of_costs(cost, target, rounds=_ROUNDS, pairs=_PAIRS)


def _anew(part: Callable[[str], float], target: Cost) -> Ratio:
    """Measure where no server runs yet, each time anew."""

    def one() -> float:
        with tempfile.TemporaryDirectory() as folder, stopping(folder):
            return part(folder)

    return ratio_of_costs(one, target, rounds=_ROUNDS, pairs=1)


def _target() -> float:
    return _TARGET_SECONDS


def _second() -> float:
    return 1.0


def _cpu(folder: str) -> float:
    return _asked(folder).cpu - typed(_NOTHING, _variables(folder)).cpu


def _cpu_alone(folder: str) -> float:
    return _alone(folder).cpu - typed(_NOTHING, _variables(folder)).cpu


def _asked(folder: str) -> Typed:
    return typed(_ASK, _variables(folder))


def _alone(folder: str) -> Typed:
    return typed((*_ASK, "--database", f"sqlite:///{folder}/alone.db"), _variables(folder))


def _variables(folder: str) -> dict[str, str]:
    return {**os.environ, "CHOICE_DATA_DIR": folder, "TERM": "xterm-256color"}
