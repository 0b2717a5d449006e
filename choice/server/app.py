"""The ASGI application and its table of routes."""

from collections.abc import AsyncIterator, Callable, Collection, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cache, partial

from starlette.applications import Starlette
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from choice.auth import ACTIONS, Entry, UndeclaredAction
from choice.desk import ENDINGS, InteractionBody
from choice.models import Submission
from choice.server.body import MAX_HISTORY_BYTES
from choice.server.errors import METHODS, ErrorBody, allowed_methods, install_error_handlers
from choice.server.middleware import BODY_SECONDS, RequestMiddleware
from choice.server.routes import clients, conversations, demo, interactions, operations
from choice.server.schemas import clients as client_schemas
from choice.server.schemas import requests, responses
from choice.server.schemas.openapi import EVENTS, LINES, ApiRoute, api_document
from choice.server.service import Service, service_of
from choice.settings import ANY
from choice.telemetry import NO_TRACING, Metrics, Tracing

__all__ = ["ASGIApp", "BaseRoute", "HTTPConnection", "OpenService", "Route", "WebSocket", "build_app"]

CORS_MAX_AGE = 600
"""Seconds for which a browser may cache the answer to a preflight request."""
EXPOSED_HEADERS = (
    "Retry-After",
    "X-Request-ID",
    "RateLimit",
    "RateLimit-Policy",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "X-Vercel-AI-UI-Message-Stream",
)
"""Response headers that pages of other origins may read."""

OpenService = Callable[[], AbstractAsyncContextManager[Service]]

