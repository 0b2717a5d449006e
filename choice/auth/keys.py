"""The keys that tokens are verified with, each bound to the one algorithm it is for."""

import asyncio
import logging
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, Final, Protocol
from urllib.error import URLError

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from jwt.algorithms import HMACAlgorithm
from typing_extensions import override

from choice.errors import InvalidSetting, UnreadableJson
from choice.payload.json_text import read_json
from choice.payload.values import entries_of, exact_text, members_of
from choice.settings import SHORTEST_SECRET

SHORTEST_RSA = 2048
MOST_KEYS = 64

_MOST_PEM = 64 * 1024
_SECRET = "CHOICE_JWT_SECRET"  # noqa: S105 - the name of a setting
_PUBLIC_KEY = "CHOICE_JWT_PUBLIC_KEY"


@dataclass(frozen=True, slots=True)
class VerificationKey:
    """A key, and the only algorithm it verifies."""

    key: bytes | RSAPublicKey | Ed25519PublicKey
    algorithm: str


class KeySource(Protocol):
    """Finds the key of a token."""

    @property
    def version(self) -> int:
        """A number that is another one whenever keys have changed."""
        ...

    def find(self, key_id: str | None) -> VerificationKey | None:
        """Return the key for what a token calls it, or None."""
        ...


@dataclass(frozen=True, slots=True)
class OneKey:
    """The same key for every token, whatever the token calls it."""

    key: VerificationKey
    version: int = 0

    def find(self, key_id: str | None) -> VerificationKey | None:  # noqa: ARG002 - the seam's
        """Return the key."""
        return self.key


def secret_key(secret: str, setting: str = _SECRET) -> VerificationKey:
    """Return a shared secret as the key of HS256.

    Raises:
        InvalidSetting: It is too short, or it is a public key.
    """
    key = secret.encode()
    if len(key) < SHORTEST_SECRET:
        raise InvalidSetting(setting, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")
    try:
        HMACAlgorithm(HMACAlgorithm.SHA256).prepare_key(key)
    except jwt.InvalidKeyError:
        raise InvalidSetting(setting, "must be a secret, not a key for everybody to see.") from None
    return VerificationKey(key, "HS256")


def public_key(pem_or_path: str) -> VerificationKey:
    """Return a public key, given as PEM or as the path of a file, with the algorithm of its kind.

    Raises:
        InvalidSetting: It cannot be read, or is no RSA key of 2048 bits or more and no Ed25519 key.
    """
    try:
        pem = pem_or_path.encode() if "-----BEGIN" in pem_or_path else _file(Path(pem_or_path))
        key = load_pem_public_key(pem)
    except OSError as error:
        raise InvalidSetting(_PUBLIC_KEY, f"the file cannot be read ({error.strerror}).") from error
    except (ValueError, UnsupportedAlgorithm):
        raise InvalidSetting(_PUBLIC_KEY, "must be a public key as PEM, or a file with one.") from None
    bound = _bound(key)
    if bound is None:
        raise InvalidSetting(_PUBLIC_KEY, f"must be Ed25519, or RSA of at least {SHORTEST_RSA} bits.")
    return bound


def key_set(text: bytes) -> dict[str, VerificationKey]:
    """Return the keys of a JWK set by their names; keys of other kinds, or without a name, are left out.

    Raises:
        UnreadableJson: The text is no such set.
    """
    members = members_of(read_json(text)) or {}
    entries = entries_of(members.get("keys"), MOST_KEYS)
    if entries is None:
        rule = "must be an object with a list of keys."
        raise UnreadableJson(rule)
    keys: dict[str, VerificationKey] = {}
    for entry in entries:
        named = _named(members_of(entry) or {})
        if named is not None:
            keys.setdefault(*named)
    return keys


def _named(jwk: Mapping[str, object]) -> tuple[str, VerificationKey] | None:
    key_id = exact_text(jwk.get("kid"))
    if not key_id or jwk.get("use", "sig") != "sig" or jwk.get("kty") not in {"RSA", "OKP"}:
        return None
    try:
        key = _bound(jwt.PyJWK(dict(jwk)).key)
    except (jwt.PyJWTError, ValueError, TypeError):
        return None
    if key is None or jwk.get("alg", key.algorithm) != key.algorithm:
        return None
    return key_id, key


def _bound(key: object) -> VerificationKey | None:
    """Return a public key with its algorithm, or None where the kind or the size is not accepted."""
    if isinstance(key, RSAPublicKey) and key.key_size >= SHORTEST_RSA:
        return VerificationKey(key, "RS256")
    return VerificationKey(key, "EdDSA") if isinstance(key, Ed25519PublicKey) else None


def _file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MOST_PEM)


PACE: Final = 300.0
"""Seconds between two fetches. An unknown key never causes one, so nobody can make us fetch."""
MOST_BYTES: Final = 128 * 1024
_PATIENCE: Final = 10.0
_TOO_LARGE: Final = "too large"
_JWKS_URL: Final = "CHOICE_JWT_JWKS_URL"

logger = logging.getLogger(__name__)


class RemoteKeys:
    """Keys as the issuer last published them; while it cannot be reached, those stay."""

    def __init__(self, url: str, fetch: Callable[[str], bytes] | None = None) -> None:
        self._url = url
        self._fetch = fetch or fetched
        self._keys: Mapping[str, VerificationKey] = {}
        self.version = 0

    def find(self, key_id: str | None) -> VerificationKey | None:
        """Return the key of a name, or None."""
        return None if key_id is None else self._keys.get(key_id)

    async def load(self) -> None:
        """Fetch the keys for the first time.

        Raises:
            InvalidSetting: The address does not give any.
        """
        if not await self._renewed():
            raise InvalidSetting(_JWKS_URL, "no keys could be fetched from there.")

    async def keep_fresh(self, pace: float = PACE) -> None:
        """Fetch the keys again and again, until cancelled."""
        while True:
            await asyncio.sleep(pace)
            await self._renewed()

    async def _renewed(self) -> bool:
        try:
            keys = key_set(await asyncio.to_thread(self._fetch, self._url))
        except (OSError, HTTPException, ValueError, UnreadableJson) as error:
            logger.warning("The keys of the issuer could not be fetched (%s).", type(error).__name__)
            return False
        if not keys:
            logger.warning("The issuer publishes no key that can be used.")
            return False
        if keys != self._keys:
            self._keys = keys
            self.version += 1
        return True


def fetched(url: str) -> bytes:
    """Return what an address holds, up to a size and within a time; redirections are not followed.

    Raises:
        OSError: It cannot be had.
        HTTPException: What answers there does not speak HTTP.
    """
    request = urllib.request.Request(url, headers={"Accept": "application/json"})  # noqa: S310 - checked by the settings
    with urllib.request.build_opener(_StayThere).open(request, timeout=_PATIENCE) as answer:
        content: bytes = answer.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise URLError(_TOO_LARGE)
    return content


class _StayThere(urllib.request.HTTPRedirectHandler):
    """Follows no redirection: the address was checked, another was not."""

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
        """Refuse."""
        return
