"""Read and validate JSON request bodies, with limits on size, time and depth."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, to_json
from starlette.requests import ClientDisconnect, Request

from choice.errors import BodyTooLarge, BodyTooSlow, InvalidField, WrongMediaType
from choice.payload import read_json as read_json_text
from choice.payload import text_fault
from choice.payload.json_text import MAX_SIZE

MAX_BODY_BYTES: Final = MAX_SIZE
MAX_HISTORY_BYTES: Final = 8 * MAX_BODY_BYTES
"""Limit for requests with the history of a conversation."""
MAX_FIELDS: Final = 100
"""Maximum number of fields of the top-level object, known or unknown."""
BODY_TIMEOUT: Final = 30.0
"""Seconds within which the whole body must arrive."""

_MAX_LENGTH_DIGITS: Final = 9
_SAFE_INTEGER: Final = 2**53 - 1
_MEDIA_TYPE: Final = re.compile(rb'application/json(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?', re.IGNORECASE)
# NUL and lone surrogates can only be written as an escape. A number beyond 2**53 has an exponent or at least
# 16 digits. Bodies without these patterns skip the check of all values.
_ESCAPE: Final = b"\\u"
_LARGE_NUMBER: Final = re.compile(rb"[0-9](?:[eE]|[0-9]{15})")
_WRONG_TYPE: Final = "Send the body as Content-Type: application/json, in UTF-8."
_COMPRESSED: Final = "Send the body without Content-Encoding."

_MAX_PATH: Final = 120
_MAX_RULE: Final = 300
_PLAIN_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,39}")
_INVALID: Final = "is not valid."
_DATE_TIME: Final = "must be a date and time such as 2026-01-31T12:00:00Z."

_RULES: Final[Mapping[str, str]] = {
    "missing": "is required.",
    "extra_forbidden": "is not a known field.",
    "string_type": "must be text.",
    "string_too_short": "must have at least {min_length} characters.",
    "string_too_long": "must have at most {max_length} characters.",
    "string_pattern_mismatch": "must match the pattern in the schema.",
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
    "datetime_type": _DATE_TIME,
    "datetime_parsing": _DATE_TIME,
    "datetime_from_date_parsing": _DATE_TIME,
    "timezone_aware": "must have a time zone, such as 2026-01-31T12:00:00Z.",
    "union_tag_invalid": "must be one of {expected_tags}.",
    "none_required": "must be null.",
    # Messages of our own validators, which do not repeat the input.
    "value_error": "{error}",
}
"""Message for each error type of pydantic. pydantic's own messages may repeat the input."""

_SPECIAL_RULES: Final[Mapping[tuple[str, str, object], str]] = {
    ("string_pattern_mismatch", "pattern", r"\S"): "must not be blank.",
    ("string_too_short", "min_length", 1): "must not be empty.",
    ("too_short", "min_length", 1): "must have at least one entry.",
    ("too_long", "max_length", 1): "must have at most one entry.",
    ("literal_error", "expected", "True"): "must be true or left out.",
}
"""Simpler message for some errors, by error type and one entry of the error's context."""

_Model = TypeVar("_Model", bound=BaseModel)
_Path = tuple[int | str, ...]


async def read_json(
    request: Request,
    timeout: float = BODY_TIMEOUT,  # noqa: ASYNC109 - sets the error
    max_bytes: int = MAX_BODY_BYTES,
) -> object:
    """Return the decoded JSON of a request body.

    Raises:
        WrongMediaType: The body is not plain JSON in UTF-8.
        BodyTooLarge: The body is larger than the limit, even if its Content-Length is not.
        BodyTooSlow: The body does not arrive in time.
        UnreadableJson: The body is not JSON, is too deep or too large, or has a duplicate key.
        InvalidField: The body has a NUL, a lone surrogate or a number beyond 2**53.
    """
    _check_headers(request, max_bytes)
    try:
        async with asyncio.timeout(timeout):
            body = await _receive_body(request, max_bytes)
    except TimeoutError:
        raise BodyTooSlow(timeout) from None
    payload = read_json_text(body, max_bytes)
    if _ESCAPE in body or _LARGE_NUMBER.search(body) is not None:
        _check_values(payload)
    return payload


