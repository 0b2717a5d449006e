"""The ASGI application and its table of routes."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from choice.desk import ENDINGS, InteractionBody
from choice.models import Submission
from choice.server.errors import ErrorBody, allowed_methods, install_error_handlers
from choice.server.middleware import RequestMiddleware
from choice.server.routes import conversations, demo, interactions, operations
from choice.server.schemas import requests, responses
from choice.server.schemas.openapi import EVENTS, LINES, ApiRoute, api_document
from choice.server.service import Service
from choice.telemetry import NO_TRACING, Metrics, Tracing

__all__ = ["ASGIApp", "HTTPConnection", "OpenService", "Route", "WebSocket", "build_app"]

OpenService = Callable[[], AbstractAsyncContextManager[Service]]

ROUTES = (
    ApiRoute(
        "POST",
        "/chatbot/chat-stream",
        "chat_chat_stream",
        conversations.chat_stream,
        "Answer a message as a stream of events",
        requests.ChatBody,
        media_type=EVENTS,
    ),
    ApiRoute(
        "POST",
        "/chatbot/chat",
        "chat_chat",
        conversations.chat,
        "Answer a message as one object",
        requests.ChatBody,
        responses.WholeAnswer,
    ),
    ApiRoute(
        "GET",
        "/chatbot/conversation/{id}",
        "chat_read_conversation",
        conversations.read_conversation,
        "Read a conversation",
        response=responses.KeptConversation,
    ),
    ApiRoute(
        "DELETE",
        "/chatbot/conversation/{id}",
        "chat_delete_conversation",
        conversations.delete_conversation,
        "Delete a conversation",
        status=204,
        media_type=None,
    ),
    ApiRoute(
        "POST",
        "/api/threads",
        "threads_create",
        conversations.create_thread,
        "Create a thread",
        requests.ThreadBody,
        responses.Thread,
        status=201,
        needs_body=False,
    ),
    ApiRoute(
        "GET",
        "/api/threads",
        "threads_find",
        conversations.list_threads,
        "List your threads",
        response=responses.Threads,
        query={
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": conversations.MAX_PAGE_SIZE,
                "default": conversations.DEFAULT_PAGE_SIZE,
            },
            "before": {
                "type": "string",
                "maxLength": conversations.MAX_CURSOR,
                "description": "The `next` of an earlier page.",
            },
        },
    ),
    ApiRoute(
        "GET",
        "/api/threads/{id}",
        "threads_read",
        conversations.read_thread,
        "Read a thread with its cards",
        response=responses.Thread,
    ),
    ApiRoute(
        "PATCH",
        "/api/threads/{id}",
        "threads_change",
        conversations.change_thread,
        "Change mode or title",
        requests.ThreadChange,
        responses.ThreadSummary,
    ),
    ApiRoute(
        "DELETE",
        "/api/threads/{id}",
        "threads_delete",
        conversations.delete_conversation,
        "Delete a thread",
        status=204,
        media_type=None,
    ),
    ApiRoute(
        "POST",
        "/api/threads/{id}/chat",
        "threads_chat",
        conversations.chat_in_thread,
        "Send a message or answer a card",
        requests.ThreadMessage,
        media_type=EVENTS,
        query={"wire": {"enum": list(conversations.WIRES)}},
    ),
    ApiRoute(
        "POST",
        "/api/interactions",
        "interactions_ask",
        interactions.ask,
        "Ask a person",
        requests.AskBody,
        InteractionBody,
        status=201,
    ),
    ApiRoute(
        "GET",
        "/api/interactions",
        "interactions_find",
        interactions.list_interactions,
        "List interactions",
        response=responses.Interactions,
        query={"state": {"enum": list(interactions.STATES)}},
    ),
    ApiRoute(
        "GET",
        "/api/interactions/{id}",
        "interactions_read",
        interactions.read,
        "Read an interaction, or wait for its outcome",
        response=InteractionBody,
        query={"wait": {"type": "number", "minimum": 0, "maximum": interactions.MAX_WAIT_SECONDS}},
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/answer",
        "interactions_answer",
        interactions.answer,
        "Answer an interaction",
        Submission,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/draft",
        "interactions_draft",
        interactions.draft,
        "Save a draft of an answer",
        requests.DraftBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/cancel",
        "interactions_cancel",
        interactions.cancel,
        "Cancel an interaction",
        requests.CancelBody,
        InteractionBody,
        needs_body=False,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/deadline",
        "interactions_deadline",
        interactions.deadline,
        "Change the deadline",
        requests.DeadlineBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/snooze",
        "interactions_snooze",
        interactions.snooze,
        "Snooze an interaction",
        requests.SnoozeBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/demo/questions",
        "demo_ask",
        demo.ask,
        "Let the demo agent ask three questions",
        response=responses.Interactions,
        status=201,
    ),
    ApiRoute(
        "GET",
        "/api/stats",
        "operating_stats",
        operations.stats,
        "Answer statistics",
        response=responses.StatisticsBody,
        query={
            "days": {"type": "integer", "minimum": 0, "maximum": operations.MAX_DAYS},
            "agent": {"type": "string"},
        },
    ),
    ApiRoute(
        "GET",
        "/api/log",
        "operating_log",
        operations.log,
        "Decision log",
        media_type=LINES,
        has_csv=True,
        query={
            "after": {"type": "integer", "minimum": 0, "maximum": operations.MAX_SEQ},
            "limit": {"type": "integer", "minimum": 0, "maximum": operations.MAX_RECORDS},
            "before": {"type": "integer", "minimum": 0, "maximum": operations.MAX_SEQ},
            "order": {"enum": list(operations.ORDERS)},
            "kinds": {"enum": list(operations.KINDS)},
            "format": {"enum": list(operations.FORMATS)},
            "q": {"type": "string", "maxLength": operations.MAX_SEARCH},
            "agent": {"type": "string"},
            "outcome": {"enum": sorted(ENDINGS)},
            "days": {"type": "integer", "minimum": 0, "maximum": operations.MAX_DAYS},
        },
    ),
    ApiRoute(
        "GET",
        "/healthz",
        "operating_healthy",
        operations.healthy,
        "Liveness check",
        response=responses.Health,
        is_public=True,
    ),
    ApiRoute(
        "GET",
        "/readyz",
        "operating_ready",
        operations.ready,
        "Readiness check",
        response=responses.Readiness,
        unavailable=responses.Unready,
        is_public=True,
    ),
    ApiRoute(
        "GET",
        "/metrics",
        "operating_metrics",
        operations.metrics,
        "Metrics for Prometheus",
        media_type="text/plain",
        is_public=True,
    ),
)

RESPONSE_MODELS: tuple[type, ...] = (
    *dict.fromkeys(model for route in ROUTES for model in (route.response, route.unavailable) if model),
    *(responses.LogLine, ErrorBody),
)
REQUEST_MODELS: tuple[type, ...] = tuple(dict.fromkeys(route.body for route in ROUTES if route.body))


def build_app(  # noqa: PLR0913 - the parts of the application
    open_service: OpenService,
    *,
    version: str,
    allowed_hosts: Collection[str] = (),
    metrics: Metrics | None = None,
    tracing: Tracing = NO_TRACING,
    extra_routes: Iterable[BaseRoute] = (),
) -> ASGIApp:
    """Return the application. The service is opened at startup and closed at shutdown."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_service() as service:
            app.state.service = service
            yield

    document = cache(partial(api_document, version, ROUTES))

    async def openapi(_request: Request) -> Response:
        return JSONResponse(document())

    routes = [Route(route.path, route.endpoint, methods=[route.method]) for route in ROUTES]
    app = Starlette(routes=[*routes, Route("/openapi.json", openapi), *extra_routes], lifespan=lifespan)
    app.router.redirect_slashes = False
    install_error_handlers(app)
    return RequestMiddleware(
        app,
        allowed_hosts=allowed_hosts,
        metrics=metrics,
        tracing=tracing,
        methods_at=partial(allowed_methods, app.routes),
    )
