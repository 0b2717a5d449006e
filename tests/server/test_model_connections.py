"""Connections of both SDKs to a provider: TLS, proxies, several addresses, and broken HTTP."""

import asyncio
import datetime as dt
import ipaddress
import socket
import ssl
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from choice.providers import ModelClient, ModelFailed, ModelLimits, Piece
from tests.providers.openai_events import text
from tests.providers.protocols import OPENAI, PROTOCOLS, Spoken, failure_of, pieces_of
from tests.providers.server import listening, provider

pytestmark = pytest.mark.requirement("CH13")
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
LIMITS = ModelLimits(idle_seconds=5.0, retries=0)
UNREACHABLE, UNREADABLE, INTERRUPTED = "cannot be reached", "unreadable", "interrupted"


@pytest.fixture(params=PROTOCOLS.values(), ids=list(PROTOCOLS))
def spoken(request: pytest.FixtureRequest) -> Spoken:
    protocol: Spoken = request.param
    return protocol


@asynccontextmanager
async def speaking(
    response: bytes, *, resets: bool = False, tls: ssl.SSLContext | None = None
) -> AsyncIterator[str]:
    """Run a server that sends these bytes after the head of a request and closes the connection."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0]
            await reader.readexactly(int(length))
            writer.write(response)
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        if resets:
            linger = struct.pack("ii", 1, 0)  # Closing then sends RST instead of FIN.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    async with listening(serve, tls) as place:
        yield place


@asynccontextmanager
async def client_of(spoken: Spoken, url: str) -> AsyncIterator[ModelClient]:
    client = spoken.client(url, LIMITS)
    try:
        yield client
    finally:
        await client.close()


async def failure_at(spoken: Spoken, url: str) -> tuple[list[Piece], ModelFailed]:
    async with client_of(spoken, url) as client:
        return await failure_of(client)


@pytest.mark.parametrize("resets", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize(
    ("response", "reason"),
    [
        (b"", UNREACHABLE),
        (b"SSH-2.0-OpenSSH_9.2\r\n", UNREADABLE),
        (HEAD + b"X: " + b"x" * 70_000 + b"\r\n\r\n", UNREADABLE),
        (CHUNKED + b"zz\r\nhello\r\n", UNREADABLE),
        (CHUNKED + b"3\r\n: x\r\n", INTERRUPTED),
        (HEAD + b"Content-Length: 9\r\n\r\n: x", INTERRUPTED),
    ],
    ids=["nothing", "no HTTP", "endless head", "bad chunk", "no last chunk", "too short"],
)
async def test_a_broken_response_is_a_model_error_and_not_a_timeout(
    spoken: Spoken, response: bytes, reason: str, *, resets: bool
) -> None:
    async with speaking(response, resets=resets) as place:
        _, failure = await failure_at(spoken, f"http://{place}")

    assert failure.code == "MODEL_ERROR"
    assert reason in str(failure)


async def test_an_unknown_host_is_a_model_error_and_not_a_timeout(spoken: Spoken) -> None:
    _, failure = await failure_at(spoken, "http://provider.invalid")

    assert failure.code == "MODEL_ERROR"
    assert UNREACHABLE in str(failure)


async def test_a_body_that_ends_with_the_connection_is_complete() -> None:
    async with (
        speaking(HEAD + b"\r\n" + b"".join(text(["ok"]).writes)) as place,
        client_of(OPENAI, f"http://{place}") as client,
    ):
        assert await pieces_of(client) == ["ok"]


async def test_the_next_address_of_a_host_is_tried_if_the_first_is_unreachable() -> None:
    async with (
        provider(text(["ok"])) as subject,
        client_of(OPENAI, subject.url.replace("127.0.0.1", "localhost")) as client,
    ):
        assert await pieces_of(client) == ["ok"]


async def test_the_proxy_from_the_environment_is_used(
    spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with provider(spoken.text("ok")) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        async with client_of(spoken, "http://provider.invalid") as client:
            assert await pieces_of(client) == ["ok"]

    assert proxy.requests[0].path.startswith("http://provider.invalid/")


async def test_a_proxy_that_refuses_a_tunnel_is_a_model_error(
    spoken: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(_refuse) as place:
        monkeypatch.setenv("HTTPS_PROXY", f"http://{place}")
        _, failure = await failure_at(spoken, "https://provider.invalid")

    assert failure.code == "MODEL_ERROR"
    assert UNREACHABLE in str(failure)


async def _refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"CONNECT provider.invalid:443 ")
    writer.write(b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
    await writer.drain()


@pytest.mark.parametrize("trusted", [True, False], ids=["trusted", "unknown"])
async def test_only_a_trusted_certificate_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, trusted: bool
) -> None:
    certificate = self_signed(tmp_path)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate)
    answer = HEAD + b"Connection: close\r\n\r\n" + b"".join(text(["ok"]).writes)
    async with speaking(answer, tls=tls) as place:
        if trusted:
            async with client_of(OPENAI, f"https://{place}") as client:
                assert await pieces_of(client) == ["ok"]
        else:
            _, failure = await failure_at(OPENAI, f"https://{place}")
            assert failure.code == "MODEL_ERROR"
            assert UNREACHABLE in str(failure)


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
