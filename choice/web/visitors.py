"""Who may use the pages: a code that works once becomes a cookie that only this server can have made."""

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import jwt

CODE_SECONDS = 600
SESSION_SECONDS = 30 * 24 * 3600
MOST_CODES = 1000
_ALGORITHM = "HS256"
_AUDIENCE = "choicewire pages"


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person at a page."""

    user: str
    tenant: str
    roles: frozenset[str] = frozenset()


class Visitors:
    """Lets visitors in. Codes live in this process; cookies outlive it, as open pages do."""

    def __init__(self, key: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = key
        # Browsers send cookies to every port of a host, so that of another server must have another name.
        self.cookie = f"choice_page_{hashlib.sha256(b'name' + key).hexdigest()[:8]}"
        self._now = now
        self._codes: dict[str, tuple[float, Visitor]] = {}

    def code_for(self, visitor: Visitor) -> str:
        """Return a new code; it works once, for ten minutes."""
        self._forget_old_codes()
        code = secrets.token_urlsafe(32)
        self._codes[code] = (self._now() + CODE_SECONDS, visitor)
        return code

    def cookie_for(self, code: str) -> str | None:
        """Use up a code and return the value of a cookie, or None if the code is none, or no longer."""
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
        """Return who sent these cookies, or None if nobody that we let in."""
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

    def _forget_old_codes(self) -> None:
        now = self._now()
        self._codes = {code: kept for code, kept in self._codes.items() if kept[0] >= now}
        while len(self._codes) >= MOST_CODES:
            del self._codes[next(iter(self._codes))]
