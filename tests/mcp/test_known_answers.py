"""What a front answers by itself is what the server would have said."""

import json
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

from choice.mcp.known_answers import KnownAnswers
from tests.mcp.known_answers import (
    FILE,
    LISTS,
    MODERN_META,
    greeting,
    known_by_the_server,
    said_by_the_server,
)


async def test_the_file_is_as_the_server_would_write_it() -> None:
    known = await known_by_the_server()

    assert json.loads(FILE.read_bytes()) == known, "run: python -m tests.mcp.known_answers"


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01"])
async def test_every_version_hears_what_the_server_would_say(version: str) -> None:
    asked: list[dict[str, Any]] = [greeting(version), *[{"method": name} for name in (*LISTS, "ping")]]
    known = KnownAnswers()

    assert [known.to(one) for one in asked] == await said_by_the_server(asked)


@pytest.mark.parametrize(
    "request_",
    [
        {"method": "tools/list"},
        {"method": "initialize", "params": {"protocolVersion": "2025-11-25"}},
        {"method": "initialize", "params": [1]},
        {"method": "tools/list", "params": {"cursor": "2", "_meta": MODERN_META}},
        {"method": "tools/list", "params": {"_meta": MODERN_META | {next(iter(MODERN_META)): "2030-01-01"}}},
        {"method": "tools/list", "params": {"_meta": 1}},
        {"method": 1},
    ],
)
def test_what_is_asked_in_an_unusual_way_is_left_to_the_server(request_: dict[str, Any]) -> None:
    assert KnownAnswers().to(request_) is None


def test_a_second_greeting_is_left_to_the_server() -> None:
    known = KnownAnswers()

    assert known.to(greeting("2025-11-25")) is not None
    assert known.to(greeting("2025-11-25")) is None
