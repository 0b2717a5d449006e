"""The commands in a real terminal."""

import asyncio
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from choice.assembly.desk import open_desk
from choice.desk import Asker
from choice.models import Question
from tests.cli.choicewire import choicewire
from tests.terminal.pty_command import PtyCommand, PtyShell

ASK = (
    *("ask", "--title", "Store", "--prompt", "Which store?", "--recommend", "pg"),
    *("--option", "lite=SQLite", "--option", "pg=PostgreSQL"),
)


@pytest.mark.requirement("PC4", "UP9")
def test_ask_shows_a_prompt_clears_it_and_prints_the_answer(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        shown = terminal.sees("Esc cancels")
        terminal.press("\x1b[A\r")
        code = terminal.ends()

        assert "❯ 2. PostgreSQL  ★ Recommended" in shown
        assert terminal.lines == ["Store: SQLite", "lite"]
        assert code == 0


@pytest.mark.requirement("UP9")
def test_ask_prints_the_label_of_an_option_without_an_id(tmp_path: Path) -> None:
    asked = ("ask", "--title", "Deploy", "--prompt", "Deploy now?", "--option", "yes", "--option", "no")
    with PtyCommand(tmp_path, *asked) as terminal:
        terminal.sees("Esc cancels")
        terminal.press("2\r")
        terminal.ends()

        assert terminal.lines == ["Deploy: no", "no"]


@pytest.mark.requirement("UP9")
@pytest.mark.parametrize("key", ["\x1b", "\x03"], ids=["escape", "ctrl_c"])
def test_escape_and_ctrl_c_end_ask_with_code_3(tmp_path: Path, key: str) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        terminal.sees("Esc cancels")
        terminal.press(key)
        if key == "\x1b":
            terminal.sees("Esc again cancels the question")
            terminal.press(key)

        assert terminal.ends() == 3
        assert terminal.lines[0] == "Store: Declined"


@pytest.mark.requirement("UP3", "UP9")
def test_ask_ends_with_code_4_when_time_runs_out(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--timeout", "1") as terminal:
        assert terminal.ends() == 4
        assert "choicewire ask: the question timed out." in terminal.lines


@pytest.mark.requirement("PC5")
def test_the_hand_off_command_answers_in_another_terminal_and_ends_with_one_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    variables = {"CHOICE_DATA_DIR": str(tmp_path), "CHOICE_PORT": "9", "CHOICE_DATABASE_URL": url}
    with PtyCommand(tmp_path, *ASK, TERM="dumb", CHOICE_DATABASE_URL=url) as asking:
        asking.sees("Answer with: choicewire answer")
        (asked_id,) = choicewire("inbox", "--ids", **variables).stdout.decode().split()
        with PtyCommand(tmp_path, "answer", asked_id) as terminal:
            terminal.sees("Esc cancels")
            terminal.press("1\r")
            code = terminal.ends()

            line = f'answered {asked_id} [{{"question_id": "q1", "option_ids": ["lite"]}}]'
            assert "".join(terminal.lines) == f"Store: SQLite{line}"
            assert code == 0
        assert asking.ends() == 0
        assert asking.lines[-1] == "lite"
    again = choicewire("answer", asked_id, "pg", **variables)
    assert again.stdout.decode().startswith(f"answered {asked_id}")
    assert b"has already ended" in again.stderr
    assert b'"lite"' in again.stdout


@pytest.mark.parametrize("changes", [{}, {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}])
def test_without_colour_and_in_an_old_encoding_everything_is_plain(
    tmp_path: Path, changes: dict[str, str]
) -> None:
    with PtyCommand(tmp_path, *ASK, NO_COLOR="1", LANG="C", LC_ALL="C", **changes) as old:
        shown = old.sees("Esc cancels")
        old.press("\r")
        code = old.ends()

        assert "> 2. PostgreSQL  * Recommended" in shown
        assert any("left | Up/Down move, Enter sends" in line for line in shown)
        assert not any(code in old.raw for code in (b"\x1b[32m", b"\x1b[36m", b"\x1b[38;"))
        assert code == 0


def test_the_terminal_mode_is_restored(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        before = modes(terminal)
        terminal.sees("Esc cancels")
        terminal.press("\x03")
        terminal.sees("Declined")
        terminal.ends()

        assert modes(terminal) == before


def test_an_empty_inbox_says_so_in_a_terminal(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, "inbox") as terminal:
        terminal.sees("Nothing is open.")

        assert terminal.ends() == 0


@pytest.mark.requirement("UP5")
async def test_the_watched_inbox_counts_down_and_lists_ended_questions(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    async with open_desk(url) as desk:
        asker = Asker("an agent", tenant="local")
        asked = await desk.open(Question(text="Which?", options=["A", "B"]), asked_by=asker, timeout=600)
        with PtyCommand(tmp_path, "inbox", "--watch") as terminal:
            shown = await asyncio.to_thread(terminal.sees, "an agent  Which?")
            later = await asyncio.to_thread(terminal.sees_other, shown)
            await desk.cancel(asked.id, by=asker)
            after = await asyncio.to_thread(terminal.sees, "Nothing is open.")

    assert [len(shown), len(later)] == [1, 1]
    assert later[0].startswith(f"{asked.id[:8]}      9:")
    assert after == [f"{asked.id[:8]}  cancelled  Which?", "Nothing is open."]


@pytest.mark.requirement("PC4")
@pytest.mark.parametrize("typed", ["", "\x1b[B\r"], ids=["in_the_list", "in_own_words"])
def test_ctrl_z_suspends_the_prompt_until_fg(tmp_path: Path, typed: str) -> None:
    command = " ".join(map(shlex.quote, (sys.executable, "-m", "choice", *ASK, "--text")))
    with PtyShell(tmp_path) as terminal:
        terminal.is_ready()
        before = modes(terminal)
        terminal.press(f"{command}\n")
        terminal.sees("Esc cancels")
        terminal.press(typed)
        terminal.sees("Esc goes back" if typed else "Esc cancels")
        terminal.press("\x1a")
        terminal.sees("Stopped")
        terminal.is_ready()
        stopped = modes(terminal)
        terminal.press("fg\n")
        terminal.sees_again("Esc goes back" if typed else "Esc cancels")
        terminal.press("x\r" if typed else "\r")
        terminal.sees("Store: “x”" if typed else "Store: PostgreSQL")

    assert stopped == before


def modes(terminal: PtyCommand) -> bytes:
    name = terminal.process.ptyproc.fd
    return subprocess.run(["stty", "-a"], stdin=name, capture_output=True, check=False).stdout  # noqa: S607 - the system's
