"""Verify bearer tokens (JWT), and sign tokens for development."""

import asyncio
import hashlib
import re
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

import jwt
from jwt.utils import base64url_decode

from choice.auth.keys import (
    KeySource,
    RemoteKeys,
    StaticKey,
    VerificationKey,
    public_key,
    secret_in,
    secret_key,
)
from choice.auth.principal import DEFAULT_ROLE, ROLES, principal_for
from choice.desk import Principal
from choice.errors import BadToken, InvalidSetting, UnreadableJson
from choice.payload import members_of, read_json
from choice.settings import ANY, ClaimNames, Settings

MAX_TOKEN_BYTES: Final = 8 * 1024
MAX_LIFETIME: Final = 366 * 24 * 3600
"""Longest lifetime of a development token, in seconds."""
MAX_CACHED: Final = 10_000
CACHE_SECONDS: Final = 300
"""How long a verified token stays cached. The cache is cleared when keys change."""
LEEWAY: Final = 30
"""Allowed difference between the issuer's clock and ours, in seconds."""

_COMPACT_JWS: Final = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")
_TYPES: Final = frozenset({"jwt", "at+jwt", "application/at+jwt"})
_FORBIDDEN_HEADERS: Final = frozenset({"crit", "b64", "zip", "enc"})
_ID_TOKEN_CLAIMS: Final = frozenset({"nonce", "at_hash", "c_hash"})
_MAX_NAME: Final = 200
_MAX_ROLES: Final = 200
_ROLES_CLAIM: Final = ClaimNames().roles
_MAX_TIMESTAMP: Final = 253_402_300_799
"""The last second of the year 9999, the largest that `datetime` can represent."""


def check_shape(token: str) -> None:
    """Check that a token is a compact JWS of an acceptable size.

    Raises:
        BadToken: The token is too long or malformed.
    """
    if len(token) > MAX_TOKEN_BYTES:
        rule = f"The token must be at most {MAX_TOKEN_BYTES} bytes."
        raise BadToken(rule)
    if _COMPACT_JWS.fullmatch(token) is None:
        rule = "The token must have three base64url parts separated by dots."
        raise BadToken(rule)


