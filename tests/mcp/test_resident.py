"""The shared server of all agents of a user."""

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from choice.mcp.front import KnownAnswers
from choice.resident.place import NoResident, ResidentPlace, remove_socket, resident_place
from choice.resident.server import Resident, listening
from choice.settings import Settings
from tests.cli.choicewire import choicewire
from tests.mcp.agent import QUESTION, content
from tests.mcp.conftest import residents
from tests.mcp.test_stdio import ROOT, agent, answer, environment, person

ABOUT: dict[str, Any] = {"project": "p", "hold": None, "page": False, "screen": False}


def place_in(folder: Path) -> ResidentPlace:
    settings = Settings(f"sqlite:///{folder}/desk.db", data_dir=folder)
    return resident_place(settings, environment(folder), folder, KnownAnswers().version)


@pytest.mark.requirement("UP5")
async def test_agents_started_concurrently_share_one_server(tmp_path: Path) -> None:
    async with person(tmp_path) as (desk, surface):
        async with agent(tmp_path) as one, agent(tmp_path) as two, agent(tmp_path) as three:
            calls = [
                asyncio.ensure_future(each.call_tool("provide_choice", QUESTION | {"title": f"T{number}"}))
                for number, each in enumerate((one, two, three))
            ]
            for _ in calls:
                asked = await surface.asked.get()
                await answer(desk, asked, "pg" if asked.form.title == "T1" else "lite")
            chosen = [content(await call)["selection"]["selected_ids"] for call in calls]

        assert chosen == [["lite"], ["pg"], ["lite"]]
        assert len(residents(tmp_path)) == 1
        assert len(list(tmp_path.glob("*.sock"))) == 1
        [file] = tmp_path.glob("resident-*.lock")
        assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.requirement("UP1")
async def test_a_killed_server_is_replaced_and_the_call_continues(tmp_path: Path) -> None:
    async with person(tmp_path) as (desk, surface), agent(tmp_path) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        asked = await surface.asked.get()
        [killed] = residents(tmp_path)
        os.kill(killed, signal.SIGKILL)
        await answer(desk, asked, "pg")
        result = content(await calling)

        assert result["selection"]["selected_ids"] == ["pg"]
        assert result["selection"]["session_id"] == asked.id
        assert residents(tmp_path) != [killed]


@pytest.mark.requirement("UP5")
async def test_projects_do_not_see_each_others_questions(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        folder.mkdir()
    async with (
        person(tmp_path) as (_desk, surface),
        agent(tmp_path, options=("--no-page", "--hold", "0"), cwd=folders[0]) as one,
        agent(tmp_path, options=("--no-page", "--hold", "0"), cwd=folders[1]) as two,
    ):
        asked = content(await one.call_tool("provide_choice", QUESTION))["selection"]["session_id"]
        await surface.asked.get()
        seen = [content(await each.call_tool("list_open_questions", {}))["questions"] for each in (one, two)]

        assert [question["session_id"] for question in seen[0]] == [asked]
        assert seen[1] == []
        assert len(residents(tmp_path)) == 1


async def test_without_a_shared_server_a_client_gets_its_own(tmp_path: Path) -> None:
    # Other settings are another place, so it is that of the environment which the agent has.
    file = resident_place(
        Settings("", data_dir=tmp_path), environment(tmp_path), Path.cwd(), KnownAnswers().version
    ).file
    file.mkdir()
    async with person(tmp_path) as (desk, surface), agent(tmp_path) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        await answer(desk, await surface.asked.get(), "pg")

        assert content(await calling)["selection"]["selected_ids"] == ["pg"]
        assert list(tmp_path.glob("*.sock")) == []


@asynccontextmanager
async def running(
    folder: Path, idle_seconds: float
) -> AsyncIterator[tuple[ResidentPlace, asyncio.Task[None]]]:
    """Run a server in this process, and write its lock file."""
    place, listener = place_in(folder), listening(folder)
    address = listener.getsockname()
    place.file.write_text(json.dumps({"socket": address}))
    place.file.chmod(0o600)
    resident = Resident(Settings(f"sqlite:///{folder}/desk.db", data_dir=folder), idle_seconds)
    serving = asyncio.ensure_future(resident.run(listener, place))
    try:
        yield place, serving
    finally:
        serving.cancel()
        await asyncio.wait([serving])
        listener.close()
        remove_socket(address)


async def test_the_server_stops_when_it_is_idle(tmp_path: Path) -> None:
    async with running(tmp_path, 0.05) as (place, serving):
        line = await asyncio.to_thread(place.connect_or_start, ABOUT)
        done, _ = await asyncio.wait([serving], timeout=0.5)
        line.close()
        await asyncio.wait_for(serving, 30)

        assert not done
        assert place.address() is None


async def test_the_server_does_not_stop_while_a_client_connects(tmp_path: Path) -> None:
    async with running(tmp_path, 0.05) as (place, serving):
        with place.locked():
            done, _ = await asyncio.wait([serving], timeout=0.5)

        assert not done
        await asyncio.wait_for(serving, 30)


async def test_the_server_stops_when_its_lock_file_is_removed(tmp_path: Path) -> None:
    async with running(tmp_path, 0.05) as (place, serving):
        place.file.unlink()
        await asyncio.wait_for(serving, 30)

        assert not place.file.exists()


async def test_a_lock_file_that_others_can_access_is_not_trusted(tmp_path: Path) -> None:
    async with running(tmp_path, 60) as (place, _serving):
        place.file.chmod(0o644)

        assert place.address() is None


def test_a_failed_start_is_reported(tmp_path: Path) -> None:
    broken = replace(
        place_in(tmp_path), variables={"PYTHONPATH": str(tmp_path), "PATH": ""}, folder=Path("/nowhere")
    )

    with pytest.raises(NoResident, match="did not start"):
        broken.connect_or_start(ABOUT)


def test_the_socket_works_with_a_long_data_directory(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    with listening(folder) as listener:
        address = Path(listener.getsockname())
        mode = address.stat().st_mode & 0o777
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(address))
        remove_socket(str(address))

    assert mode == 0o600
    assert not address.parent.exists()


def test_a_socket_that_is_gone_does_not_keep_a_server_from_starting(tmp_path: Path) -> None:
    place = replace(place_in(tmp_path), variables=environment(tmp_path))
    folder = tmp_path / "choicewire-0123"
    folder.mkdir()
    place.file.write_text(json.dumps({"socket": str(folder / "resident-0123.sock")}))
    place.file.chmod(0o600)

    place.connect_or_start(ABOUT).close()

    assert place.address() != str(folder / "resident-0123.sock")
    assert not folder.exists()


def test_folder_dependent_settings_use_a_separate_server(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for folder in (first, second):
        folder.mkdir()
    settings = Settings("", data_dir=tmp_path)

    def file(variables: dict[str, str], folder: Path) -> Path:
        return resident_place(settings, variables, folder, "1").file

    assert file({}, first) == file({"LANG": "C"}, second)
    assert file({}, first) != file({"CHOICE_MAX_OPEN": "9"}, first)
    relative = {"CHOICE_DATABASE_URL": "sqlite:///desk.db"}
    assert file(relative, first) != file(relative, second)
    (first / ".env").touch()
    assert file({}, first) == file({}, second)


async def ask(folder: Path, *more: str) -> asyncio.subprocess.Process:
    command = (
        "ask",
        "--title",
        "Store",
        "--prompt",
        "Which?",
        "--option",
        "pg=PostgreSQL",
        "--surface",
        "web",
    )
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "choice", *command, *more),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env=environment(folder),
        start_new_session=True,
    )


