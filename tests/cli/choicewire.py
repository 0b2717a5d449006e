"""Run the `choicewire` command in this process, because starting an interpreter is slow."""

import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

from choice.cli.main import main

ROOT = Path(__file__).resolve().parents[2]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment without settings for colour or encoding."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM", "COLUMNS"}}
    return {**kept, "TERM": "xterm-256color", "PYTHONWARNINGS": "error", **changes}


def choicewire(
    *arguments: str, text: str | bytes = b"", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command with a text on standard input."""
    given = text.encode() if isinstance(text, str) else text
    out, err = _written(), _written()
    status: list[int | str | None] = []
    with _surroundings(given, changes), redirect_stdout(out), redirect_stderr(err):
        # A thread of its own: a test may have a loop running in this one.
        running = threading.Thread(target=lambda: status.append(_status(arguments)))
        running.start()
        running.join()
    code = status[0] if isinstance(status[0], int) else 1
    return subprocess.CompletedProcess(arguments, code, _bytes(out), _bytes(err))


def in_its_own_process(
    *arguments: str, text: str | bytes = b"", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a new interpreter, for behaviour that depends on its start."""
    return subprocess.run(
        [sys.executable, "-m", "choice", *arguments],
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        env=environment(**changes),
        cwd=ROOT,
        check=False,
        timeout=60,
    )


def segments(*arguments: str, text: str) -> list[dict[str, Any]]:
    """Return what `split` prints for a text."""
    done = choicewire("split", *arguments, text=text)

    assert done.stderr == b""
    assert done.returncode == 0
    return [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]


@contextmanager
def _surroundings(given: bytes, changes: dict[str, str]) -> Iterator[None]:
    """Set the working directory, environment and standard input of a new process."""
    here = Path.cwd()
    os.chdir(ROOT)
    stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    try:
        with patch.dict(os.environ, environment(**changes), clear=True), patch.object(sys, "stdin", stdin):
            yield
    finally:
        os.chdir(here)


def _status(arguments: tuple[str, ...]) -> int | str | None:
    try:
        return main(arguments)
    except SystemExit as ended:
        return ended.code


def _written() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _bytes(file: io.TextIOWrapper) -> bytes:
    file.flush()
    assert isinstance(file.buffer, io.BytesIO)
    return file.buffer.getvalue()
