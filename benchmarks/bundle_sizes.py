"""Gzipped size of the card and the chat page, compared with equivalents in React and react-markdown."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import Ratio
from benchmarks.reporting import Result, Skipped, at_least, at_most

FRONTEND = Path(__file__).resolve().parents[1] / "frontend"
_NAME = "size of the card and the chat page, compressed"
_KB = 1000
_CARD, _CHAT = 15 * _KB, 50 * _KB


def results() -> Iterator[Result | Skipped]:
    """Build the bundles and compare their sizes. Sizes are exact, so one round is enough."""
    if not shutil.which("node") or not (FRONTEND / "node_modules" / "react-markdown").exists():
        yield Skipped(_NAME, "node is not installed, or npm ci was not run in frontend/")
        return
    ours = _printed("scripts/sizes.mjs", "--json")
    peers = _printed("bench/peer-sizes.mjs")
    card, chat = ours["choice-question"], ours["chat-page"]
    yield Result(f"our card alone / 15 KB ({card} bytes gz)", Ratio(card / _CARD, 0), at_most(1))
    yield Result(f"our chat page / 50 KB ({chat} bytes gz)", Ratio(chat / _CHAT, 0), at_most(1))
    yield Result(
        f"a card in React ({peers['card']} bytes) / ours", Ratio(peers["card"] / card, 0), at_least(2)
    )
    name = f"a chat in React with react-markdown ({peers['chat']} bytes) / our chat page"
    yield Result(name, Ratio(peers["chat"] / chat, 0), at_least(2))


def _printed(*script: str) -> dict[str, int]:
    command = [str(shutil.which("node")), *script]
    done = subprocess.run(command, cwd=FRONTEND, check=True, capture_output=True, text=True)
    sizes: dict[str, int] = json.loads(done.stdout)
    return sizes
