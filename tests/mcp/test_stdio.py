"""The real command over stdio with the MCP SDK's client."""

import asyncio
import json
import os
import re
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import Implementation

from choice.assembly.desk import open_desk
from choice.auth import Principal, signed_token
from choice.desk import Desk, Interaction, Person
from choice.models import Answer
from choice.resident.portal import free_port
from choice.settings import read_settings
from tests.mcp.agent import LEGACY, MODERN, QUESTION, QueueSurface, content

ROOT = Path(__file__).resolve().parents[2]
ADA = Person("ada")
NAMED = Implementation(name="mcp", version="1")


HELLO: list[dict[str, object]] = [
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "mcp", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/call", "params": {"name": "provide_choice", "arguments": QUESTION}},
]


def environment(folder: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "CHOICE_DATA_DIR": str(folder),
        "CHOICE_PORT": "9",  # No server listens there.
        "PYTHONPATH": str(ROOT),
    }


async def started(folder: Path, **changes: str) -> asyncio.subprocess.Process:
    """Start the server with pipes only."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "choice", "mcp", "--no-page"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env=environment(folder) | changes,
    )


@asynccontextmanager
async def agent(
    folder: Path,
    mode: str = LEGACY,
    *,
    options: tuple[str, ...] = ("--no-page",),
    cwd: Path = ROOT,
    **changes: str,
) -> AsyncIterator[Client]:
    """Start the server as a client's configuration would."""
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "choice", "mcp", *options],
        env=environment(folder) | changes,
        cwd=cwd,
    )
    async with Client(stdio_client(parameters), mode=mode, client_info=NAMED) as client:
        yield client


@asynccontextmanager
async def person(folder: Path) -> AsyncIterator[tuple[Desk, QueueSurface]]:
    """Open the same desk in another process."""
    async with open_desk(f"sqlite:///{folder / 'desk.db'}") as desk:
        surface = QueueSurface()
        await desk.attach(surface)
        yield desk, surface


async def answer(desk: Desk, interaction: Interaction, *ids: str) -> None:
    await desk.answer(interaction.id, Answer(question_id="q1", option_ids=ids), by=ADA, surface="web")


@pytest.mark.requirement("UP1", "UP4")
@pytest.mark.parametrize("mode", [LEGACY, MODERN])
async def test_an_answer_from_another_process_is_the_result_of_the_call(tmp_path: Path, mode: str) -> None:
    async with person(tmp_path) as (desk, surface), agent(tmp_path, mode) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        await answer(desk, await surface.asked.get(), "pg")

        assert content(await calling)["selection"]["selected_ids"] == ["pg"]


@pytest.mark.requirement("UP1")
async def test_a_killed_server_loses_no_answer(tmp_path: Path) -> None:
    async with person(tmp_path) as (desk, surface):
        server = await started(tmp_path)
        assert server.stdin is not None
        server.stdin.writelines([json.dumps({"jsonrpc": "2.0"} | one).encode() + b"\n" for one in HELLO])
        asked = await asyncio.wait_for(surface.asked.get(), 60)
        server.kill()
        await server.communicate()
        await answer(desk, asked, "lite")

        async with agent(tmp_path) as another:
            result = content(await another.call_tool("provide_choice", QUESTION))

        assert result["selection"]["selected_ids"] == ["lite"]
        assert result["selection"]["session_id"] == asked.id


@pytest.mark.requirement("PC6", "UP1")
async def test_the_server_serves_its_own_page_and_accepts_the_answer(tmp_path: Path) -> None:
    port = free_port("127.0.0.1", 0)
    found: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def hear(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001 - as called
        page = re.search(r"http://\S+/choice/\w+", message or "")
        if page and not found.done():
            found.set_result(page[0])

    async with agent(tmp_path, options=(), CHOICE_PORT=str(port)) as one:
        calling = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION, progress_callback=hear))
        page = await asyncio.wait_for(found, 60)
        settings = read_settings(environment(tmp_path), tmp_path)
        token = signed_token(settings, Principal("ada", "local", frozenset({"member"})), int(time.time()), 60)
        place, asked_id = page.rsplit("/choice/", 1)
        async with httpx.AsyncClient(base_url=place, headers={"Authorization": f"Bearer {token}"}) as ada:
            body = {"answers": [{"question_id": "q1", "option_ids": ["pg"]}]}
            posted = await ada.post(f"/api/interactions/{asked_id}/answer", json=body)

        assert posted.status_code == 200
        assert place == f"http://127.0.0.1:{port}"
        assert content(await calling)["selection"]["selected_ids"] == ["pg"]


async def test_the_page_uses_another_port_if_its_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert free_port("127.0.0.1", port) != port


@pytest.mark.requirement("UP5")
async def test_two_servers_do_not_mix_up_their_questions(tmp_path: Path) -> None:
    other = QUESTION | {"title": "Other"}
    async with (
        person(tmp_path) as (desk, surface),
        agent(tmp_path) as one,
        agent(tmp_path) as two,
    ):
        first = asyncio.ensure_future(one.call_tool("provide_choice", QUESTION))
        second = asyncio.ensure_future(two.call_tool("provide_choice", other))
        asked = [await surface.asked.get(), await surface.asked.get()]
        for each in asked:
            await answer(desk, each, "pg" if each.form.title == "Other" else "lite")

        assert content(await first)["selection"]["selected_ids"] == ["lite"]
        assert content(await second)["selection"]["selected_ids"] == ["pg"]


async def test_standard_output_has_only_protocol_messages(tmp_path: Path) -> None:
    server = await started(tmp_path, CHOICE_NONSENSE="1")
    out, _err = await asyncio.wait_for(server.communicate(b"not json\n{}\n\xff\xfe\n"), 60)

    assert all(line.startswith(b'{"') for line in out.splitlines())
    assert server.returncode == 0
