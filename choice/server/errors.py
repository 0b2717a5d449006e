"""What is said about each error: a status and our own words, nothing of the input or of our inside."""

import dataclasses
import http
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NotRequired

from fastapi.exceptions import RequestValidationError
from pydantic import JsonValue
from pydantic_core import ErrorDetails as PydanticErrorDetails
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Match
from starlette.types import Scope
from typing_extensions import TypedDict

from choice import errors
from choice import errors as refusals
from choice.conversations import ConversationBusy, NothingToRetry
from choice.desk.interaction import InteractionClosed
from choice.desk.snapshot import outcome_snapshot
from choice.errors import ChoiceError
from choice.telemetry.logs import request_id

_LONGEST_FIELD: Final = 120
_LONGEST_RULE: Final = 300
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")

_WORDS: Final[Mapping[str, str]] = {
    "missing": "is required.",
    "extra_forbidden": "is not a field that is known here.",
    "string_type": "must be text.",
    "string_too_short": "must have at least {min_length} characters.",
    "string_too_long": "must have at most {max_length} characters.",
    "string_pattern_mismatch": "must have the form that the schema gives.",
    "int_type": "must be a whole number.",
    "int_from_float": "must be a whole number.",
    "int_parsing": "must be a whole number.",
    "float_type": "must be a number.",
    "float_parsing": "must be a number.",
    "finite_number": "must be a finite number.",
    "bool_type": "must be true or false.",
    "bool_parsing": "must be true or false.",
    "list_type": "must be a list.",
    "tuple_type": "must be a list.",
    "dict_type": "must be an object.",
    "model_type": "must be an object with named fields.",
    "model_attributes_type": "must be an object with named fields.",
    "too_short": "must have at least {min_length} entries.",
    "too_long": "must have at most {max_length} entries.",
    "literal_error": "must be {expected}.",
    "enum": "must be {expected}.",
    "greater_than": "must be more than {gt}.",
    "greater_than_equal": "must be at least {ge}.",
    "less_than": "must be less than {lt}.",
    "less_than_equal": "must be at most {le}.",
    "uuid_type": "must be a UUID.",
    "uuid_parsing": "must be a UUID.",
    "uuid_version": "must be a UUID of version {expected_version}.",
    "datetime_type": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "datetime_parsing": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "datetime_from_date_parsing": "must be a date and time such as 2026-01-31T12:00:00Z.",
    "timezone_aware": "must name its time zone, such as 2026-01-31T12:00:00Z.",
    "union_tag_invalid": "must be one of {expected_tags}.",
    "none_required": "must be null.",
    # The words of our own validators, which do not repeat the input either.
    "value_error": "{error}",
}

_PLAINER: Final[Mapping[tuple[str, str, object], str]] = {
    ("string_pattern_mismatch", "pattern", r"\S"): "must not be blank.",
    ("string_too_short", "min_length", 1): "must not be empty.",
    ("too_short", "min_length", 1): "must have at least one entry.",
    ("too_long", "max_length", 1): "must have at most one entry.",
    ("literal_error", "expected", "True"): "must be true, or left out.",
}
"""Plainer words for a finding with just this in its context."""


def field_and_rule(finding: PydanticErrorDetails) -> tuple[str, str]:
    """Return where a finding is, such as `answers[0].question_id`, and which rule is broken there."""
    kind, context = finding["type"], finding.get("ctx", {})
    words = next(
        (_PLAINER[kind, name, value] for name, value in context.items() if (kind, name, value) in _PLAINER),
        _WORDS.get(kind, "is not valid."),
    )
    try:
        rule = words.format_map(context)
    except KeyError:
        rule = "is not valid."
    return path_of(finding["loc"]), rule[:_LONGEST_RULE]


