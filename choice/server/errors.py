"""Map errors to HTTP responses. Messages never contain input or internal details."""

import dataclasses
import http
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NotRequired

from pydantic import JsonValue
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Scope
from typing_extensions import TypedDict

from choice import errors
from choice.conversations import ConversationBusy, NothingToRetry
from choice.desk import InteractionClosed, outcome_snapshot
from choice.telemetry import request_id

CLOSE: Final[Mapping[str, str]] = {"Connection": "close"}
METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
"""All methods that the server accepts."""

_MAX_FIELD: Final = 120
_MAX_MESSAGE: Final = 600
_NO_BODY: Final = frozenset({204, 304})
_METHOD_NOT_ALLOWED: Final = 405
_SERVER_ERROR: Final = 500
_KEPT_HEADERS: Final = frozenset({"allow", "retry-after", "www-authenticate"})
_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "conflict",
    413: "too_large",
    415: "unsupported_media_type",
    421: "wrong_host",
    422: "invalid",
    429: "rate_limited",
    431: "headers_too_large",
    500: "internal",
    503: "unavailable",
    505: "wrong_version",
}

logger = logging.getLogger(__name__)

AllowedMethods = Callable[[Scope], Sequence[str]]
"""Returns the methods that the path of a request accepts, or none if no route matches."""


class ErrorDetails(TypedDict):
    """The error. `field` names the invalid field of the request, if there is one."""

    code: str
    message: str
    field: NotRequired[str]
    request_id: str


class ErrorBody(TypedDict):
    """The body of an error response. A 409 also has the outcome of the interaction."""

    error: ErrorDetails


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorReply:
    """An error response. `code` defaults to the code of its status."""

    status: int
    message: str
    code: str | None = None
    field: str | None = None
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    extra: Mapping[str, JsonValue] = dataclasses.field(default_factory=dict)
    """Members of the body besides `error`."""


NOT_FOUND: Final = ErrorReply(404, str(errors.NotFound()))


def reply_to(error: Exception) -> ErrorReply:
    """Return the response for an error. Errors that are not in the table are internal errors."""
    for kind in type(error).__mro__:
        make = _REPLIES.get(kind)
        if make is not None:
            return make(error)
    return ErrorReply(500, "Internal error. Include the request id if you report it.")


def error_response(reply: ErrorReply) -> Response:
    """Return a reply as JSON with the current request id."""
    if reply.status in _NO_BODY:
        return Response(status_code=reply.status, headers=dict(reply.headers))
    error: ErrorDetails = {
        "code": reply.code or _CODES.get(reply.status, "error"),
        "message": reply.message[:_MAX_MESSAGE],
        "request_id": request_id.get(),
    }
    if reply.field is not None:
        error["field"] = reply.field[:_MAX_FIELD]
    body = ErrorBody(error=error)
    return JSONResponse({**body, **reply.extra}, reply.status, headers=dict(reply.headers))


def method_not_allowed(allowed: Sequence[str]) -> ErrorReply:
    """Return the response to a method that the path does not accept."""
    if not allowed:
        return NOT_FOUND
    methods = ", ".join(allowed)
    return ErrorReply(
        _METHOD_NOT_ALLOWED, f"Method not allowed. Allowed methods: {methods}.", headers={"Allow": methods}
    )


def allowed_methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """Return the methods of all routes that match the path of a request."""
    found: set[str] = set()
    for route in routes:
        if route.matches(scope)[0] is not Match.NONE:
            # A route without methods, such as a mount, accepts any.
            found.update(getattr(route, "methods", None) or METHODS)
    return sorted(found)


def install_error_handlers(app: Starlette) -> None:
    """Register handlers that answer every error with `error_response`."""
    for kind in (errors.ChoiceError, HTTPException, ClientDisconnect, Exception):
        app.add_exception_handler(kind, _handle)


async def _handle(request: Request, error: Exception) -> Response:
    reply = reply_to(error)
    if reply.status == _METHOD_NOT_ALLOWED:
        # Starlette reports only the methods of the first route that matches the path.
        reply = method_not_allowed(allowed_methods(request.app.routes, request.scope))
    if reply.status >= _SERVER_ERROR and isinstance(error, errors.ChoiceError):
        # Other exceptions are raised again by Starlette and logged by `RequestMiddleware`.
        logger.error("Request failed: %s", error, exc_info=error)
    return error_response(reply)


