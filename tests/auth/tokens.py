"""Valid and forged tokens, and verifiers with a fixed clock."""

import json
from collections.abc import Mapping
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from jwt.algorithms import OKPAlgorithm, RSAAlgorithm, get_default_algorithms
from jwt.utils import base64url_encode

from choice.auth import Principal, TokenVerifier
from choice.auth.keys import KeySource, StaticKey, VerificationKey, key_set, public_key, secret_key
from choice.errors import BadToken

NOW = 1_900_000_000
SECRET = "a secret of more than thirty-two bytes"  # noqa: S105 - for tests
RSA = generate_private_key(65537, 2048)
ED25519 = Ed25519PrivateKey.generate()
KEYS: dict[str, Any] = {"HS256": SECRET.encode(), "RS256": RSA, "EdDSA": ED25519}

Private = RSAPrivateKey | Ed25519PrivateKey | EllipticCurvePrivateKey


class KeySet:
    """Keys by id, as in the key set of an issuer."""

    version = 0

    def __init__(self, keys: Mapping[str, VerificationKey]) -> None:
        self._keys = keys

    def find(self, key_id: str | None) -> VerificationKey | None:
        return None if key_id is None else self._keys.get(key_id)


def pem(key: Private) -> str:
    return (
        key.public_key()
        .public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        .decode()
    )


def published() -> bytes:
    """Return the public keys as a JWK set."""
    rsa = RSAAlgorithm.to_jwk(RSA.public_key(), as_dict=True)
    okp = OKPAlgorithm.to_jwk(ED25519.public_key(), as_dict=True)
    return json.dumps({"keys": [{**rsa, "kid": "r1", "use": "sig"}, {**okp, "kid": "e1"}]}).encode()


def source(algorithm: str) -> KeySource:
    """Return the key source for an algorithm."""
    if algorithm == "JWKS":
        return KeySet(key_set(published()))
    if algorithm == "HS256":
        return StaticKey(secret_key(SECRET))
    return StaticKey(public_key(pem(KEYS[algorithm])))


def verifier(algorithm: str = "HS256", now: float = NOW) -> TokenVerifier:
    return TokenVerifier(source(algorithm), audience="choicewire", issuer="choicewire", now=lambda: now)


def claims(**changes: object) -> dict[str, object]:
    """Return valid claims with changes; a value of `...` removes the claim."""
    good: dict[str, object] = {
        "iss": "choicewire",
        "aud": "choicewire",
        "sub": "ada",
        "tenant": "acme",
        "iat": NOW - 60,
        "exp": NOW + 600,
    }
    return {name: value for name, value in {**good, **changes}.items() if value is not ...}


def signed(header: object, payload: object, key: Any, algorithm: str) -> str:  # noqa: ANN401 - keys have many types
    """Sign any header and payload, as JSON or raw text, with any key and algorithm."""
    parts = [
        part.encode() if isinstance(part, str) else json.dumps(part).encode() for part in (header, payload)
    ]
    signing_input = b".".join(base64url_encode(part) for part in parts)
    signature = get_default_algorithms()[algorithm].sign(signing_input, key)
    return f"{signing_input.decode()}.{base64url_encode(signature).decode()}"


def token(algorithm: str = "HS256", header: Mapping[str, object] | None = None, /, **changes: object) -> str:
    """Return a valid token with changes."""
    whole = {"typ": "JWT", "alg": algorithm, **(header or {})}
    whole = {name: value for name, value in whole.items() if value is not ...}
    return signed(whole, claims(**changes), KEYS[algorithm], algorithm)


def accepted(by: TokenVerifier, value: str) -> Principal | None:
    """Return the principal of a token, or None if it is rejected."""
    try:
        return by.verify(f"Bearer {value}")
    except BadToken:
        return None


def library_token(**changes: object) -> str:
    """Return a token signed by PyJWT."""
    return jwt.encode(claims(**changes), SECRET, algorithm="HS256")
