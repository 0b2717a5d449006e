"""The application: routes over a service, behind the edge."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from choice.server.errors import allowed_methods, install
from choice.server.middleware import Edge
from choice.server.routes.table import ROUTES
from choice.server.schemas.openapi import api_document
from choice.server.service import Service
from choice.telemetry.metrics import Metrics
from choice.telemetry.tracing import NO_TRACING, Tracing

__all__ = ["ASGIApp", "HTTPConnection", "OpenService", "Route", "WebSocket", "build_app"]

OpenService = Callable[[], AbstractAsyncContextManager[Service]]


def build_app(  # noqa: PLR0913 - all that an application is made of
    open_service: OpenService,
    *,
    version: str,
    allowed_hosts: Collection[str] = (),
    metrics: Metrics | None = None,
    tracing: Tracing = NO_TRACING,
    more: Iterable[BaseRoute] = (),
) -> ASGIApp:
    """Return the application. The service is opened when the server starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_service() as service:
            app.state.service = service
            yield

    document = cache(partial(api_document, version))

    async def openapi(_request: Request) -> Response:
        return JSONResponse(document())

    routes = [Route(route.path, route.endpoint, methods=[route.method]) for route in ROUTES]
    app = Starlette(routes=[*routes, Route("/openapi.json", openapi), *more], lifespan=lifespan)
    app.router.redirect_slashes = False
    install(app)
    return Edge(
        app,
        allowed_hosts=allowed_hosts,
        metrics=metrics,
        tracing=tracing,
        methods_at=partial(allowed_methods, app.routes),
    )
