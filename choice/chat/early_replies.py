"""What is said on a connection on which no request has come that an application could answer."""

from http import HTTPStatus
from secrets import token_hex

from choice.chat.edge import SECURITY_HEADERS
from choice.chat.error_replies import response_of
from choice.chat.error_words import ErrorReply
from choice.chat.logs import request_id


def early_reply(status: HTTPStatus, message: str) -> bytes:
    """Return a whole reply in the shape that all errors have, which is the last on its connection."""
    name = token_hex(16)
    token = request_id.set(name)
    try:
        response = response_of(ErrorReply(status, message))
    finally:
        request_id.reset(token)
    headers = [
        *[(header.decode("latin-1"), value.decode("latin-1")) for header, value in response.raw_headers],
        *[(header.lower(), value) for header, value in SECURITY_HEADERS],
        ("x-request-id", name),
        ("connection", "close"),
    ]
    lines = [
        f"HTTP/1.1 {status.value} {status.phrase}",
        *[f"{header}: {value}" for header, value in headers],
        "",
        "",
    ]
    return "\r\n".join(lines).encode("latin-1") + bytes(response.body)
