"""Time from an answer posted over HTTP to the tool's result, with few and with many open questions."""

import http.client
import itertools
import json
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import Ratio, ratio_of_costs
from benchmarks.reporting import Result, Skipped, at_most
from benchmarks.stdio_server import StdioServer, stopping
from choice.auth import Principal, signed_token
from choice.resident.portal import free_port
from choice.settings import read_settings

_ROUNDS = 5
_PAIRS = 9
_FEW, _MANY = 10, 1000
_TARGET_SECONDS = 0.005
_SETTLING_SECONDS = 0.02
"""Pause after asking: recording that the question was shown would delay another answer."""
_LATENCY = "answer posted / 5 ms, until the tool's result is there, median"
_GROWTH = f"the same with {_MANY} open questions / with {_FEW}"


def results() -> Iterator[Result | Skipped]:
    """Measure the latency of an answer, and whether other open questions increase it."""
    if find_spec("mcp") is None or not Path("/proc/self/stat").exists():
        yield from [Skipped(name, "it needs the extra mcp, and /proc") for name in (_LATENCY, _GROWTH)]
        return
    with agent() as few:
        few.ask(_FEW)
        yield Result(
            _LATENCY, ratio_of_costs(few.answer_one, _target, rounds=_ROUNDS, pairs=_PAIRS), at_most(1)
        )
        with agent() as many:
            many.ask(_MANY)
            yield Result(_GROWTH, _growth(many, few), at_most(1.3))


def _target() -> float:
    return _TARGET_SECONDS


def _growth(many: "Agent", few: "Agent") -> Ratio:
    return ratio_of_costs(many.answer_one, few.answer_one, rounds=_ROUNDS, pairs=_PAIRS)


class Agent:
    """An agent with waiting calls, and a person who answers over HTTP."""

    def __init__(self, server: StdioServer, folder: Path) -> None:
        self._server, self._ids = server, itertools.count(2)
        self._open: dict[int, str] = {}
        self._answered: set[int] = set()
        server.greet()
        server.say(_call(1, transport="terminal"))
        page = urlsplit(server.hear()["result"]["structuredContent"]["selection"]["url"])
        settings = read_settings({"CHOICE_DATA_DIR": str(folder)}, folder)
        ada = Principal("ada", "local", frozenset({"member"}))
        self._headers = {
            "Authorization": f"Bearer {signed_token(settings, ada, int(time.time()), 3600)}",
            "Content-Type": "application/json",
        }
        self._http = http.client.HTTPConnection(page.netloc)

    def ask(self, count: int) -> None:
        """Ask questions, each in a waiting call; the first progress report contains its id."""
        wanted = {next(self._ids) for _ in range(count)}
        for number in wanted:
            self._server.say(_call(number))
        while not wanted <= set(self._open):
            self._heard(self._server.hear())

    def answer_one(self) -> float:
        """Answer the oldest question, return the latency in seconds, and ask a new one."""
        number = next(iter(self._open))
        self._answered.add(number)
        path = f"/api/interactions/{self._open.pop(number)}/answer"
        body = json.dumps({"answers": [{"question_id": "q1", "option_ids": ["a"]}]})
        time.sleep(_SETTLING_SECONDS)
        # Asking took a while: the server may have closed the connection meanwhile.
        self._http.close()
        self._http.connect()
        begun = time.perf_counter()
        self._http.request("POST", path, body, self._headers)
        while (message := self._server.hear()).get("id") != number:
            self._heard(message)
        seconds = time.perf_counter() - begun
        assert self._http.getresponse().read()
        assert message["result"]["structuredContent"]["selection"]["selected_ids"] == ["a"]
        self.ask(1)
        return seconds

    def _heard(self, message: dict[str, Any]) -> None:
        params = message["params"]
        found = re.search(r"/choice/(\w+)", params["message"])
        if found and params["progressToken"] not in self._answered:
            self._open.setdefault(params["progressToken"], found[1])


def _call(number: int, **more: str) -> dict[str, Any]:
    options = [{"id": "a", "label": "A", "recommended": True}, {"id": "b", "label": "B"}]
    arguments = {
        "title": f"Question {number}",
        "prompt": "It matters. Which?",
        "selection_mode": "single",
        "options": options,
        "timeout_seconds": 3600,
    }
    called = {
        "name": "provide_choice",
        "arguments": arguments | more,
        "_meta": {"progressToken": number},
    }
    return {"id": number, "method": "tools/call", "params": called}


@contextmanager
def agent() -> Iterator[Agent]:
    """Start an agent with its own shared server."""
    command = (sys.executable, "-m", "choice", "mcp")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, stopping(folder):
        variables = {
            "CHOICE_DATA_DIR": folder,
            "CHOICE_MAX_OPEN": "100000",
            "CHOICE_PORT": str(free_port("127.0.0.1", 0)),
        }
        with StdioServer(command, **variables) as server:
            yield Agent(server, Path(folder))
