"""`choicewire token` and `choicewire link`: tokens and sign-in links for the server of this machine."""

import argparse
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from choice.assembly.environment import environment_settings
from choice.auth.principal import ROLES, Principal
from choice.auth.tokens import MAX_LIFETIME, signed_token
from choice.cli.command import UsageError
from choice.local import LOCAL_TENANT, local_user

_HTTP_SECONDS = 10
_TOKEN_SECONDS = 60
_ID_LENGTH = 32


def run(given: argparse.Namespace) -> int:
    """Print a token."""
    unknown = [role for role in given.role if role not in ROLES]
    if unknown:
        message = f"There is no role {unknown[0]!r}; there are {', '.join(ROLES)}."
        raise UsageError(message)
    if not 1 <= given.ttl <= MAX_LIFETIME:
        message = f"--ttl must be 1 to {MAX_LIFETIME} seconds."
        raise UsageError(message)
    principal = Principal(given.user, given.tenant, frozenset(given.role))
    token = signed_token(environment_settings(), principal, int(time.time()), given.ttl)
    print(json.dumps({"token": token, "expires_in": given.ttl}) if given.json else token)
    return 0


def link(given: argparse.Namespace) -> int:
    """Print a single-use sign-in link, made by the running server."""
    settings = environment_settings()
    principal = Principal(
        given.user or local_user(), given.tenant or LOCAL_TENANT, frozenset({"member", "analyst"})
    )
    server = f"http://{settings.host}:{settings.port}"
    token = signed_token(settings, principal, int(time.time()), _TOKEN_SECONDS)
    page = ""
    if given.id:
        interaction_id = given.id if len(given.id) >= _ID_LENGTH else _find_by_prefix(server, token, given.id)
        page = f"?next=/choice/{urllib.parse.quote(interaction_id, safe='')}"
    address = f"{server}/sign-in{page}#{_request(server, '/sign-in/link', token, b'{}')['code']}"
    print(json.dumps({"link": address}) if given.json else address)
    return 0


def _find_by_prefix(server: str, token: str, prefix: str) -> str:
    """Return the id of the open question whose id begins with a prefix."""
    open_now = _request(server, "/api/interactions?state=open", token)["interactions"]
    found = [str(one["id"]) for one in open_now if one["id"].startswith(prefix)]
    if len(found) != 1:
        message = (
            f"Several open questions start with {prefix!r}. Full ids: choicewire inbox --ids"
            if found
            else f"There is no open question {prefix!r}. List them: choicewire inbox"
        )
        raise UsageError(message)
    return found[0]


def _request(server: str, path: str, token: str, body: bytes | None = None) -> dict[str, Any]:
    request = urllib.request.Request(  # noqa: S310 - our own server, over HTTP
        server + path, body, {"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=_HTTP_SECONDS) as reply:  # noqa: S310 - the same
            read: dict[str, Any] = json.load(reply)
    except (urllib.error.URLError, OSError) as error:
        message = f"No server answers at {server}. Start one: choicewire serve"
        raise UsageError(message) from error
    return read
