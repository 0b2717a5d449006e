"""Links lead only to the page of the same desk."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typing_extensions import override

from choice.assembly.desk import open_desk
from choice.assembly.local import desk_name, is_server_running
from choice.assembly.server import EmbeddedServer, Serving
from choice.desk import Desk
from choice.resident.place import resident_place
from choice.resident.portal import Portal, free_port
from choice.settings import Settings


def settings_in(folder: Path, port: int) -> Settings:
    folder.mkdir(exist_ok=True)
    return Settings(f"sqlite:///{folder}/desk.db", data_dir=folder, port=port)


@contextmanager
def another_program(body: bytes) -> Iterator[int]:
    """Serve a body at every address and yield the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        @override
        def log_message(self, format: str, *args: object) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.requirement("IN2", "UP13")
@pytest.mark.parametrize("body", [b'{"status": "ok"}', b"hello", b"[]", b'{"desk": null}', b"{" * 10_000])
async def test_another_program_on_the_port_is_not_our_page(tmp_path: Path, body: bytes) -> None:
    with another_program(body) as port:
        assert not await is_server_running(settings_in(tmp_path, port))


@pytest.mark.requirement("IN2", "UP13")
async def test_the_server_of_another_desk_is_not_our_page(tmp_path: Path) -> None:
    other = settings_in(tmp_path / "other", 8400)
    with another_program(json.dumps({"status": "ok", "desk": desk_name(other)}).encode()) as port:
        ours = settings_in(tmp_path / "ours", port)
        async with open_desk(ours.database_url) as desk:

            async def opened() -> Desk:
                return desk

            portal = Portal(ours, opened)
            page = await portal.page("1", starts_server=True)
            await portal.close()

    assert page is not None
    assert not page.startswith(f"http://127.0.0.1:{port}/")


@pytest.mark.requirement("IN2")
async def test_the_server_of_our_desk_is_our_page(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, free_port("127.0.0.1", 0))
    ready = asyncio.Event()
    async with open_desk(settings.database_url) as desk:
        server = EmbeddedServer.of(Serving(settings, desk=desk), ready.set)
        serving = asyncio.create_task(server.run_until_cancelled())
        await asyncio.wait_for(ready.wait(), 30)
        try:
            assert await is_server_running(settings)
            assert not await is_server_running(replace(settings, database_url="sqlite:///elsewhere.db"))
        finally:
            serving.cancel()
            await asyncio.wait([serving])


def test_clients_with_different_model_keys_share_a_server(tmp_path: Path) -> None:
    settings = settings_in(tmp_path, 8400)
    files = {
        resident_place(settings, variables, tmp_path, "1").file
        for variables in ({}, {"ANTHROPIC_API_KEY": "a"}, {"OPENAI_API_KEY": "b", "ANTHROPIC_API_KEY": "c"})
    }

    assert len(files) == 1
    assert resident_place(settings, {"CHOICE_MODEL": "openai:x"}, tmp_path, "1").file not in files
