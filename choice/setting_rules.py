"""What single settings must look like, and which of them contradict one another."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from choice.errors import InvalidSetting

SHORTEST_SECRET = 32
"""Bytes of a secret that signs tokens: 256 bits."""

WEB_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
"""A host as browsers send it, in lower case, with or without its port."""

_JWT_SECRET = "CHOICE_JWT_SECRET"  # noqa: S105 - the name of a setting
_REDIS_URL = "CHOICE_REDIS_URL"
_JWT_JWKS_URL = "CHOICE_JWT_JWKS_URL"
_MODEL = "CHOICE_MODEL"
_ALLOWED_HOSTS = "CHOICE_ALLOWED_HOSTS"
_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_KEYS = ("CHOICE_JWT_SECRET", "CHOICE_JWT_PUBLIC_KEY", "CHOICE_JWT_JWKS_URL")
_SOMEBODY_ELSES = ("CHOICE_JWT_ISSUER", "CHOICE_JWT_AUDIENCE")


def check_together(given: Mapping[str, str]) -> None:
    """Refuse settings that contradict one another.

    Raises:
        InvalidSetting: Two of them cannot both be meant, or one lacks another.
    """
    keys = [name for name in _KEYS if name in given]
    if len(keys) > 1:
        raise InvalidSetting(
            keys[1], f"must not be set together with {keys[0]}: tokens have one kind of key."
        )
    if keys == ["CHOICE_JWT_JWKS_URL"]:
        for name in _SOMEBODY_ELSES:
            if name not in given:
                raise InvalidSetting(name, "must be set together with CHOICE_JWT_JWKS_URL.")
    secret = given.get("CHOICE_JWT_SECRET")
    if secret is not None and len(secret.encode()) < SHORTEST_SECRET:
        raise InvalidSetting(_JWT_SECRET, f"must have at least {SHORTEST_SECRET} bytes (256 bits).")


def redis_url(given: str | None) -> str | None:
    """Return the address of a Redis server."""
    if given is not None and urlsplit(given).scheme not in {"redis", "rediss", "unix"}:
        raise InvalidSetting(_REDIS_URL, "must start with redis://, rediss:// or unix://.")
    return given


def jwks_url(given: str | None) -> str | None:
    """Return the address of a set of keys, which nobody on the way may change."""
    if given is None:
        return None
    parts = urlsplit(given)
    safe = parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
    if not safe or not parts.hostname or parts.username is not None:
        raise InvalidSetting(_JWT_JWKS_URL, "must start with https:// and hold no user name.")
    return given


def model_name(given: str) -> str:
    """Return the name of a model: `embedded`, or `PROVIDER:MODEL` with any provider."""
    provider, _, name = given.partition(":")
    if given != "embedded" and (provider in {"", "embedded"} or not name.strip()):
        raise InvalidSetting(_MODEL, "must be embedded or PROVIDER:MODEL, such as openai:gpt-6.")
    return given


def web_hosts(given: str) -> frozenset[str]:
    """Return the hosts of a list with commas."""
    hosts = frozenset(host for part in given.split(",") if (host := part.strip().lower()))
    for host in hosts:
        if WEB_HOST.fullmatch(host) is None:
            raise InvalidSetting(_ALLOWED_HOSTS, f"{host!r} is no host such as example.org:8400.")
    return hosts
