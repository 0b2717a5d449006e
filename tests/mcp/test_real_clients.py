"""Whole rounds with Claude Code, Codex and Gemini CLI, whose model is a script.

`make clients` installs them beside this file. CHOICE_CLIENTS names another folder with them.
"""

import asyncio
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import struct
import sys
import termios
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import run
from typing import Any

import pytest

from choice.desk import Desk, Interaction
from choice.models import Answer
from tests.mcp.agent import QUESTION, QueueSurface
from tests.mcp.conftest import residents
from tests.mcp.scripted_model import NO_TOOLS, ScriptedModel, Step, ToolCall
from tests.mcp.test_stdio import ADA, ROOT, environment, person

FOLDERS = [os.environ.get("CHOICE_CLIENTS", ""), str(ROOT / "tests/mcp/clients/node_modules/.bin")]
SESSION = re.compile(r"[0-9a-f]{32}")
PATIENCE = 90.0


@cache
def program(name: str) -> str:
    """Return the path of a client's program; skip the test if it does not run here."""
    path = shutil.which(name, path=os.pathsep.join([*filter(None, FOLDERS), os.environ["PATH"]]))
    if path is None or run([path, "--version"], capture_output=True, check=False).returncode:
        pytest.skip(f"{name} is not installed; `make clients` installs it")
    return path


@dataclass(frozen=True)
class RealClient:
    """How a client is configured and started for one prompt."""

    name: str
    configure: Callable[[Path, int, list[str]], None]
    arguments: tuple[str, ...]
    variables: Callable[[int], Mapping[str, str]]


def _server(folder: Path, options: list[str]) -> dict[str, Any]:
    variables = environment(folder)
    names = ("CHOICE_DATA_DIR", "CHOICE_PORT", "PYTHONPATH")
    return {
        "command": sys.executable,
        "args": ["-m", "choice", "mcp", "--no-page", *options],
        "env": {name: variables[name] for name in names},
    }


def _configure_claude(folder: Path, _port: int, options: list[str]) -> None:
    servers = {"mcpServers": {"choicewire": _server(folder, options)}}
    (folder / "mcp.json").write_text(json.dumps(servers), "utf-8")


def _configure_codex(folder: Path, port: int, options: list[str]) -> None:
    server = _server(folder, options)
    variables = ", ".join([f"{name} = {json.dumps(value)}" for name, value in server["env"].items()])
    (folder / ".codex").mkdir(exist_ok=True)
    (folder / ".codex/config.toml").write_text(
        f"""
model = "m"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:{port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[mcp_servers.choicewire]
command = {json.dumps(server["command"])}
args = {json.dumps(server["args"])}
env = {{ {variables} }}
tool_timeout_sec = 60
""",
        "utf-8",
    )


def _configure_gemini(folder: Path, _port: int, options: list[str]) -> None:
    settings = {
        "mcpServers": {"choicewire": _server(folder, options) | {"trust": True}},
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
    }
    (folder / ".gemini").mkdir(exist_ok=True)
    (folder / ".gemini/settings.json").write_text(json.dumps(settings), "utf-8")


