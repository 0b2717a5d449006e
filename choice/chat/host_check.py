"""The first look at a request, before any route sees it: what no decent client sends is refused."""

from collections.abc import Collection, Sequence
from typing import Final

from starlette.types import Scope

from choice.chat.error_words import ErrorReply
from choice.setting_rules import WEB_HOST

METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
MOST_HEADER_BYTES: Final = 32 * 1024

_Headers = Sequence[tuple[bytes, bytes]]


def refusal_of(scope: Scope, allowed_hosts: Collection[str]) -> ErrorReply | None:
    """Return why a request is refused, or None where it may go on."""
    if scope["type"] == "http" and scope["method"] not in METHODS:
        return ErrorReply(405, "Method Not Allowed.", headers={"Allow": ", ".join(METHODS)})
    headers: _Headers = scope["headers"]
    if sum([len(name) + len(value) for name, value in headers]) > MOST_HEADER_BYTES:
        return ErrorReply(431, "The headers are too large.")
    path: str = scope["path"]
    if not path.isprintable():
        return ErrorReply(404, "There is no such thing here, or it is not yours.")
    if b"%00" in scope["query_string"]:
        return ErrorReply(400, "The query must not hold the character NUL.")
    return _host_refusal(headers, allowed_hosts)


def _host_refusal(headers: _Headers, allowed: Collection[str]) -> ErrorReply | None:
    hosts = [value for name, value in headers if name == b"host"]
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    if WEB_HOST.fullmatch(host) is None:
        return ErrorReply(400, "Send exactly one Host header, with a host and perhaps a port.")
    if allowed and host not in allowed:
        return ErrorReply(421, "This server does not answer for that host.")
    return None
