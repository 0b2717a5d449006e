"""The OpenAPI document, made from the table of routes."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from starlette.responses import Response

from choice.desk.snapshot import InteractionBody
from choice.server.errors import ErrorBody
from choice.server.routes.table import EVENTS, JSON, LINES, ROUTES, Route
from choice.server.schemas.examples import CSV, EXAMPLES, LOG_LINE, REQUESTS, TEXTS
from choice.server.schemas.replies import (
    Health,
    Interactions,
    KeptConversation,
    LogLine,
    Readiness,
    StatisticsBody,
    Thread,
    Threads,
    Unready,
    WholeAnswer,
)
from choice.server.schemas.requests import (
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

_SCHEMAS = "#/components/schemas/{model}"

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


def api_document(version: str) -> dict[str, Any]:
    """Return the OpenAPI document of this version of the service."""
    document = get_openapi(
        title="choicewire",
        version=version,
        summary="Chat with questions that become cards.",
        routes=[_described(route) for route in ROUTES],
    )
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(schemas())
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
    return document


def _described(route: Route) -> APIRoute:
    """Return a route as FastAPI describes it. It is not served: Starlette's route costs a quarter."""
    return APIRoute(
        route.path,
        route.endpoint,
        methods=[route.method],
        summary=route.summary,
        operation_id=f"{route.endpoint.__module__.rpartition('.')[2]}_{route.endpoint.__name__}",
        response_model=None,
        response_class=Response,
        status_code=route.status,
        responses=_responses(route),
        openapi_extra=_extra(route),
    )


def schemas() -> dict[str, Any]:
    """Return the schemas of all bodies and replies, and of errors."""
    error = TypeAdapter(ErrorBody).json_schema(ref_template=_SCHEMAS)
    found: dict[str, Any] = {**error.pop("$defs"), "Error": error}
    models: list[tuple[type[BaseModel], JsonSchemaMode]] = [(LogLine, "serialization")]
    models += [(route.reply, "serialization") for route in ROUTES if route.reply is not None]
    models += [(route.unavailable, "serialization") for route in ROUTES if route.unavailable is not None]
    models += [(route.body, "validation") for route in ROUTES if route.body is not None]
    for model, mode in models:
        schema = model.model_json_schema(mode=mode, ref_template=_SCHEMAS)
        found |= schema.pop("$defs", {})
        found[model.__name__] = schema
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
        content = {"schema": reference} | REQUESTS.get(route.body.__name__, {})
        extra["requestBody"] = {"required": route.needs_body, "content": {JSON: content}}
    return extra


def _responses(route: Route) -> dict[int | str, dict[str, Any]]:
    answers: dict[int | str, dict[str, Any]] = {
        status: {
            "description": words,
            "content": {JSON: {"schema": {"$ref": _SCHEMAS.format(model=_refusal(route, status))}}},
        }
        for status, words in _REFUSALS.items()
        if not route.is_public or status >= 500  # noqa: PLR2004 - faults of ours
    }
    done: dict[str, Any] = {"description": route.summary}
    if route.media_type is not None:
        done["content"] = {route.media_type: _content(route)}
    if route.is_csv_too:
        done["content"]["text/csv"] = {"schema": {"type": "string"}, "example": CSV}
    return answers | {route.status: done}


def _refusal(route: Route, status: int) -> str:
    """Return the name of what a route gives back instead."""
    if route.unavailable is not None and status == HTTPStatus.SERVICE_UNAVAILABLE:
        return route.unavailable.__name__
    return "Error"


def _content(route: Route) -> dict[str, Any]:
    """Return the schema and an example of what a route gives back."""
    if route.reply is not None:
        name = route.reply.__name__
        return {"schema": {"$ref": _SCHEMAS.format(model=name)}, "example": EXAMPLES[name]}
    if route.media_type == LINES:
        return {"schema": _TEXT | {"description": "A `LogLine` on each line."}, "example": LOG_LINE}
    return {"schema": _EVENT if route.media_type == EVENTS else _TEXT, "example": TEXTS[route.path]}


_TEXT: dict[str, Any] = {"type": "string"}
_EVENT: dict[str, Any] = {
    "type": "object",
    "description": "One event of the stream.",
    "required": ["data"],
    "properties": {
        "event": {"type": "string", "description": "Its name, on wires whose events have names."},
        "data": {"type": "string", "contentMediaType": JSON},
    },
}


SENT: Final = (
    *(Thread, Threads, WholeAnswer, KeptConversation),
    *(InteractionBody, Interactions, StatisticsBody, LogLine),
    *(Health, Readiness, Unready, ErrorBody),
)
TAKEN: Final = (
    *(ChatBody, ThreadBody, ThreadChange, ThreadMessage),
    *(AskBody, CancelBody, DeadlineBody, DraftBody, SnoozeBody),
)
