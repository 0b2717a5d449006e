"""Packages and megabytes that one `pip install` brings, beside peers installed in the same way."""

import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, Skipped

_ROOT = Path(__file__).resolve().parents[1]
# `awaithumans[server]` is what its server needs; the bare package is a client.
_PEERS = ("awaithumans[server]", "fastmcp", "chainlit")
_MEGABYTE = 1_000_000


def results() -> Iterator[Result | Skipped]:
    """Install this project and each peer in an environment of its own. Sizes are exact, so once is enough."""
    ours = _installed(str(_ROOT))
    if ours is None:
        yield Skipped("installed size", "the package index cannot be reached")
        return
    for peer in _PEERS:
        theirs = _installed(peer)
        if theirs is None:
            yield Skipped(f"installed size of {peer}", "it cannot be installed here")
            continue
        name = f"{peer} ({theirs[1]} MB, {theirs[0]} packages) / ours ({ours[1]} MB, {ours[0]} packages)"
        yield Result(name, Ratio(theirs[1] / ours[1], 0))


def _installed(requirement: str) -> tuple[int, int] | None:
    """Return the number of packages and megabytes, or None if they cannot be installed."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", f"{folder}/bin/python")
        command = [*pip, "install", "-q", "--no-compile", requirement]
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
        [packages] = Path(folder).glob("lib/*/site-packages")
        size = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file())
        return len(list(packages.glob("*.dist-info"))), round(size / _MEGABYTE)
