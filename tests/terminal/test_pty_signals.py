"""Prompts of commands in a real terminal: other answers, signals, resizing, and unsent text."""

import asyncio
import shlex
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from choice.assembly.desk import open_desk
from choice.assembly.local import local_person, preferences_file
from choice.desk import Desk, Interaction
from choice.i18n import words
from choice.models import Answer
from choice.settings import Settings
from tests.mcp.conftest import residents
from tests.terminal.pty_command import PtyCommand, PtyShell
from tests.terminal.test_pty import ASK, modes

SHELL_LEFT = 143
TO_OWN_WORDS = "\x1b[F\r"
"""End points at the last row."""


@asynccontextmanager
async def desk_in(folder: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite:///{folder / 'desk.db'}") as desk:
        yield desk


async def only_question(desk: Desk) -> Interaction:
    [asked] = await desk.list(local_person())
    return asked


@pytest.mark.requirement("UP1")
@pytest.mark.parametrize("language", ["en", "ko", "zh", "ja"])
def test_unsent_text_is_shown_when_the_command_is_terminated(tmp_path: Path, language: str) -> None:
    say = words("terminal", language)
    with PtyCommand(tmp_path, *ASK, "--text", LANG=f"{language}.UTF-8", LC_CTYPE="C.UTF-8") as terminal:
        terminal.sees(say("keys_cancel"))
        terminal.press(f"{TO_OWN_WORDS}half a thou")
        terminal.sees("half a thou")
        terminal.process.kill(signal.SIGTERM)
        code = terminal.ends()

    shown = "".join(terminal.lines)
    command = f"choicewire answer {shown[-32:]}"
    assert shown == say("unsent") + "half a thou" + say("unsent_next", command=command)
    assert code == SHELL_LEFT


@pytest.mark.requirement("UP1", "UP9")
def test_text_that_cannot_be_stored_is_shown_with_the_reason(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--text") as terminal:
        terminal.sees("Esc cancels")
        terminal.press(f"{TO_OWN_WORDS}half a thou")
        terminal.sees("half a thou")
        for file in tmp_path.glob("desk.db*"):
            file.unlink()
        terminal.press("ght\r")
        code = terminal.ends()

    shown, _, reason = "".join(terminal.lines).partition("choicewire ask: ")
    assert "half a thought" in shown
    assert "choicewire answer " in shown
    assert "desk.db" in reason
    assert code == 2


@pytest.mark.requirement("UP2")
async def test_an_answer_from_elsewhere_closes_the_prompt_and_is_shown(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        await asyncio.to_thread(terminal.sees, "Esc cancels")
        async with desk_in(tmp_path) as desk:
            asked = await only_question(desk)
            answer = Answer(question_id="q1", option_ids=("lite",))
            await desk.answer(asked.id, [answer], by=local_person(), surface="web")
            code = await asyncio.to_thread(terminal.ends)

    assert terminal.lines == ["Answered elsewhere: Store: SQLite", "lite"]
    assert code == 0


@pytest.mark.requirement("UP2")
async def test_control_characters_of_an_answer_are_escaped_in_the_askers_terminal(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--text") as terminal:
        await asyncio.to_thread(terminal.sees, "Esc cancels")
        async with desk_in(tmp_path) as desk:
            asked = await only_question(desk)
            answer = Answer(question_id="q1", custom_text="\x1b[2J\x9b31mred")
            await desk.answer(asked.id, [answer], by=local_person(), surface="web")
            code = await asyncio.to_thread(terminal.ends)

    assert terminal.lines[-1] == "<U+001B>[2J<U+009B>31mred"
    assert code == 0


@pytest.mark.requirement("UP1")
async def test_a_terminated_command_restores_the_terminal_and_leaves_the_question_open(
    tmp_path: Path,
) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        before = modes(terminal)
        await asyncio.to_thread(terminal.sees, "Esc cancels")
        during = modes(terminal)
        terminal.process.kill(signal.SIGTERM)
        code = await asyncio.to_thread(terminal.ends)
        after = modes(terminal)
        async with desk_in(tmp_path) as desk:
            left = await only_question(desk)

    assert during != before == after
    # What the shell writes next does not stand in the middle of a prompt.
    assert not any("Esc cancels" in line for line in terminal.lines)
    assert (code, left.state) == (SHELL_LEFT, "open")


@pytest.mark.requirement("PC4")
def test_the_prompt_is_redrawn_when_the_window_shrinks(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        terminal.sees("Esc cancels")
        terminal.process.setwinsize(24, 30)
        terminal.model.resize(24, 30)
        shown = terminal.sees_again("PostgreSQL")
        terminal.sees("cancels")
        terminal.press("\r")

        assert terminal.ends() == 0
        assert all(len(line) <= 30 for line in shown)


@pytest.mark.requirement("PC9")
async def test_a_preference_for_the_page_prints_its_address(tmp_path: Path) -> None:
    preferences_file(Settings("", data_dir=tmp_path)).change({"transport": "web"})
    with PtyCommand(tmp_path, *ASK, CHOICE_PORT="0") as terminal:
        await asyncio.to_thread(terminal.sees, "choicewire answer")
        terminal.press("\x03")
        code = await asyncio.to_thread(terminal.ends)

    assert code == 3


@pytest.mark.requirement("PC5")
async def test_answer_without_a_choice_asks_in_the_terminal(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as asking:
        await asyncio.to_thread(asking.sees, "Esc cancels")
        async with desk_in(tmp_path) as desk:
            asked = await only_question(desk)
        with PtyCommand(tmp_path, "answer", asked.id[:8]) as terminal:
            await asyncio.to_thread(terminal.sees, "Esc cancels")
            terminal.press("1\r")
            codes = [await asyncio.to_thread(terminal.ends)]
        codes.append(await asyncio.to_thread(asking.ends))
        with PtyCommand(tmp_path, "cancel", asked.id) as late:
            codes.append(await asyncio.to_thread(late.ends))

        line = f'answered {asked.id} [{{"question_id": "q1", "option_ids": ["lite"]}}]'
        assert "".join(terminal.lines) == f"Store: SQLite{line}"
        assert asking.lines == ["Answered elsewhere: Store: SQLite", "lite"]
        assert "choicewire cancel: the question has already ended; nothing was changed." in late.lines
        assert codes == [0, 0, 4]
        assert residents(tmp_path) == []


@pytest.mark.requirement("UP9")
@pytest.mark.parametrize(
    "line",
    [
        "answer=$({ask} --option lite=SQLite --option pg=PostgreSQL); echo got $answer",
        "printf 'lite=SQLite\\npg=PostgreSQL\\n' | {ask} --option - >out 2>err; echo got $(cat out)",
    ],
    ids=["in_a_substitution", "all_redirected"],
)
def test_the_terminal_is_found_where_input_and_output_are_redirected(tmp_path: Path, line: str) -> None:
    ask = f"{shlex.quote(sys.executable)} -m choice ask --title Store --prompt 'Which store?'"
    with PtyShell(tmp_path) as shell:
        shell.is_ready()
        shell.press(f"cd {shlex.quote(str(tmp_path))}; {line.format(ask=ask)}\n")
        shell.sees("Esc cancels")
        shell.press("2\r")
        shown = shell.sees("got pg")

    assert "Store: PostgreSQL" in shown
