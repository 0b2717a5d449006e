"""Runs the real command in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which nothing of the machine decides about colour or encoding."""
    kept = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "TERM", "COLUMNS"}}
    return {**kept, "TERM": "xterm-256color", "PYTHONWARNINGS": "error", **changes}


def choicewire(
    *arguments: str, text: str | bytes = b"", **changes: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command to its end, with a text on its standard input."""
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