CLIENTS = {
    "claude": RealClient(
        "claude",
        _configure_claude,
        (
            "-p",
            "Ask.",
            "--mcp-config",
            "mcp.json",
            "--strict-mcp-config",
            "--allowedTools",
            "mcp__choicewire",
        ),
        lambda port: {
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
            "ANTHROPIC_API_KEY": "x",
            "DISABLE_AUTOUPDATER": "1",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "ENABLE_TOOL_SEARCH": "false",
            "MCP_CONNECTION_NONBLOCKING": "0",
        },
    ),
    "codex": RealClient(
        "codex",
        _configure_codex,
        ("exec", "--skip-git-repo-check", "Ask."),
        lambda _port: {"SCRIPTED_KEY": "x"},
    ),
    "gemini": RealClient(
        "gemini",
        _configure_gemini,
        ("-m", "gemini-2.5-flash", "-p", "Ask."),
        lambda port: {
            "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{port}",
            "GEMINI_API_KEY": "x",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
    ),
}
EVERY_CLIENT = pytest.mark.parametrize("name", sorted(CLIENTS))


@asynccontextmanager
async def started(
    name: str, folder: Path, model: ScriptedModel, *options: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Start a client with one prompt; `options` are those of `choicewire mcp`."""
    client = CLIENTS[name]
    client.configure(folder, model.port, list(options))
    process = await asyncio.create_subprocess_exec(
        *(program(name), *client.arguments),
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "TERM": "dumb", **client.variables(model.port)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
        await process.communicate()


def asks(_result: str) -> ToolCall:
    return "provide_choice", QUESTION


def collects(result: str) -> ToolCall:
    found = SESSION.search(result)
    assert found is not None, result
    return "collect_answer", {"session_id": found[0]}


async def next_question(surface: QueueSurface) -> Interaction:
    async with asyncio.timeout(PATIENCE):
        return await surface.asked.get()


async def by_command(folder: Path, asked: Interaction, _desk: Desk) -> None:
    answering = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "choice", "answer", asked.id, "pg"),
        env=environment(folder),
        stdout=asyncio.subprocess.DEVNULL,
    )
    assert await answering.wait() == 0


async def on_the_page(_folder: Path, asked: Interaction, desk: Desk) -> None:
    await desk.answer(asked.id, Answer(question_id="q1", option_ids=("pg",)), by=ADA, surface="web")


def said(model: ScriptedModel) -> str:
    """Return the last tool result that the model got, as the client wrote it."""
    assert model.results, "the model got no tool result"
    return json.dumps(model.results[-1])


async def ended(process: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(PATIENCE):
        output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()


@pytest.mark.requirement("UP4", "IN2")
@EVERY_CLIENT
@pytest.mark.parametrize("answers", [by_command, on_the_page])
async def test_an_answer_from_elsewhere_is_a_plain_tool_result(
    name: str, answers: Callable[[Path, Interaction, Desk], Any], tmp_path: Path
) -> None:
    program(name)
    with ScriptedModel([asks]).serving() as model:
        async with person(tmp_path) as (desk, surface), started(name, tmp_path, model) as process:
            asked = await next_question(surface)
            await answers(tmp_path, asked, desk)
            await ended(process)

    _is_the_answer(said(model))


@pytest.mark.requirement("UP4", "IN2")
@EVERY_CLIENT
async def test_after_the_limit_of_the_client_the_answer_is_collected(name: str, tmp_path: Path) -> None:
    program(name)
    steps: list[Step] = [asks, collects]
    with ScriptedModel(steps).serving() as model:
        async with (
            person(tmp_path) as (desk, surface),
            started(name, tmp_path, model, "--hold", "5") as process,
        ):
            asked = await next_question(surface)
            async with asyncio.timeout(PATIENCE):
                await asyncio.to_thread(model.has_results.wait, PATIENCE)
            pending = said(model)
            await on_the_page(tmp_path, asked, desk)
            await ended(process)

    assert "pending" in pending
    assert "collect_answer" in pending
    _is_the_answer(said(model))


@pytest.mark.requirement("UP1", "IN2")
@EVERY_CLIENT
async def test_after_the_death_of_client_and_server_the_next_run_gets_the_answer(
    name: str, tmp_path: Path
) -> None:
    program(name)
    async with person(tmp_path) as (desk, surface):
        with ScriptedModel([asks]).serving() as model:
            async with started(name, tmp_path, model) as process:
                asked = await next_question(surface)
                os.killpg(process.pid, signal.SIGKILL)
                for server in residents(tmp_path):
                    os.kill(server, signal.SIGKILL)
        await on_the_page(tmp_path, asked, desk)
        with ScriptedModel([asks]).serving() as model:
            async with started(name, tmp_path, model) as process:
                await ended(process)

        assert surface.asked.empty()

    _is_the_answer(said(model))
    assert "Answered earlier" in said(model)


class Terminal:
    """Claude Code in a terminal of its own."""

    def __init__(self, master: int) -> None:
        self._master, self._shown, self._more = master, "", asyncio.Event()
        asyncio.get_running_loop().add_reader(master, self._read)

    def _read(self) -> None:
        try:
            self._shown += os.read(self._master, 65536).decode(errors="replace")
        except OSError:
            asyncio.get_running_loop().remove_reader(self._master)
        self._more.set()

    @property
    def text(self) -> str:
        """What was shown since the last key, without spaces."""
        return _ESCAPES.sub("", self._shown)

    async def shows(self, *texts: str) -> None:
        """Wait until one of the texts was shown since the last key."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not any(text in self.text for text in texts):
                    self._more.clear()
                    await self._more.wait()
        except TimeoutError:
            pytest.fail(f"{texts} were not shown, but: {self.text[-1000:]}")

    async def press_until(self, key: str, text: str) -> None:
        """Press a key, again if it comes too early for the client, until a text is shown."""
        for _ in range(10):
            self.press(key)
            try:
                async with asyncio.timeout(4):
                    while text not in self.text:
                        self._more.clear()
                        await self._more.wait()
            except TimeoutError:
                continue
            return
        pytest.fail(f"{text} was not shown, but: {self.text[-1000:]}")

    def press(self, key: str) -> None:
        self._shown = ""
        os.write(self._master, key.encode())


_ESCAPES = re.compile(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b\][^\x07]*\x07|\s")
_RIGHT, _DOWN, _ENTER = "\x1b[C", "\x1b[B", "\r"


@asynccontextmanager
async def claude_in_a_terminal(folder: Path, model: ScriptedModel) -> AsyncIterator[Terminal]:
    """Start Claude Code interactively, as after its first start in a trusted folder."""
    client, key = CLIENTS["claude"], "sk-ant-" + "x" * 30
    client.configure(folder, model.port, [])
    known = {
        "hasCompletedOnboarding": True,
        "customApiKeyResponses": {"approved": [key[-20:]], "rejected": []},
        "projects": {str(folder): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}},
    }
    (folder / ".claude.json").write_text(json.dumps(known), "utf-8")
    variables = {**client.variables(model.port), "ANTHROPIC_API_KEY": key, "TERM": "xterm-256color"}
    # For the hook, which Claude Code starts with its own environment.
    variables |= {
        name: environment(folder)[name] for name in ("CHOICE_DATA_DIR", "CHOICE_PORT", "PYTHONPATH")
    }
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
    process = await asyncio.create_subprocess_exec(
        *(program("claude"), *client.arguments[2:]),
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), **variables},
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
    )
    os.close(slave)
    try:
        yield Terminal(master)
    finally:
        asyncio.get_running_loop().remove_reader(master)
        os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
        os.close(master)


