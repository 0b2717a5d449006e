"""Unsigned and malformed requests are rejected without a stack trace."""

import hashlib
import hmac
import json
import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlencode

import httpx
import pytest
from slack_bolt.async_app import AsyncApp
from starlette.requests import Request
from starlette.types import Message

from choice.clock import SystemClock
from choice.slack.api.requests import EventsEndpoint
from tests.slack.member import SECRET, signed
from tests.slack.questions import single
from tests.slack.workspace import Workspace, workspace

BODY = urlencode({"payload": json.dumps({"type": "block_actions", "actions": [{"action_id": "x"}]})})
FORM = "application/x-www-form-urlencoded"


async def posted(
    place: Workspace, headers: dict[str, str], body: bytes = BODY.encode(), kind: str = FORM
) -> httpx.Response:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return await place.http.post(
        "/slack/events", content=body, headers=[(b"Content-Type", kind.encode()), *raw]
    )


@pytest.mark.requirement("SL14")
async def test_invalid_missing_expired_and_malformed_signatures_are_rejected(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good, late = signed(BODY), signed(BODY, at=int(time.time()) - 360)
    name, stamp = "X-Slack-Signature", "X-Slack-Request-Timestamp"
    async with workspace(tmp_path) as place:
        cases = {
            "of another secret": signed(BODY, "another"),
            "missing": {},
            "late": late,
            "early": signed(BODY, at=int(time.time()) + 360),
            "of another body": signed(BODY + "x"),
            "timestamp of words": good | {stamp: "yesterday"},
            "timestamp of odd digits": good | {stamp: "²"},
            "signature of other letters": good | {name: "v0=é"},
            "signature of another version": good | {name: good[name].replace("v0", "v1")},
            "signature alone": {name: good[name]},
            "timestamp alone": {stamp: good[stamp]},
        }
        with caplog.at_level(logging.ERROR):
            replies = {case: (await posted(place, headers)).status_code for case, headers in cases.items()}
            not_utf8 = b"payload=\xff\xfe"
            undecodable = await posted(place, _signed_bytes(not_utf8), not_utf8)
            no_json = await posted(place, signed("payload=x"), b"payload=x")
            no_object = await posted(place, signed("[]"), b"[]", "application/json")
            right = await posted(place, good)

        assert set(replies.values()) == {401}, replies
        assert [undecodable.status_code, no_json.status_code, no_object.status_code] == [400, 400, 400]
        assert right.status_code == 200
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_an_oversized_body_is_rejected(tmp_path: Path) -> None:
    async with workspace(tmp_path) as place:
        body = b"x" * (256 * 1024 + 1)

        reply = await posted(place, _signed_bytes(body), body)

        assert reply.status_code == 413


async def test_the_url_verification_challenge_is_answered(tmp_path: Path) -> None:
    async with workspace(tmp_path) as place:
        body = json.dumps({"type": "url_verification", "challenge": "3eZbrw1aB"})

        reply = await posted(place, signed(body), body.encode(), "application/json")

        assert reply.status_code == 200
        assert "3eZbrw1aB" in reply.text


async def test_no_request_causes_a_server_error(tmp_path: Path) -> None:
    """K01, in short: random bytes and headers, signed and not."""
    chance = random.Random(7)
    async with workspace(tmp_path) as place:
        seen = set()
        for number in range(300):
            body = _odd_body(chance)
            headers = _signed_bytes(body) if number % 2 else {"X-Slack-Signature": _odd_text(chance)}
            kind = chance.choice([FORM, "application/json", "text/plain", ""])
            seen.add((await posted(place, headers, body, kind)).status_code)

        assert max(seen) < 500, seen


ODD: list[object] = [5, [5], {"id": 5}, "\ud83d"]


def _varied(payload: object, depth: int = 4) -> Iterator[object]:
    """Yield copies of a payload in which one value is odd."""
    yield from ODD
    if depth and isinstance(payload, dict):
        for name, value in payload.items():
            for odd in _varied(value, depth - 1):
                yield payload | {name: odd}
    elif depth and isinstance(payload, list):
        for index, value in enumerate(payload):
            for odd in _varied(value, depth - 1):
                yield [*payload[:index], odd, *payload[index + 1 :]]


@pytest.mark.requirement("SE1")
async def test_s19_a_signed_request_with_odd_values_is_no_server_error(tmp_path: Path) -> None:
    async with workspace(tmp_path, [single(), *["Hello."] * 500]) as place:
        ada = place.member()
        thread = await ada.mention("go")
        [card] = await place.card("C0000001", thread)
        await ada.click(card, "SQLite")
        failed: dict[str, int] = {}
        for sent in list(ada.bodies):
            is_form = sent.startswith("payload=")
            payload = json.loads(parse_qs(sent)["payload"][0] if is_form else sent)
            for varied in _varied(payload):
                text = json.dumps(varied)
                body = urlencode({"payload": text}) if is_form else text
                kind = FORM if is_form else "application/json"
                status = (await posted(place, signed(body), body.encode(), kind)).status_code
                if status >= 500:
                    failed[text] = status

        assert failed == {}


@pytest.mark.requirement("SE1", "SE3")
async def test_s19_the_body_of_an_unsigned_request_is_not_read() -> None:
    async def receive() -> Message:
        message = "the body was read"
        raise AssertionError(message)

    endpoint = EventsEndpoint(SECRET, SystemClock())
    endpoint.app = AsyncApp(signing_secret=SECRET, token="xoxb-1", request_verification_enabled=False)  # noqa: S106
    headers = [(b"content-type", FORM.encode()), (b"x-slack-request-timestamp", b"1")]
    reply = await endpoint.handle(Request({"type": "http", "method": "POST", "headers": headers}, receive))

    assert reply.status_code == 401


async def test_bodies_and_urls_are_not_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        async with workspace(tmp_path, ["Hello."]) as place:
            ada = place.member()
            thread = await ada.mention("a secret plan")
            await place.wait_for_text("C0000001", thread, "Hello.")
            payload = {
                "type": "message_action",
                "callback_id": "nobody knows",
                "team": {"id": "T0000404"},
                "user": {"id": ada.user},
                "response_url": "https://hooks.slack.com/actions/T1/bearer",
            }
            body = urlencode({"payload": json.dumps(payload)})
            await posted(place, signed(body), body.encode())

    ours = [record for record in caplog.records if record.name.startswith(("choice", "slack"))]
    said = "\n".join(record.getMessage() for record in ours)
    assert "a secret plan" not in said
    assert "hooks.slack.com" not in said
    assert "xoxb-1" not in said
    assert SECRET not in said


def _signed_bytes(body: bytes) -> dict[str, str]:
    stamp = str(int(time.time()))
    digest = hmac.new(SECRET.encode(), b"v0:" + stamp.encode() + b":" + body, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": stamp, "X-Slack-Signature": f"v0={digest}"}


def _odd_text(chance: random.Random) -> str:
    return "".join(chance.choice("v0=abcdef123;,") for _ in range(chance.randrange(80)))


def _odd_body(chance: random.Random) -> bytes:
    pieces = [
        b"payload=",
        b"{}",
        b"%7B%7D",
        b'{"type":',
        b'"block_actions"',
        b"}",
        b"\xff",
        b"[",
        b"&",
        b"=",
        b"null",
    ]
    return b"".join(chance.choice(pieces) for _ in range(chance.randrange(12)))
