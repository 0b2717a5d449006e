"""The written policy for tokens: what header and claims must be, apart from the signature."""

import re
from collections.abc import Mapping
from typing import Final

from choice.chat.permissions import DEFAULT_ROLE
from choice.chat.principal import Principal
from choice.chat.refusals import BadToken
from choice.errors import UnreadableJson
from choice.payload.json_text import read_json
from choice.payload.values import members_of

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
