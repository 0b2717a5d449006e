"""A terminal that the typed command lends to the shared server, which draws on it."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from choice.answers import Answer
from choice.assembly.desk import open_desk
from choice.assembly.local import local_person, preferences_file
from choice.desk.desk import Desk
from choice.desk.interaction import Interaction
from choice.settings import Settings
from tests.mcp.conftest import residents
from tests.terminal.pty_command import PtyCommand
from tests.terminal.test_pty import ASK, modes

SHELL_LEFT = 143


@asynccontextmanager
async def desk_in(folder: Path) -> AsyncIterator[Desk]:
    async with open_desk(f"sqlite:///{folder / 'desk.db'}") as desk:
        yield desk


async def only_question(desk: Desk) -> Interaction:
    [asked] = await desk.list(local_person())
    return asked


@pytest.mark.requirement("PC4", "UP9")
def test_the_shared_server_draws_the_prompt_and_terminals_do_not_mix(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--text") as one, PtyCommand(tmp_path, *ASK, "--text") as two:
        one.sees("Esc cancels")
        two.sees("Esc cancels")
        one.press("\x1b[B\rfirst")
        one.sees("first")
        two.press("\x1b[A\r")
        codes = [two.ends()]
        one.press("\r")
        codes.append(one.ends())

        assert len(residents(tmp_path)) == 1
        assert two.lines == ["Store: SQLite", "lite"]
        assert one.lines == ["Store: “first”", "first"]
        assert codes == [0, 0]


@pytest.mark.requirement("UP1", "UP9")
def test_what_was_typed_is_there_again_when_the_server_is_killed(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--text") as terminal:
        terminal.sees("Esc cancels")
        terminal.press("\x1b[B\rhalf a thou")
        terminal.sees("half a thou")
        [killed] = residents(tmp_path)
        os.kill(killed, signal.SIGKILL)
        terminal.sees_again("Esc cancels")
        terminal.press("\x1b[B\r")
        terminal.sees("half a thou")
        terminal.press("ght\r")

        assert terminal.ends() == 0
        assert terminal.lines[-1] == "half a thought"
        assert residents(tmp_path) != [killed]


@pytest.mark.requirement("UP2")
async def test_an_answer_from_elsewhere_closes_the_prompt_and_says_so(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        await asyncio.to_thread(terminal.sees, "Esc cancels")
        async with desk_in(tmp_path) as desk:
            asked = await only_question(desk)
            answer = Answer(question_id="q1", option_ids=("lite",))
            await desk.answer(asked.id, [answer], by=local_person(), surface="web")
            code = await asyncio.to_thread(terminal.ends)

    assert terminal.lines == ["Answered elsewhere: Store: SQLite", "lite"]
    assert code == 0


@pytest.mark.requirement("UP1")
async def test_a_command_that_is_terminated_leaves_the_terminal_as_it_was_and_the_question_open(
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
    assert (code, left.state) == (SHELL_LEFT, "open")


@pytest.mark.requirement("PC4")
def test_a_smaller_window_is_drawn_anew(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK) as terminal:
        terminal.sees("Esc cancels")
        terminal.process.setwinsize(24, 30)
        terminal.model.resize(24, 30)
        shown = terminal.sees_again("PostgreSQL")
        terminal.sees("cancels")
        terminal.press("\r")

        assert terminal.ends() == 0
        assert all(len(line) <= 30 for line in shown)


@pytest.mark.requirement("UP9")
def test_where_no_server_can_start_the_command_draws_by_itself(tmp_path: Path) -> None:
    with PtyCommand(tmp_path, *ASK, "--json") as first:
        first.sees("Esc cancels")
        first.press("\r")
        first.ends()
    [pid] = residents(tmp_path)
    os.kill(pid, signal.SIGKILL)
    [file] = tmp_path.glob("resident-*.lock")
    file.unlink()
    # Nobody can start a server where its file is a folder.
    file.mkdir()
    with PtyCommand(tmp_path, *ASK) as terminal:
        terminal.sees("Esc cancels")
        terminal.press("\r")

        assert terminal.ends() == 0
        assert terminal.lines == ["Store: PostgreSQL", "pg"]


@pytest.mark.requirement("PC9")
async def test_whoever_prefers_the_page_is_told_where_it_is(tmp_path: Path) -> None:
    preferences_file(Settings("", data_dir=tmp_path)).change({"transport": "web"})
    with PtyCommand(tmp_path, *ASK, CHOICE_PORT="0") as terminal:
        await asyncio.to_thread(terminal.sees, "choicewire answer")
        terminal.press("\x03")
        code = await asyncio.to_thread(terminal.ends)

    assert code == 3


@pytest.mark.requirement("PC5")
async def test_answer_asks_in_the_terminal_by_way_of_the_server(tmp_path: Path) -> None:
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

        told = f'answered {asked.id} [{{"question_id": "q1", "option_ids": ["lite"]}}]'
        assert "".join(terminal.lines) == f"Store: SQLite{told}"
        assert asking.lines == ["Answered elsewhere: Store: SQLite", "lite"]
        assert "choicewire cancel: it has ended already; nothing was changed." in late.lines
        assert codes == [0, 0, 4]
        assert len(residents(tmp_path)) == 1