def read_part(part: bytes, what: str) -> Mapping[str, object]:
    """Return a decoded part of a token as an object.

    Raises:
        BadToken: The part is not a JSON object, or has duplicate keys.
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
    """Check the type of a token and reject extensions that change its meaning.

    URLs and keys in the header (`jku`, `x5u`, `jwk`, `x5c`) are ignored.

    Raises:
        BadToken: The type is not accepted, or a forbidden extension is used.
    """
    kind = header.get("typ", "JWT")
    if not isinstance(kind, str) or kind.lower() not in _TYPES:
        rule = "The token's header must have the typ JWT or at+jwt."
        raise BadToken(rule)
    if not _FORBIDDEN_HEADERS.isdisjoint(header):
        rule = "The token's header must not have crit, b64, zip or enc."
        raise BadToken(rule)


def key_name(header: Mapping[str, object]) -> str | None:
    """Return the `kid` of a header, or None.

    Raises:
        BadToken: The `kid` is not a string of acceptable length.
    """
    name = header.get("kid")
    if name is not None and (not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME):
        rule = f"The token's kid must be a string of at most {_MAX_NAME} characters."
        raise BadToken(rule)
    return name


def check_times(claims: Mapping[str, object], now: float) -> int:
    """Check the validity period of a token and return when it expires.

    Raises:
        BadToken: The token has expired or is not valid yet, even with the leeway.
    """
    expires_at = _seconds(claims, "exp")
    issued_at = _seconds(claims, "iat") if "iat" in claims else 0
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


def check_issuer(claims: Mapping[str, object], issuer: str) -> None:
    """Check the issuer of a token.

    Raises:
        BadToken: The issuer is missing or another one.
    """
    if issuer == ANY:
        return
    given = claims.get("iss")
    if given is None:
        rule = f"The token must have the claim iss, with the value {issuer} (CHOICE_JWT_ISSUER)."
        raise BadToken(rule)
    if given != issuer:
        rule = f"The token is from another issuer. Its iss must be {issuer} (CHOICE_JWT_ISSUER)."
        raise BadToken(rule)


def check_audience(claims: Mapping[str, object], audiences: str) -> None:
    """Check that a token is for one of the accepted audiences.

    Raises:
        BadToken: The audience is missing, of the wrong type, or another one.
    """
    if audiences == ANY:
        return
    accepted = [name.strip() for name in audiences.split(",")]
    expected = f"{' or '.join(accepted)} (CHOICE_JWT_AUDIENCE)"
    given = claims.get("aud")
    if given is None:
        rule = f"The token must have the claim aud, with the value {expected}."
        raise BadToken(rule)
    names = given if isinstance(given, list) else [given]
    if not all(isinstance(name, str) for name in names):
        rule = "The token's aud must be a string or a list of strings."
        raise BadToken(rule)
    if not set(accepted).intersection(names):
        rule = f"The token is for another audience. Its aud must be {expected}."
        raise BadToken(rule)


def principal_of(
    claims: Mapping[str, object],
    expires_at: int,
    names: ClaimNames | None = None,
    *,
    accepts_id_tokens: bool = False,
) -> Principal:
    """Return the principal of verified claims.

    Raises:
        BadToken: A claim is missing or invalid, or the claims are those of an ID token.
    """
    # Some issuers put the nonce into access tokens, which they mark by the claim `typ`.
    is_access_token = claims.get("typ") == "Bearer"
    forbidden = _ID_TOKEN_CLAIMS - ({"nonce"} if is_access_token else set())
    if not accepts_id_tokens and not forbidden.isdisjoint(claims):
        rule = "Send an access token, not an ID token."
        raise BadToken(rule)
    names = names or ClaimNames()
    tenant = names.default_tenant
    if tenant is None or claim_at(claims, names.tenant) is not None:
        tenant = _name(claims, names.tenant)
    roles = _roles(claims, names.roles, dict(names.role_names))
    return principal_for(_name(claims, names.user), tenant, roles, expires_at)


def claim_at(claims: Mapping[str, object], path: str) -> object:
    """Return a claim by its name or by a dotted path such as `realm_access.roles`; None if it is absent."""
    if path in claims:
        return claims[path]
    value: object = claims
    for step in path.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _roles(claims: Mapping[str, object], path: str, meanings: Mapping[str, str]) -> frozenset[str]:
    """Return the roles in a list or a space-separated text.

    A claim of another issuer may name none of the roles of this service. Then the caller is a member.
    """
    given = claim_at(claims, path)
    if isinstance(given, str):
        given = [role for role in given.split(" ") if role]
    if given is None and path not in claims:
        given = [DEFAULT_ROLE]
    if not isinstance(given, list) or len(given) > _MAX_ROLES:
        rule = f"The token's {path} must be a list of at most {_MAX_ROLES} roles, or a space-separated text."
        raise BadToken(rule)
    roles = frozenset(role for role in given if isinstance(role, str) and 0 < len(role) <= _MAX_NAME)
    if len(roles) < len(given) or not all(role.isprintable() for role in roles):
        rule = f"The token's {path} must be distinct strings of at most {_MAX_NAME} printable characters."
        raise BadToken(rule)
    roles = frozenset(meanings.get(role, role) for role in roles)
    is_foreign = path != _ROLES_CLAIM
    return roles | {DEFAULT_ROLE} if is_foreign and roles.isdisjoint(ROLES) else roles


def _name(claims: Mapping[str, object], path: str) -> str:
    """Return the text or the whole number of a claim as text."""
    name = claim_at(claims, path)
    if type(name) is int:
        name = str(name)
    if not isinstance(name, str) or not 0 < len(name) <= _MAX_NAME:
        rule = f"The token must have the claim {path}, a string of at most {_MAX_NAME} characters."
        raise BadToken(rule)
    if not name.isprintable() or name != name.strip():
        rule = f"The token's {path} must have no control characters and no surrounding spaces."
        raise BadToken(rule)
    return name


def _seconds(claims: Mapping[str, object], claim: str) -> int:
    given = claims.get(claim)
    if type(given) is not int or not 0 <= given <= _MAX_TIMESTAMP:
        rule = f"The token must have the claim {claim}, a whole number of seconds since 1970."
        raise BadToken(rule)
    return given


_UNKNOWN_KEY: Final = (
    "The token is signed with an unknown key. If the issuer has just changed its keys, try again in a minute."
)
_BAD_SIGNATURE: Final = "The token's signature is not valid."
_OPTIONS: Final[jwt.types.Options] = {
    "enforce_minimum_key_length": True,
    # The claims are checked below, with the injected clock and with errors that name the claim.
    "verify_aud": False,
    "verify_iss": False,
    "verify_sub": False,
    "verify_jti": False,
    "verify_exp": False,
    "verify_iat": False,
    "verify_nbf": False,
}


class TokenVerifier:
    """Verifies tokens and caches the verified ones for a short time."""

    def __init__(  # noqa: PLR0913 - the rules for tokens
        self,
        keys: KeySource,
        *,
        audience: str,
        issuer: str,
        now: Callable[[], float] = time.time,
        claims: ClaimNames | None = None,
        accepts_id_tokens: bool = False,
    ) -> None:
        self._keys = keys
        self._accepts_id_tokens = accepts_id_tokens
        self._audience = audience
        self._issuer = issuer
        self._claims = claims
        self._now = now
        self._cache: dict[bytes, tuple[float, Principal]] = {}
        self._version = keys.version

    def for_proxy(self) -> "TokenVerifier":
        """Return a verifier for the tokens that a sign-in proxy sends, which may be ID tokens."""
        return TokenVerifier(
            self._keys,
            audience=self._audience,
            issuer=self._issuer,
            now=self._now,
            claims=self._claims,
            accepts_id_tokens=True,
        )

    def verify(self, authorization: str | None) -> Principal:
        """Return the principal of an Authorization header.

        Raises:
            BadToken: The token is missing or not accepted.
        """
        scheme, _, token = (authorization or "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            rule = "Send a token: Authorization: Bearer …"
            raise BadToken(rule, missing=True)
        if len(token) > MAX_TOKEN_BYTES:
            check_shape(token)
        now = self._now()
        fingerprint = hashlib.sha256(token.encode()).digest()
        if self._version != self._keys.version:
            self._version = self._keys.version
            self._cache.clear()
        cached = self._cache.get(fingerprint)
        if cached is not None and now < cached[0]:
            return cached[1]
        check_shape(token)
        principal = self._verified(token, now)
        self._store(fingerprint, principal, now)
        return principal

    def _verified(self, token: str, now: float) -> Principal:
        header_part, claims_part, _signature = token.split(".")
        header = read_part(_decoded(header_part), "header")
        check_header(header)
        key = self._keys.find(key_name(header))
        if key is None:
            raise BadToken(_UNKNOWN_KEY)
        check_signature(token, key)
        claims = read_part(_decoded(claims_part), "claims")
        check_issuer(claims, self._issuer)
        check_audience(claims, self._audience)
        expires_at = check_times(claims, now)
        return principal_of(claims, expires_at, self._claims, accepts_id_tokens=self._accepts_id_tokens)

    def _store(self, fingerprint: bytes, principal: Principal, now: float) -> None:
        ends = min(now + CACHE_SECONDS, principal.expires_at or 0)
        if ends <= now:
            return
        self._cache.pop(fingerprint, None)
        while len(self._cache) >= MAX_CACHED:
            del self._cache[next(iter(self._cache))]
        self._cache[fingerprint] = (ends, principal)


def check_signature(token: str, key: VerificationKey) -> None:
    """Check the signature of a token with PyJWT.

    Raises:
        BadToken: The signature is wrong, or made with another algorithm than that of the key.
    """
    try:
        jwt.decode(token, key.key, algorithms=[key.algorithm], options=_OPTIONS)
    except jwt.InvalidAlgorithmError:
        rule = f"The token must be signed with the algorithm {key.algorithm}."
        raise BadToken(rule) from None
    except jwt.PyJWTError:
        raise BadToken(_BAD_SIGNATURE) from None


@asynccontextmanager
async def open_verifier(
    settings: Settings, now: Callable[[], float] = time.time
) -> AsyncIterator[TokenVerifier]:
    """Open the verifier for the settings. Keys from a JWKS URL are refreshed until it is closed.

    Raises:
        InvalidSetting: The key cannot be used.
    """
    remote = RemoteKeys(settings.jwt_jwks_url) if settings.jwt_jwks_url else None
    keys: KeySource = remote or StaticKey(
        public_key(settings.jwt_public_key) if settings.jwt_public_key else signing_key(settings)
    )
    verifier = TokenVerifier(
        keys,
        audience=settings.jwt_audience,
        issuer=settings.jwt_issuer,
        now=now,
        claims=settings.claims,
    )
    if remote is None:
        yield verifier
        return
    await remote.load()
    refreshing = asyncio.create_task(remote.refresh_periodically())
    try:
        yield verifier
    finally:
        refreshing.cancel()
        await asyncio.wait([refreshing])


def signing_key(settings: Settings) -> VerificationKey:
    """Return the secret for signing tokens. It is created on first use.

    Raises:
        InvalidSetting: The secret cannot be used.
    """
    if settings.jwt_secret is not None:
        return secret_key(settings.jwt_secret)
    return secret_key(secret_in(settings.data_dir), "CHOICE_DATA_DIR")


def _decoded(part: str) -> bytes:
    try:
        return base64url_decode(part)
    except ValueError:
        rule = "The token must be encoded as base64url."
        raise BadToken(rule) from None


def signed_token(settings: Settings, principal: Principal, issued_at: int, lifetime: int) -> str:
    """Return a token for a principal. Without roles, it has no `roles` claim.

    Raises:
        InvalidSetting: Tokens are signed by an external issuer, or the secret cannot be used.
        BadToken: The server would not accept such a token.
    """
    for name, value in (
        ("CHOICE_JWT_PUBLIC_KEY", settings.jwt_public_key),
        ("CHOICE_JWT_JWKS_URL", settings.jwt_jwks_url),
    ):
        if value is not None:
            raise InvalidSetting(name, "is set: tokens are signed by an external issuer.")
    key = signing_key(settings)
    assert isinstance(key.key, bytes)  # noqa: S101 - a signing key is a secret
    token = jwt.encode(_claims(settings, principal, issued_at, lifetime), key.key, algorithm=key.algorithm)
    verifier = TokenVerifier(
        StaticKey(key),
        audience=settings.jwt_audience,
        issuer=settings.jwt_issuer,
        now=lambda: float(issued_at),
        claims=settings.claims,
    )
    verifier.verify(f"Bearer {token}")
    return token


def _claims(settings: Settings, principal: Principal, issued_at: int, lifetime: int) -> dict[str, object]:
    names = settings.claims
    claims: dict[str, object] = {"iat": issued_at, "exp": issued_at + lifetime}
    if settings.jwt_issuer != ANY:
        claims["iss"] = settings.jwt_issuer
    if settings.jwt_audience != ANY:
        claims["aud"] = settings.jwt_audience.partition(",")[0].strip()
    _set_claim(claims, names.user, principal.subject)
    _set_claim(claims, names.tenant, principal.tenant)
    if principal.roles:
        _set_claim(claims, names.roles, sorted(principal.roles))
    return claims


def _set_claim(claims: dict[str, object], path: str, value: object) -> None:
    """Set a claim where `claim_at` finds it. URLs are names, not paths."""
    *parents, name = [path] if "/" in path else path.split(".")
    for parent in parents:
        nested = claims.setdefault(parent, {})
        assert isinstance(nested, dict)  # noqa: S101 - set here, or by an earlier path
        claims = nested
    claims[name] = value
