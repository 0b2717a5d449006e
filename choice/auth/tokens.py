"""Who calls: one function decides, for every route and every kind of key, whether a token is accepted."""

import asyncio
import hashlib
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

import jwt
from jwt.utils import base64url_decode

from choice.auth.keys import KeySource, OneKey, RemoteKeys, VerificationKey, public_key, secret_key
from choice.auth.principal import DEFAULT_ROLE, Principal
from choice.auth.secrets import secret_in
from choice.errors import BadToken, UnreadableJson
from choice.payload.json_text import read_json
from choice.payload.values import members_of
from choice.settings import Settings

LONGEST_TOKEN: Final = 8 * 1024
LEEWAY: Final = 30
"""Seconds by which the clock of the issuer may differ from ours."""

_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
_TYPES: Final = frozenset({"jwt", "at+jwt", "application/at+jwt"})
_CHANGES_THE_MEANING: Final = frozenset({"crit", "b64", "zip", "enc"})
_ID_TOKEN: Final = frozenset({"nonce", "at_hash", "c_hash"})
_LONGEST_NAME: Final = 200
_MOST_ROLES: Final = 32
_END_OF_TIME: Final = 253_402_300_799
"""The last second of the year 9999, beyond which a moment has no date."""


def check_shape(token: str) -> None:
    """Refuse what is no compact JWS of a decent size.

    Raises:
        BadToken: It is none.
    """
    if len(token) > LONGEST_TOKEN:
        rule = f"The token must be at most {LONGEST_TOKEN} bytes."
        raise BadToken(rule)
    if _SHAPE.fullmatch(token) is None:
        rule = "The token must be three base64url parts with dots between them."
        raise BadToken(rule)


def read_part(part: bytes, what: str) -> Mapping[str, object]:
    """Return the members of a decoded part; nothing may be named twice.

    Raises:
        BadToken: It is no such object.
    """
    try:
        members = members_of(read_json(part))
    except UnreadableJson as error:
        rule = f"The token's {what} {error.rule}"
        raise BadToken(rule) from None
    if members is None:
        rule = f"The token's {what} must be an object."
        raise BadToken(rule)
    return members


def check_header(header: Mapping[str, object]) -> None:
    """Refuse a header that says another kind of token, or one that means more than it seems to.

    Addresses and keys in it (`jku`, `x5u`, `jwk`, `x5c`) are never looked at.

    Raises:
        BadToken: It breaks the policy.
    """
    kind = header.get("typ")
    if not isinstance(kind, str) or kind.lower() not in _TYPES:
        rule = "The token's header must have the typ JWT or at+jwt."
        raise BadToken(rule)
    if not _CHANGES_THE_MEANING.isdisjoint(header):
        rule = "The token's header must not have crit, b64, zip or enc."
        raise BadToken(rule)


def key_name(header: Mapping[str, object]) -> str | None:
    """Return what a header calls its key, or None where it does not say.

    Raises:
        BadToken: The name is no name.
    """
    name = header.get("kid")
    if name is not None and (not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME):
        rule = "The token's kid must be a short text."
        raise BadToken(rule)
    return name


def check_times(claims: Mapping[str, object], now: float) -> int:
    """Return when a token ends; it must have begun and not ended, give or take the leeway.

    Raises:
        BadToken: It is not its time.
    """
    expires_at, issued_at = _seconds(claims, "exp"), _seconds(claims, "iat")
    begins_at = _seconds(claims, "nbf") if "nbf" in claims else issued_at
    if now >= expires_at + LEEWAY:
        rule = "The token has expired."
        raise BadToken(rule)
    if max(issued_at, begins_at) > now + LEEWAY:
        rule = "The token is not valid yet."
        raise BadToken(rule)
    if issued_at >= expires_at:
        rule = "The token's exp must be later than its iat."
        raise BadToken(rule)
    return expires_at


def principal_of(claims: Mapping[str, object], expires_at: int) -> Principal:
    """Return whom verified claims speak of.

    Raises:
        BadToken: They do not say, or they are those of an ID token.
    """
    if not _ID_TOKEN.isdisjoint(claims):
        rule = "An ID token gives no access; send the access token."
        raise BadToken(rule)
    return Principal(_name(claims, "sub"), _name(claims, "tenant"), _roles(claims), expires_at)


def _roles(claims: Mapping[str, object]) -> frozenset[str]:
    given = claims.get("roles", [DEFAULT_ROLE])
    if not isinstance(given, list) or len(given) > _MOST_ROLES:
        rule = "The token's roles must be a short list."
        raise BadToken(rule)
    roles = frozenset(role for role in given if isinstance(role, str) and 0 < len(role) <= _LONGEST_NAME)
    if len(roles) < len(given):
        rule = "The token's roles must be different short texts."
        raise BadToken(rule)
    return roles


def _name(claims: Mapping[str, object], claim: str) -> str:
    name = claims.get(claim)
    if not isinstance(name, str) or not 0 < len(name) <= _LONGEST_NAME:
        rule = f"The token must have the claim {claim}, a text of at most {_LONGEST_NAME} characters."
        raise BadToken(rule)
    if not name.isprintable() or name != name.strip():
        rule = f"The token's {claim} must have no control characters and no spaces around it."
        raise BadToken(rule)
    return name


def _seconds(claims: Mapping[str, object], claim: str) -> int:
    given = claims.get(claim)
    if type(given) is not int or not 0 <= given <= _END_OF_TIME:
        rule = f"The token must have the claim {claim}, whole seconds since 1970."
        raise BadToken(rule)
    return given


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
        if len(token) > LONGEST_TOKEN:
            check_shape(token)
        now = self._now()
        fingerprint = hashlib.sha256(token.encode()).digest()
        if self._version != self._keys.version:
            self._version = self._keys.version
            self._remembered.clear()
        remembered = self._remembered.get(fingerprint)
        if remembered is not None and now < remembered[0]:
            return remembered[1]
        check_shape(token)
        principal = self._verified(token, now)
        self._remember(fingerprint, principal, now)
        return principal

    def _verified(self, token: str, now: float) -> Principal:
        header_part, claims_part, _signature = token.split(".")
        header = read_part(_decoded(header_part), "header")
        check_header(header)
        key = self._keys.find(key_name(header))
        if key is None:
            raise BadToken(_UNKNOWN_KEY)
        self._check_signature(token, key)
        claims = read_part(_decoded(claims_part), "claims")
        expires_at = check_times(claims, now)
        return principal_of(claims, expires_at)

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
