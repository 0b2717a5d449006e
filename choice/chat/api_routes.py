"""The table of routes, and what OpenAPI says about each."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from choice.answers import Submission
from choice.chat.bodies import (
    AskBody,
    CancelBody,
    ChatBody,
    DeadlineBody,
    DraftBody,
    SnoozeBody,
    ThreadBody,
    ThreadChange,
    ThreadMessage,
)
from choice.chat.routes import chatbot, interactions, operating, threads

_SCHEMAS = "#/components/schemas/{model}"
_JSON = "application/json"
_EVENTS = "text/event-stream"


@dataclass(frozen=True, slots=True)
class Route:
    """One route: who serves it, what it takes, and what it gives back."""

    method: str
    path: str
    endpoint: Callable[[Request], Awaitable[Response]]
    summary: str
    body: type[BaseModel] | None = None
    status: int = 200
    media_type: str | None = _JSON
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The schema of each parameter that may stand behind the path."""
    is_public: bool = False


ROUTES = (
    Route("POST", "/chatbot/chat-stream", chatbot.chat_stream, "Answer a message as a stream of events",
          ChatBody, media_type=_EVENTS),
    Route("POST", "/chatbot/chat", chatbot.chat, "Answer a message whole", ChatBody),
    Route("GET", "/chatbot/conversation/{id}", chatbot.read_conversation, "Read a conversation"),
    Route("DELETE", "/chatbot/conversation/{id}", chatbot.delete_conversation, "Forget a conversation",
          status=204, media_type=None),
    Route("POST", "/api/threads", threads.create, "Start a thread", ThreadBody, status=201),
    Route("GET", "/api/threads", threads.find, "List your threads"),
    Route("GET", "/api/threads/{id}", threads.read, "Read a thread with its cards"),
    Route("PATCH", "/api/threads/{id}", threads.change, "Change mode or title", ThreadChange),
    Route("DELETE", "/api/threads/{id}", threads.delete, "Forget a thread", status=204, media_type=None),
    Route("POST", "/api/threads/{id}/chat", threads.chat, "Say something, or answer a card", ThreadMessage,
          media_type=_EVENTS, query={"wire": {"enum": list(threads.WIRES)}}),
    Route("POST", "/api/interactions", interactions.ask, "Ask a person", AskBody, status=201),
    Route("GET", "/api/interactions", interactions.find, "List interactions",
          query={"state": {"enum": list(interactions.STATES)}}),
    Route("GET", "/api/interactions/{id}", interactions.read, "Look at one, or wait for its outcome",
          query={"wait": {"type": "number", "minimum": 0, "maximum": interactions.LONGEST_WAIT}}),
    Route("POST", "/api/interactions/{id}/answer", interactions.answer, "Answer one", Submission),
    Route("POST", "/api/interactions/{id}/draft", interactions.draft, "Keep an answer that is not sent yet",
          DraftBody),
    Route("POST", "/api/interactions/{id}/cancel", interactions.cancel, "Cancel one", CancelBody),
    Route("POST", "/api/interactions/{id}/deadline", interactions.deadline, "Give more time", DeadlineBody),
    Route("POST", "/api/interactions/{id}/snooze", interactions.snooze, "Put one aside", SnoozeBody),
    Route("GET", "/api/stats", operating.stats, "Which options were chosen, and how fast"),
    Route("GET", "/api/log", operating.log, "The decision log", media_type="application/x-ndjson",
          query={
              "after": {"type": "integer", "minimum": 0, "maximum": operating.HIGHEST_SEQ},
              "limit": {"type": "integer", "minimum": 0, "maximum": operating.MOST_RECORDS},
              "before": {"type": "integer", "minimum": 0, "maximum": operating.HIGHEST_SEQ},
              "order": {"enum": list(operating.ORDERS)},
              "kinds": {"enum": list(operating.KINDS)},
              "format": {"enum": list(operating.FORMATS)},
              "q": {"type": "string", "maxLength": operating.LONGEST_SEARCH},
          }),
    Route("GET", "/healthz", operating.healthy, "Whether the process is alive", is_public=True),
    Route("GET", "/readyz", operating.ready, "Whether requests can be served", is_public=True),
    Route("GET", "/metrics", operating.metrics, "Metrics for Prometheus", media_type="text/plain",
          is_public=True),
)  # fmt: skip

_REFUSALS: Mapping[int, str] = {
    400: "The body cannot be read",
    401: "No token, or a bad one",
    403: "Not allowed",
    404: "Unknown, or not yours",
    405: "Another method is needed",
    408: "The body did not arrive in time",
    409: "Already decided, or busy",
    413: "The body is too large",
    415: "The body must be JSON",
    422: "A field breaks a rule",
    429: "Too many requests",
    500: "A fault of ours",
    502: "The model failed",
    503: "Not available now",
    504: "The model took too long",
}


def add_routes(app: FastAPI) -> None:
    """Give an application every route of the table, and the OpenAPI document that describes them."""
    for route in ROUTES:
        app.add_api_route(
            route.path,
            route.endpoint,
            methods=[route.method],
            summary=route.summary,
            operation_id=f"{route.endpoint.__module__.rpartition('.')[2]}_{route.endpoint.__name__}",
            response_model=None,
            status_code=route.status,
            responses=_responses(route),
            openapi_extra=_extra(route),
        )


def schemas() -> dict[str, Any]:
    """Return the schemas of all bodies, and of errors."""
    found: dict[str, Any] = {"Error": _ERROR}
    for route in ROUTES:
        if route.body is not None:
            schema = route.body.model_json_schema(ref_template=_SCHEMAS)
            found |= schema.pop("$defs", {})
            found[route.body.__name__] = schema
    return found


def _extra(route: Route) -> dict[str, Any]:
    extra: dict[str, Any] = {"security": [] if route.is_public else [{"bearer": []}]}
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "query", "required": False, "schema": dict(schema)}
        for name, schema in route.query.items()
    ]
    if "{id}" in route.path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": {"type": "string"}})
    if parameters:
        extra["parameters"] = parameters
    if route.body is not None:
        reference = {"$ref": _SCHEMAS.format(model=route.body.__name__)}
        extra["requestBody"] = {"required": True, "content": {_JSON: {"schema": reference}}}
    return extra


def _responses(route: Route) -> dict[int | str, dict[str, Any]]:
    answers: dict[int | str, dict[str, Any]] = {
        status: {
            "description": words,
            "content": {_JSON: {"schema": {"$ref": _SCHEMAS.format(model="Error")}}},
        }
        for status, words in _REFUSALS.items()
        if not route.is_public or status >= 500  # noqa: PLR2004 - faults of ours
    }
    done: dict[str, Any] = {"description": route.summary}
    if route.media_type is not None:
        done["content"] = {route.media_type: {"schema": {}}}
    return answers | {route.status: done}


_ERROR: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "request_id"],
            "properties": {
                "code": {"type": "string"},
                "message": {"type": "string"},
                "field": {"type": "string"},
                "request_id": {"type": "string"},
            },
        }
    },
}
