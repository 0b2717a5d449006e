"""Sign-in to the pages: one-time codes, sessions in the store, and CSRF protection."""

import hashlib
import json
import logging
import re
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final

import jwt
import sqlalchemy as sa
from starlette.requests import HTTPConnection

from choice.auth import principal_for
from choice.desk import Principal
from choice.desk.sql.transaction import Database, Transaction
from choice.errors import ChoiceError, StoreError
from choice.web.tables import page_sessions

CODE_SECONDS: Final = 600
SESSION_SECONDS: Final = 12 * 3600
"""Longest lifetime of a session. It ends earlier with the token that it came from."""
CHECK_SECONDS: Final = 10.0
"""How long a session that was found in the store counts as valid, also on other servers."""
MAX_CODES: Final = 10_000
CODES_PER_USER: Final = 5
SESSIONS_PER_USER: Final = 20
MAX_CACHED: Final = 10_000
_USED_SECONDS: Final = 60.0
"""Accuracy of a session's last use."""
_ALGORITHM: Final = "HS256"
_AUDIENCE: Final = "choicewire pages"
_MICROSECONDS: Final = 1_000_000

logger = logging.getLogger(__name__)


class TooManyCodes(ChoiceError):
    """So many sign-in links are valid that no more can be created."""

    def __init__(self) -> None:
        super().__init__("Too many sign-in links are open. Try again in ten minutes.")


