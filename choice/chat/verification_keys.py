"""The keys that tokens are verified with, each bound to the one algorithm it is for."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from jwt.algorithms import HMACAlgorithm

from choice.errors import InvalidSetting, UnreadableJson
from choice.payload.json_text import read_json
from choice.payload.values import entries_of, exact_text, members_of
from choice.setting_rules import SHORTEST_SECRET

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
