"""Install the built artefacts in an empty home in each way, and time each until a question is answered.

`python -m bundles.try_out [--clients FOLDER]`: a folder with the npm packages of Claude Code, Codex and
Gemini CLI; by default they are installed. Prints one line per way; the exit code is 1 if one is missed.
"""

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import venv
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bundles.build import ROOT, build

_CLIENT_PACKAGES = ("@anthropic-ai/claude-code", "@google/gemini-cli", "@openai/codex")
_START_LIMIT = 5.0
_ANSWER_LIMIT = 60.0
_ARGUMENTS = {
    "title": "Release",
    "prompt": "Release 2.4 now? All tests pass.",
    "selection_mode": "single",
    "options": [{"id": "yes", "label": "Release", "recommended": True}, {"id": "no", "label": "Wait"}],
}


class Home:
    """An empty home whose environment finds the artefacts and tools, and nothing else of this checkout."""

    def __init__(self, folder: Path, tools: Path, dist: Path, port: int) -> None:
        self.folder = folder
        kept = {
            name: value
            for name, value in os.environ.items()
            if name.startswith(("PIP_", "SSL_", "UV_", "HTTP", "NO_PROXY", "npm_", "LANG"))
        }
        self.environment = kept | {
            "HOME": str(folder),
            "PATH": os.pathsep.join(
                [str(tools / "bin"), str(folder / ".local/bin"), "/usr/local/bin:/usr/bin:/bin"]
            ),
            "UV_FIND_LINKS": str(dist),
            "UV_CACHE_DIR": str(tools / "uv-cache"),
            "UV_PYTHON": sys.executable,
            "PIPX_HOME": str(tools / "pipx"),
            "CHOICE_PORT": str(port),
            "CHOICE_DATA_DIR": str(folder / "choicewire-data"),
        }

    def run(self, *command: str | Path, **options: Any) -> str:  # noqa: ANN401 - forwarded to `run`
        """Run a program in this home and return its output."""
        done = subprocess.run(
            [str(part) for part in command],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
            **options,
        )
        if done.returncode:
            message = f"{command} failed: {done.stdout}{done.stderr}"
            raise RuntimeError(message)
        return f"{done.stdout}{done.stderr}"

    def start(self, command: Sequence[str]) -> "Agent":
        """Start an MCP server and initialise it."""
        return Agent(
            subprocess.Popen(
                command, cwd=self.folder, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
        )


class Agent:
    """A minimal MCP client over standard input and output."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process, self._last = process, 0
        about = {"name": "try-out", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about})
        self._send({"method": "notifications/initialized"})

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its result."""
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message: dict[str, Any] = json.loads(line)
            if message.get("id") == self._last and "method" not in message:
                result: dict[str, Any] = message["result"]
                return result
        message_ = "The server ended."
        raise RuntimeError(message_)

    def stop(self) -> None:
        """Close the server's input and wait for it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()


@contextmanager
def empty_home(tools: Path, dist: Path) -> Iterator[Home]:
    """Yield an empty home on a free port, and end the shared server that it started."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        yield Home(Path(folder), tools, dist, port)


def ask_and_answer(home: Home, server: Sequence[str], command: Sequence[str]) -> tuple[float, float]:
    """Ask and answer; return the seconds until the server has started, and until the agent has the answer."""
    began = time.monotonic()
    agent = home.start(server)
    started = time.monotonic() - began
    results: list[dict[str, Any]] = []
    asking = threading.Thread(
        target=lambda: results.append(
            agent.request("tools/call", {"name": "provide_choice", "arguments": _ARGUMENTS})
        )
    )
    asking.start()
    ids: list[str] = []
    while not ids and asking.is_alive():
        ids = home.run(*command, "inbox", "--ids").split()
    home.run(*command, "answer", ids[0], "yes")
    asking.join(30)
    if "yes" not in results[0]["structuredContent"]["selection"]["selected_ids"]:
        message = f"The agent did not get the answer: {results[0]}"
        raise RuntimeError(message)
    answered = time.monotonic() - began
    agent.stop()
    return started, answered


def try_ways(tools: Path, dist: Path) -> Iterator[tuple[str, float, float]]:
    """Yield the name of each way to install, the seconds to `initialize`, and to an answered question."""
    [wheel] = dist.glob("*.whl")
    uvx = [str(tools / "bin/uvx"), "--from", str(wheel), "choicewire"]
    with empty_home(tools, dist) as home:
        yield "uvx (first time)", *ask_and_answer(home, [*uvx, "mcp"], uvx)
    with empty_home(tools, dist) as home:
        yield "uvx", *ask_and_answer(home, [*uvx, "mcp"], uvx)
    with empty_home(tools, dist) as home:
        pipx = [str(tools / "bin/pipx"), "run", "--spec", str(wheel), "choicewire"]
        yield "pipx run", *ask_and_answer(home, [*pipx, "mcp"], pipx)
    with empty_home(tools, dist) as home:
        began = time.monotonic()
        venv.create(home.folder / "venv", with_pip=True)
        home.run(home.folder / "venv/bin/pip", "install", "-q", wheel)
        installing = time.monotonic() - began
        installed = [str(home.folder / "venv/bin/choicewire")]
        started, answered = ask_and_answer(home, [*installed, "mcp"], installed)
        yield "pip install", started, installing + answered
    with empty_home(tools, dist) as home:
        bundle = home.folder / "bundle"
        [packed] = dist.glob("*.mcpb")
        zipfile.ZipFile(packed).extractall(bundle)
        config = json.loads((bundle / "manifest.json").read_bytes())["server"]["mcp_config"]
        args = [part.replace("${__dirname}", str(bundle)) for part in config["args"]]
        yield ".mcpb", *ask_and_answer(home, [str(tools / "bin" / config["command"]), *args], uvx)
    with empty_home(tools, dist) as home:
        plugin = dist / "claude-code-marketplace/plugins/choicewire"
        config = json.loads((plugin / ".mcp.json").read_bytes())["mcpServers"]["choicewire"]
        launch = [str(tools / "bin" / config["command"]), *config["args"]]
        yield "plugin", *ask_and_answer(home, launch, uvx)


def try_clients(clients: Path, tools: Path, dist: Path) -> Iterator[tuple[str, bool, str]]:
    """Yield a check of each client with a command of its own: its name, whether it passed, what was seen."""
    [wheel] = dist.glob("*.whl")
    programs = clients / "node_modules/.bin"
    added = {
        "claude-code": ("claude", ["mcp", "add", "--scope", "user", "choicewire", "--"], ".claude.json"),
        "codex": ("codex", ["mcp", "add", "choicewire", "--"], ".codex/config.toml"),
        "gemini-cli": ("gemini", ["mcp", "add", "--scope", "user", "choicewire"], ".gemini/settings.json"),
    }
    for name, (program, add, file) in added.items():
        with empty_home(tools, dist) as home:
            for setting in [one for one in home.environment if one.startswith("CHOICE_")]:
                del home.environment[setting]  # They would become a part of the entry.
            home.run(tools / "bin/uv", "tool", "install", "-q", wheel)
            command = home.folder / ".local/bin/choicewire"
            home.run(programs / program, *add, command, "mcp")
            seen = home.run(command, "install", name, "--dry-run")
            home.run(programs / program, "mcp", "remove", *add[2:4] if "--scope" in add else (), "choicewire")
            before = (home.folder / file).read_bytes()
            home.run(command, "install", name, "--yes")
            removable = (home.folder / file).read_bytes()
            home.run(command, "install", name, "--remove", "--yes")
            is_restored = (home.folder / file).read_bytes() == before != removable
            home.run(command, "install", name, "--yes")
            trusted = json.dumps({str(home.folder): "TRUST_FOLDER"})
            (home.folder / ".gemini").mkdir(exist_ok=True)
            (home.folder / ".gemini/trustedFolders.json").write_text(trusted, "utf-8")
            listed = home.run(programs / program, "mcp", "list", stdin=subprocess.DEVNULL)
            line = next((one for one in listed.splitlines() if "choicewire" in one), "not listed")
            is_same = name == "codex" or "Nothing to change" in seen or file not in seen
            yield name, is_restored and is_same and line != "not listed", line.strip()


def _tools(folder: Path) -> Path:
    """Return an environment with uv and pipx."""
    if not (folder / "bin/pipx").exists():
        venv.create(folder, with_pip=True)
        install = [folder / "bin/pip", "install", "-q", "uv", "pipx"]
        subprocess.run([str(part) for part in install], check=True)
    return folder


def _clients(folder: Path) -> Path:
    if not (folder / "node_modules/.bin/claude").exists():
        folder.mkdir(parents=True, exist_ok=True)
        npm = shutil.which("npm") or "npm"
        subprocess.run([npm, "install", "--silent", *_CLIENT_PACKAGES], cwd=folder, check=True)
    return folder


def main() -> int:
    """Build, try everything, and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=Path, help="a folder with the npm packages of the clients")
    args = parser.parse_args()
    place, dist = ROOT / "build/try-out", ROOT / "dist"
    build(dist)
    tools = _tools(place / "tools")
    missed = 0
    for name, started, answered in try_ways(tools, dist):
        is_late = answered > _ANSWER_LIMIT or (name == "uvx" and started > _START_LIMIT)
        missed += is_late
        print(
            f"{name:<18} initialize {started:5.1f} s   answered {answered:5.1f} s",
            "  LATE" if is_late else "  ok",
            flush=True,
        )
    for name, passed, seen in try_clients(args.clients or _clients(place / "clients"), tools, dist):
        missed += not passed
        print(f"{name:<18} {'ok' if passed else 'FAILED'}: {seen}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
