"""The routes of the pages: the pages themselves, their files, and signing in."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
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

from choice.preferences import InvalidPreference, PreferencesFile
from choice.web.live_socket import LiveSocket
from choice.web.sessions import SESSION_SECONDS, RequestGuard, Visitor, Visitors

_TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "map": "application/json",
    "ts": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file, as it is sent."""

    body: bytes
    content_type: str
    etag: str


def static_folder() -> Path:
    """Return the folder of the built files, for programs that serve the components themselves."""
    return Path(str(files("choice.web") / "static"))


def static_files() -> dict[str, StaticFile]:
    """Return the files by their names; none where the pages were not built."""
    folder = files("choice.web") / "static"
    return {name: _read(name, file) for name, file in _found(folder, "").items()}


def _found(folder: Traversable, before: str) -> dict[str, Traversable]:
    if not folder.is_dir():
        return {}
    found: dict[str, Traversable] = {}
    for each in folder.iterdir():
        name = before + each.name
        if each.is_dir():
            found |= _found(each, f"{name}/")
        elif each.name.rpartition(".")[2] in _TYPES:
            found[name] = each
    return found


def _read(name: str, file: Traversable) -> StaticFile:
    body = file.read_bytes()
    return StaticFile(body, _TYPES[name.rpartition(".")[2]], f'"{hashlib.sha256(body).hexdigest()[:32]}"')


PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    # Text becomes a part of the page in one place only, and that is not ours to open.
    "require-trusted-types-for 'script'; trusted-types lit-html"
)
LARGEST_BODY = 16 * 1024
_CODES = {401: "unauthorized", 403: "forbidden", 404: "not_found", 422: "invalid"}
_FOR_PROGRAMS = ("/api/", "/chatbot/", "/static/")
_NOT_BUILT = "The pages were not built. From a clone of the project, `make run` builds them.\n"


@dataclass(slots=True)
class Pages:
    """Everything behind the pages, and the routes to it."""

    visitors: Visitors
    guard: RequestGuard
    preferences: PreferencesFile
    socket: LiveSocket
    holder: Callable[[HTTPConnection], Visitor | None]
    """Tells who holds the token that a request carries, if it carries one that counts."""
    files: dict[str, StaticFile] = field(default_factory=static_files)

    def routes(self) -> list[BaseRoute]:
        """Return the routes; whoever serves them adds them to an application."""
        return [
            Route("/", self.inbox, methods=["GET"]),
            Route("/chat", self.chat, methods=["GET"]),
            Route("/choice/{id}", self.portal, methods=["GET"]),
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
        """Return the route for people at an address that nobody serves; it belongs behind all others."""
        return _AnywhereElse("/{rest:path}", self.missing, methods=["GET"])

    def visitor(self, request: HTTPConnection) -> Visitor | None:
        """Return who is at the page that sent a request; nobody, if it was not one of our pages."""
        return self.visitors.visitor(request.cookies) if self.guard.is_ours(request) else None

    async def inbox(self, request: Request) -> Response:
        """Show what is open."""
        return self._page(request, "inbox.html")

    async def chat(self, request: Request) -> Response:
        """Show the chat."""
        return self._page(request, "chat.html")

    async def portal(self, request: Request) -> Response:
        """Show one question."""
        return self._page(request, "portal.html")

    async def sign_in_page(self, request: Request) -> Response:
        """Show the page that takes a code from behind the #, where no log and no other site sees it."""
        return self._sent(request, "sign-in.html")

    async def missing(self, request: Request) -> Response:
        """Tell a person that there is no such page."""
        page = self._sent(request, "missing.html")
        page.status_code = 404
        return page

    async def sign_in(self, request: Request) -> Response:
        """Turn a code into a cookie."""
        if not self.guard.is_ours(request):
            return _refused(request, 403, "Open the link on this machine, in a page of its own.")
        code = (await _json(request)).get("code")
        cookie = self.visitors.cookie_for(code) if isinstance(code, str) else None
        if cookie is None:
            return _refused(request, 401, "This link was used before, or is too old. Ask for a new one.")
        response = JSONResponse({"signed_in": True})
        # Where a proxy ends TLS the page knows, and we do not; whose page it is was checked.
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
        """Make a new code for a caller who has a token; whoever runs the server has one."""
        visitor = self.holder(request)
        if visitor is None:
            return _refused(request, 401, "Send a token: Authorization: Bearer …")
        return JSONResponse({"code": self.visitors.code_for(visitor)})

    async def sign_out(self, request: Request) -> Response:
        """Forget the cookie."""
        if not self.guard.is_ours(request):
            return _refused(request, 403, "Sign out on the page itself.")
        response = JSONResponse({"signed_in": False})
        response.delete_cookie(self.visitors.cookie, httponly=True, samesite="strict")
        return response

    async def static(self, request: Request) -> Response:
        """Send a built file; it is the same for everybody."""
        return self._sent(request, request.path_params["name"])

    async def read_preferences(self, request: Request) -> Response:
        """Return what the person last chose."""
        if self.visitor(request) is None:
            return _refused(request, 401, "Sign in first.")
        return JSONResponse(self.preferences.read().model_dump(mode="json"))

    async def change_preferences(self, request: Request) -> Response:
        """Keep what the person chose."""
        if self.visitor(request) is None:
            return _refused(request, 401, "Sign in first.")
        try:
            kept = self.preferences.change(await _json(request))
        except InvalidPreference as error:
            return _refused(request, 422, str(error), error.field)
        preferred = kept.model_dump(mode="json")
        self.socket.prefer(preferred)
        return JSONResponse(preferred)

    def _page(self, request: Request, name: str) -> Response:
        if self.visitors.visitor(request.cookies) is None:
            # The page that was wanted waits until after signing in.
            wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
            return RedirectResponse(f"/sign-in?next={quote(wanted, safe='')}", status_code=303)
        return self._sent(request, name)

    def _sent(self, request: Request, name: str) -> Response:
        file = self.files.get(name)
        if file is None:
            if not self.files:
                return PlainTextResponse(_NOT_BUILT, 503)
            return _refused(request, 404, "No such file.")
        headers = {"Content-Security-Policy": PAGE_POLICY, "ETag": file.etag, "Cache-Control": "no-cache"}
        if Headers(scope=request.scope).get("if-none-match") == file.etag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.content_type, headers=headers)


class _AnywhereElse(Route):
    """Every address, for a browser that shows a page; programs hear of their mistakes as ever."""

    @override
    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match what a person opened, and nothing that a program asks for."""
        if scope["type"] != "http" or scope["method"] != "GET":
            return Match.NONE, {}
        wants_page = "text/html" in Headers(scope=scope).get("accept", "")
        if not wants_page or scope["path"].startswith(_FOR_PROGRAMS):
            return Match.NONE, {}
        return super().matches(scope)


def _refused(request: Request, status: int, message: str, name: str | None = None) -> Response:
    """Return an error in the shape that all have, with the id that the request was given at the edge."""
    error: dict[str, JsonValue] = {"code": _CODES[status], "message": message}
    error |= {} if name is None else {"field": name}
    error |= {"request_id": request.scope.get("state", {}).get("request_id", "-")}
    return JSONResponse({"error": error}, status_code=status)


async def _json(request: Request) -> dict[str, JsonValue]:
    """Return the small object that a page sent; anything else is an empty one."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            return {}
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}
