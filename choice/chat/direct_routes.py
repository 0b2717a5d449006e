"""The short way to an endpoint: routes are looked up, and no layer of the framework stands between.

The framework would walk through its own layers and all routes before ours, and solve dependencies that they
do not have: a quarter of what a request costs. It still serves whatever is not in the table: other methods,
unknown paths, the OpenAPI document, pages.
"""

from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from choice.chat.error_replies import handled
from choice.errors import ChoiceError

_ID = "{id}"
_PLACE_OF_ID = 3


class DirectRoute(Protocol):
    """A route whose path may have an id as its third part, and no other parameter."""

    @property
    def method(self) -> str:
        """The method of its requests."""
        ...

    @property
    def path(self) -> str:
        """The path of its requests."""
        ...

    @property
    def endpoint(self) -> Callable[[Request], Awaitable[Response]]:
        """What answers them."""
        ...


class DirectRoutes:
    """Stands before an application and serves those routes itself."""

    def __init__(self, app: FastAPI, routes: Iterable[DirectRoute]) -> None:
        self._app = app
        self._routes = {(route.method, route.path): route for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request, or whatever else the server has to say."""
        route = self._found(scope)
        if route is None:
            await self._app(scope, receive, send)
            return
        scope["app"] = self._app
        scope["route"] = route
        request = Request(scope, receive)
        try:
            response = await route.endpoint(request)
        except (ChoiceError, HTTPException, ClientDisconnect) as error:
            response = await handled(request, error)
        await response(scope, receive, send)

    def _found(self, scope: Scope) -> DirectRoute | None:
        if scope["type"] != "http" or scope.get("root_path"):
            return None
        method, path = scope["method"], scope["path"]
        route = self._routes.get((method, path))
        if route is not None:
            scope["path_params"] = {}
            return route
        parts = path.split("/")
        if len(parts) <= _PLACE_OF_ID or not parts[_PLACE_OF_ID]:
            return None
        given, parts[_PLACE_OF_ID] = parts[_PLACE_OF_ID], _ID
        route = self._routes.get((method, "/".join(parts)))
        if route is not None:
            scope["path_params"] = {"id": given}
        return route
