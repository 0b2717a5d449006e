"""Requests that nobody should send: generated from the OpenAPI document, none of them breaks the service."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from choice.demo.model import EmbeddedModel
from tests.server.service import running, settings_for

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "unsupported_method,ignored_auth"
)
LEAST = 1000


@pytest.mark.requirement("CH8")
@pytest.mark.timeout(280)
async def test_generated_requests_never_break_the_service_and_nobody_gets_in_without_a_token(
    tmp_path: Path,
) -> None:
    settings = settings_for(tmp_path, requests_per_minute=1_000_000, most_streams=10_000)
    async with running(settings, EmbeddedModel(None)) as run:
        command = [
            *("-m", "schemathesis.cli", "run", f"{run.url}/openapi.json"),
            *("--header", f"Authorization: Bearer {run.token(roles=('member', 'analyst'))}"),
            *("--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", "30"),
            # With two workers `ast.parse` of CPython 3.11 fails now and then: its threads share a counter.
            *("--request-timeout", "90", "--workers", "1", "--no-color"),
        ]
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            cwd=tmp_path,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        printed = (await child.communicate())[0].decode()

    assert child.returncode == 0, printed[-4000:]
    generated = re.search(r"(\d+) generated", printed)
    assert generated is not None
    assert int(generated[1]) >= LEAST
