"""`choicewire token` and `choicewire link`: print tokens and sign-in links for the local server."""

import argparse
import json
import sys
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
from choice.sources.schema import ROLE

_HTTP_TIMEOUT = 10
_TOKEN_LIFETIME = 12 * 3600
"""The session ends with this token, which is not printed."""
_ID_LENGTH = 32


def run(args: argparse.Namespace) -> int:
    """Print a signed token for a user."""
    invalid = [role for role in args.role if not ROLE.fullmatch(role)]
    if invalid:
        message = f"{invalid[0]!r} is not a name of a role. Use letters, digits, spaces and . _ : @ / + & -."
        raise UsageError(message)
    others = [role for role in args.role if role not in ROLES]
    if others and len(others) == len(args.role):
        print(
            f"Note: {others[0]!r} has no permissions, it only shows rows. Add --role member to chat.",
            file=sys.stderr,
        )
    if not 1 <= args.ttl <= MAX_LIFETIME:
        message = f"--ttl must be between 1 and {MAX_LIFETIME} seconds."
        raise UsageError(message)
    principal = Principal(args.user, args.tenant, frozenset(args.role))
    token = signed_token(environment_settings(), principal, int(time.time()), args.ttl)
    print(json.dumps({"token": token, "expires_in": args.ttl}) if args.json else token)
    return 0


def link(args: argparse.Namespace) -> int:
    """Request a single-use sign-in link from the running server, and print it."""
    settings = environment_settings()
    principal = Principal(
        args.user or local_user(), args.tenant or LOCAL_TENANT, frozenset({"member", "analyst"})
    )
    token = signed_token(settings, principal, int(time.time()), _TOKEN_LIFETIME)
    page = ""
    if args.id:
        interaction_id = args.id if len(args.id) >= _ID_LENGTH else _find_by_prefix(settings, token, args.id)
        page = f"?next=/choice/{urllib.parse.quote(interaction_id, safe='')}"
    code = _request(settings, token, "POST", "/sign-in/link")["code"]
    address = f"http://{settings.host}:{settings.port}/sign-in{page}#{code}"
    print(json.dumps({"link": address}) if args.json else address)
    return 0


def _find_by_prefix(settings: Settings, token: str, prefix: str) -> str:
    """Return the full id of the open question with this prefix."""
    open_now = _request(settings, token, "GET", "/api/interactions?state=open")["interactions"]
    found = [str(one["id"]) for one in open_now if one["id"].startswith(prefix)]
    if len(found) != 1:
        message = (
            f"Several open questions match {prefix!r}. Show full ids: choicewire inbox --ids"
            if found
            else f"No open question has the id {prefix!r}. List open questions: choicewire inbox"
        )
        raise UsageError(message)
    return found[0]


def _request(settings: Settings, token: str, method: str, path: str) -> dict[str, Any]:
    """Send a request to the running server and return its reply."""
    connection = HTTPConnection(settings.host, settings.port, timeout=_HTTP_TIMEOUT)
    try:
        connection.request(
            method, path, "{}" if method == "POST" else None, {"Authorization": f"Bearer {token}"}
        )
        reply = connection.getresponse()
        body = reply.read()
    except (OSError, HTTPException) as error:
        message = f"No server responds at {settings.host}:{settings.port}. Start it: choicewire serve"
        raise UsageError(message) from error
    finally:
        connection.close()
    if reply.status >= HTTPStatus.BAD_REQUEST:
        message = (
            f"The server at {settings.host}:{settings.port} rejected the request with status {reply.status}. "
            "It may be another program, or use a different secret."
        )
        raise UsageError(message)
    read: dict[str, Any] = json.loads(body)
    return read
