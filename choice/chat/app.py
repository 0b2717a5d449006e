"""The application: routes over a service, behind the edge."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from choice.chat.allowed_methods import allowed_methods
from choice.chat.api_document import add_routes, schemas
from choice.chat.api_routes import ROUTES
from choice.chat.direct_routes import DirectRoutes
from choice.chat.edge import Edge
from choice.chat.error_replies import install
from choice.chat.metrics import Metrics
from choice.chat.service import Service
from choice.chat.tracing import NO_TRACING, Tracing

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
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_service() as service:
            app.state.service = service
            yield

    app = FastAPI(
        title="choicewire",
        version=version,
        summary="Chat with questions that become cards.",
        lifespan=lifespan,
        docs_url=None,  # The pages behind these load scripts from elsewhere.
        redoc_url=None,
        redirect_slashes=False,
    )
    install(app)
    add_routes(app)
    app.router.routes.extend(more)
    app.openapi = _documented(app)  # type: ignore[method-assign]  # FastAPI's own way to extend it
    return Edge(
        DirectRoutes(app, ROUTES),
        allowed_hosts=allowed_hosts,
        metrics=metrics,
        tracing=tracing,
        methods_at=partial(allowed_methods, app.routes),
    )


def _documented(app: FastAPI) -> Callable[[], dict[str, Any]]:
    """Return what makes the OpenAPI document: FastAPI's, with the bodies that our own gate reads."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        document = made()
        components = document.setdefault("components", {})
        components.setdefault("schemas", {}).update(schemas())
        components["securitySchemes"] = {
            "bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}
        }
        return document

    return openapi
