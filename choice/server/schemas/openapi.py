"""Generate the OpenAPI document from the table of routes."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from starlette.requests import Request
from starlette.responses import Response

from choice.auth import Action
from choice.server.body import MAX_BODY_BYTES
from choice.server.errors import ErrorBody
from choice.server.schemas.examples import CSV, EXAMPLES, LOG_LINE, REQUESTS, TEXTS
from choice.server.schemas.responses import LogLine

JSON = "application/json"
EVENTS = "text/event-stream"
LINES = "application/x-ndjson"

_SCHEMAS = "#/components/schemas/{model}"
_ERRORS: Mapping[int, str] = {
    400: "The body cannot be parsed",
    401: "The token is missing or invalid",
    403: "Not allowed",
    404: "Not found",
    405: "Method not allowed",
    408: "The body did not arrive in time",
    409: "Already decided, or busy",
    413: "The body is too large",
    415: "The body must be JSON",
    422: "A field is invalid",
    429: "Too many requests",
    500: "Internal error",
    502: "The model failed",
    503: "Unavailable",
    504: "The model timed out",
}
_TEXT: dict[str, Any] = {"type": "string"}
_EVENT: dict[str, Any] = {
    "type": "object",
    "description": "One event of the stream.",
    "required": ["data"],
    "properties": {
        "event": {"type": "string", "description": "The name of the event, on wires with named events."},
        "data": {"type": "string", "contentMediaType": JSON},
    },
}


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """One route: its endpoint, its request and its response."""

    method: str
    path: str
    action: Action
    """What the caller must be allowed to do."""
    operation_id: str
    endpoint: Callable[[Request], Awaitable[Response]]
    summary: str
    body: type[BaseModel] | None = None
    response: type[BaseModel] | None = None
    """None if the response is not JSON or has no body."""
    unavailable: type[BaseModel] | None = None
    """The body of a 503, if it differs from the error format."""
    status: int = 200
    media_type: str | None = JSON
    has_csv: bool = False
    """Whether the response is also available as CSV."""
    query: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """The schema of each query parameter."""
    needs_body: bool = True
    """Whether the body is required, for routes that take one."""
    max_body: int = MAX_BODY_BYTES
    may_be_empty: bool = False
    """Whether the response may also be a 204."""

    @property
    def is_public(self) -> bool:
        """Whether the route needs no authentication."""
        return self.action == "public"


def api_document(version: str, routes: Sequence[ApiRoute]) -> dict[str, Any]:
    """Return the OpenAPI document."""
    document = get_openapi(
        title="choicewire",
        version=version,
        summary="Chat with questions that become cards.",
        routes=[_fastapi_route(route) for route in routes],
    )
    components = document.setdefault("components", {})
    components.setdefault("schemas", {}).update(_schemas(routes))
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}}
    return document


def _fastapi_route(route: ApiRoute) -> APIRoute:
    """Return a FastAPI route, for the document only. Starlette serves requests, at a quarter of the cost."""
    return APIRoute(
        route.path,
        route.endpoint,
        methods=[route.method],
        summary=route.summary,
        operation_id=route.operation_id,
        response_model=None,
        response_class=Response,
        status_code=route.status,
        responses=_responses(route),
        openapi_extra=_extra(route),
    )


def _schemas(routes: Sequence[ApiRoute]) -> dict[str, Any]:
    error = TypeAdapter(ErrorBody).json_schema(ref_template=_SCHEMAS)
    found: dict[str, Any] = {**error.pop("$defs"), "Error": error}
    models: list[tuple[type[BaseModel] | None, JsonSchemaMode]] = [(LogLine, "serialization")]
    models += [(route.response, "serialization") for route in routes]
    models += [(route.unavailable, "serialization") for route in routes]
    models += [(route.body, "validation") for route in routes]
    for model, mode in models:
        if model is not None:
            schema = model.model_json_schema(mode=mode, ref_template=_SCHEMAS)
            found |= schema.pop("$defs", {})
            found[model.__name__] = schema
    return found


def _extra(route: ApiRoute) -> dict[str, Any]:
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
        content = {"schema": _reference(route.body)} | REQUESTS.get(route.body.__name__, {})
        extra["requestBody"] = {"required": route.needs_body, "content": {JSON: content}}
    return extra


def _responses(route: ApiRoute) -> dict[int | str, dict[str, Any]]:
    responses: dict[int | str, dict[str, Any]] = {
        status: {"description": description, "content": {JSON: {"schema": _error_schema(route, status)}}}
        for status, description in _ERRORS.items()
        if not route.is_public or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    }
    success: dict[str, Any] = {"description": route.summary}
    if route.media_type is not None:
        success["content"] = {route.media_type: _content(route)}
    if route.has_csv:
        success["content"]["text/csv"] = {"schema": {"type": "string"}, "example": CSV}
    if route.may_be_empty:
        responses[HTTPStatus.NO_CONTENT] = {"description": "There is nothing to return."}
    return responses | {route.status: success}


def _error_schema(route: ApiRoute, status: int) -> dict[str, str]:
    if route.unavailable is not None and status == HTTPStatus.SERVICE_UNAVAILABLE:
        return _reference(route.unavailable)
    return {"$ref": _SCHEMAS.format(model="Error")}


def _content(route: ApiRoute) -> dict[str, Any]:
    """Return the schema and an example of a successful response."""
    if route.response is not None:
        return {"schema": _reference(route.response), "example": EXAMPLES[route.response.__name__]}
    if route.media_type == LINES:
        return {"schema": _TEXT | {"description": "A `LogLine` on each line."}, "example": LOG_LINE}
    return {"schema": _EVENT if route.media_type == EVENTS else _TEXT, "example": TEXTS[route.path]}


def _reference(model: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _SCHEMAS.format(model=model.__name__)}