async def read_optional_json(request: Request) -> object:
    """Return the decoded JSON of a request body, or an empty object if there is no body.

    Raises:
        ChoiceError: As `read_json`.
    """
    headers = dict(request.scope["headers"])
    has_body = b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"
    return await read_json(request) if has_body else {}


def parse(model: type[_Model], payload: object) -> _Model:
    """Validate a payload strictly; unknown fields are errors.

    Raises:
        InvalidField: A field is invalid. Only the first error is reported.
    """
    if isinstance(payload, dict) and len(payload) > MAX_FIELDS:
        # Check this first: pydantic creates an error for each unknown field.
        raise InvalidField(format_path(()), f"must have at most {MAX_FIELDS} fields.")
    try:
        # Validate as JSON: strict mode accepts a UUID or a date as a string only in JSON.
        return model.model_validate_json(to_json(payload), strict=True, extra="forbid")
    except ValidationError as error:
        raise InvalidField(*describe(error.errors(include_url=False, include_input=False)[0])) from None


def describe(error: ErrorDetails) -> tuple[str, str]:
    """Return the path of the invalid field, such as `answers[0].question_id`, and the rule that it breaks."""
    kind, context = error["type"], error.get("ctx", {})
    template = next(
        (
            _SPECIAL_RULES[kind, name, value]
            for name, value in context.items()
            if (kind, name, value) in _SPECIAL_RULES
        ),
        _RULES.get(kind, _INVALID),
    )
    try:
        rule = template.format_map(context)
    except KeyError:
        rule = _INVALID
    return format_path(error["loc"]), rule[:_MAX_RULE]


def format_path(location: Sequence[int | str]) -> str:
    """Return a path that is safe to show. Names that are not plain identifiers are replaced with `?`."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        else:
            name = step if _PLAIN_NAME.fullmatch(step) else "?"
            path += f".{name}" if path else name
    return path[:_MAX_PATH] or "body"


def _check_headers(request: Request, max_bytes: int) -> None:
    media_types, length = [], b"0"
    for name, value in request.scope["headers"]:
        if name == b"content-type":
            media_types.append(value)
        elif name == b"content-encoding" and value.strip().lower() != b"identity":
            raise WrongMediaType(_COMPRESSED)
        elif name == b"content-length":
            length = value
    if len(media_types) != 1 or _MEDIA_TYPE.fullmatch(media_types[0].strip()) is None:
        raise WrongMediaType(_WRONG_TYPE)
    if length.isdigit() and (len(length) > _MAX_LENGTH_DIGITS or int(length) > max_bytes):
        raise BodyTooLarge(max_bytes)


async def _receive_body(request: Request, max_bytes: int) -> bytes:
    receive, body = request.receive, bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > max_bytes:
            raise BodyTooLarge(max_bytes)
        if not message.get("more_body", False):
            return bytes(body)


def _check_values(payload: object) -> None:
    """Reject strings that databases cannot store and numbers that JavaScript cannot represent."""
    pending: list[tuple[_Path, object]] = [((), payload)]
    while pending:
        path, value = pending.pop()
        if isinstance(value, dict):
            for name, member in value.items():
                _check_text((*path, name), name)
                pending.append(((*path, name), member))
        elif isinstance(value, list):
            pending.extend(((*path, index), entry) for index, entry in enumerate(value))
        elif isinstance(value, str):
            _check_text(path, value)
        elif isinstance(value, int | float) and abs(value) > _SAFE_INTEGER:
            raise InvalidField(format_path(path), f"must be between -{_SAFE_INTEGER} and {_SAFE_INTEGER}.")


def _check_text(path: _Path, text: str) -> None:
    fault = text_fault(text, MAX_BODY_BYTES)
    if fault is not None:
        raise InvalidField(format_path(path), fault)
