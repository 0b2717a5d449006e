"""Keys for verifying tokens: a shared secret, a public key, or the issuer's published keys (JWKS)."""

import asyncio
import logging
import os
import secrets
import stat
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, Final, Protocol
from urllib.error import URLError

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from jwt.algorithms import HMACAlgorithm
from typing_extensions import override

from choice.errors import InvalidSetting, UnreadableJson
from choice.payload import entries_of, exact_text, members_of, read_json
from choice.settings import SHORTEST_SECRET

MIN_RSA_BITS = 2048
MAX_KEYS = 64
REFRESH_SECONDS: Final = 300.0
"""Seconds between two fetches."""
RETRY_SECONDS: Final = 10.0
"""Least number of seconds between two fetches, if a token with an unknown `kid` asks for one."""
MAX_JWKS_BYTES: Final = 128 * 1024
_FETCH_TIMEOUT: Final = 10.0
_TOO_LARGE: Final = "too large"
_JWKS_URL: Final = "CHOICE_JWT_JWKS_URL"

_MAX_PEM_BYTES = 64 * 1024
SECRET_FILE = "jwt_secret"  # noqa: S105 - the name of a file

_MAX_SECRET_BYTES = 4096
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_DATA_DIR = "CHOICE_DATA_DIR"
_SECRET = "CHOICE_JWT_SECRET"  # noqa: S105 - the name of a setting
_PUBLIC_KEY = "CHOICE_JWT_PUBLIC_KEY"

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VerificationKey:
    """A key and the only algorithm that is allowed with it."""

    key: bytes | RSAPublicKey | Ed25519PublicKey | EllipticCurvePublicKey
    algorithm: str


class KeySource(Protocol):
    """Finds the key of a token."""

    @property
    def version(self) -> int:
        """A number that changes whenever the keys change."""
        ...

    def find(self, key_id: str | None) -> VerificationKey | None:
        """Return the key of a token's `kid`, or None."""
        ...


@dataclass(frozen=True, slots=True)
class StaticKey:
    """Key source with a single key, used for every token regardless of its `kid`."""

    key: VerificationKey
    version: int = 0

    def find(self, key_id: str | None) -> VerificationKey | None:  # noqa: ARG002 - part of the protocol
        """Return the key."""
        return self.key


def secret_key(secret: str, setting: str = _SECRET) -> VerificationKey:
    """Return a shared secret as a key for HS256.

    Raises:
        InvalidSetting: The secret is too short, or it is a public key.
    """
    key = secret.encode()
    if len(key) < SHORTEST_SECRET:
        raise InvalidSetting(setting, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")
    try:
        HMACAlgorithm(HMACAlgorithm.SHA256).prepare_key(key)
    except jwt.InvalidKeyError:
        raise InvalidSetting(setting, "must be a secret, not a public key.") from None
    return VerificationKey(key, "HS256")


def public_key(pem_or_path: str) -> VerificationKey:
    """Return a public key, given as PEM or as the path of a PEM file.

    Raises:
        InvalidSetting: The key cannot be read, or is not Ed25519, P-256 or RSA with at least 2048 bits.
    """
    try:
        pem = pem_or_path.encode() if "-----BEGIN" in pem_or_path else _file(Path(pem_or_path))
        key = load_pem_public_key(pem)
    except OSError as error:
        raise InvalidSetting(_PUBLIC_KEY, f"cannot read the file ({error.strerror}).") from error
    except (ValueError, UnsupportedAlgorithm):
        raise InvalidSetting(
            _PUBLIC_KEY, "must be a public key in PEM format, or the path of a file with one."
        ) from None
    verified = _with_algorithm(key)
    if verified is None:
        raise InvalidSetting(_PUBLIC_KEY, f"must be Ed25519, P-256, or RSA of at least {MIN_RSA_BITS} bits.")
    return verified


def key_set(text: bytes) -> dict[str, VerificationKey]:
    """Return the keys of a JWK set by `kid`. Unsupported keys and keys without a `kid` are skipped.

    Raises:
        UnreadableJson: The text is not a JWK set.
    """
    members = members_of(read_json(text)) or {}
    entries = entries_of(members.get("keys"), MAX_KEYS)
    if entries is None:
        rule = "must be an object with a list of keys."
        raise UnreadableJson(rule)
    keys: dict[str, VerificationKey] = {}
    for entry in entries:
        named = _key_of(members_of(entry) or {})
        if named is not None:
            keys.setdefault(*named)
    return keys


def _key_of(jwk: Mapping[str, object]) -> tuple[str, VerificationKey] | None:
    key_id = exact_text(jwk.get("kid"))
    if not key_id or jwk.get("use", "sig") != "sig" or jwk.get("kty") not in {"RSA", "OKP", "EC"}:
        return None
    try:
        key = _with_algorithm(jwt.PyJWK(dict(jwk)).key)
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
    if key is None or jwk.get("alg", key.algorithm) != key.algorithm:
        return None
    return key_id, key


def _with_algorithm(key: object) -> VerificationKey | None:
    """Return a public key with its algorithm, or None if its type or size is not accepted."""
    if isinstance(key, RSAPublicKey) and key.key_size >= MIN_RSA_BITS:
        return VerificationKey(key, "RS256")
    if isinstance(key, EllipticCurvePublicKey) and isinstance(key.curve, SECP256R1):
        return VerificationKey(key, "ES256")
    return VerificationKey(key, "EdDSA") if isinstance(key, Ed25519PublicKey) else None


def _file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MAX_PEM_BYTES)


