"""Count the calls of our own functions for a `provide_choice` and for a further streamed token.

`python -m benchmarks.road_calls` prints both counts, and exits with 1 if one is over its limit. A call counts
if its function lies in the package; that a coroutine goes on after an `await` is no call, and comprehensions
are none in newer versions of Python.
"""

import asyncio
import dis
import json
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

from mcp import Client
from mcp_types import Implementation

import choice
from benchmarks import chat_our_app, chat_servers
from benchmarks.desk_sample import ANNA
from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, at_most
from choice.auth import Principal, signed_token
from choice.desk import Desk, Interaction
from choice.desk.sqlite.store import create_sqlite_file, open_sqlite_store
from choice.mcp.calls import ToolCalls
from choice.mcp.questions import local_caller
from choice.mcp.server import build_server
from choice.models import Answer

ANNA_PRINCIPAL = Principal(ANNA.user, ANNA.tenant, frozenset({"member"}))
MOST_IN_ASK = 400
MOST_PER_TOKEN = 15
_PACKAGE = str(Path(choice.__file__).parent)
_COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"})
_RESUME = dis.opmap.get("RESUME")
_FEW, _MANY = 20, 70
_PACE = 0.03
"""Seconds between two tokens: longer than the batching interval, so that each token is sent separately."""


class Call(NamedTuple):
    """A called function."""

    file: str
    name: str
    line: int


class Counting:
    """Counts calls of our functions in this thread and in threads started meanwhile."""

    def __init__(self) -> None:
        self.calls: Counter[Call] = Counter()
        self._ours: dict[CodeType, Call | None] = {}

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start counting in this thread and in threads that start later."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, _argument: object) -> None:
        if event != "call" or _goes_on(frame):
            return
        code = frame.f_code
        if code not in self._ours:
            ours = code.co_filename.startswith(_PACKAGE) and code.co_name not in _COMPREHENSIONS
            place = code.co_filename.removeprefix(_PACKAGE)
            self._ours[code] = Call(place, code.co_qualname, code.co_firstlineno) if ours else None
        call = self._ours[code]
        if call is not None:
            self.calls[call] += 1


def _goes_on(frame: FrameType) -> bool:
    """Whether a generator or coroutine is resumed, not called."""
    code, at = frame.f_code.co_code, frame.f_lasti
    return at >= 0 and code[at] == _RESUME and code[at + 1] != 0


# --- A question ---


def ask_calls() -> Counter[Call]:
    """Return the calls of one `provide_choice`, from the tool's call to its result, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        counting = Counting()
        # The store has a thread of its own, which must be started while this counts.
        with counting.running():
            asyncio.run(_ask(Path(folder) / "desk.db", counting))
    return counting.calls


class _Answering:
    """A surface that answers every question it shows."""

    name = "web"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def show(self, interaction: Interaction) -> None:
        """Answer it."""
        answer = Answer(question_id=interaction.form.questions[0].id, option_ids=("pg",))
        await self._desk.answer(interaction, answer, by=ANNA, surface=self.name)

    async def close(self, interaction: Interaction) -> None:
        """Do nothing."""


class _Reach:
    """A page that is always available."""

    has_display = False

    async def page(self, interaction_id: str) -> str | None:
        """Return its address."""
        return f"http://127.0.0.1/choice/{interaction_id}"

    def command(self, interaction_id: str) -> str:
        """Return the command that answers it."""
        return f"choicewire answer {interaction_id}"

    async def open_page(self, address: str) -> None:
        """Do nothing."""


async def _ask(path: Path, counting: Counting) -> None:
    create_sqlite_file(path)
    async with Desk(await open_sqlite_store(path)) as desk:
        await desk.attach(_Answering(desk))
        calls = ToolCalls(desk, _Reach(), lambda context: local_caller(context, ANNA_PRINCIPAL, "project"))

        async def opened() -> ToolCalls:
            return calls

        server = build_server(opened, version="0", key=b"k" * 32)
        info = Implementation(name="benchmark", version="1")
        async with Client(server, mode="legacy", client_info=info) as client:
            await client.call_tool("provide_choice", _question("Which store comes first?"))
            await asyncio.sleep(0.1)  # What follows an answer has been done by then.
            counting.calls.clear()
            result = await client.call_tool("provide_choice", _question("Which store is next?"))
            counted = counting.calls.copy()
            assert not result.is_error, result
    counting.calls = counted


def _question(prompt: str) -> dict[str, Any]:
    return {
        "title": "Store",
        "prompt": prompt,
        "selection_mode": "single",
        "options": [
            {"id": "lite", "label": "SQLite"},
            {"id": "pg", "label": "PostgreSQL", "recommended": True},
        ],
    }


# --- A token ---


def token_calls() -> Counter[Call]:
    """Return the calls of one further token, from the provider's stream to the reader's.

    Two streams of different lengths are read. What grows with the length belongs to a token; what happens now
    and then, as the polling of the store does, rounds to nothing.
    """
    few, many = _stream_calls(_FEW), _stream_calls(_MANY)
    per_token = {call: round((many[call] - few[call]) / (_MANY - _FEW)) for call in many}
    return Counter({call: count for call, count in per_token.items() if count > 0})


def _stream_calls(tokens: int) -> Counter[Call]:
    """Serve one stream of so many tokens in a process that counts, and return its calls."""
    port, principal = chat_servers.free_port(), Principal("ada", "demo", frozenset({"member"}))
    with (
        tempfile.TemporaryDirectory() as folder,
        chat_servers.load() as reading,
        chat_servers.provider(tokens, _PACE) as url,
    ):
        token = signed_token(chat_our_app.settings_in(Path(folder)), principal, int(time.time()), 3600)
        given = (str(port), str(tokens), str(_PACE), folder, url)
        command = [sys.executable, "-m", "benchmarks.road_calls", "serve", *given]
        with subprocess.Popen(command, text=True, stdout=subprocess.PIPE) as process:
            try:
                chat_servers.wait_for(port)
                reading.read(chat_servers.Served(process.pid, port, token), 1, tokens)
            finally:
                process.terminate()
            printed = process.communicate(timeout=60)[0]
    return Counter({Call(*call): count for call, count in json.loads(printed.splitlines()[-1])})


def _serve() -> None:
    """Serve as the chat benchmarks do, and print all calls at the end."""
    del sys.argv[1]
    # The server ends in good order, and then sends itself the signal once more.
    signal.signal(signal.SIGTERM, lambda *_: None)
    counting = Counting()
    with counting.running():
        chat_our_app.main()
    print(json.dumps(list(counting.calls.items())))


# --- Both ---


def results() -> Iterator[Result]:
    """Compare both counts with their limits."""
    for name, limit, calls in _counted():
        yield Result(f"{name} / {limit}", Ratio(calls.total() / limit, 0.0), at_most(1))


def _counted() -> Iterator[tuple[str, int, Counter[Call]]]:
    yield "calls of our functions for a provide_choice", MOST_IN_ASK, ask_calls()
    yield "calls of our functions for a further token", MOST_PER_TOKEN, token_calls()


def main() -> int:
    """Print both counts, with `--each` every function; return 1 if one is over its limit."""
    is_over = False
    for name, limit, calls in _counted():
        modules = len({call.file for call in calls})
        print(f"{name}: {calls.total()} in {modules} modules (at most {limit})", flush=True)
        if "--each" in sys.argv:
            for call, count in calls.most_common():
                print(f"  {count:4} {call.file}:{call.line} {call.name}")
        is_over = is_over or calls.total() > limit
    return int(is_over)


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        _serve()
    else:
        sys.exit(main())
