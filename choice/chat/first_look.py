"""The first look at a request, before any route sees it: what no decent client sends is refused."""

from collections.abc import Collection, Sequence
from typing import Final

from starlette.types import Scope

from choice.chat.error_words import ErrorReply
from choice.chat.refusals import NotFound
from choice.setting_rules import WEB_HOST

METHODS: Final = ("DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT")
MOST_HEADER_BYTES: Final = 32 * 1024

_VERSIONS: Final = frozenset({"1.0", "1.1", "2", "3"})
# What comes after such a request on the same line is not read.
_CLOSE: Final = {"Connection": "close"}

_Headers = Sequence[tuple[bytes, bytes]]


def refusal_of(scope: Scope, allowed_hosts: Collection[str]) -> ErrorReply | None:
    """Return why a request is refused, or None where it may go on."""
    headers: _Headers = scope["headers"]
    return _message_refusal(scope, headers) or _host_refusal(headers, allowed_hosts) or _target_refusal(scope)


def _message_refusal(scope: Scope, headers: _Headers) -> ErrorReply | None:
    if scope.get("http_version", "1.1") not in _VERSIONS:
        return ErrorReply(505, "This version of HTTP is not spoken here.", headers=_CLOSE)
    if scope["type"] == "http" and scope["method"] not in METHODS:
        return ErrorReply(405, "Method Not Allowed.", headers={"Allow": ", ".join(METHODS)})
    if sum([len(name) + len(value) for name, value in headers]) > MOST_HEADER_BYTES:
        return ErrorReply(431, "The headers are too large.", headers=_CLOSE)
    lengths = [name for name, _value in headers if name in {b"content-length", b"transfer-encoding"}]
    if len(lengths) > 1:
        return ErrorReply(400, "Say in one way how long the body is.", headers=_CLOSE)
    return None


def _host_refusal(headers: _Headers, allowed: Collection[str]) -> ErrorReply | None:
    hosts = [value for name, value in headers if name == b"host"]
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    if WEB_HOST.fullmatch(host) is None:
        return ErrorReply(
            400, "Send exactly one Host header, with a host and perhaps a port.", headers=_CLOSE
        )
    if allowed and host not in allowed:
        return ErrorReply(
            421, "This server does not answer for that host. CHOICE_ALLOWED_HOSTS names those it answers for."
        )
    return None


def _target_refusal(scope: Scope) -> ErrorReply | None:
    path: str = scope["path"]
    if not path.isprintable():
        return ErrorReply(404, str(NotFound()))
    if b"%00" in scope["query_string"]:
        return ErrorReply(400, "The query must not hold the character NUL.")
    return None
