"""`choicewire token` and `choicewire link`: tokens and sign-in links for the server of this machine."""

import argparse
import json
import time
import urllib.parse
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import Any

from choice.assembly.environment import environment_settings
from choice.auth import MAX_LIFETIME, ROLES, Principal, signed_token
from choice.cli.arguments import UsageError
from choice.local import LOCAL_TENANT, local_user
from choice.settings import Settings

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
    token = signed_token(settings, principal, int(time.time()), _TOKEN_SECONDS)
    page = ""
    if given.id:
        interaction_id = (
            given.id if len(given.id) >= _ID_LENGTH else _find_by_prefix(settings, token, given.id)
        )
        page = f"?next=/choice/{urllib.parse.quote(interaction_id, safe='')}"
    code = _request(settings, token, "POST", "/sign-in/link")["code"]
    address = f"http://{settings.host}:{settings.port}/sign-in{page}#{code}"
    print(json.dumps({"link": address}) if given.json else address)
    return 0


def _find_by_prefix(settings: Settings, token: str, prefix: str) -> str:
    """Return the id of the open question whose id begins with a prefix."""
    open_now = _request(settings, token, "GET", "/api/interactions?state=open")["interactions"]
    found = [str(one["id"]) for one in open_now if one["id"].startswith(prefix)]
    if len(found) != 1:
        message = (
            f"Several open questions start with {prefix!r}. Full ids: choicewire inbox --ids"
            if found
            else f"There is no open question {prefix!r}. List them: choicewire inbox"
        )
        raise UsageError(message)
    return found[0]


def _request(settings: Settings, token: str, method: str, path: str) -> dict[str, Any]:
    """Return the reply of the running server."""
    connection = HTTPConnection(settings.host, settings.port, timeout=_HTTP_SECONDS)
    try:
        connection.request(
            method, path, "{}" if method == "POST" else None, {"Authorization": f"Bearer {token}"}
        )
        reply = connection.getresponse()
        body = reply.read()
    except (OSError, HTTPException) as error:
        message = f"No server answers at {settings.host}:{settings.port}. Start one: choicewire serve"
        raise UsageError(message) from error
    finally:
        connection.close()
    if reply.status >= HTTPStatus.BAD_REQUEST:
        message = (
            f"The server at {settings.host}:{settings.port} rejected the request with status {reply.status}. "
            "Is it another program, or does it use another secret?"
        )
        raise UsageError(message)
    read: dict[str, Any] = json.loads(body)
    return read
