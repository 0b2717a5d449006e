"""Makes tokens for development, by the same policy that verifies them."""

from typing import Final

import jwt

from choice.auth.keys import OneKey
from choice.auth.principal import Principal
from choice.auth.tokens import TokenVerifier, signing_key
from choice.errors import InvalidSetting
from choice.settings import Settings

LONGEST_LIFE: Final = 366 * 24 * 3600


def signed_token(settings: Settings, principal: Principal, issued_at: int, lasts: int) -> str:
    """Return a token that speaks of a principal; without roles it says nothing about them.

    Raises:
        InvalidSetting: Tokens of this installation are signed elsewhere, or the secret cannot be used.
        BadToken: The server would not accept such a token.
    """
    for name, value in (
        ("CHOICE_JWT_PUBLIC_KEY", settings.jwt_public_key),
        ("CHOICE_JWT_JWKS_URL", settings.jwt_jwks_url),
    ):
        if value is not None:
            raise InvalidSetting(name, "is set, so tokens are signed elsewhere, with a key that is not here.")
    key = signing_key(settings)
    assert isinstance(key.key, bytes)  # noqa: S101 - a signing key is a secret
    token = jwt.encode(_claims(settings, principal, issued_at, lasts), key.key, algorithm=key.algorithm)
    verifier = TokenVerifier(
        OneKey(key), audience=settings.jwt_audience, issuer=settings.jwt_issuer, now=lambda: float(issued_at)
    )
    verifier.verify(f"Bearer {token}")
    return token


def _claims(settings: Settings, principal: Principal, issued_at: int, lasts: int) -> dict[str, object]:
    claims: dict[str, object] = {
        "iss": settings.jwt_issuer,
        "aud": settings.jwt_audience,
        "sub": principal.user,
        "tenant": principal.tenant,
        "iat": issued_at,
        "exp": issued_at + lasts,
    }
    return {**claims, "roles": sorted(principal.roles)} if principal.roles else claims