@pytest.mark.requirement("UP9")
async def test_ask_without_a_terminal_starts_the_shared_server(tmp_path: Path) -> None:
    async with person(tmp_path) as (desk, surface):
        asking = await ask(tmp_path)
        asked = await surface.asked.get()
        listed = choicewire("inbox", "--ids", **environment(tmp_path))
        await answer(desk, asked, "pg")
        output, where = await asyncio.wait_for(asking.communicate(), 60)

        assert (output, asking.returncode) == (b"pg\n", 0)
        assert f"/choice/{asked.id} or with: choicewire answer {asked.id}".encode() in where
        assert listed.stdout.decode() == f"{asked.id}\n"
        assert len(residents(tmp_path)) == 1


@pytest.mark.requirement("UP9")
async def test_ask_without_a_shared_server_prints_the_answer_command(tmp_path: Path) -> None:
    # No server can start if its lock file is a directory.
    file = resident_place(
        Settings("", data_dir=tmp_path), environment(tmp_path), ROOT, KnownAnswers().version
    ).file
    file.mkdir()
    async with person(tmp_path) as (desk, surface):
        asking = await ask(tmp_path)
        await answer(desk, await surface.asked.get(), "pg")
        output, _where = await asyncio.wait_for(asking.communicate(), 60)

        assert (output, asking.returncode) == (b"pg\n", 0)


@pytest.mark.requirement("UP1", "UP9")
async def test_ask_survives_a_restart_of_the_shared_server(tmp_path: Path) -> None:
    async with person(tmp_path) as (desk, surface):
        asking = await ask(tmp_path, "--json")
        asked = await surface.asked.get()
        assert asking.stderr is not None
        await asking.stderr.readline()
        [killed] = residents(tmp_path)
        os.kill(killed, signal.SIGKILL)
        await answer(desk, asked, "pg")
        output, _ = await asyncio.wait_for(asking.communicate(), 60)

        assert json.loads(output)["id"] == asked.id
        assert asking.returncode == 0


async def test_an_interrupted_ask_cancels_and_an_invalid_one_prints_an_error(tmp_path: Path) -> None:
    async with person(tmp_path) as (_desk, surface):
        wrong = await ask(tmp_path, "--min", "7")
        _, why = await asyncio.wait_for(wrong.communicate(), 60)
        asking = await ask(tmp_path)
        await surface.asked.get()
        assert asking.stderr is not None
        await asking.stderr.readline()
        asking.send_signal(signal.SIGINT)
        _, output = await asyncio.wait_for(asking.communicate(), 60)

        assert wrong.returncode == 2
        assert b"--min" in why
        assert asking.returncode == 3
        assert b"the question was cancelled" in output