def _bad_token(error: errors.BadToken) -> ErrorReply:
    challenge = 'Bearer realm="choicewire"'
    if not error.missing:
        challenge += ', error="invalid_token"'
    return ErrorReply(401, error.rule, headers={"WWW-Authenticate": challenge})


def _closed(error: InteractionClosed) -> ErrorReply:
    outcome: dict[str, JsonValue] = {"state": error.ended_as, "outcome": outcome_snapshot(error.outcome)}
    return ErrorReply(409, "This question is already decided.", "already_decided", extra=outcome)


def _rate_limited(error: errors.RateLimited) -> ErrorReply:
    return ErrorReply(429, str(error), headers={**error.headers, "Retry-After": str(error.retry_after)})


def _http(error: HTTPException) -> ErrorReply:
    """Keep the status of a framework error but not its message, which may repeat the input."""
    kept = {name: value for name, value in (error.headers or {}).items() if name.lower() in _KEPT_HEADERS}
    if error.status_code == http.HTTPStatus.NOT_FOUND:
        return dataclasses.replace(NOT_FOUND, headers=kept)
    try:
        message = f"{http.HTTPStatus(error.status_code).phrase}."
    except ValueError:
        message = "The request failed."
    return ErrorReply(error.status_code, message, headers=kept)


def _invalid(field: str, rule: str) -> ErrorReply:
    # The message repeats the field for clients that show the message only.
    return ErrorReply(422, f"{field[:_MAX_FIELD]}: {rule}", field=field)


def _retry(error: Exception, seconds: int, status: int = 503, code: str | None = None) -> ErrorReply:
    return ErrorReply(status, str(error), code, headers={"Retry-After": str(seconds)})


def _always(reply: ErrorReply) -> Callable[[Any], ErrorReply]:
    return lambda _error: reply


_REPLIES: Final[Mapping[type, Callable[[Any], ErrorReply]]] = {
    errors.BadToken: _bad_token,
    errors.MissingPermission: lambda error: ErrorReply(403, str(error)),
    errors.NotAllowed: _always(ErrorReply(403, "You may read this but not change it.")),
    errors.NotFound: _always(NOT_FOUND),
    errors.UnknownInteraction: _always(NOT_FOUND),
    InteractionClosed: _closed,
    errors.StaleVersion: _always(ErrorReply(409, "The question has changed. Load it again.", "changed")),
    errors.StaleDraft: _always(ErrorReply(409, "The draft has changed. Load it again.", "changed")),
    errors.KeyConflict: _always(
        ErrorReply(409, "This idempotency key was used with another request. Use a new key.", "key_conflict")
    ),
    ConversationBusy: lambda error: _retry(error, 1, 409, "busy"),
    NothingToRetry: lambda error: ErrorReply(409, str(error), "nothing_to_retry"),
    errors.ShuttingDown: lambda error: ErrorReply(503, str(error), headers={"Retry-After": "2", **CLOSE}),
    errors.BodyTooLarge: lambda error: ErrorReply(413, str(error), headers=CLOSE),
    errors.BodyTooSlow: lambda error: ErrorReply(408, str(error), headers=CLOSE),
    # Keep the connection open. If it is closed while the body arrives, the client may lose the response.
    errors.WrongMediaType: lambda error: ErrorReply(415, error.rule),
    errors.UnreadableJson: lambda error: ErrorReply(400, f"The body {error.rule}", "unreadable"),
    errors.InvalidField: lambda error: _invalid(error.field, error.rule),
    errors.InvalidRequest: lambda error: _invalid(error.field, error.rule),
    errors.InvalidAnswer: lambda error: _invalid(error.field, error.rule),
    errors.UnknownQuestion: _always(_invalid("question_id", "is not a question of this form.")),
    errors.UnknownOption: _always(
        _invalid("option_ids", "contains an option that the question does not have.")
    ),
    errors.UnknownDialect: _always(_invalid("dialect", "is not a known dialect.")),
    errors.RateLimited: _rate_limited,
    errors.TooManyOpen: lambda error: _retry(error, 5, 429, f"too_many_{error.what}"),
    errors.QueueFull: lambda error: _retry(error, 30, 429, "queue_full"),
    errors.LimiterUnavailable: lambda error: _retry(error, 5),
    errors.StoreError: _always(
        ErrorReply(
            503, "The database is unavailable. Nothing was changed; try again.", headers={"Retry-After": "5"}
        )
    ),
    ClientDisconnect: _always(ErrorReply(400, "The body is incomplete.")),
    HTTPException: _http,
}