class RemoteKeys:
    """Keys from the issuer's JWKS URL. While the URL is unavailable, the last fetched keys stay in use."""

    def __init__(self, url: str, fetch: Callable[[str], bytes] | None = None) -> None:
        self._url = url
        self._fetch = fetch or fetch_keys
        self._keys: Mapping[str, VerificationKey] = {}
        self._is_outdated = asyncio.Event()
        self.version = 0

    def find(self, key_id: str | None) -> VerificationKey | None:
        """Return the key of a `kid`, or None.

        An unknown `kid` makes `refresh_periodically` fetch the keys: the issuer may have rotated them.
        """
        key = None if key_id is None else self._keys.get(key_id)
        if key is None:
            self._is_outdated.set()
        return key

    async def load(self) -> None:
        """Fetch the keys for the first time.

        Raises:
            InvalidSetting: No keys could be fetched.
        """
        if not await self._refresh():
            raise InvalidSetting(_JWKS_URL, "no keys could be fetched from this URL.")

    async def refresh_periodically(
        self, interval: float = REFRESH_SECONDS, retry: float = RETRY_SECONDS
    ) -> None:
        """Refresh the keys until cancelled: periodically, and soon after a token with an unknown `kid`."""
        while True:
            await asyncio.sleep(min(retry, interval))
            with suppress(TimeoutError):
                async with asyncio.timeout(max(interval - retry, 0)):
                    await self._is_outdated.wait()
            self._is_outdated.clear()
            await self._refresh()

    async def _refresh(self) -> bool:
        try:
            keys = key_set(await asyncio.to_thread(self._fetch, self._url))
        except (OSError, HTTPException, ValueError, UnreadableJson) as error:
            logger.warning("Fetching the issuer's keys failed (%s).", type(error).__name__)
            return False
        if not keys:
            logger.warning("The issuer's key set has no usable key.")
            return False
        if keys != self._keys:
            self._keys = keys
            self.version += 1
        return True


def fetch_keys(url: str) -> bytes:
    """Fetch a URL, with limits on size and time. Redirects are not followed.

    Raises:
        OSError: The URL cannot be fetched.
        HTTPException: The response is not valid HTTP.
    """
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310 - checked by the settings
    with urllib.request.build_opener(_NoRedirects).open(request, timeout=_FETCH_TIMEOUT) as response:
        content: bytes = response.read(MAX_JWKS_BYTES + 1)
    if len(content) > MAX_JWKS_BYTES:
        raise URLError(_TOO_LARGE)
    return content


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects, because only the configured URL was validated."""

    @override
    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: Message,
        newurl: str,
    ) -> None:
        """Return None, so that the redirect is not followed."""
        return


def secret_in(folder: Path) -> str:
    """Return the secret stored in a folder. If there is none, create a 256-bit secret.

    Processes that start at the same time get the same secret.

    Raises:
        InvalidSetting: The folder cannot be used, or other users can read the file.
    """
    path = folder / SECRET_FILE
    try:
        if not path.exists():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _create_secret(path)
        return _read_secret(path)
    except OSError as error:
        raise InvalidSetting(_DATA_DIR, f"{path} cannot be used ({error.strerror}).") from error


def _create_secret(path: Path) -> None:
    """Create the file atomically. If another process creates it first, keep that file."""
    draft = path.with_name(f"{SECRET_FILE}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _read_secret(path: Path) -> str:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if os.name == "posix":
            _check_owner(path, found)
        return file.read(_MAX_SECRET_BYTES).decode("utf-8", "replace").strip()


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid != os.geteuid():
        raise InvalidSetting(_DATA_DIR, f"{path} belongs to another user. Remove it.")
    if not stat.S_ISREG(found.st_mode) or found.st_mode & _OTHERS:
        raise InvalidSetting(_DATA_DIR, f"Other users can read {path}. Remove it, or run: chmod 600 {path}")
