"""Run nginx with the configuration from the documentation."""

import asyncio
import re
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.children import free_port

GUIDE = Path(__file__).parents[2] / "docs" / "operating.md"
HOST = "chat.example.org"
NO_CHANGES: Mapping[str, str] = {}
_AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{shown}
}}
"""


@asynccontextmanager
async def nginx(
    folder: Path, upstreams: Sequence[str], changes: Mapping[str, str] = NO_CHANGES
) -> AsyncIterator[str]:
    """Run nginx in front of servers as documented, without TLS, and return its URL.

    `changes` replaces texts of the configuration, such as the seconds of a limit.
    """
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    port = free_port()
    shown = shown_configuration()
    for documented, url in zip(("127.0.0.1:8401", "127.0.0.1:8402"), upstreams, strict=True):
        assert documented in shown
        shown = shown.replace(documented, url.removeprefix("http://"))
    shown = shown.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};")
    for documented, wanted in changes.items():
        assert documented in shown
        shown = shown.replace(documented, wanted)
    (folder / "nginx.conf").write_text(_AROUND.format(folder=folder, shown=shown), "utf-8")
    process = await asyncio.create_subprocess_exec(
        *(program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf"))
    )
    try:
        await listening(port, process, folder / "error.log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()


def shown_configuration() -> str:
    """Return the configuration from the documentation."""
    found = re.search(r"```nginx\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


async def listening(port: int, process: asyncio.subprocess.Process, log: Path) -> None:
    """Wait until a program accepts connections."""
    async with asyncio.timeout(20):
        while True:
            try:
                _reader, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                assert process.returncode is None, log.read_text("utf-8")
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
