"""What a front answers by itself is what the server would have said."""

import json
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

import choice
from choice.mcp.common_answers import LISTS, MODERN_META, common_answers, greeting, results_of
from choice.mcp.front import KnownAnswers
from hatch_build import KNOWN_ANSWERS

VERSION = choice.__version__


async def test_the_build_writes_what_the_server_answers() -> None:
    written = json.loads(KNOWN_ANSWERS.read_bytes())
    del written["sources"]

    assert written == await common_answers(VERSION)


async def test_without_the_file_everything_is_left_to_the_server(tmp_path: Path) -> None:
    known = KnownAnswers(tmp_path / "known_answers.json")

    assert known.to(greeting(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is None
    assert known.to({"method": "tools/list"}) is None
    assert known.to({"method": "tools/list", "params": {"_meta": MODERN_META}}) is None
    assert known.version == version_of("choicewire")


async def test_answers_of_another_sdk_are_left_to_the_server(tmp_path: Path) -> None:
    file, kept = tmp_path / "known_answers.json", json.loads(KNOWN_ANSWERS.read_bytes())
    file.write_text(json.dumps(kept), "utf-8")
    assert KnownAnswers(file).to(greeting(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is not None

    file.write_text(json.dumps(kept | {"mcp_types": "0.0.1"}), "utf-8")

    assert KnownAnswers(file).to(greeting(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is None


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01"])
async def test_every_version_hears_what_the_server_would_say(version: str) -> None:
    asked: list[dict[str, Any]] = [greeting(version), *[{"method": name} for name in (*LISTS, "ping")]]
    known = KnownAnswers()

    assert [known.to(one) for one in asked] == await results_of(asked, VERSION)


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
