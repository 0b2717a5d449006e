"""Request middleware: security headers, request ids, access log, allowed hosts and metrics."""

import asyncio
import logging
from typing import Any

import pytest

from choice.server.limits import open_limiter
from choice.server.middleware import SECURITY_HEADERS, RequestMiddleware
from choice.settings import Settings
from choice.telemetry import Metrics
from tests.server.clients import authorization, call, error_of, post
from tests.server.small_app import build, open_app

PATHS = (
    "/chat",
    "/page",
    "/nowhere",
    "/raise/bug",
    "/raise/store",
    "/raise/closed",
    "/things/x",
    "/stream",
    "/metrics",
)


@pytest.mark.parametrize("path", PATHS)
async def test_every_response_has_the_security_headers(path: str) -> None:
    response = await call(await open_app(), "GET", path)

    for name, value in SECURITY_HEADERS:
        if not (path == "/page" and name == "Content-Security-Policy"):
            assert response.headers[name] == value
        assert len(response.headers.get_list(name)) == 1


async def test_a_page_keeps_its_own_content_security_policy() -> None:
    response = await call(await open_app(), "GET", "/page")

    assert response.headers["content-security-policy"] == "default-src 'self'"


async def test_request_ids_are_generated_even_if_the_client_sends_one() -> None:
    app = await open_app()
    theirs = "11111111111111111111111111111111"

    ids = [
        (await call(app, "GET", "/page", headers={"X-Request-ID": theirs})).headers["x-request-id"]
        for _ in "ab"
    ]

    assert len({*ids, theirs}) == 3
    assert all(len(bytes.fromhex(one)) == 16 for one in ids)


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [record.fields for record in caplog.records if hasattr(record, "fields")]


async def test_a_request_is_logged_in_one_line_without_its_query(caplog: pytest.LogCaptureFixture) -> None:
    path = "/things/6f1c1c3e-8a55-4f0e-9a0e-0d7a1f0f7c11"
    headers = {**authorization(), "X-Request-ID": "trace-7"}
    with caplog.at_level(logging.INFO):
        await call(await open_app(), "GET", f"{path}?size=2&token=canary", headers=headers)

    (line,) = lines(caplog)
    assert line.pop("milliseconds") >= 0
    assert line == {
        "method": "GET",
        "path": path,
        "route": "/things/{thing_id}",
        "status": 200,
        "client_request_id": "trace-7",
    }
    assert [
        record for record in caplog.records if "canary" in str(vars(record)) and "choice" in record.name
    ] == []


