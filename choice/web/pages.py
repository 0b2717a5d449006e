"""Routes of the web pages, their static files, sign-in and preferences."""

import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Literal, NamedTuple
from urllib.parse import quote

from pydantic import JsonValue
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Scope
from typing_extensions import override

from choice.auth import Action, Entry, authorize
from choice.desk import Principal
from choice.errors import NotFound
from choice.local import own_command
from choice.preferences import InvalidPreference
from choice.web.live_socket import SOCKET_ACTION, LiveSocket
from choice.web.preferences import UserPreferences
from choice.web.proxy import ProxySignIn
from choice.web.sessions import CODE_SECONDS, PageSession, PageSessions, RequestGuard, TooManyCodes, device_of

Endpoint = Callable[[Request], Awaitable[Response]]

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
    "json": "application/json",
    "map": "application/json",
    "ts": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A static file, ready to send."""

    body: bytes
    content_type: str
    etag: str


def static_folder() -> Path:
    """Return the folder of the built files, for applications that serve the components themselves."""
    return Path(str(files("choice.web") / "static"))


def static_files() -> dict[str, StaticFile]:
    """Return the static files by path; empty if the pages have not been built."""
    folder = files("choice.web") / "static"
    return {name: _read(name, file) for name, file in _find_files(folder, "").items()}


def _find_files(folder: Traversable, prefix: str) -> dict[str, Traversable]:
    if not folder.is_dir():
        return {}
    found: dict[str, Traversable] = {}
    for each in folder.iterdir():
        name = prefix + each.name
        if each.is_dir():
            found |= _find_files(each, f"{name}/")
        elif each.name.rpartition(".")[2] in _TYPES:
            found[name] = each
    return found


def _read(name: str, file: Traversable) -> StaticFile:
    body = file.read_bytes()
    return StaticFile(body, _TYPES[name.rpartition(".")[2]], _etag(body))


def _with_data(page: StaticFile, data: Mapping[str, str]) -> StaticFile:
    """Return a page whose root element has these `data-` attributes."""
    given = "".join([f' data-{name}="{escape(value)}"' for name, value in data.items()])
    body = page.body.replace(b"<html", b"<html" + given.encode(), 1)
    return StaticFile(body, page.content_type, _etag(body))


def _etag(body: bytes) -> str:
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    # Only lit-html may turn strings into HTML.
    "require-trusted-types-for 'script'; trusted-types lit-html"
)
MAX_BODY_BYTES = 16 * 1024
_CODES = {
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    409: "conflict",
    422: "invalid",
    429: "rate_limited",
}
_API_PREFIXES = ("/api/", "/chatbot/", "/static/")
_NOT_BUILT = "The pages have not been built. In a clone of the repository, run `make run` to build them.\n"


Credential = Literal["none", "page", "cookie", "token", "cookie or token"]
"""How callers authenticate: `page` redirects to the sign-in page, `cookie` also requires one of our pages."""


class PageRoute(NamedTuple):
    """One route: the method of `Pages` that handles it, and what the caller must be allowed to do."""

    method: str
    path: str
    handler: str
    action: Action
    credential: Credential = "none"


ROUTES: Final = (
    PageRoute("GET", "/", "inbox", "pages.view", "page"),
    PageRoute("GET", "/chat", "chat", "pages.view", "page"),
    PageRoute("GET", "/choice/{id}", "portal", "pages.view", "page"),
    *[
        PageRoute("GET", f"/{name}", "named", "pages.view", "page")
        for name in ("decisions", "insights", "settings")
    ],
    PageRoute("GET", "/favicon.ico", "icon", "public"),
    PageRoute("GET", "/sign-in", "sign_in_page", "public"),
    PageRoute("POST", "/sign-in", "sign_in", "public"),
    PageRoute("POST", "/sign-in/link", "make_link", "session.create", "token"),
    PageRoute("POST", "/sign-out", "sign_out", "public"),
    PageRoute("GET", "/static/{name:path}", "static", "public"),
    PageRoute("GET", "/api/preferences", "read_preferences", "preferences.own", "cookie"),
    PageRoute("PATCH", "/api/preferences", "change_preferences", "preferences.own", "cookie"),
    PageRoute("GET", "/api/sessions", "list_sessions", "session.own", "cookie or token"),
    PageRoute("DELETE", "/api/sessions/{id}", "end_session", "session.own", "cookie or token"),
)


@dataclass(slots=True)
class Pages:
    """The dependencies and routes of the pages."""

    sessions: PageSessions
    guard: RequestGuard
    preferences: UserPreferences
    socket: LiveSocket
    holder: Callable[[HTTPConnection], Principal | None]
    """Returns the owner of the token in a request, or None without a valid token."""
    files: dict[str, StaticFile] = field(default_factory=static_files)
    proxy: ProxySignIn | None = None
    """Signs in people by the header of a proxy, besides links."""
    sign_out_url: str | None = None
    """Where a browser goes after it has signed out."""

    def entries(self) -> list[Entry[BaseRoute]]:
        """Return the routes with their actions, without the one for missing pages."""
        routes: list[Entry[BaseRoute]] = [
            Entry(Route(row.path, self._guarded(row), methods=[row.method]), row.action) for row in ROUTES
        ]
        return [*routes, Entry(WebSocketRoute("/ws", self.socket.serve), SOCKET_ACTION)]

    def anywhere_else(self) -> Entry[BaseRoute]:
        """Return the route that shows the 404 page. It must be the last route of the application."""
        return Entry(_MissingPageRoute("/{rest:path}", self.missing, methods=["GET"]), "public")

    async def session(self, request: HTTPConnection) -> PageSession | None:
        """Return the session of a request, or None if it does not come from one of our pages."""
        return await self._found(request) if self.guard.is_ours(request) else None

    async def _found(self, request: HTTPConnection) -> PageSession | None:
        """Return the session of the proxy's header or, without one, of the cookie."""
        if self.proxy is not None and self.proxy.is_used_by(request):
            return self.proxy.session(request)
        return await self.sessions.find(request.cookies)

    def _guarded(self, row: PageRoute) -> Endpoint:
        """Return the handler of a route, which runs only for callers who may perform its action."""
        handler: Endpoint = getattr(self, row.handler)
        if row.credential == "none":
            return handler

        async def endpoint(request: Request) -> Response:
            session = await self._session_for(request, row.credential)
            principal = None if session is None else session.principal
            if principal is None and row.credential in {"token", "cookie or token"}:
                principal = self.holder(request)
            if principal is None:
                return _not_signed_in(request, row.credential)
            authorize(principal, row.action)
            request.scope["state"] |= {"principal": principal, "session": session}
            return await handler(request)

        return endpoint

    async def _session_for(self, request: Request, credential: Credential) -> PageSession | None:
        if credential == "page":
            return await self._found(request)
        return None if credential == "token" else await self.session(request)

    async def inbox(self, request: Request) -> Response:
        """Return the inbox page."""
        return await self._page(request, "inbox.html")

    async def chat(self, request: Request) -> Response:
        """Return the chat page."""
        return await self._page(request, "chat.html")

    async def portal(self, request: Request) -> Response:
        """Return the page of one question."""
        return await self._page(request, "portal.html")

    async def named(self, request: Request) -> Response:
        """Return one of the pages that have no parameters."""
        return await self._page(request, f"{request.url.path[1:]}.html")

    async def icon(self, request: Request) -> Response:
        """Return the icon for browsers that ask for `/favicon.ico`."""
        return self._file(request, "icon.svg")

    async def sign_in_page(self, request: Request) -> Response:
        """Return the sign-in page. It reads the code from the URL fragment, which browsers do not send."""
        return self._file(request, "sign-in.html")

    async def missing(self, request: Request) -> Response:
        """Return the 404 page."""
        page = self._file(request, "missing.html")
        page.status_code = 404
        return page

    async def sign_in(self, request: Request) -> Response:
        """Exchange a one-time code for a session. With `replace`, sign out another user first."""
        if not self.guard.is_ours(request):
            return _error(request, 403, "Sign in on the sign-in page of this server.")
        body = await _json(request)
        code = body.get("code")
        owner = self.sessions.codes.owner_of(code) if isinstance(code, str) else None
        if not isinstance(code, str) or owner is None:
            return _error(request, 401, "This link has been used or has expired. Request a new one.")
        current = await self.session(request)
        if current is not None and body.get("replace") is not True and not _is_same(current.principal, owner):
            return _replacement_question(request, current.principal, owner)
        self.sessions.codes.redeem(code)
        if current is not None:
            await self._end(current)
        cookie, session = await self.sessions.start(owner, device_of(request.headers.get("user-agent", "")))
        response = JSONResponse({"signed_in": True, "user": owner.subject})
        # Behind a TLS proxy, only the Origin header shows that the page uses https. `is_ours` has checked it.
        secure = request.headers["origin"].startswith("https://")
        response.set_cookie(
            self.sessions.cookie,
            cookie,
            max_age=int(session.expires_at - session.created_at),
            httponly=True,
            samesite="strict",
            secure=secure,
        )
        return response

    async def make_link(self, request: Request) -> Response:
        """Create a one-time code for a person with a token."""
        try:
            return JSONResponse({"code": self.sessions.codes.issue(_principal(request))})
        except TooManyCodes as error:
            return _error(request, 429, str(error), headers={"Retry-After": str(CODE_SECONDS)})

    async def sign_out(self, request: Request) -> Response:
        """End the session and delete its cookie."""
        if not self.guard.is_ours(request):
            return _error(request, 403, "Sign out from a page of this server.")
        session = await self.session(request)
        if session is not None:
            await self._end(session)
        away = {} if self.sign_out_url is None else {"location": self.sign_out_url}
        response = JSONResponse({"signed_in": False, **away})
        response.delete_cookie(self.sessions.cookie, httponly=True, samesite="strict")
        return response

    async def list_sessions(self, request: Request) -> Response:
        """Return the browsers in which the caller is signed in, the newest first."""
        current: PageSession | None = request.scope["state"]["session"]
        found = await self.sessions.of_user(_principal(request))
        own_id = None if current is None else current.id
        return JSONResponse({"sessions": [_session_json(each, own_id) for each in found]})

    async def end_session(self, request: Request) -> Response:
        """Sign out a browser of the caller."""
        principal = _principal(request)
        found = [
            each for each in await self.sessions.of_user(principal) if each.id == request.path_params["id"]
        ]
        if not found:
            raise NotFound
        authorize(principal, "session.own", found[0])
        await self._end(found[0])
        return Response(status_code=204)

    async def static(self, request: Request) -> Response:
        """Return a static file. It needs no sign-in."""
        return self._file(request, request.path_params["name"])

    async def read_preferences(self, request: Request) -> Response:
        """Return the caller's preferences."""
        preferences = await self.preferences.read(_principal(request))
        return JSONResponse(preferences.model_dump(mode="json"))

    async def change_preferences(self, request: Request) -> Response:
        """Change the caller's preferences and send them to all their connected pages."""
        principal = _principal(request)
        try:
            changed = await self.preferences.change(principal, await _json(request))
        except InvalidPreference as error:
            return _error(request, 422, str(error), error.field)
        preferences = changed.model_dump(mode="json")
        self.socket.send_preferences(principal, preferences)
        return JSONResponse(preferences)

    async def _end(self, session: PageSession) -> None:
        await self.sessions.end(session)
        self.socket.close_session(session.id)

    async def _page(self, request: Request, name: str) -> Response:
        principal = _principal(request)
        preferences = await self.preferences.read(principal)
        data = {"theme": preferences.theme, "person": principal.subject, "command": own_command()}
        return self._file(request, name, data)

    def _file(self, request: Request, name: str, data: Mapping[str, str] | None = None) -> Response:
        """Return a file. `data` becomes `data-` attributes of the page, so the first paint has the theme."""
        file = self.files.get(name)
        if file is None:
            if not self.files:
                return PlainTextResponse(_NOT_BUILT, 503)
            return _error(request, 404, "File not found.")
        if data is not None:
            file = _with_data(file, data)
        headers = {"Content-Security-Policy": PAGE_POLICY, "ETag": file.etag, "Cache-Control": "no-cache"}
        if Headers(scope=request.scope).get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.content_type, headers=headers)


