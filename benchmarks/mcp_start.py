"""`choicewire mcp` from its start to the answer to `initialize`, against a bare server of the same SDK."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks.measuring import Cost, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_most

_ROUNDS = 3
_PAIRS = 3
_OURS = ("choice", "mcp", "--no-page")
_BARE = ("benchmarks.mcp_bare_server",)
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "benchmark", "version": "1"},
    },
}


def results() -> Iterator[Result | Skipped]:
    """Measure CPU time and memory at the moment of the answer."""
    names = (
        "choicewire mcp / bare mcp server, CPU to initialize",
        "choicewire mcp / bare mcp server, memory",
    )
    if find_spec("mcp") is None or not Path("/proc/self/stat").exists():
        yield from [Skipped(name, "it needs the extra mcp, and /proc") for name in names]
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, figure in zip(names, (_cpu, _memory), strict=True):
            ours, bare = _cost(_OURS, folder, figure), _cost(_BARE, folder, figure)
            yield Result(name, ratio_of_costs(ours, bare, rounds=_ROUNDS, pairs=_PAIRS), at_most(1.1))


def _cost(module: tuple[str, ...], folder: str, figure: Callable[[int], float]) -> Cost:
    command = [sys.executable, "-m", *module]

    def cost() -> float:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "CHOICE_DATA_DIR": folder},
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(json.dumps(_HELLO).encode() + b"\n")
            server.stdin.flush()
            assert b'"result"' in server.stdout.readline()
            found = figure(server.pid)
            server.kill()
        return found

    return cost


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text("ascii").splitlines()
    return float(next(line for line in lines if line.startswith("VmRSS")).split()[1])