@pytest.mark.parametrize("theirs", ["a b", "x" * 65, "a\x1b[2J", "é", "a;b", ""])
async def test_an_invalid_client_request_id_is_not_logged(
    theirs: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        await call(await open_app(), "GET", "/page", headers=[(b"x-request-id", theirs.encode("latin-1"))])

    assert "client_request_id" not in lines(caplog)[0]


BAD_HOSTS = [
    *(
        "",
        "a/b",
        "a?b",
        "a#b",
        "a@b",
        "a\\b",
        "a b",
        "a:b",
        "a:123456",
        "[::1",
        "::1",
        "[x]",
        "a,b",
        ".a",
        "a.",
    ),
    *("localhost:8400/x", "-a", "a%2fb", "a\tb", "é", "a:80:80", "x" * 300 + "/"),
]


@pytest.mark.parametrize("host", BAD_HOSTS)
@pytest.mark.parametrize("path", ["/page", "/things/6f1c1c3e-8a55-4f0e-9a0e-0d7a1f0f7c11"])
async def test_a_malformed_host_is_rejected(host: str, path: str) -> None:
    response = await call(await open_app(), "GET", path, headers=[(b"host", host.encode("latin-1"))])

    assert response.status_code == 400
    error_of(response)


@pytest.mark.parametrize(
    "host", ["a", "A.Example", "127.0.0.1:8400", "[::1]:8400", "[::1]", "my_host", "a-b.c:1"]
)
async def test_any_valid_host_is_accepted_if_no_hosts_are_configured(host: str) -> None:
    assert (await call(await open_app(), "GET", "/page", headers={"Host": host})).status_code == 200


async def test_only_allowed_hosts_are_accepted() -> None:
    allowed = frozenset({"chat.example.org", "localhost:8400"})
    app = build(open_limiter(Settings("memory:")), allowed_hosts=allowed)
    tried = [
        *("chat.example.org", "CHAT.example.ORG", "localhost:8400"),
        *("localhost", "localhost:8401", "evil.example", "chat.example.org.evil.example"),
        *("xchat.example.org", "chat.example.org:80", "127.0.0.1:8400"),
    ]

    statuses = [(await call(app, "GET", "/page", headers={"Host": host})).status_code for host in tried]

    assert statuses == [200, 200, 200, *[421] * 7]


async def test_a_duplicate_host_header_is_rejected() -> None:
    response = await call(await open_app(), "GET", "/page", headers=[("Host", "a"), ("Host", "a")])

    assert response.status_code == 400


async def test_headers_that_are_too_large_return_431() -> None:
    response = await call(await open_app(), "GET", "/page", headers={"X": "x" * 40_000})

    assert (response.status_code, error_of(response)["code"]) == (431, "headers_too_large")


@pytest.mark.parametrize(
    ("path", "status"), [("/a%00b", 404), ("/things/%1b%5b2J", 404), ("/page?x=%00", 400)]
)
async def test_control_characters_in_a_url_are_rejected(path: str, status: int) -> None:
    assert (await call(await open_app(), "GET", path)).status_code == status


async def test_requests_are_counted_by_route_template_and_not_by_path() -> None:
    metrics = Metrics()
    app = build(open_limiter(Settings("memory:")), metrics)
    for number in range(5):
        await call(app, "GET", f"/things/{number}", headers=authorization())
        await call(app, f"BREW{number}", f"/nowhere/{number}")
    await post(app, b"{}")

    page = (await call(app, "GET", "/metrics")).text

    assert 'choice_requests_total{method="GET",route="/things/{thing_id}",status="2xx"} 5.0' in page
    assert 'choice_requests_total{method="other",route="unmatched",status="4xx"} 5.0' in page
    assert 'choice_requests_total{method="POST",route="/chat",status="4xx"} 1.0' in page


async def socket(host: bytes) -> list[dict[str, Any]]:
    """Open a WebSocket and return the messages that the application sends."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:  # noqa: ANN401 - the protocol's
        sent.append(message)

    scope = {
        "type": "websocket",
        "path": "/ws",
        "raw_path": b"/ws",
        "query_string": b"",
        "headers": [(b"host", host)],
    }
    await (await open_app())(scope, receive, send)
    return sent


async def test_a_websocket_with_an_invalid_host_is_closed_before_it_is_accepted() -> None:
    assert await socket(b"a/b") == [{"type": "websocket.close", "code": 1008}]


async def test_a_websocket_error_closes_the_socket_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent = await socket(b"localhost")

    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert len(caplog.records) == 1


async def test_lifespan_events_are_passed_to_the_application() -> None:
    seen: list[str] = []

    async def receive() -> dict[str, Any]:
        return {"type": "lifespan.startup"} if not seen else {"type": "lifespan.shutdown"}

    async def send(message: Any) -> None:  # noqa: ANN401 - the protocol's
        seen.append(message["type"])

    await (await open_app())({"type": "lifespan"}, receive, send)

    assert seen == ["lifespan.startup.complete", "lifespan.shutdown.complete"]


async def test_an_unhandled_exception_returns_500_and_is_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def broken(*_given: object) -> None:
        raise ZeroDivisionError("canary")

    response = await call(RequestMiddleware(broken), "GET", "/")

    assert (response.status_code, error_of(response)["code"]) == (500, "internal")
    assert "canary" not in response.text
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


async def test_a_client_that_disconnects_before_the_response_is_logged_with_status_499(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def waits(*_given: object) -> None:
        raise asyncio.CancelledError

    with caplog.at_level(logging.INFO), pytest.raises(asyncio.CancelledError):
        await call(RequestMiddleware(waits), "GET", "/")

    assert lines(caplog)[0]["status"] == 499


@pytest.mark.requirement("SE1")
async def test_s22_the_path_of_an_unmatched_request_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "choice.server.middleware"):
        await call(await open_app(), "GET", "/a%20status=200/my-own-words")
        await call(await open_app(), "GET", "/page")

    fields = [vars(record)["fields"] for record in caplog.records if record.msg == "request"]
    assert [(each.get("path"), each["route"]) for each in fields] == [
        (None, "unmatched"),
        ("/page", "/page"),
    ]