class _MissingPageRoute(Route):
    """Matches any path that a browser opens as a page. API clients get a JSON error instead."""

    @override
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match GET requests that accept HTML, except API and static paths."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return Match.NONE, {}
        wants_page = "text/html" in Headers(scope=scope).get("accept", "")
        if not wants_page or scope["path"].startswith(_API_PREFIXES):
            return Match.NONE, {}
        return super().matches(scope)


def _principal(request: Request) -> Principal:
    """Return the caller, whom the route has authorized."""
    principal: Principal = request.scope["state"]["principal"]
    return principal


def _is_same(one: Principal, other: Principal) -> bool:
    return (one.tenant, one.subject) == (other.tenant, other.subject)


def _not_signed_in(request: Request, credential: Credential) -> Response:
    if credential == "page":
        # The sign-in page redirects back to this URL.
        target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return RedirectResponse(f"/sign-in?next={quote(target, safe='')}", status_code=303)
    headers = {"WWW-Authenticate": "Bearer"} if credential == "token" else {}
    message = "Send a token: Authorization: Bearer …" if credential == "token" else "Sign in first."
    return _error(request, 401, message, headers=headers)


def _replacement_question(request: Request, current: Principal, owner: Principal) -> Response:
    """Return a 409 with both names. The page asks before it sends the code again with `replace`."""
    message = (
        f"You are signed in as {current.subject}. To sign in as {owner.subject} instead, send the code "
        "again with replace: true."
    )
    names: dict[str, JsonValue] = {"signed_in_as": current.subject, "link_for": owner.subject}
    return _error(request, 409, message, extra=names)