async def _asked_in_the_window(terminal: Terminal, surface: QueueSurface) -> Interaction:
    """Send a prompt until the client has connected to our server and the model asks."""
    await terminal.shows("shift+tab")
    while surface.asked.empty():
        terminal.press("Ask.")
        await terminal.shows("Ask.")
        terminal.press(_ENTER)
        await terminal.shows("requestsyourinput", NO_TOOLS.replace(" ", ""))
    return await next_question(surface)


@pytest.mark.requirement("UP4", "IN2", "IN5")
async def test_an_answer_in_the_window_of_claude_code_is_a_plain_tool_result(tmp_path: Path) -> None:
    program("claude")
    with ScriptedModel([asks]).serving() as model:
        async with person(tmp_path) as (_desk, surface), claude_in_a_terminal(tmp_path, model) as terminal:
            await _asked_in_the_window(terminal, surface)
            for key, then in (
                (_RIGHT, ("SQLite–Onefile",)),
                (_DOWN, ("❯PostgreSQL", "❯◯PostgreSQL")),
                (_ENTER, ("✔Store", "Typesomething")),
                (_DOWN, ("❯Accept",)),
            ):
                terminal.press(key)
                await terminal.shows(*then)
            await terminal.press_until(_ENTER, "Done.")

    _is_the_answer(said(model))


@pytest.mark.requirement("UP2", "UP4", "IN2")
async def test_an_answer_elsewhere_reaches_the_model_while_the_window_of_claude_code_is_open(
    tmp_path: Path,
) -> None:
    program("claude")
    with ScriptedModel([asks]).serving() as model:
        async with person(tmp_path) as (desk, surface), claude_in_a_terminal(tmp_path, model) as terminal:
            asked = await _asked_in_the_window(terminal, surface)
            await on_the_page(tmp_path, asked, desk)
            async with asyncio.timeout(PATIENCE):
                await terminal.shows("Done.")

    _is_the_answer(said(model))


HOOK = {
    "hooks": {
        "PreToolUse": [
            {
                "matcher": "AskUserQuestion",
                "hooks": [
                    {
                        "type": "command",
                        "command": f"{sys.executable} -m choice hook claude-code",
                        "timeout": 600,
                        "statusMessage": "Answer at http://127.0.0.1:8400 or with: choicewire inbox",
                    }
                ],
            }
        ]
    }
}
BUILT_IN: dict[str, Any] = {
    "questions": [
        {
            "question": "Which cities?",
            "header": "Cities",
            "multiSelect": True,
            "options": [
                {"label": "Bonn", "description": "On the Rhine"},
                {"label": "Halle, Saale", "description": "On the Saale"},
            ],
        }
    ]
}


@pytest.mark.requirement("IN4", "UP2")
async def test_the_hook_of_claude_code_shows_where_to_answer_and_passes_the_answer_on(tmp_path: Path) -> None:
    program("claude")
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude/settings.json").write_text(json.dumps(HOOK), "utf-8")
    steps: list[Step] = [lambda _result: ("AskUserQuestion", BUILT_IN)]
    with ScriptedModel(steps).serving() as model:
        async with person(tmp_path) as (desk, surface), claude_in_a_terminal(tmp_path, model) as terminal:
            await terminal.shows("shift+tab")
            while surface.asked.empty():
                terminal.press("Ask.")
                await terminal.shows("Ask.")
                terminal.press(_ENTER)
                await terminal.shows("Answerathttp://127.0.0.1:8400", NO_TOOLS.replace(" ", ""))
                if NO_TOOLS.replace(" ", "") not in terminal.text:
                    break
            asked = await next_question(surface)
            answer = Answer(question_id="q1", option_ids=("1", "2"))
            await desk.answer(asked.id, answer, by=ADA, surface="slack")
            await terminal.shows("Done.")

    assert "Bonn" in said(model)
    assert "Halle, Saale" in said(model)


def _is_the_answer(result: str) -> None:
    """Check that a tool result has the answer, and none of the marks with which clients discount it."""
    assert "PostgreSQL" in result or '\\"pg\\"' in result
    assert "selected" in result or "answered" in result
    assert "ada" in result or "answered_by" in result or "By: " in result
    for mark in ("NOT USER INPUT", "must NOT be treated", "SYSTEM NOTIFICATION", "in the background"):
        assert mark not in result
