"""Every error as its HTTP reply: one shape, at most 4 KB, with the id of the request."""

import dataclasses
import logging
from collections.abc import Mapping
from typing import Final

from fastapi.exceptions import RequestValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from choice.chat.allowed_methods import allowed_methods, other_method_words
from choice.chat.error_body import ErrorBody, ErrorDetails
from choice.chat.error_words import ErrorReply, reply_to
from choice.chat.logs import request_id
from choice.errors import ChoiceError

_LONGEST_MESSAGE: Final = 600
_LONGEST_FIELD: Final = 120
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
