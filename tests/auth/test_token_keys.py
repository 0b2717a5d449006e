"""Signing keys: the secret file, public keys, and the key set of an issuer."""

import asyncio
import json
import os
import stat
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP384R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as new_ec_key
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from jwt.algorithms import RSAAlgorithm
from typing_extensions import override

from choice.auth import TokenVerifier, open_verifier
from choice.auth.keys import (
    MAX_JWKS_BYTES,
    SECRET_FILE,
    RemoteKeys,
    fetch_keys,
    key_set,
    public_key,
    secret_in,
    secret_key,
)
from choice.errors import InvalidSetting, UnreadableJson
from choice.settings import Settings
from tests.auth.tokens import ED25519, NOW, RSA, accepted, pem, published, token

needs_posix = pytest.mark.skipif(os.name != "posix", reason="modes of files are those of POSIX")


@needs_posix
def test_the_secret_is_created_once_and_readable_by_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "data"

    first, second = secret_in(folder), secret_in(folder)

    assert first == second
    assert len(bytes.fromhex(first)) == 32
    assert stat.S_IMODE((folder / SECRET_FILE).stat().st_mode) == 0o600
    assert [file.name for file in folder.iterdir()] == [SECRET_FILE]


def test_concurrent_starts_use_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        secrets = set(pool.map(secret_in, [tmp_path / "data"] * 64))

    assert len(secrets) == 1


@needs_posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644, 0o666])
def test_a_secret_file_readable_by_other_users_is_rejected(tmp_path: Path, mode: int) -> None:
    secret_in(tmp_path)
    (tmp_path / SECRET_FILE).chmod(mode)

    with pytest.raises(InvalidSetting, match="CHOICE_DATA_DIR"):
        secret_in(tmp_path)


