"""The hand-off command typed in tmux."""

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from choice.assembly.desk import open_desk
from choice.models import Answered, Form, Option, Question

ROOT = Path(__file__).resolve().parents[2]
HOSTILE = "\x1b]52;c;aGk=\x07 \x1b[31mred \u202eesrever"


@pytest.mark.requirement("PC5")
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
async def test_the_hand_off_command_typed_in_tmux_answers_the_question(tmp_path: Path) -> None:
    question = Question(
        text=f"Which? {HOSTILE}",
        options=[Option(id="a", label=f"Alpha {HOSTILE}"), Option(id="b", label="Beta")],
    )
    command = f"{sys.executable} -m choice answer"
    variables = {**os.environ, "CHOICE_DATA_DIR": str(tmp_path), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}

    def tmux(*arguments: str) -> str:
        line = ["tmux", "-u", "-S", str(tmp_path / "socket"), *arguments]
        done = subprocess.run(line, capture_output=True, text=True, check=True, env=variables, timeout=30)
        return done.stdout

    async with open_desk(f"sqlite:///{tmp_path / 'desk.db'}") as desk:
        asked = await desk.open(Form(title="Store", questions=(question,)))
        tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), "sh")
        try:
            os.mkfifo(tmp_path / "written")
            tmux("pipe-pane", f"cat > {tmp_path / 'written'}")
            tmux("send-keys", f"{command} {asked.id}", "Enter")
            await asyncio.wait_for(asyncio.to_thread(_read_until, tmp_path / "written", b"Esc cancels"), 60)
            shown = tmux("capture-pane", "-p")
            tmux("send-keys", "Down", "Enter")
            async with asyncio.timeout(60):
                outcome = await desk.wait(asked.id)
        finally:
            tmux("kill-server")

    assert "<U+001B>]52;c;aGk=<U+0007> <U+001B>[31mred <U+202E>esrever" in shown.replace("\n", "")
    assert isinstance(outcome, Answered)
    assert outcome.answers[0].option_ids == ("b",)


def _read_until(file: Path, words: bytes) -> None:
    """Return when a program has written some words, or has ended."""
    with file.open("rb", buffering=0) as written:
        seen = b""
        while words not in seen and (more := written.read(65536)):
            seen += more
