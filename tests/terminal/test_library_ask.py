"""`choice.ask`: one call that asks in this terminal, or on a page."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

import httpx
import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output
from typing_extensions import override

import choice
from choice.assembly.local import (
    TerminalClosed,
    ask_in_terminal,
    interaction_url,
    local_person,
    preferences_file,
)
from choice.assembly.server import EmbeddedServer, Serving
from choice.resident.portal import free_port
from choice.settings import read_settings
from choice.terminal.console import Console
from choice.terminal.surface import TerminalSurface
from choice.web.sessions import CLIENT_HEADER
from tests.mcp.conftest import residents
from tests.mcp.test_stdio import answer, person
from tests.terminal.modelled_terminal import Screen
from tests.terminal.pty_command import PtyCommand


class AskingScript(PtyCommand):
    """A script that asks, in a terminal."""

    program: ClassVar = (sys.executable, "-P", str(Path(__file__).with_name("asking_script.py")))


@pytest.fixture
def no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let this process have no terminal and no screen, and a desk of its own."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CHOICE_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("CHOICE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("CHOICE_PORT", str(free_port("127.0.0.1", 0)))
    return tmp_path


@pytest.fixture
def announced() -> Iterator[asyncio.Queue[str]]:
    """Collect the lines that say where to answer."""
    lines: asyncio.Queue[str] = asyncio.Queue()

    class Collecting(logging.Handler):
        @override
        def emit(self, record: logging.LogRecord) -> None:
            lines.put_nowait(record.getMessage())

    handler, logger = Collecting(), logging.getLogger("choice.resident.asking")
    logger.addHandler(handler)
    yield lines
    logger.removeHandler(handler)


@pytest.mark.requirement("UP9", "PC4")
@pytest.mark.parametrize("argument", ["sync", "60"], ids=["ask_sync", "ask"])
def test_a_script_in_a_terminal_asks_there(tmp_path: Path, argument: str) -> None:
    with AskingScript(tmp_path, argument) as terminal:
        shown = terminal.sees("Esc cancels")
        terminal.press("2\r")

        assert terminal.ends() == 0
        assert "Release now?" in shown
        assert terminal.lines[-1] == "answered 2"
        assert residents(tmp_path) == []


@pytest.mark.requirement("UP9")
def test_cancellation_and_timeout_are_outcomes(tmp_path: Path) -> None:
    with AskingScript(tmp_path, "sync") as cancelled:
        cancelled.sees("Esc cancels")
        cancelled.press("\x1b")
        cancelled.sees("Esc again")
        cancelled.press("\x1b")
        codes = [cancelled.ends()]
    with AskingScript(tmp_path, "1") as silent:
        codes.append(silent.ends())

    assert (cancelled.lines[-1], silent.lines[-1]) == ("cancelled", "timed_out")
    assert codes == [0, 0]


@pytest.mark.requirement("UP9", "PC4")
async def test_without_a_terminal_the_shared_server_shows_the_page(
    no_terminal: Path, announced: asyncio.Queue[str]
) -> None:
    async with person(no_terminal) as (desk, watching), httpx.AsyncClient() as http:
        asking = asyncio.ensure_future(choice.ask("Release now?", ["Release", "Wait"], timeout=120))
        asked = await watching.asked.get()
        line = await asyncio.wait_for(announced.get(), 60)
        page = line.split()[2]
        reply = await http.get(page, follow_redirects=True)
        started = residents(no_terminal)
        await answer(desk, asked, "1")
        outcome = await asking

    assert line == f"Answer at {page} or with: choicewire answer {asked.id}"
    assert page.endswith(f"/choice/{asked.id}")
    assert "text/html" in reply.headers["content-type"]
    assert len(started) == 1
    assert isinstance(outcome, choice.Answered)
    assert outcome.answers[0].option_ids == ("1",)


@pytest.mark.requirement("UP9")
async def test_a_running_server_shows_the_page_and_takes_the_answer(
    no_terminal: Path, announced: asyncio.Queue[str]
) -> None:
    settings = read_settings(dict(os.environ), no_terminal)
    serving, ready = Serving(settings), asyncio.Event()
    running = asyncio.ensure_future(EmbeddedServer.of(serving, ready.set).run_until_cancelled())
    await asyncio.wait_for(ready.wait(), 60)
    asking = asyncio.ensure_future(choice.ask("Release now?", ["Release", "Wait"], timeout=120))
    line = await asyncio.wait_for(announced.get(), 60)
    asked_id = line.split()[-1]
    server = interaction_url(settings, "").removesuffix("/choice/")
    headers = {"Origin": server, CLIENT_HEADER: "page"}
    async with httpx.AsyncClient(base_url=server, headers=headers) as http:
        await http.post("/sign-in", json={"code": serving.sign_in_link().partition("#")[2]})
        body = {"answers": [{"question_id": "q1", "option_ids": ["2"]}]}
        answered = await http.post(f"/api/interactions/{asked_id}/answer", json=body)
    outcome = await asking
    running.cancel()
    await asyncio.wait([running])

    assert line == f"Answer at {interaction_url(settings, asked_id)} or with: choicewire answer {asked_id}"
    assert answered.status_code == 200, answered.text
    assert residents(no_terminal) == []
    assert isinstance(outcome, choice.Answered)


@pytest.mark.requirement("UP9")
async def test_a_caller_that_stops_waiting_cancels_the_question(no_terminal: Path) -> None:
    async with person(no_terminal) as (desk, watching):
        asking = asyncio.ensure_future(choice.ask("Release now?", ["Release", "Wait"], timeout=120))
        asked = await watching.asked.get()
        asking.cancel()
        await asyncio.wait([asking])
        ended = await desk.look(asked.id, by=local_person())

    assert asking.cancelled()
    assert ended.state == "cancelled"


async def test_ask_sync_inside_an_event_loop_names_the_alternative() -> None:
    with pytest.raises(RuntimeError, match=r"await choice\.ask"):
        choice.ask_sync("Release now?", ["Release", "Wait"])


async def test_a_closed_terminal_leaves_the_question_open_and_says_how_to_answer(no_terminal: Path) -> None:
    settings, screen = read_settings(dict(os.environ), no_terminal), Screen(80, 24)
    file = cast("Any", screen)
    with create_pipe_input() as keys:
        output = Vt100_Output(file, lambda: screen.size, term="xterm", enable_cpr=False)
        console, preferences = Console(keys, output, file), preferences_file(settings)
        async with person(no_terminal) as (desk, _watching):
            asked = await desk.open(choice.Question(text="Which?", options=["A", "B"]), timeout=600)
            asking = asyncio.ensure_future(
                ask_in_terminal(desk, asked, TerminalSurface(desk, local_person(), console, preferences))
            )
            async with asyncio.timeout(30):
                while "cancels" not in screen.text:
                    screen.changed.clear()
                    await screen.changed.wait()
            keys.close()
            with pytest.raises(TerminalClosed, match=f"choicewire answer {asked.id}"):
                await asking
            left = await desk.look(asked.id, by=local_person())

    assert left.state == "open"