class SignInCodes:
    """One-time codes of sign-in links. A restart invalidates them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._codes: dict[str, tuple[float, Principal]] = {}

    def issue(self, principal: Principal) -> str:
        """Return a new code. It expires after ten minutes, or if its user requests several more.

        Raises:
            TooManyCodes: Other users have too many codes.
        """
        now = self._now()
        self._codes = {code: issued for code, issued in self._codes.items() if issued[0] >= now}
        mine = [code for code, (_until, owner) in self._codes.items() if _user(owner) == _user(principal)]
        for code in mine[: max(0, len(mine) - CODES_PER_USER + 1)]:
            del self._codes[code]
        if len(self._codes) >= MAX_CODES:
            raise TooManyCodes
        code = secrets.token_urlsafe(32)
        self._codes[code] = (now + CODE_SECONDS, principal)
        return code

    def owner_of(self, code: str) -> Principal | None:
        """Return the user of a code without using it up, or None if it is unknown or expired."""
        until, principal = self._codes.get(code, (0.0, None))
        return principal if until >= self._now() else None

    def redeem(self, code: str) -> Principal | None:
        """Use up a code. Return its user, or None if it is unknown or expired."""
        principal = self.owner_of(code)
        self._codes.pop(code, None)
        return principal


def _user(principal: Principal) -> tuple[str, str]:
    return principal.tenant, principal.subject


@dataclass(frozen=True, slots=True)
class PageSession:
    """A browser in which a user is signed in. Times are seconds since 1970."""

    id: str
    principal: Principal
    device: str
    created_at: float
    used_at: float
    expires_at: float


class PageSessions:
    """Sessions of the pages. The cookie is a signed token with the id of a session in the store.

    A valid session is read from the store every ten seconds at most, so a session that ends on another
    server ends here within that time. Call `open` before the first use.
    """

    def __init__(self, key: bytes, now: Callable[[], float] = time.time) -> None:
        self._key = key
        # Browsers send a cookie to every port of its host, so each server needs its own cookie name.
        self.cookie = f"choice_page_{hashlib.sha256(b'name' + key).hexdigest()[:8]}"
        self.codes = SignInCodes(now)
        self._now = now
        self._database: Database | None = None
        self._checked: dict[str, tuple[float, PageSession]] = {}

    def open(self, database: Database) -> None:
        """Use a database."""
        self._database = database

    async def start(self, principal: Principal, device: str = "") -> tuple[str, PageSession]:
        """Start a session of a user, and return its cookie. The oldest of too many sessions end."""
        now = self._now()
        longest = now + SESSION_SECONDS
        expires_at = longest if principal.expires_at is None else min(longest, principal.expires_at)
        session = PageSession(secrets.token_urlsafe(18), principal, device, now, now, expires_at)
        await self._store.write(lambda tx: _insert(tx, session), principal.tenant)
        claims = {
            "sub": principal.subject,
            "tenant": principal.tenant,
            "jti": session.id,
            "aud": _AUDIENCE,
            "iat": int(now),
            "exp": int(expires_at),
        }
        return jwt.encode(claims, self._key, algorithm=_ALGORITHM), session

    async def find(self, cookies: Mapping[str, str]) -> PageSession | None:
        """Return the session of a cookie, or None if there is none or it has ended."""
        claims = self._claims(cookies.get(self.cookie))
        if claims is None:
            return None
        session_id, tenant = str(claims["jti"]), str(claims["tenant"])
        now = self._now()
        checked_at, session = self._checked.get(session_id, (0.0, None))
        if session is None or not 0 <= now - checked_at < CHECK_SECONDS:
            session = await self._load(session_id, tenant, now)
        return session if session is not None and now < session.expires_at else None

    async def end(self, session: PageSession) -> None:
        """End a session, here at once and on other servers within ten seconds."""
        which = _is_one(session.principal.tenant, session.id)
        await self._store.write(
            lambda tx: tx.connection.execute(sa.delete(page_sessions).where(which)), session.principal.tenant
        )
        self._checked.pop(session.id, None)

    async def of_user(self, principal: Principal) -> list[PageSession]:
        """Return the sessions of a user, the newest first."""
        c = page_sessions.c
        wanted = (
            sa.select(page_sessions)
            .where(c.tenant == principal.tenant, c.subject == principal.subject)
            .where(c.expires_at > _micros(self._now()))
            .order_by(c.created_at.desc())
        )
        return await self._store.read(
            lambda connection: [_session(row) for row in connection.execute(wanted).mappings()],
            principal.tenant,
        )

    @property
    def _store(self) -> Database:
        assert self._database is not None, "call open() first"  # noqa: S101 - an error in the caller
        return self._database

    def _claims(self, cookie: str | None) -> dict[str, object] | None:
        if not cookie:
            return None
        required = ["exp", "sub", "aud", "jti", "tenant"]
        try:
            # The store's clock decides when a session ends; the cookie has no deadline of its own.
            return jwt.decode(
                cookie,
                self._key,
                algorithms=[_ALGORITHM],
                audience=_AUDIENCE,
                options={"require": required, "verify_exp": False, "verify_iat": False},
            )
        except jwt.PyJWTError:
            return None

    async def _load(self, session_id: str, tenant: str, now: float) -> PageSession | None:
        """Read a session from the store, and update its last use."""
        which = _is_one(tenant, session_id)
        row = await self._store.read(
            lambda connection: connection.execute(sa.select(page_sessions).where(which)).mappings().first(),
            tenant,
        )
        self._checked.pop(session_id, None)
        if row is None:
            return None
        session = _session(row)
        if now - session.used_at >= _USED_SECONDS:
            used = sa.update(page_sessions).where(which).values(used_at=_micros(now))
            try:
                await self._store.write(lambda tx: tx.connection.execute(used), tenant)
            except StoreError as error:
                # Reading must work while the disk is full. The time is written with the next request.
                logger.warning("The last use of a session was not stored: %s", error)
            session = replace(session, used_at=now)
        while len(self._checked) >= MAX_CACHED:
            del self._checked[next(iter(self._checked))]
        self._checked[session_id] = (now, session)
        return session


def _insert(tx: Transaction, session: PageSession) -> None:
    """Insert a session; delete expired ones of the tenant and the oldest ones of the user."""
    c, principal = page_sessions.c, session.principal
    mine = sa.and_(c.tenant == principal.tenant, c.subject == principal.subject)
    kept = sa.select(c.id).where(mine).order_by(c.created_at.desc()).limit(SESSIONS_PER_USER - 1)
    expired = sa.and_(c.tenant == principal.tenant, c.expires_at <= _micros(session.created_at))
    newest = list(tx.connection.execute(kept).scalars())
    tx.connection.execute(sa.delete(page_sessions).where(sa.or_(expired, sa.and_(mine, c.id.not_in(newest)))))
    row = {
        "tenant": principal.tenant,
        "id": session.id,
        "subject": principal.subject,
        "roles": json.dumps(sorted(principal.roles)),
        "device": session.device,
        "created_at": _micros(session.created_at),
        "used_at": _micros(session.used_at),
        "expires_at": _micros(session.expires_at),
    }
    tx.connection.execute(sa.insert(page_sessions), row)


def _is_one(tenant: str, session_id: str) -> sa.ColumnElement[bool]:
    return sa.and_(page_sessions.c.tenant == tenant, page_sessions.c.id == session_id)


def _session(row: sa.RowMapping) -> PageSession:
    created_at, used_at, expires_at = [
        row[name] / _MICROSECONDS for name in ("created_at", "used_at", "expires_at")
    ]
    roles = frozenset(json.loads(row["roles"]))
    principal = principal_for(row["subject"], row["tenant"], roles, int(expires_at))
    return PageSession(row["id"], principal, row["device"], created_at, used_at, expires_at)


def _micros(seconds: float) -> int:
    return int(seconds * _MICROSECONDS)


_BROWSERS: Final = (
    *(("Edge", r"\bEdg"), ("Opera", r"\bOPR/"), ("Firefox", r"\bFirefox/|\bFxiOS/")),
    *(("Chrome", r"\bChrome/|\bCriOS/"), ("Safari", r"\bSafari/")),
)
_SYSTEMS: Final = (
    *(("Android", r"\bAndroid\b"), ("iPhone", r"\biPhone\b"), ("iPad", r"\biPad\b")),
    *(("Windows", r"\bWindows\b"), ("macOS", r"\bMac OS X\b|\bMacintosh\b"), ("Linux", r"\bLinux\b")),
)


def device_of(user_agent: str) -> str:
    """Return a short name of a browser and its system, such as `Firefox on Linux`."""
    browser, system = [
        next((name for name, pattern in known if re.search(pattern, user_agent)), None)
        for known in (_BROWSERS, _SYSTEMS)
    ]
    return f"{browser or 'A program'} on {system}" if system else browser or "Unknown device"


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
