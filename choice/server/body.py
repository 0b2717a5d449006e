"""The way in for bodies: bytes are bounded and judged before anything is built from them."""

import asyncio
import re
from typing import Final, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import to_json
from starlette.requests import ClientDisconnect, Request

from choice.errors import BodyTooLarge, BodyTooSlow, InvalidField, WrongMediaType
from choice.payload.json_text import MAX_SIZE
from choice.payload.json_text import read_json as read_json_text
from choice.payload.values import text_fault
from choice.server.errors import field_and_rule, path_of

LARGEST_BODY: Final = MAX_SIZE
_MOST_DIGITS: Final = len(str(LARGEST_BODY))
PATIENCE: Final = 30.0
"""Seconds in which a body must have arrived."""

MOST_FIELDS: Final = 100
"""Fields of a body, known or not."""

_TOO_MANY_FIELDS: Final = f"must have at most {MOST_FIELDS} fields."
_SAFE_INTEGER: Final = 2**53 - 1
_MEDIA_TYPE: Final = re.compile(rb'application/json(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?', re.IGNORECASE)
# Only an escape can bring NUL or half a pair into a text, and only so many digits a number that is too large.
_ESCAPE: Final = b"\\u"
_LARGE_NUMBER: Final = re.compile(rb"[0-9](?:[eE]|[0-9]{15})")
_WRONG_TYPE: Final = "Send the body as Content-Type: application/json, in UTF-8."
_COMPRESSED: Final = "Send the body as it is, without Content-Encoding."

_Model = TypeVar("_Model", bound=BaseModel)
_Path = tuple[int | str, ...]


async def read_json(request: Request, patience: float = PATIENCE) -> object:
    """Return what the JSON of a body says.

    Raises:
        WrongMediaType: It is no plain JSON.
        BodyTooLarge: It goes on beyond the limit, whatever its Content-Length says.
        BodyTooSlow: It does not arrive in time.
        UnreadableJson: It is not JSON, or beyond the bounds of depth and parts, or names a field twice.
        InvalidField: There is a NUL, half a surrogate pair or a number that is too large in it.
    """
    _check_headers(request)
    try:
        async with asyncio.timeout(patience):
            body = await _bounded(request)
    except TimeoutError:
        raise BodyTooSlow(patience) from None
    payload = read_json_text(body)
    if _ESCAPE in body or _LARGE_NUMBER.search(body) is not None:
        _check_values(payload)
    return payload


async def read_json_if_any(request: Request) -> object:
    """Return what the JSON of a body says, and an empty object where there is no body.

    Raises:
        ChoiceError: As `read_json` does.
    """
    headers = dict(request.scope["headers"])
    is_there = b"transfer-encoding" in headers or headers.get(b"content-length", b"0") != b"0"
    return await read_json(request) if is_there else {}


def parse(model: type[_Model], payload: object) -> _Model:
    """Return a payload as a model: types as JSON has them, no field that the model does not know.

    Raises:
        InvalidField: A field breaks a rule; the first one is named.
    """
    if isinstance(payload, dict) and len(payload) > MOST_FIELDS:
        # Else each of thousands of unknown fields would cost a finding.
        raise InvalidField(path_of(()), _TOO_MANY_FIELDS)
    try:
        # By way of JSON, for there a UUID or a date is text also where everything else is strict.
        return model.model_validate_json(to_json(payload), strict=True, extra="forbid")
    except ValidationError as error:
        # Findings are made for the whole payload; the input and the addresses of help pages stay out.
        finding = error.errors(include_url=False, include_input=False)[0]
        raise InvalidField(*field_and_rule(finding)) from None


def _check_headers(request: Request) -> None:
    kinds, length = [], b"0"
    for name, value in request.scope["headers"]:
        if name == b"content-type":
            kinds.append(value)
        elif name == b"content-encoding" and value.strip().lower() != b"identity":
            raise WrongMediaType(_COMPRESSED)
        elif name == b"content-length":
            length = value
    if len(kinds) != 1 or _MEDIA_TYPE.fullmatch(kinds[0].strip()) is None:
        raise WrongMediaType(_WRONG_TYPE)
    if length.isdigit() and (len(length) > _MOST_DIGITS or int(length) > LARGEST_BODY):
        raise BodyTooLarge(LARGEST_BODY)


async def _bounded(request: Request) -> bytes:
    """Read the body, up to the limit."""
    receive, body = request.receive, bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > LARGEST_BODY:
            raise BodyTooLarge(LARGEST_BODY)
        if not message.get("more_body", False):
            return bytes(body)


def _check_values(payload: object) -> None:
    """Refuse texts that no store can keep and numbers that not every language can hold."""
    left: list[tuple[_Path, object]] = [((), payload)]
    while left:
        path, value = left.pop()
        if isinstance(value, dict):
            for name, member in value.items():
                _check_text((*path, name), name)
                left.append(((*path, name), member))
        elif isinstance(value, list):
            left.extend(((*path, index), entry) for index, entry in enumerate(value))
        elif isinstance(value, str):
            _check_text(path, value)
        elif isinstance(value, int | float) and abs(value) > _SAFE_INTEGER:
            raise InvalidField(path_of(path), f"must not be beyond {_SAFE_INTEGER}.")


def _check_text(path: _Path, text: str) -> None:
    fault = text_fault(text, LARGEST_BODY)
    if fault is not None:
        raise InvalidField(path_of(path), fault)
