"""Prepared results of the front are equal to the results of the server."""

import json
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

import pytest
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS

import choice
from choice.mcp.clients import APPS, CARD_TYPE
from choice.mcp.common_answers import (
    LISTS,
    MODERN_META,
    common_answers,
    initialize_request,
    modern_meta,
    results_of,
)
from choice.mcp.known_answers import KnownAnswers
from hatch_build import KNOWN_ANSWERS

VERSION = choice.__version__


async def test_the_built_file_matches_the_server() -> None:
    written = json.loads(KNOWN_ANSWERS.read_bytes())
    del written["sources"]

    assert written == await common_answers(VERSION)


async def test_without_the_file_all_requests_go_to_the_server(tmp_path: Path) -> None:
    known = KnownAnswers(tmp_path / "known_answers.json")

    assert known.to(initialize_request(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is None
    assert known.to({"method": "tools/list"}) is None
    assert known.to({"method": "tools/list", "params": {"_meta": MODERN_META}}) is None
    assert known.version == version_of("choicewire")


async def test_a_file_of_another_sdk_version_is_ignored(tmp_path: Path) -> None:
    file, kept = tmp_path / "known_answers.json", json.loads(KNOWN_ANSWERS.read_bytes())
    file.write_text(json.dumps(kept), "utf-8")
    assert KnownAnswers(file).to(initialize_request(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is not None

    file.write_text(json.dumps(kept | {"mcp_types": "0.0.1"}), "utf-8")

    assert KnownAnswers(file).to(initialize_request(HANDSHAKE_PROTOCOL_VERSIONS[-1])) is None


@pytest.mark.requirement("UP4")
@pytest.mark.parametrize("version", [*HANDSHAKE_PROTOCOL_VERSIONS, "1999-01-01"])
async def test_every_protocol_version_gets_the_results_of_the_server(version: str) -> None:
    asked: list[dict[str, Any]] = [
        initialize_request(version),
        *[{"method": name} for name in (*LISTS, "ping")],
    ]
    known = KnownAnswers()

    assert [known.to(one) for one in asked] == await results_of(asked, VERSION)


@pytest.mark.requirement("IN1")
async def test_clients_that_show_cards_get_the_results_of_the_server() -> None:
    capabilities = {"extensions": {APPS: {"mimeTypes": [CARD_TYPE]}}}
    lists = [{"method": name} for name in LISTS]
    asked = [initialize_request("2025-11-25", capabilities), *lists]
    meta = {"_meta": modern_meta(capabilities)}
    modern = [{"method": name, "params": meta} for name in ("server/discover", *LISTS)]

    assert [_known_to(asked)] == [await results_of(asked, VERSION)]
    assert [_known_to(modern)] == [await results_of(modern, VERSION)]


def _known_to(requests: list[dict[str, Any]]) -> list[Any]:
    known = KnownAnswers()
    return [known.to(one) for one in requests]


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
def test_unusual_requests_go_to_the_server(request_: dict[str, Any]) -> None:
    assert KnownAnswers().to(request_) is None


def test_a_second_initialize_goes_to_the_server() -> None:
    known = KnownAnswers()

    assert known.to(initialize_request("2025-11-25")) is not None
    assert known.to(initialize_request("2025-11-25")) is None