def _session_json(session: PageSession, own_id: str | None) -> dict[str, JsonValue]:
    created_at, used_at, expires_at = [
        datetime.fromtimestamp(at, UTC).isoformat()
        for at in (session.created_at, session.used_at, session.expires_at)
    ]
    return {
        "id": session.id,
        "device": session.device,
        "created_at": created_at,
        "last_used_at": used_at,
        "expires_at": expires_at,
        "current": session.id == own_id,
    }


def _error(  # noqa: PLR0913 - the parts of an error
    request: Request,
    status: int,
    message: str,
    name: str | None = None,
    *,
    headers: Mapping[str, str] | None = None,
    extra: Mapping[str, JsonValue] | None = None,
) -> Response:
    """Return an error response in the format of the API."""
    error: dict[str, JsonValue] = {"code": _CODES[status], "message": message}
    error |= {} if name is None else {"field": name}
    error |= {"request_id": request.scope.get("state", {}).get("request_id", "-")}
    return JSONResponse({"error": error, **(extra or {})}, status_code=status, headers=dict(headers or {}))


async def _json(request: Request) -> dict[str, JsonValue]:
    """Return the JSON object in a request body, or an empty one if it is too large or not a JSON object."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            return {}
    try:
        decoded = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return decoded if isinstance(decoded, dict) else {}
