"""What is said about each error: a status and our own words, nothing of the input or of our inside."""

import dataclasses
import http
from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from pydantic import JsonValue
from pydantic_core import ErrorDetails
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from choice import errors
from choice.chat import refusals
from choice.chat.conversation import ConversationBusy, NothingToRetry
from choice.chat.request_words import field_and_rule, path_of
from choice.desk.interaction import InteractionClosed
from choice.desk.snapshot import outcome_snapshot

_KEPT_HEADERS: Final = frozenset({"allow", "retry-after", "www-authenticate"})
_CLOSE: Final = {"Connection": "close"}
_NOT_FOUND: Final = str(refusals.NotFound())
_LONGEST_FIELD: Final = 120


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
    finding: ErrorDetails = error.errors()[0]
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