def path_of(location: Sequence[int | str]) -> str:
    """Return a path in words that are safe to show; names that only the input knows are shown if plain."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        elif _PLAIN_NAME.fullmatch(step):
            path += f".{step}" if path else step
        else:
            path += ".?" if path else "?"
    return path[:_LONGEST_FIELD] or "body"


_KEPT_HEADERS: Final = frozenset({"allow", "retry-after", "www-authenticate"})
_CLOSE: Final = {"Connection": "close"}
_NOT_FOUND: Final = str(refusals.NotFound())


@dataclasses.dataclass(frozen=True, slots=True)
class ErrorReply:
    """A status and what goes with it; without a code of its own it has that of its status."""

    status: int
    message: str
    code: str | None = None
    field: str | None = None
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    more: Mapping[str, JsonValue] = dataclasses.field(default_factory=dict)
    """What stands beside the error, such as the outcome that won."""


def reply_to(error: Exception) -> ErrorReply:
    """Return what is said about an error. What is not in the table is a fault of ours, and says only that."""
    for kind in type(error).__mro__:
        words = _TABLE.get(kind)
        if words is not None:
            return words(error)
    return ErrorReply(500, "Something went wrong here; the request id helps to find out what.")


def _bad_token(error: refusals.BadToken) -> ErrorReply:
    challenge = 'Bearer realm="choicewire"'
    if not error.missing:
        challenge += ', error="invalid_token"'
    return ErrorReply(401, error.rule, headers={"WWW-Authenticate": challenge})


def _closed(error: InteractionClosed) -> ErrorReply:
    outcome: dict[str, JsonValue] = {"state": error.ended_as, "outcome": outcome_snapshot(error.outcome)}
    return ErrorReply(409, "This question has been decided already.", "already_decided", more=outcome)


def _rate_limited(error: refusals.RateLimited) -> ErrorReply:
    return ErrorReply(429, str(error), headers={**error.headers, "Retry-After": str(error.retry_after)})


def _http(error: HTTPException) -> ErrorReply:
    """Take over the status of an error of the framework, not its words, which may repeat the input."""
    kept = {name: value for name, value in (error.headers or {}).items() if name.lower() in _KEPT_HEADERS}
    if error.status_code == http.HTTPStatus.NOT_FOUND:
        return ErrorReply(404, _NOT_FOUND, headers=kept)
    try:
        message = f"{http.HTTPStatus(error.status_code).phrase}."
    except ValueError:
        message = "This cannot be done."
    return ErrorReply(error.status_code, message, headers=kept)


def _invalid_parameter(error: RequestValidationError) -> ErrorReply:
    finding: PydanticErrorDetails = error.errors()[0]
    place, *location = finding["loc"]
    if place == "path":
        # An id that cannot be one names nothing.
        return ErrorReply(404, _NOT_FOUND)
    _path, rule = field_and_rule(finding)
    return _broken(path_of(location), rule)


def _broken(field: str, rule: str) -> ErrorReply:
    """Name the field in the message as well: a client that shows nothing else still says what is wrong."""
    return ErrorReply(422, f"{field[:_LONGEST_FIELD]}: {rule}", field=field)


def _fixed(status: int, message: str, code: str | None = None, **headers: str) -> Callable[[Any], ErrorReply]:
    reply = ErrorReply(
        status, message, code, headers={name.replace("_", "-"): value for name, value in headers.items()}
    )
    return lambda _error: reply


def _field(name: str, rule: str) -> Callable[[Any], ErrorReply]:
    return lambda _error: _broken(name, rule)


_TABLE: Final[Mapping[type, Callable[[Any], ErrorReply]]] = {
    refusals.BadToken: _bad_token,
    refusals.MissingPermission: lambda error: ErrorReply(403, str(error)),
    errors.NotAllowed: _fixed(403, "You may see this, but not do that to it."),
    refusals.NotFound: _fixed(404, _NOT_FOUND),
    errors.UnknownInteraction: _fixed(404, _NOT_FOUND),
    InteractionClosed: _closed,
    errors.StaleVersion: _fixed(409, "The question has changed since it was shown.", "changed"),
    errors.StaleDraft: _fixed(409, "The draft has changed since it was shown.", "changed"),
    errors.KeyConflict: _fixed(409, "This key was used before, with another content.", "key_conflict"),
    ConversationBusy: lambda error: ErrorReply(409, str(error), "busy", headers={"Retry-After": "1"}),
    NothingToRetry: lambda error: ErrorReply(409, str(error), "nothing_to_retry"),
    refusals.ShuttingDown: lambda error: ErrorReply(503, str(error), headers={"Retry-After": "2", **_CLOSE}),
    refusals.BodyTooLarge: lambda error: ErrorReply(413, str(error), headers=_CLOSE),
    refusals.BodyTooSlow: lambda error: ErrorReply(408, str(error), headers=_CLOSE),
    # The line stays open: who closes it on a body that still comes takes the reply away from its reader.
    refusals.WrongMediaType: lambda error: ErrorReply(415, error.rule),
    errors.UnreadableJson: lambda error: ErrorReply(400, f"The body {error.rule}", "unreadable"),
    refusals.InvalidField: lambda error: _broken(error.field, error.rule),
    errors.InvalidRequest: lambda error: _broken(error.field, error.rule),
    errors.InvalidAnswer: lambda error: _broken(error.field, error.rule),
    errors.UnknownQuestion: _field("question_id", "names a question that this form does not have."),
    errors.UnknownOption: _field("option_ids", "names an option that its question does not have."),
    errors.UnknownDialect: _field("dialect", "is not a dialect that is known here."),
    refusals.RateLimited: _rate_limited,
    refusals.TooManyStreams: lambda error: ErrorReply(
        429, str(error), "too_many_streams", headers={"Retry-After": "5"}
    ),
    refusals.LimiterUnavailable: lambda error: ErrorReply(503, str(error), headers={"Retry-After": "5"}),
    errors.StoreError: _fixed(
        503, "The database cannot do its work now; nothing was changed.", Retry_After="5"
    ),
    ClientDisconnect: _fixed(400, "The body did not arrive."),
    HTTPException: _http,
    RequestValidationError: _invalid_parameter,
}


class ErrorDetails(TypedDict):
    """What went wrong; `field` is there where one field of the request is at fault."""

    code: str
    message: str
    field: NotRequired[str]
    request_id: str


class ErrorBody(TypedDict):
    """An error; a 409 has the outcome that stands beside it."""

    error: ErrorDetails


METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
"""All that are known here."""

MethodsAt = Callable[[Scope], Sequence[str]]
"""Says which methods the path of a request takes; none where nobody serves it."""


def other_method_words(allowed: Sequence[str]) -> str:
    """Return what is said to those who come with a method that a path does not take."""
    return f"This path takes {', '.join(allowed)}."


def allowed_methods(routes: Iterable[BaseRoute], scope: Scope) -> list[str]:
    """Return the methods that the path of a request takes, of all routes that serve it."""
    found: set[str] = set()
    for route in routes:
        if route.matches(scope)[0] is not Match.NONE:
            # A route that names none decides for itself.
            found.update(getattr(route, "methods", None) or METHODS)
    return sorted(found)


_LONGEST_MESSAGE: Final = 600
_NO_BODY: Final = frozenset({204, 304})
_OTHER_METHOD: Final = 405
_FAILURE: Final = 500
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


def response_of(reply: ErrorReply) -> Response:
    """Return a reply as JSON, with the id of the request that it answers."""
    if reply.status in _NO_BODY:
        return Response(status_code=reply.status, headers=dict(reply.headers))
    error: ErrorDetails = {
        "code": reply.code or _CODES.get(reply.status, "error"),
        "message": reply.message[:_LONGEST_MESSAGE],
        "request_id": request_id.get(),
    }
    if reply.field is not None:
        error["field"] = reply.field[:_LONGEST_FIELD]
    body = ErrorBody(error=error)
    return JSONResponse({**body, **reply.more}, reply.status, headers=dict(reply.headers))


def install(app: Starlette) -> None:
    """Let an application answer all its errors in this way."""
    for kind in (ChoiceError, HTTPException, RequestValidationError, ClientDisconnect, Exception):
        app.add_exception_handler(kind, handled)


async def handled(request: Request, error: Exception) -> Response:
    """Return the reply to an error that ends a request."""
    reply = reply_to(error)
    if reply.status == _OTHER_METHOD:
        # The framework names the methods of the first route that has the path.
        allowed = allowed_methods(request.app.routes, request.scope)
        headers = {"Allow": ", ".join(allowed)}
        reply = dataclasses.replace(reply, message=other_method_words(allowed), headers=headers)
    if reply.status >= _FAILURE and isinstance(error, ChoiceError):
        # The words are ours. An error that is not ours goes on to the edge and is logged there.
        logger.error("A request failed: %s", error, exc_info=error)
    return response_of(reply)
