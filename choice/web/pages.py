"""Routes of the web pages, their static files, sign-in and preferences."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from urllib.parse import quote

from pydantic import JsonValue
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Match, Route, WebSocketRoute
from starlette.types import Scope
from typing_extensions import override

from choice.local import own_command
from choice.preferences import InvalidPreference, PreferencesFile
from choice.web.live_socket import LiveSocket
from choice.web.sessions import SESSION_SECONDS, RequestGuard, Visitor, Visitors

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
_CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 422: "invalid"}
_API_PREFIXES = ("/api/", "/chatbot/", "/static/")
_NAMED = ("decisions", "insights", "settings")
_NOT_BUILT = "The pages have not been built. In a clone of the repository, run `make run` to build them.\n"


@dataclass(slots=True)
class Pages:
    """The dependencies and routes of the pages."""

    visitors: Visitors
    guard: RequestGuard
    preferences: PreferencesFile
    socket: LiveSocket
    holder: Callable[[HTTPConnection], Visitor | None]
    """Returns the owner of the token in a request, or None without a valid token."""
    files: dict[str, StaticFile] = field(default_factory=static_files)

    def routes(self) -> list[BaseRoute]:
        """Return the routes, without the one for missing pages."""
        return [
            Route("/", self.inbox, methods=["GET"]),
            Route("/chat", self.chat, methods=["GET"]),
            Route("/choice/{id}", self.portal, methods=["GET"]),
            *[Route(f"/{name}", self.named, methods=["GET"], name=name) for name in _NAMED],
            Route("/favicon.ico", self.icon, methods=["GET"]),
            Route("/sign-in", self.sign_in_page, methods=["GET"]),
            Route("/sign-in", self.sign_in, methods=["POST"]),
            Route("/sign-in/link", self.make_link, methods=["POST"]),
            Route("/sign-out", self.sign_out, methods=["POST"]),
            Route("/static/{name:path}", self.static, methods=["GET"]),
            Route("/api/preferences", self.read_preferences, methods=["GET"]),
            Route("/api/preferences", self.change_preferences, methods=["PATCH"]),
            WebSocketRoute("/ws", self.socket.serve),
        ]

    def anywhere_else(self) -> BaseRoute:
        """Return the route that shows the 404 page. It must be the last route of the application."""
        return _MissingPageRoute("/{rest:path}", self.missing, methods=["GET"])

    def visitor(self, request: HTTPConnection) -> Visitor | None:
        """Return the signed-in user of a request, or None if it does not come from one of our pages."""
        return self.visitors.visitor(request.cookies) if self.guard.is_ours(request) else None

    async def inbox(self, request: Request) -> Response:
        """Return the inbox page."""
        return self._page(request, "inbox.html")

    async def chat(self, request: Request) -> Response:
        """Return the chat page."""
        return self._page(request, "chat.html")

    async def portal(self, request: Request) -> Response:
        """Return the page of one question."""
        return self._page(request, "portal.html")

    async def named(self, request: Request) -> Response:
        """Return one of the pages that have no parameters."""
        return self._page(request, f"{request.url.path[1:]}.html")

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
        """Exchange a one-time code for a session cookie."""
        if not self.guard.is_ours(request):
            return _error(request, 403, "Sign in on the sign-in page of this server.")
        code = (await _json(request)).get("code")
        cookie = self.visitors.cookie_for(code) if isinstance(code, str) else None
        if cookie is None:
            return _error(request, 401, "This link has been used or has expired. Request a new one.")
        response = JSONResponse({"signed_in": True})
        # Behind a TLS proxy, only the Origin header shows that the page uses https. `is_ours` has checked it.
        secure = request.headers["origin"].startswith("https://")
        response.set_cookie(
            self.visitors.cookie,
            cookie,
            max_age=SESSION_SECONDS,
            httponly=True,
            samesite="strict",
            secure=secure,
        )
        return response

    async def make_link(self, request: Request) -> Response:
        """Create a one-time code for a caller with a token."""
        visitor = self.holder(request)
        if visitor is None:
            return _error(request, 401, "Send a token: Authorization: Bearer …")
        return JSONResponse({"code": self.visitors.code_for(visitor)})

    async def sign_out(self, request: Request) -> Response:
        """Delete the session cookie."""
        if not self.guard.is_ours(request):
            return _error(request, 403, "Sign out from a page of this server.")
        response = JSONResponse({"signed_in": False})
        response.delete_cookie(self.visitors.cookie, httponly=True, samesite="strict")
        return response

    async def static(self, request: Request) -> Response:
        """Return a static file. It needs no sign-in."""
        return self._file(request, request.path_params["name"])

    async def read_preferences(self, request: Request) -> Response:
        """Return the preferences."""
        if self.visitor(request) is None:
            return _error(request, 401, "Sign in first.")
        return JSONResponse(self.preferences.read().model_dump(mode="json"))

    async def change_preferences(self, request: Request) -> Response:
        """Change preferences and send them to all connected pages."""
        if self.visitor(request) is None:
            return _error(request, 401, "Sign in first.")
        try:
            changed = self.preferences.change(await _json(request))
        except InvalidPreference as error:
            return _error(request, 422, str(error), error.field)
        preferences = changed.model_dump(mode="json")
        self.socket.send_preferences(preferences)
        return JSONResponse(preferences)

    def _page(self, request: Request, name: str) -> Response:
        visitor = self.visitors.visitor(request.cookies)
        if visitor is None:
            # The sign-in page redirects back to this URL.
            target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/sign-in?next={quote(target, safe='')}", status_code=303)
        return self._file(
            request,
            name,
            {"theme": self.preferences.read().theme, "person": visitor.user, "command": own_command()},
        )

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


def _error(request: Request, status: int, message: str, name: str | None = None) -> Response:
    """Return an error response in the format of the API."""
    error: dict[str, JsonValue] = {"code": _CODES[status], "message": message}
    error |= {} if name is None else {"field": name}
    error |= {"request_id": request.scope.get("state", {}).get("request_id", "-")}
    return JSONResponse({"error": error}, status_code=status)


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
