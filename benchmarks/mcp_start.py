"""`choicewire mcp` from its start to the response to `initialize`, against other MCP servers."""

import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from benchmarks.feedback_peer import feedback_command
from benchmarks.measuring import Cost, Ratio, ratio_of_costs
from benchmarks.reporting import Result, Skipped, Target, at_least, at_most
from benchmarks.stdio_server import StdioServer, cpu, memory, residents, stopping

_ROUNDS = 3
_PAIRS = 3
_AGENTS = 4
_OURS = (sys.executable, "-m", "choice", "mcp", "--no-page", "--hold", "0")
_BARE = (sys.executable, "-m", "benchmarks.mcp_bare_server")
_ASK = {
    "name": "provide_choice",
    "arguments": {
        "title": "Store",
        "prompt": "The service needs one. Which?",
        "selection_mode": "single",
        "options": [{"id": "a", "label": "A", "recommended": True}, {"id": "b", "label": "B"}],
    },
}
_CPU = "{} mcp server, CPU to initialize"
_MEMORY = "{} mcp server, memory at initialize"
_TOGETHER = f"{_AGENTS} agents that have asked / {_AGENTS} bare mcp servers, memory, shared server included"


def results() -> Iterator[Result | Skipped]:
    """Measure CPU and memory at the response, and the memory of agents that have asked."""
    bare = [name.format("choicewire mcp / bare") for name in (_CPU, _MEMORY)]
    peer = [name.format("mcp-feedback-enhanced / choicewire") for name in (_CPU, _MEMORY)]
    if find_spec("mcp") is None or not Path("/proc/self/smaps_rollup").exists():
        yield from [Skipped(name, "it needs the extra mcp, and /proc") for name in (*bare, *peer, _TOGETHER)]
        return
    with tempfile.TemporaryDirectory() as folder, stopping(folder):
        yield from _compared(bare, (_OURS, _BARE), folder, (at_most(0.2), at_most(0.5)))
        command = feedback_command()
        if command is None:
            yield from [Skipped(name, "mcp-feedback-enhanced could not be installed") for name in peer]
        else:
            yield from _compared(peer, (command, _OURS), folder, (at_least(5), at_least(2)))
        yield Result(_TOGETHER, _agents_that_asked(folder), at_most(1.1))


def _compared(
    names: Sequence[str],
    commands: tuple[Sequence[str], Sequence[str]],
    folder: str,
    targets: Sequence[Target],
) -> Iterator[Result]:
    for name, figure, target in zip(names, (cpu, memory), targets, strict=True):
        ours, theirs = [_cost(command, folder, figure) for command in commands]
        yield Result(name, ratio_of_costs(ours, theirs, rounds=_ROUNDS, pairs=_PAIRS), target)


def _cost(command: Sequence[str], folder: str, figure: Callable[[int], float]) -> Cost:
    def cost() -> float:
        with StdioServer(command, CHOICE_DATA_DIR=folder) as server:
            server.greet()
            return figure(server.pid)

    return cost


def _agents_that_asked(folder: str) -> Ratio:
    """Compare the memory of agents that have asked, with their shared server, with minimal servers."""

    def ours() -> float:
        return _memory_of(_OURS, folder, asks=True) + sum(memory(pid) for pid in residents(folder))

    return ratio_of_costs(ours, lambda: _memory_of(_BARE, folder, asks=False), rounds=_ROUNDS, pairs=1)


def _memory_of(command: Sequence[str], folder: str, *, asks: bool) -> float:
    servers = [StdioServer(command, CHOICE_DATA_DIR=folder) for _ in range(_AGENTS)]
    try:
        for server in servers:
            server.greet()
            if asks:
                server.say({"id": 1, "method": "tools/call", "params": _ASK})
                assert "result" in server.hear()
        return sum(memory(server.pid) for server in servers)
    finally:
        for server in servers:
            server.__exit__()
