"""Request bodies: limits, JSON parsing, and validation errors that name the field."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from choice.errors import BodyTooLarge, InvalidField
from choice.server.body import MAX_BODY_BYTES, parse, read_json
from tests.server.clients import authorization, call, error_of, post
from tests.server.small_app import ChatRequest, open_app

CANARY = "canaryXYZ"


def shortened(value: object) -> str:
    """Return the id of a test case."""
    return ascii(value)[:40]


@pytest.mark.requirement("CH8")
async def test_a_valid_body_is_accepted() -> None:
    body = {
        "message": "Grüße 👋 مرحبا",
        "sessionId": "6f1c1c3e-8a55-4f0e-9a0e-0d7a1f0f7c11",
        "conversationHistory": [{"role": "user", "content": "x", "timestamp": "2026-01-31T12:00:00Z"}],
        "share": 1,
    }

    for kind in ("application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'):
        response = await post(await open_app(), json.dumps(body).encode(), **{"Content-Type": kind})
        assert (response.status_code, response.json()) == (200, {"length": 13})


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"nonsense", 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 50_000, 400),
        (b'{"message": ' + b"[" * 40 + b"]" * 40 + b"}", 400),
        (b'{"message": NaN}', 400),
        (b'{"message": Infinity}', 400),
        (b'{"message": -Infinity}', 400),
        (b'{"message": "x", "share": 1e999}', 400),
        (b'{"message": "a", "message": "b"}', 400),
        (b'{"message": "a", "m\\u0065ssage": "b"}', 400),
        (b'{"message": "\xff\xfe"}', 400),
        (b'{"message": "\xed\xa0\x80"}', 400),
        (b'{"message": "\x00"}', 400),
        (b'\xef\xbb\xbf{"message": "x"}', 400),
        ('{"message": "x"}'.encode("utf-16"), 400),
        ('{"message": "x"}'.encode("utf-16-le"), 400),
        ('{"message": "x"}'.encode("utf-32"), 400),
        (b'{"message": "x", "count": ' + b"9" * 5000 + b"}", 400),
        (b'{"message": "x"} {"message": "y"}', 400),
        (b'{"message": "x",}', 400),
        (b"{'message': 'x'}", 400),
    ],
    ids=shortened,
)
async def test_invalid_or_ambiguous_json_returns_400(body: bytes, status: int) -> None:
    response = await post(await open_app(), body)

    assert response.status_code == status
    assert error_of(response)["code"] == "unreadable"


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"{}", "message"),
        (b"[]", "body"),
        (b"null", "body"),
        (b'"text"', "body"),
        (b'{"message": ""}', "message"),
        (b'{"message": null}', "message"),
        (b'{"message": 5}', "message"),
        (b'{"message": ["canaryXYZ"]}', "message"),
        (b'{"message": "' + b"canaryXYZ" * 900 + b'"}', "message"),
        (b'{"message": "canaryXYZ\\u0000"}', "message"),
        (b'{"message": "canaryXYZ\\ud800"}', "message"),
        (b'{"message": "\\udc00canaryXYZ"}', "message"),
        (b'{"message": "x", "\\ud800": 1}', "?"),
        (b'{"message": "x", "metadata": {"\\u0000canaryXYZ": 1}}', "metadata.?"),
        (b'{"message": "x", "metadata": {"a": [1, "\\udfff"]}}', "metadata.a[1]"),
        (b'{"message": "x", "count": 9007199254740993}', "count"),
        (b'{"message": "x", "count": 1e300}', "count"),
        (b'{"message": "x", "count": "5"}', "count"),
        (b'{"message": "x", "count": 1.5}', "count"),
        (b'{"message": "x", "count": true}', "count"),
        (b'{"message": "x", "loud": 1}', "loud"),
        (b'{"message": "x", "loud": "yes"}', "loud"),
        (b'{"message": "x", "share": "0.5"}', "share"),
        (b'{"message": "x", "sessionId": "canaryXYZ"}', "sessionId"),
        (b'{"message": "x", "sessionId": 5}', "sessionId"),
        (b'{"message": "x", "status": "canaryXYZ"}', "status"),
        (b'{"message": "x", "tenant_id": 1}', "tenant_id"),
        (b'{"message": "x", "canaryXYZ canaryXYZ": 1}', "?"),
        (b'{"message": "x", "' + b"k" * 10_000 + b'": 1}', "?"),
        (json.dumps({"message": "x", **{f"canaryXYZ{n}": n for n in range(9000)}}).encode(), "body"),
        (b'{"message": "x", "conversationHistory": {}}', "conversationHistory"),
        (b'{"message": "x", "conversationHistory": [[]]}', "conversationHistory[0]"),
        (
            b'{"message":"x","conversationHistory":[{"role":"system","content":"x"}]}',
            "conversationHistory[0].role",
        ),
        (
            b'{"message":"x","conversationHistory":[{"role":"developer","content":""}]}',
            "conversationHistory[0].role",
        ),
        (
            b'{"message":"x","conversationHistory":[{"role":"User","content":"x"}]}',
            "conversationHistory[0].role",
        ),
        (b'{"message":"x","conversationHistory":[{"role":"user"}]}', "conversationHistory[0].content"),
        (
            b'{"message":"x","conversationHistory":[{"role":"user","content":"x","timestamp":"2026-01-31T12:00:00"}]}',
            "conversationHistory[0].timestamp",
        ),
        (
            b'{"message":"x","conversationHistory":[' + b'{"role":"user","content":"x"},' * 60 + b"null]}",
            "conversationHistory",
        ),
    ],
    ids=shortened,
)
async def test_an_invalid_field_is_named_without_repeating_its_value(body: bytes, field: str) -> None:
    response = await post(await open_app(), body)

    error = error_of(response)
    assert (response.status_code, error["code"]) == (422, "invalid")
    assert error["field"].removesuffix("[50]") == field
    assert CANARY not in response.text


@pytest.mark.requirement("CH8")
async def test_many_invalid_entries_return_a_short_error() -> None:
    body = json.dumps({"message": "x", "conversationHistory": [1] * 80_000}).encode()

    response = await post(await open_app(), body)

    assert response.status_code in {400, 413, 422}
    error_of(response)


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "text/plain"},
        {"Content-Type": ""},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "application/json; charset=utf-16"},
        {"Content-Type": "application/jsonp"},
        {"Content-Type": "application/json, text/plain"},
        {"Content-Type": "application/json" + " " * 5000 + "x"},
        {"Content-Encoding": "gzip"},
        {"Content-Encoding": "br"},
        {"Content-Encoding": "identity, gzip"},
    ],
)
async def test_other_media_types_and_encodings_return_415(headers: dict[str, str]) -> None:
    response = await post(await open_app(), gzip.compress(b"{}" * 1000), **headers)

    assert response.status_code == 415
    assert error_of(response)["code"] == "unsupported_media_type"


async def test_a_duplicate_content_type_is_rejected() -> None:
    headers = [("Content-Type", "application/json"), ("Content-Type", "text/plain"), *authorization().items()]

    response = await call(await open_app(), "POST", "/chat", content=b"{}", headers=headers)

    assert response.status_code == 415


@pytest.mark.requirement("CH8")
async def test_a_body_of_the_maximum_size_is_accepted_and_a_larger_one_returns_413() -> None:
    app = await open_app()
    fits = b'{"message": "x"}'.ljust(MAX_BODY_BYTES)

    assert (await post(app, fits)).status_code == 200
    too_large = await post(app, fits + b" ")

    assert too_large.status_code == 413
    assert error_of(too_large)["code"] == "too_large"
    assert too_large.headers["connection"] == "close"


async def test_an_endless_body_is_read_only_up_to_the_limit() -> None:
    sent = 0

    async def chunks() -> AsyncIterator[bytes]:
        nonlocal sent
        while True:
            sent += 65_536
            yield b" " * 65_536

    received = chunks()

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": await anext(received), "more_body": True}

    headers = [(b"content-type", b"application/json"), (b"content-length", b"2")]
    with pytest.raises(BodyTooLarge):
        await read_json(Request({"type": "http", "headers": headers}, receive))

    assert sent <= MAX_BODY_BYTES + 65_536


@pytest.mark.parametrize("length", ["262145", "9" * 400, "262145 "])
async def test_a_content_length_above_the_limit_is_rejected_without_reading_the_body(length: str) -> None:
    async def receive() -> dict[str, object]:
        raise AssertionError("the body was asked for")

    headers = [(b"content-type", b"application/json"), (b"content-length", length.strip().encode())]
    with pytest.raises(BodyTooLarge):
        await read_json(Request({"type": "http", "headers": headers}, receive))


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_any_bytes_are_accepted_or_rejected_with_a_client_error(body: bytes) -> None:
    response: httpx.Response = asyncio.run(_posted(body))

    assert response.status_code in {200, 400, 422}


async def _posted(body: bytes) -> httpx.Response:
    return await post(await open_app(), body)


NAMES = st.text() | st.sampled_from(list(ChatRequest.model_fields))
SINGLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.recursive(SINGLE, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner)))
def test_any_payload_is_parsed_or_rejected_with_a_short_field_and_rule(payload: object) -> None:
    refused: InvalidField | None = None
    try:
        parse(ChatRequest, payload)
    except InvalidField as error:
        refused = error

    assert refused is None or (len(refused.field) <= 120 and len(refused.rule) <= 300)
