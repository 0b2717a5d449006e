"""Requests that only a raw socket can send, against the real server."""

import gzip
import logging
import socket
import time
from collections.abc import Iterator

import pytest

from tests.server.raw_client import BODY, request, sent, served, status, statuses

HOST = "Host: localhost"
CHUNKED = "Transfer-Encoding: chunked"


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with served() as listening:
        yield listening


@pytest.mark.requirement("CH8")
def test_a_valid_request_is_answered(port: int) -> None:
    answer = sent(port, request(HOST))

    assert status(answer) == 200
    assert b'{"length":1}' in answer


@pytest.mark.requirement("CH8")
@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(request(HOST, CHUNKED), id="both lengths"),
        pytest.param(request(HOST, "Content-Length: 5"), id="two lengths"),
        pytest.param(request(HOST, "Content-Length: -1", length=False), id="negative length"),
        pytest.param(request(HOST, "Content-Length: +16", length=False), id="signed length"),
        pytest.param(
            request(HOST, CHUNKED, body=b"zz\r\nxx\r\n0\r\n\r\n", length=False), id="bad chunk size"
        ),
        pytest.param(request(HOST, CHUNKED, body=b"-5\r\nxx\r\n", length=False), id="negative chunk"),
        pytest.param(request(HOST, HOST), id="two hosts"),
        pytest.param(request("Host: localhost", "Host: evil.example"), id="two different hosts"),
        pytest.param(request(), id="no host"),
        pytest.param(request("Host:"), id="empty host"),
        pytest.param(request("Host: a/b"), id="path in host"),
        pytest.param(request("Host: a@b"), id="user in host"),
        pytest.param(request("Host : localhost"), id="space before colon"),
        pytest.param(request("Bad Header: x", HOST), id="space in a name"),
        pytest.param(request(HOST, "X: a\x00b"), id="nul in a value"),
        pytest.param(b"nonsense\r\n\r\n", id="nonsense"),
        pytest.param(request(HOST, line="POST /chat HTTP/9.9"), id="another protocol"),
    ],
)
def test_ambiguous_or_malformed_requests_are_rejected(port: int, raw: bytes) -> None:
    answer = sent(port, raw)

    assert statuses(answer) in ([400], [505])


def test_an_invalid_chunk_after_a_valid_one_is_rejected(port: int) -> None:
    head = request(HOST, CHUNKED, body=b'5\r\n{"mes\r\n', length=False)

    answer = sent(port, head, b"zz\r\n\r\n")

    assert status(answer) in {0, 400}


def test_a_request_smuggled_after_a_body_is_not_answered(port: int) -> None:
    hidden = b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n"

    answer = sent(port, request(HOST, CHUNKED, body=b"0\r\n\r\n" + hidden))

    assert 200 not in statuses(answer)


@pytest.mark.requirement("CH8")
def test_a_content_length_above_the_limit_returns_413_before_the_body_is_sent(port: int) -> None:
    answer = sent(port, request(HOST, "Content-Length: 10000000000", body=b"", length=False))

    assert status(answer) == 413


def test_an_endless_chunked_body_closes_the_connection(port: int) -> None:
    head = request(HOST, CHUNKED, body=b"", length=False)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(head)
        chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        taken = 0
        with pytest.raises(OSError, match=r"."):  # noqa: PT012 - any of many sends may be the one that fails
            while taken < 50_000_000:
                line.sendall(chunk)
                taken += len(chunk)

    assert taken < 20_000_000


def test_a_compressed_body_is_rejected_without_decompressing_it(port: int) -> None:
    answer = sent(
        port, request(HOST, "Content-Encoding: gzip", body=gzip.compress(b" " * 50_000_000)[:200_000])
    )

    assert status(answer) == 415


def test_a_body_sent_after_its_rejection_does_not_affect_the_next_request(port: int) -> None:
    body = b"x" * 50_000
    head = request(HOST, "Content-Type: text/plain", f"Content-Length: {len(body)}", body=b"", length=False)
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(head)
        refused = line.recv(65536)
        line.sendall(body + request(HOST))
        served = line.recv(65536)

    assert (status(refused), status(served)) == (415, 200)


def test_an_incomplete_body_returns_408(port: int) -> None:
    started = time.monotonic()

    answer = sent(port, request(HOST, "Content-Length: 100", body=BODY[:3], length=False))

    assert status(answer) == 408
    assert time.monotonic() - started < 30


def test_a_client_that_disconnects_during_a_body_causes_no_error_log(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(request(HOST, "Content-Length: 100", body=BODY[:3], length=False))
    assert status(sent(port, request(HOST))) == 200

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(
    "target", ["http://evil.example/page", "//evil.example/page", "/page?x=1#f", "/%70age"]
)
def test_unusual_request_targets_do_not_change_the_host(port: int, target: str) -> None:
    answer = sent(port, request(HOST, line=f"GET {target} HTTP/1.1", body=b"", length=False))

    assert status(answer) in {200, 400, 404}
    assert b"evil" not in answer


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND"])
def test_unsupported_methods_are_rejected(port: int, method: str) -> None:
    assert status(sent(port, request(HOST, line=f"{method} /chat HTTP/1.1"))) in {400, 405}


def test_a_header_of_ten_megabytes_is_rejected(port: int) -> None:
    answer = sent(port, request(HOST, f"X-Filler: {'x' * 10_000_000}"))

    assert status(answer) in {0, 400, 431}


def test_a_failing_stream_is_aborted_without_sending_the_error(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    answer = sent(port, request(HOST, line="GET /stream HTTP/1.1", body=b"", length=False))

    assert b"data: 1" in answer
    assert b"canary" not in answer
    assert not answer.endswith(b"0\r\n\r\n")
    assert [record.name for record in caplog.records if record.exc_info] == ["choice.server.middleware"]


def test_two_hundred_slow_clients_do_not_delay_others(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(200)]
    for line in slow:
        line.sendall(b"POST /chat HTTP/1.1\r\nHost: loc")
    started = time.monotonic()

    answers = [status(sent(port, request(HOST))) for _ in range(20)]
    waited = time.monotonic() - started
    for line in slow:
        line.close()

    assert answers == [200] * 20
    assert waited < 30


@pytest.mark.requirement("CH7")
def test_the_fourth_stream_of_a_user_is_rejected_until_another_ends(port: int) -> None:
    wanted = request(HOST, line="GET /endless HTTP/1.1", body=b"", length=False)
    lines = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(3)]
    for line in lines:
        line.sendall(wanted)
        assert status(line.recv(65_536)) == 200
    assert status(sent(port, wanted)) == 429

    lines.pop().close()
    ends = time.monotonic() + 10
    with socket.create_connection(("127.0.0.1", port), timeout=10) as fourth:
        while status(_asked(fourth, wanted)) != 200:
            assert time.monotonic() < ends
    for line in lines:
        line.close()


def _asked(line: socket.socket, wanted: bytes) -> bytes:
    line.sendall(wanted)
    return line.recv(65_536)
