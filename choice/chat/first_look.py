"""The first look at a request, before any route sees it: what no decent client sends is refused."""

from collections.abc import Collection, Sequence
from typing import Final

from starlette.types import Scope

from choice.chat.allowed_methods import METHODS, MethodsAt, other_method_words
from choice.chat.error_words import ErrorReply
from choice.chat.refusals import NotFound
from choice.setting_rules import WEB_HOST

MOST_HEADER_BYTES: Final = 32 * 1024

_LENGTHS: Final = frozenset({b"content-length", b"transfer-encoding"})
_VERSIONS: Final = frozenset({"1.0", "1.1", "2", "3"})
# What comes after such a request on the same line is not read.
_CLOSE: Final = {"Connection": "close"}
# The parser does not read the body of such a request.
_UPGRADE_WITH_BODY: Final = ErrorReply(
    400, "A request with a body must not have an Upgrade header.", headers=_CLOSE
)


def refusal_of(scope: Scope, allowed_hosts: Collection[str], methods_at: MethodsAt) -> ErrorReply | None:
    """Return why a request is refused, or None where it may go on."""
    size, lengths, upgrades, hosts = 0, 0, 0, []
    for name, value in scope["headers"]:
        size += len(name) + len(value)
        if name == b"host":
            hosts.append(value)
        elif name in _LENGTHS:
            lengths += 1
        elif name == b"upgrade":
            upgrades += 1
    return (
        _message_refusal(scope, size, lengths, methods_at)
        or (_UPGRADE_WITH_BODY if upgrades and lengths else None)
        or _host_refusal(hosts, allowed_hosts)
        or _target_refusal(scope)
    )


def _message_refusal(
    scope: Scope, header_bytes: int, lengths: int, methods_at: MethodsAt
) -> ErrorReply | None:
    if scope.get("http_version", "1.1") not in _VERSIONS:
        return ErrorReply(505, "This version of HTTP is not supported.", headers=_CLOSE)
    if scope["type"] == "http" and scope["method"] not in METHODS:
        return _method_refusal(methods_at(scope))
    if header_bytes > MOST_HEADER_BYTES:
        return ErrorReply(431, "The headers are too large.", headers=_CLOSE)
    if lengths > 1:
        return ErrorReply(
            400, "A request must not have both Content-Length and Transfer-Encoding.", headers=_CLOSE
        )
    return None


def _method_refusal(allowed: Sequence[str]) -> ErrorReply:
    if not allowed:
        return ErrorReply(404, str(NotFound()))
    return ErrorReply(405, other_method_words(allowed), headers={"Allow": ", ".join(allowed)})


def _host_refusal(hosts: Sequence[bytes], allowed: Collection[str]) -> ErrorReply | None:
    host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
    if host in allowed:
        return None
    if WEB_HOST.fullmatch(host) is None:
        return ErrorReply(
            400, "Send exactly one Host header, with a host and perhaps a port.", headers=_CLOSE
        )
    if allowed:
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