@needs_posix
def test_a_symlink_in_place_of_the_secret_file_is_rejected(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("x" * 64)
    elsewhere.chmod(0o600)
    (tmp_path / SECRET_FILE).symlink_to(elsewhere)

    with pytest.raises(InvalidSetting):
        secret_in(tmp_path)


async def test_a_truncated_secret_file_is_rejected(tmp_path: Path) -> None:
    secret_in(tmp_path)
    (tmp_path / SECRET_FILE).write_text("short")

    with pytest.raises(InvalidSetting, match="CHOICE_DATA_DIR"):
        async with open_verifier(Settings("memory:", data_dir=tmp_path)):
            pass


@pytest.mark.parametrize("secret", ["", "x" * 31, "ä" * 15, pem(RSA), pem(ED25519), published().decode()])
def test_a_short_secret_or_a_public_key_is_rejected_as_secret(secret: str) -> None:
    with pytest.raises(InvalidSetting, match="CHOICE_JWT_SECRET"):
        secret_key(secret)


def test_a_public_key_can_be_given_as_text_or_file(tmp_path: Path) -> None:
    file = tmp_path / "key.pem"
    file.write_text(pem(RSA))

    assert public_key(pem(ED25519)).algorithm == "EdDSA"
    assert public_key(str(file)).algorithm == "RS256"


def test_a_weak_or_invalid_public_key_is_rejected(tmp_path: Path) -> None:
    weak = generate_private_key(65537, 1024)  # noqa: S505 - that is the point
    other = new_ec_key(SECP384R1())

    for given in (
        pem(weak),
        pem(other),
        "-----BEGIN NONSENSE-----",
        str(tmp_path / "missing"),
        str(tmp_path),
    ):
        with pytest.raises(InvalidSetting, match="CHOICE_JWT_PUBLIC_KEY"):
            public_key(given)


def test_unusable_keys_of_a_key_set_are_ignored() -> None:
    rsa = RSAAlgorithm.to_jwk(RSA.public_key(), as_dict=True)
    entries: list[object] = [
        {**rsa, "kid": "good"},
        {**rsa, "kid": "other algorithm", "alg": "PS512"},
        {**rsa, "kid": "for encryption", "use": "enc"},
        {**rsa},
        {"kty": "oct", "k": "AAAA", "kid": "secret"},
        {"kty": "RSA", "kid": "broken", "n": "!", "e": "AQAB"},
        {"kty": "OKP", "kid": "odd", "crv": "X25519", "x": "AAAA"},
        "nonsense",
        None,
    ]

    assert list(key_set(json.dumps({"keys": entries}).encode())) == ["good"]


@pytest.mark.parametrize("text", [b"", b"[]", b"{}", b'{"keys": {}}', b'{"keys": [], "keys": []}', b"\xff"])
def test_an_invalid_key_set_is_rejected(text: bytes) -> None:
    with pytest.raises(UnreadableJson):
        key_set(text)


@contextmanager
def issuer(content: bytes, status: int = 200) -> Iterator[tuple[str, list[str]]]:
    """Serve content over HTTP, and record the requested paths."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        @override
        def log_message(self, *_arguments: Any) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/jwks.json", asked
        server.shutdown()
        thread.join()


@pytest.mark.requirement("CH6")
async def test_a_thousand_unknown_key_ids_do_not_cause_a_fetch_each() -> None:
    with issuer(published()) as (url, asked):
        settings = Settings("memory:", jwt_jwks_url=url)
        async with open_verifier(settings) as verifier:
            for number in range(1000):
                assert verifier._keys.find(f"unknown-{number}") is None  # noqa: SLF001 - without signing them all
            assert verifier._keys.find("r1") is not None  # noqa: SLF001 - the same

    assert asked == ["/jwks.json"]


async def test_keys_are_kept_when_refreshing_them_fails() -> None:
    answers: list[bytes] = [published(), b"broken", json.dumps({"keys": []}).encode()]
    done = asyncio.Event()

    def fetch(_url: str) -> bytes:
        if not answers:
            loop.call_soon_threadsafe(done.set)
            raise OSError
        return answers.pop(0)

    loop = asyncio.get_running_loop()
    keys = RemoteKeys("https://issuer.example/jwks.json", fetch)
    await keys.load()
    task = asyncio.create_task(keys.refresh_periodically(interval=0.001))
    await asyncio.wait_for(done.wait(), 10)
    task.cancel()

    assert keys.find("r1") is not None
    assert keys.find(None) is None


async def test_a_token_is_rejected_after_its_issuer_withdraws_the_key() -> None:
    kept = json.dumps({"keys": [key for key in json.loads(published())["keys"] if key["kid"] == "e1"]})
    answers = [published(), published(), kept.encode()]
    keys = RemoteKeys("https://issuer.example/jwks.json", lambda _url: answers.pop(0))
    by = TokenVerifier(keys, audience="choicewire", issuer="choicewire", now=lambda: NOW)
    withdrawn, good = token("RS256", {"kid": "r1"}), token("EdDSA", {"kid": "e1"})

    seen = []
    for _fetched in range(3):
        await keys.load()
        seen.append([accepted(by, each) is not None for each in (withdrawn, good)])

    assert seen == [[True, True], [True, True], [False, True]]


async def test_the_server_does_not_start_without_keys() -> None:
    with issuer(b"nonsense") as (url, _asked), pytest.raises(InvalidSetting, match="CHOICE_JWT_JWKS_URL"):
        async with open_verifier(Settings("memory:", jwt_jwks_url=url)):
            pass


@pytest.mark.parametrize(("content", "status"), [(b"x" * (MAX_JWKS_BYTES + 1), 200), (b"", 302), (b"", 500)])
def test_a_key_set_that_is_too_large_redirected_or_an_error_is_rejected(content: bytes, status: int) -> None:
    with issuer(content, status) as (url, asked):
        with pytest.raises(OSError, match=r"too large|HTTP Error"):
            fetch_keys(url)

        assert asked == ["/jwks.json"]


async def test_an_issuer_that_does_not_respond_with_http_is_rejected() -> None:
    async def babble(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"babble\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(babble, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    with pytest.raises(InvalidSetting, match="CHOICE_JWT_JWKS_URL"):
        await RemoteKeys(f"http://127.0.0.1:{port}/jwks.json").load()
    server.close()


async def test_an_exception_inside_the_verifier_context_is_propagated() -> None:
    with issuer(published()) as (url, _asked), pytest.raises(ZeroDivisionError):
        async with open_verifier(Settings("memory:", jwt_jwks_url=url)):
            raise ZeroDivisionError
