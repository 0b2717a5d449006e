"""Sign-in to the pages: one-time codes, signed session cookies, and CSRF protection."""

import hashlib
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import jwt
from starlette.requests import HTTPConnection

CODE_SECONDS = 600
SESSION_SECONDS = 30 * 24 * 3600
MAX_CODES = 1000
_ALGORITHM = "HS256"
_AUDIENCE = "choicewire pages"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A signed-in user of the pages."""

    user: str
    tenant: str
    roles: frozenset[str] = frozenset()


class Visitors:
    """Issues sign-in codes and session cookies. A restart invalidates the codes but not the cookies."""

    def __init__(self, key: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = key
        # Browsers send a cookie to every port of its host, so each server needs its own cookie name.
        self.cookie = f"choice_page_{hashlib.sha256(b'name' + key).hexdigest()[:8]}"
        self._now = now
        self._codes: dict[str, tuple[float, Visitor]] = {}

    def code_for(self, visitor: Visitor) -> str:
        """Return a new one-time code. It expires after ten minutes."""
        self._remove_old_codes()
        code = secrets.token_urlsafe(32)
        self._codes[code] = (self._now() + CODE_SECONDS, visitor)
        return code

    def cookie_for(self, code: str) -> str | None:
        """Exchange a code for a session cookie. Return None if the code is unknown or expired."""
        until, visitor = self._codes.pop(code, (0.0, None))
        if visitor is None or until < self._now():
            return None
        now = int(self._now())
        claims = {
            "sub": visitor.user,
            "tenant": visitor.tenant,
            "roles": sorted(visitor.roles),
            "aud": _AUDIENCE,
            "iat": now,
            "exp": now + SESSION_SECONDS,
        }
        return jwt.encode(claims, self._key, algorithm=_ALGORITHM)

    def visitor(self, cookies: Mapping[str, str]) -> Visitor | None:
        """Return the visitor of a session cookie, or None."""
        cookie = cookies.get(self.cookie)
        if not cookie:
            return None
        try:
            claims = jwt.decode(
                cookie,
                self._key,
                algorithms=[_ALGORITHM],
                audience=_AUDIENCE,
                options={"require": ["exp", "sub", "aud"]},
            )
        except jwt.PyJWTError:
            return None
        return Visitor(claims["sub"], claims["tenant"], frozenset(claims["roles"]))

    def _remove_old_codes(self) -> None:
        now = self._now()
        self._codes = {code: issued for code, issued in self._codes.items() if issued[0] >= now}
        while len(self._codes) >= MAX_CODES:
            del self._codes[next(iter(self._codes))]


SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CLIENT_HEADER = "x-choice-client"


def origins_of(hosts: Collection[str]) -> frozenset[str]:
    """Return the http and https origins of these hosts. With a TLS proxy, the pages have an https origin."""
    return frozenset({f"{scheme}://{host}" for scheme in ("http", "https") for host in hosts})


class RequestGuard:
    """CSRF protection: accepts only requests from our own pages, by exact host and origin."""

    def __init__(self, hosts: Collection[str]) -> None:
        self._hosts = frozenset(hosts)
        self._origins = origins_of(hosts)

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Return whether a request was made by one of our pages."""
        hosts = connection.headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return False
        method = connection.scope.get("method", "GET")
        if connection.scope["type"] == "websocket":
            return self._origin_is_ours(connection)
        if method in SAFE_METHODS:
            return connection.headers.get("sec-fetch-site") in {None, "same-origin", "none"}
        return self._origin_is_ours(connection) and CLIENT_HEADER in connection.headers

    def _origin_is_ours(self, connection: HTTPConnection) -> bool:
        origins = connection.headers.getlist("origin")
        return len(origins) == 1 and origins[0] in self._origins
