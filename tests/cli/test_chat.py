"""`choicewire chat`: a conversation in the terminal, with a model or an agent of one's own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.requirement("DI8")
AGENT = """
async def agent(turn):
    yield "Hello "
    answer = await turn.ask("Which store?", ["SQLite", "PostgreSQL"])
    yield f"{answer.choice} for {turn.person}\\x1b[2J."
"""


def chatted(folder: Path, typed: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"CHOICE_DATA_DIR": str(folder), "CHOICE_DATABASE_URL": "", "USER": "ada"}
    return subprocess.run(
        [sys.executable, "-m", "choice", "chat", *arguments],
        cwd=folder,
        env=environment,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_a_question_is_a_numbered_list_and_a_number_answers_it(tmp_path: Path) -> None:
    (tmp_path / "my_agent.py").write_text(AGENT)

    done = chatted(tmp_path, "Plan it\n2\n", "--agent", "my_agent:agent")

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Hello \n\n**Which store?**\n\n1. SQLite\n2. PostgreSQL\n")
    assert "PostgreSQL for " in done.stdout
    assert "\x1b" not in done.stdout


def test_without_an_agent_the_model_answers(tmp_path: Path) -> None:
    done = chatted(tmp_path, "Show me critical weak signals\n\n")

    assert done.returncode == 0, done.stderr
    assert "## Critical Weak Signals" in done.stdout


def test_an_agent_that_cannot_be_imported_is_an_error(tmp_path: Path) -> None:
    done = chatted(tmp_path, "Hi\n", "--agent", "no_such_module:agent")

    assert done.returncode != 0
    assert "CHOICE_AGENT" in done.stderr
    assert "Traceback" not in done.stderr
