"""CPU of `choicewire ask` in a pseudo-terminal, and the time until its prompt is visible."""

import os
import sys
import tempfile
from collections.abc import Iterator

from benchmarks.measuring import ratio_of_costs
from benchmarks.reporting import Result, at_most
from benchmarks.typed_command import Typed, typed

_ROUNDS = 5
_PAIRS = 3
_TARGET_SECONDS = 0.45
_NOTHING = (sys.executable, "-c", "")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")


def results() -> Iterator[Result]:
    """Measure the command above an idle interpreter; its prompt is answered with Enter."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        # The first question creates the database.
        _asked(folder)
        cpu = ratio_of_costs(lambda: _cpu(folder), lambda: _TARGET_SECONDS, rounds=_ROUNDS, pairs=_PAIRS)
        seen = ratio_of_costs(lambda: _asked(folder).seconds, lambda: 1.0, rounds=_ROUNDS, pairs=_PAIRS)
    yield Result("choicewire ask in a terminal, CPU / 0.45 s", cpu, at_most(1))
    yield Result("choicewire ask in a terminal until its prompt is visible / 1 s", seen)


def _cpu(folder: str) -> float:
    return _asked(folder).cpu - typed(_NOTHING, _variables(folder)).cpu


def _asked(folder: str) -> Typed:
    return typed(_ASK, _variables(folder))


def _variables(folder: str) -> dict[str, str]:
    return {**os.environ, "CHOICE_DATA_DIR": folder, "TERM": "xterm-256color"}
