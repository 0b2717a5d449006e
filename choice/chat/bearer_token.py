"""Who calls: one function decides, for every route and every kind of key, whether a token is accepted."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

import jwt
from jwt.utils import base64url_decode
from starlette.requests import HTTPConnection

from choice.chat import token_policy
from choice.chat.principal import Principal
from choice.chat.refusals import BadToken
from choice.chat.remote_keys import RemoteKeys
from choice.chat.secret_file import secret_in
from choice.chat.verification_keys import KeySource, OneKey, VerificationKey, public_key, secret_key
from choice.settings import Settings

MOST_REMEMBERED: Final = 10_000
REMEMBERED_FOR: Final = 300
"""Seconds. When keys change, everything is forgotten at once."""

_UNKNOWN_KEY: Final = "The token was signed with a key that is not known here."
_NOT_SIGNED: Final = "The token's signature is not valid."
_OPTIONS: Final[jwt.types.Options] = {
    "require": ["exp", "iat", "sub", "aud", "iss", "tenant"],
    "strict_aud": True,
    "enforce_minimum_key_length": True,
    # Times are checked by the policy, to the second and by our clock.
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
}


class TokenVerifier:
    """Verifies tokens, and remembers for a short while which it has verified."""

    def __init__(
        self, keys: KeySource, *, audience: str, issuer: str, now: Callable[[], float] = time.time
    ) -> None:
        self._keys = keys
        self._audience = audience
        self._issuer = issuer
        self._now = now
        self._remembered: dict[bytes, tuple[float, Principal]] = {}
        self._version = keys.version

    def verify(self, authorization: str | None) -> Principal:
        """Return whom the value of an Authorization header speaks of.

        Raises:
            BadToken: There is no token in it, or it breaks the policy.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            rule = "Send a token: Authorization: Bearer …"
            raise BadToken(rule, missing=True)
        if len(token) > token_policy.LONGEST_TOKEN:
            token_policy.check_shape(token)
        now = self._now()
        fingerprint = hashlib.sha256(token.encode()).digest()
        if self._version != self._keys.version:
            self._version = self._keys.version
            self._remembered.clear()
        remembered = self._remembered.get(fingerprint)
        if remembered is not None and now < remembered[0]:
            return remembered[1]
        token_policy.check_shape(token)
        principal = self._verified(token, now)
        self._remember(fingerprint, principal, now)
        return principal

    def _verified(self, token: str, now: float) -> Principal:
        header_part, claims_part, _signature = token.split(".")
        header = token_policy.read_part(_decoded(header_part), "header")
        token_policy.check_header(header)
        key = self._keys.find(token_policy.key_name(header))
        if key is None:
            raise BadToken(_UNKNOWN_KEY)
        self._check_signature(token, key)
        claims = token_policy.read_part(_decoded(claims_part), "claims")
        expires_at = token_policy.check_times(claims, now)
        return token_policy.principal_of(claims, expires_at)

    def _check_signature(self, token: str, key: VerificationKey) -> None:
        """Let the library check signature, audience, issuer and that nothing required is missing."""
        try:
            jwt.decode(
                token,
                key.key,
                algorithms=[key.algorithm],
                audience=self._audience,
                issuer=self._issuer,
                options=_OPTIONS,
            )
        except jwt.MissingRequiredClaimError as error:
            rule = f"The token must have the claim {error.claim}."
            raise BadToken(rule) from None
        except jwt.InvalidAudienceError:
            rule = "The token is for another audience."
            raise BadToken(rule) from None
        except jwt.InvalidIssuerError:
            rule = "The token is from another issuer."
            raise BadToken(rule) from None
        except jwt.PyJWTError:
            raise BadToken(_NOT_SIGNED) from None

    def _remember(self, fingerprint: bytes, principal: Principal, now: float) -> None:
        ends = min(now + REMEMBERED_FOR, principal.expires_at or 0)
        if ends <= now:
            return
        self._remembered.pop(fingerprint, None)
        while len(self._remembered) >= MOST_REMEMBERED:
            del self._remembered[next(iter(self._remembered))]
        self._remembered[fingerprint] = (ends, principal)


def authorization_of(connection: HTTPConnection) -> str | None:
    """Return the value of the Authorization header, the only place a token is looked for.

    Raises:
        BadToken: There are two of them.
    """
    values = [value for name, value in connection.scope["headers"] if name == b"authorization"]
    if len(values) > 1:
        rule = "Send exactly one Authorization header."
        raise BadToken(rule)
    return values[0].decode("latin-1") if values else None


@asynccontextmanager
async def open_verifier(
    settings: Settings, now: Callable[[], float] = time.time
) -> AsyncIterator[TokenVerifier]:
    """Open the verifier that the settings describe; keys that an issuer publishes are kept fresh meanwhile.

    Raises:
        InvalidSetting: The key cannot be used.
    """
    remote = RemoteKeys(settings.jwt_jwks_url) if settings.jwt_jwks_url else None
    keys: KeySource = remote or OneKey(
        public_key(settings.jwt_public_key) if settings.jwt_public_key else signing_key(settings)
    )
    verifier = TokenVerifier(keys, audience=settings.jwt_audience, issuer=settings.jwt_issuer, now=now)
    if remote is None:
        yield verifier
        return
    await remote.load()
    renewing = asyncio.create_task(remote.keep_fresh())
    try:
        yield verifier
    finally:
        renewing.cancel()
        await asyncio.wait([renewing])


def signing_key(settings: Settings) -> VerificationKey:
    """Return the secret that this installation signs tokens with, made on first use.

    Raises:
        InvalidSetting: It cannot be used.
    """
    if settings.jwt_secret is not None:
        return secret_key(settings.jwt_secret)
    return secret_key(secret_in(settings.data_dir), "CHOICE_DATA_DIR")


def _decoded(part: str) -> bytes:
    try:
        return base64url_decode(part)
    except ValueError:
        rule = "The token must be base64url."
        raise BadToken(rule) from None
