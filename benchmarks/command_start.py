"""What the commands of a shell cost, in CPU seconds above those of an interpreter that does nothing."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_most
from benchmarks.stdio_server import StdioServer, stopping

_ROUNDS = 5
_PAIRS = 3
_TARGET_SECONDS = 0.25
_NOTHING = (sys.executable, "-c", "")
_HELP = (sys.executable, "-m", "choice", "--help")
_ASK = (sys.executable, "-m", "choice", "ask", "--title", "T", "--prompt", "Why?", "--option", "a=A")
_AGENT = (sys.executable, "-m", "choice", "mcp", "--no-page")
_ELSEWHERE = (*_ASK, "--surface", "web", "--timeout", "1")


def results() -> Iterator[Result | Skipped]:
    """Measure the help, and a question that nobody answers: with the shared server, and without."""
    names = [
        f"choicewire {name}, CPU / 0.25 s" for name in ("--help", "ask beside a shared server", "ask alone")
    ]
    with tempfile.TemporaryDirectory() as folder, stopping(folder):
        yield Result(names[0], _measured(_HELP, folder), at_most(1))
        yield Result(names[2], _measured(_ELSEWHERE, folder))
        if find_spec("mcp") is None:
            yield Skipped(names[1], "it needs the extra mcp")
            return
        with StdioServer(_AGENT, CHOICE_DATA_DIR=folder) as agent:
            agent.greet()
            agent.say({"id": 1, "method": "tools/call", "params": {"name": "list_open_questions"}})
            assert "result" in agent.hear()
            yield Result(names[1], _measured(_ELSEWHERE, folder), at_most(1))


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
