"""The HTTP under both clients: plain and encrypted, with servers that keep to the rules and with others."""

import asyncio
import datetime as dt
import ipaddress
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from choice.chat.model_http import http_settings
from choice.chat.model_limits import ModelLimits
from choice.chat.quick_transport import QuickTransport
from tests.chat.protocols import OPENAI, failure_of, pieces_of
from tests.chat.providers.openai_events import text
from tests.chat.providers.server import listening, provider

HEAD = b"HTTP/1.1 200 OK\r\n"


@asynccontextmanager
async def speaking(
    *responses: bytes, then_close: bool = False, tls: ssl.SSLContext | None = None
) -> AsyncIterator[str]:
    """Run a server that answers each request with the next bytes, whatever was asked."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while waiting:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(waiting.pop(0))
                await writer.drain()
                if then_close:
                    return
            await reader.read()
        except (asyncio.IncompleteReadError, ConnectionError):
            return

    waiting = list(responses)
    async with listening(serve, tls) as place:
        yield place


@asynccontextmanager
async def client() -> AsyncIterator[httpx2.AsyncClient]:
    transport = QuickTransport(httpx2.create_ssl_context())
    async with httpx2.AsyncClient(transport=transport, timeout=httpx2.Timeout(2.0)) as subject:
        yield subject


async def fetched(*responses: bytes, then_close: bool = False) -> httpx2.Response:
    async with speaking(*responses, then_close=then_close) as place, client() as subject:
        return await subject.get(f"http://{place}/x?y=1")


async def test_a_body_of_known_length_is_read() -> None:
    response = await fetched(HEAD + b"Content-Length: 5\r\nX-A: 1\r\n\r\nhello")

    assert (response.status_code, response.reason_phrase, response.headers["x-a"]) == (200, "OK", "1")
    assert response.content == b"hello"


async def test_a_body_that_ends_with_its_connection_is_read() -> None:
    assert (await fetched(HEAD + b"\r\nhello", then_close=True)).content == b"hello"


async def test_heads_that_announce_another_are_passed_over() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
    response = await fetched(early + HEAD + b"Content-Length: 0\r\n\r\n")

    assert response.status_code == 200
    assert response.reason_phrase == "OK"
    assert "link" not in response.headers


@pytest.mark.parametrize(
    "wrong",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        HEAD + b"X: " + b"x" * 70_000 + b"\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        HEAD + b"Content-Length: 9\r\n\r\nhello",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n",
        b"",
    ],
    ids=["no HTTP", "endless head", "upgrade", "too short", "no last chunk", "bad chunk", "nothing"],
)
async def test_a_response_against_the_rules_is_an_error_that_the_sdks_know(wrong: bytes) -> None:
    with pytest.raises(httpx2.RemoteProtocolError):
        await fetched(wrong, then_close=True)


async def test_what_nobody_asked_for_spoils_the_connection_and_not_the_answer() -> None:
    good = HEAD + b"Content-Length: 2\r\n\r\n"
    async with speaking(good + b"ab" + good + b"cd", good + b"ef") as place, client() as subject:
        first = await subject.get(f"http://{place}/")
        second = await subject.get(f"http://{place}/")

    assert (first.content, second.content) == (b"ab", b"ef")


async def test_a_connection_that_the_server_wants_closed_is_not_used_again() -> None:
    closing = HEAD + b"Connection: close\r\nContent-Length: 2\r\n\r\nab"
    async with speaking(closing, closing) as place, client() as subject:
        for _ in range(2):
            assert (await subject.get(f"http://{place}/")).content == b"ab"


async def test_more_than_is_kept_at_once_arrives_whole() -> None:
    body = bytes(range(256)) * 16_384
    response = await fetched(HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    assert response.content == body


async def test_a_field_with_a_line_end_is_not_sent() -> None:
    async with speaking() as place, client() as subject:
        with pytest.raises(httpx2.LocalProtocolError):
            await subject.get(f"http://{place}/", headers=[(b"X-Key", b"a\r\nX-Evil: b")])


async def test_only_http_is_spoken() -> None:
    async with client() as subject:
        with pytest.raises(httpx2.UnsupportedProtocol):
            await subject.get("ftp://127.0.0.1/")


async def test_a_host_whose_first_address_is_dead_is_reached_at_the_next() -> None:
    async with provider(text(["ok"])) as subject:
        asked = OPENAI.client(subject.url.replace("127.0.0.1", "localhost"), ModelLimits(retries=0))
        try:
            assert await pieces_of(asked) == ["ok"]
        finally:
            await asked.close()


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "unknown"])
async def test_only_a_good_certificate_is_talked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, trusted: bool
) -> None:
    certificate = self_signed(tmp_path)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    answer = (
        HEAD + b"Content-Type: text/event-stream\r\nConnection: close\r\n\r\n" + b"".join(text(["ok"]).writes)
    )
    async with speaking(answer, then_close=True, tls=tls) as place:
        asked = OPENAI.client(f"https://{place}", ModelLimits(retries=0))
        try:
            if trusted:
                assert await pieces_of(asked) == ["ok"]
            else:
                _, failure = await failure_of(asked)
                assert "cannot be reached" in str(failure)
        finally:
            await asked.close()


def self_signed(folder: Path) -> Path:
    """Write a certificate for 127.0.0.1 and its key into one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = dt.datetime.now(dt.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
        )
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "server.pem"
    file.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    return file


def test_where_there_is_a_proxy_the_sdk_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")

    assert "transport" not in http_settings(ModelLimits())


def test_where_there_is_none_ours_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)

    assert isinstance(http_settings(ModelLimits())["transport"], QuickTransport)
