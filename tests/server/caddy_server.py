"""Run Caddy with the configuration from the documentation."""

import asyncio
import os
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.children import free_port
from tests.server.nginx_server import GUIDE, HOST, listening


@asynccontextmanager
async def caddy(folder: Path, upstreams: Sequence[str]) -> AsyncIterator[str]:
    """Run Caddy in front of servers as documented, without TLS, and return its URL."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed")
    port = free_port()
    found = re.search(r"```caddy\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    shown = found[1]
    for documented, url in zip(("127.0.0.1:8401", "127.0.0.1:8402"), upstreams, strict=True):
        assert documented in shown
        shown = shown.replace(documented, url.removeprefix("http://"))
    shown = shown.replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
    shown = shown.replace(f"\n{HOST} {{\n", f"\nhttp://{HOST}:{port} {{\n\tbind 127.0.0.1\n")
    file, log = folder / "Caddyfile", folder / "caddy.log"
    file.write_text(shown, "utf-8")
    places = {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(program, "run", "--config", str(file), "--adapter", "caddyfile"),
            env={**os.environ, **places},
            stderr=errors,
        )
    try:
        await listening(port, process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        await process.wait()