ROUTES = (
    ApiRoute(
        "POST",
        "/chatbot/chat-stream",
        "conversation.write",
        "chat_chat_stream",
        conversations.chat_stream,
        "Answer a message as a stream of events",
        requests.ChatBody,
        media_type=EVENTS,
        max_body=MAX_HISTORY_BYTES,
    ),
    ApiRoute(
        "POST",
        "/chatbot/chat",
        "conversation.write",
        "chat_chat",
        conversations.chat,
        "Answer a message as one object",
        requests.ChatBody,
        responses.WholeAnswer,
        max_body=MAX_HISTORY_BYTES,
    ),
    ApiRoute(
        "GET",
        "/chatbot/conversation/{id}",
        "conversation.read",
        "chat_read_conversation",
        conversations.read_conversation,
        "Read a conversation",
        response=responses.KeptConversation,
    ),
    ApiRoute(
        "DELETE",
        "/chatbot/conversation/{id}",
        "conversation.write",
        "chat_delete_conversation",
        conversations.delete_conversation,
        "Delete a conversation",
        status=204,
        media_type=None,
    ),
    ApiRoute(
        "POST",
        "/api/threads",
        "conversation.write",
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
        "conversation.read",
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
        "conversation.read",
        "threads_read",
        conversations.read_thread,
        "Read a thread with its cards",
        response=responses.Thread,
    ),
    ApiRoute(
        "PATCH",
        "/api/threads/{id}",
        "conversation.write",
        "threads_change",
        conversations.change_thread,
        "Change mode or title",
        requests.ThreadChange,
        responses.ThreadSummary,
    ),
    ApiRoute(
        "DELETE",
        "/api/threads/{id}",
        "conversation.write",
        "threads_delete",
        conversations.delete_conversation,
        "Delete a thread",
        status=204,
        media_type=None,
    ),
    ApiRoute(
        "POST",
        "/api/threads/{id}/chat",
        "conversation.write",
        "threads_chat",
        conversations.chat_in_thread,
        "Send a message or answer a card",
        requests.ThreadMessage,
        media_type=EVENTS,
        query={"wire": {"enum": list(conversations.WIRES)}},
    ),
    ApiRoute(
        "POST",
        "/api/ag-ui",
        "conversation.write",
        "clients_ag_ui",
        clients.ag_ui,
        "Run the model for a client of AG-UI",
        client_schemas.AgUiInput,
        media_type=EVENTS,
        max_body=MAX_HISTORY_BYTES,
    ),
    ApiRoute(
        "POST",
        "/api/ai-sdk/chat",
        "conversation.write",
        "clients_ai_sdk",
        clients.ai_sdk,
        "Answer a message of a client of the AI SDK",
        client_schemas.AiSdkInput,
        media_type=EVENTS,
        max_body=MAX_HISTORY_BYTES,
    ),
    ApiRoute(
        "GET",
        "/api/ai-sdk/chat/{id}/stream",
        "conversation.read",
        "clients_ai_sdk_stream",
        clients.ai_sdk_stream,
        "Replay the last answer of a chat if it has an open question",
        media_type=EVENTS,
        may_be_empty=True,
    ),
    ApiRoute(
        "POST",
        "/api/interactions",
        "interaction.ask",
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
        "interaction.read",
        "interactions_find",
        interactions.list_interactions,
        "List interactions",
        response=responses.Interactions,
        query={"state": {"enum": list(interactions.STATES)}},
    ),
    ApiRoute(
        "GET",
        "/api/interactions/{id}",
        "interaction.read",
        "interactions_read",
        interactions.read,
        "Read an interaction, or wait for its outcome",
        response=InteractionBody,
        query={"wait": {"type": "number", "minimum": 0, "maximum": interactions.MAX_WAIT_SECONDS}},
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/answer",
        "interaction.answer",
        "interactions_answer",
        interactions.answer,
        "Answer an interaction",
        Submission,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/draft",
        "interaction.answer",
        "interactions_draft",
        interactions.draft,
        "Save a draft of an answer",
        requests.DraftBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/cancel",
        "interaction.change",
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
        "interaction.change",
        "interactions_deadline",
        interactions.deadline,
        "Change the deadline",
        requests.DeadlineBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/interactions/{id}/snooze",
        "interaction.answer",
        "interactions_snooze",
        interactions.snooze,
        "Snooze an interaction",
        requests.SnoozeBody,
        InteractionBody,
    ),
    ApiRoute(
        "POST",
        "/api/demo/questions",
        "interaction.answer",
        "demo_ask",
        demo.ask,
        "Let the demo agent ask three questions",
        response=responses.Interactions,
        status=201,
    ),
    ApiRoute(
        "GET",
        "/api/stats",
        "stats.read",
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
        "log.read",
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
        "public",
        "operating_healthy",
        operations.healthy,
        "Liveness check",
        response=responses.Health,
    ),
    ApiRoute(
        "GET",
        "/readyz",
        "public",
        "operating_ready",
        operations.ready,
        "Readiness check",
        response=responses.Readiness,
        unavailable=responses.Unready,
    ),
    ApiRoute(
        "GET",
        "/metrics",
        "public",
        "operating_metrics",
        operations.metrics,
        "Metrics for Prometheus",
        media_type="text/plain",
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
    cors_origins: Collection[str] = (),
    metrics: Metrics | None = None,
    tracing: Tracing = NO_TRACING,
    entries: Iterable[Entry[BaseRoute]] = (),
    body_seconds: float = BODY_SECONDS,
) -> ASGIApp:
    """Return the application. The service is opened at startup and closed at shutdown.

    `entries` are routes of other packages, which authorize their callers themselves.

    Raises:
        UndeclaredAction: A route declares no known action.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with open_service() as service:
            app.state.service = service
            yield

    document = cache(partial(api_document, version, ROUTES))

    async def openapi(_request: Request) -> Response:
        return JSONResponse(document())

    mounted = [
        *(_guarded(route) for route in ROUTES),
        Entry(Route("/openapi.json", openapi), "public"),
        *entries,
    ]
    app = Starlette(routes=[_declared(entry) for entry in mounted], lifespan=lifespan)
    app.router.redirect_slashes = False
    install_error_handlers(app)
    return RequestMiddleware(
        _with_cors(app, cors_origins) if cors_origins else app,
        allowed_hosts=allowed_hosts,
        metrics=metrics,
        tracing=tracing,
        methods_at=partial(allowed_methods, app.routes),
        body_seconds=body_seconds,
        body_limits={route.path: route.max_body for route in ROUTES},
    )


def _guarded(route: ApiRoute) -> Entry[BaseRoute]:
    """Return a route that authorizes its callers before the endpoint runs."""

    async def endpoint(request: Request) -> Response:
        principal = await service_of(request).authorized(request, route.action)
        request.scope["state"]["principal"] = principal
        return await route.endpoint(request)

    handler = route.endpoint if route.is_public else endpoint
    return Entry(Route(route.path, handler, methods=[route.method]), route.action)


def _declared(entry: Entry[BaseRoute]) -> BaseRoute:
    """Return the route of an entry if it declares an action."""
    route = getattr(entry, "route", entry)
    if getattr(entry, "action", None) not in ACTIONS:
        interface, path = "The route", str(getattr(route, "path", route))
        raise UndeclaredAction(interface, path)
    return entry.route


def _with_cors(app: ASGIApp, origins: Collection[str]) -> ASGIApp:
    """Let pages of these origins call the application from a browser.

    Pages of listed origins may send credentials, because many clients do so by default. Session cookies are
    accepted from the service's own pages only (see `RequestGuard`).
    """
    return CORSMiddleware(
        app,
        allow_origins=sorted(origins),
        allow_methods=METHODS,
        allow_headers=["*"],
        allow_credentials=ANY not in origins,
        expose_headers=EXPOSED_HEADERS,
        max_age=CORS_MAX_AGE,
    )
