"""Limit on the sessions of each user. The SDK limits the sessions of all users together."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp_types import INVALID_REQUEST
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SESSION_HEADER = b"mcp-session-id"
MAX_SESSIONS = 50
"""Maximum number of open sessions of one user in one process."""
MAX_SESSIONS_OF_ALL = 2000
IDLE_SECONDS = 10 * 60.0
"""Time without a request after which a session is closed."""

_TOO_MANY = (
    f"You have {MAX_SESSIONS} open MCP sessions, which is the limit. End a session with DELETE, or wait until"
    f" one has been idle for {IDLE_SECONDS / 60:.0f} minutes."
)


@dataclass(slots=True)
class _Session:
    """A session as far as the requests of its client show it."""

    used_at: float
    requests: int = 0
    """Number of requests that are being served. A session with an open stream is not idle."""


class SessionLimit:
    """ASGI middleware that rejects new sessions of a user who has too many."""

    def __init__(
        self, app: ASGIApp, most: int = MAX_SESSIONS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._app = app
        self._most = most
        self._now = now
        self._sessions: dict[tuple[str, str], dict[bytes, _Session]] = {}
        """Sessions by tenant and user, then by session id."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        claims = _claims(scope)
        given = dict(scope["headers"]).get(SESSION_HEADER)
        of_user = self._sessions.setdefault(claims, {})
        self._forget_idle(of_user)
        if given is not None:
            await self._serve_known(of_user, given, scope, receive, send)
        elif scope["method"] == "POST" and len(of_user) >= self._most:
            error = {"code": INVALID_REQUEST, "message": _TOO_MANY}
            response = JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, 429)
            response.headers["Retry-After"] = "60"
            await response(scope, receive, send)
        else:
            await self._serve_new(of_user, scope, receive, send)
        if not of_user:
            self._sessions.pop(claims, None)

    async def _serve_known(
        self, of_user: dict[bytes, _Session], name: bytes, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve a request of a session, and forget the session if it does not exist or has been ended."""
        session = of_user.get(name)
        status = HTTPStatus.OK.value

        async def note_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        if session is not None:
            session.requests += 1
        try:
            await self._app(scope, receive, note_status)
        finally:
            if session is not None:
                session.requests -= 1
                session.used_at = self._now()
            has_ended = scope["method"] == "DELETE" and status < HTTPStatus.BAD_REQUEST
            if has_ended or status == HTTPStatus.NOT_FOUND:
                of_user.pop(name, None)

    async def _serve_new(
        self, of_user: dict[bytes, _Session], scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Serve a request without a session, and count the session that it opens."""
        # Count it before its id is known, so that concurrent requests cannot exceed the limit.
        reserved = b"new %d" % id(scope)
        of_user[reserved] = session = _Session(self._now(), 1)

        async def note_session(message: Message) -> None:
            if message["type"] == "http.response.start":
                del of_user[reserved]
                name = dict(message["headers"]).get(SESSION_HEADER)
                if name is not None and message["status"] < HTTPStatus.BAD_REQUEST:
                    of_user[name] = session
            await send(message)

        try:
            await self._app(scope, receive, note_session)
        finally:
            of_user.pop(reserved, None)
            session.requests -= 1
            session.used_at = self._now()

    def _forget_idle(self, of_user: dict[bytes, _Session]) -> None:
        before = self._now() - IDLE_SECONDS
        for name, session in list(of_user.items()):
            if not session.requests and session.used_at < before:
                del of_user[name]


def _claims(scope: Scope) -> tuple[str, str]:
    """Return tenant and user of an authenticated request."""
    user = scope["user"]
    claims = (user.access_token.claims if isinstance(user, AuthenticatedUser) else None) or {}
    return str(claims.get("tenant", "")), str(claims.get("user", ""))
