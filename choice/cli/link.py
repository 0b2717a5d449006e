"""`choicewire link`: a new link that signs the person of this machine in to the pages."""

import argparse
from typing import Any

from choice.cli.command import Command, UsageError
from choice.local import LOCAL_TENANT, local_user

_SECONDS = 10
_WHOLE = 32
"""How long an id is."""


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "id",
        nargs="?",
        metavar="ID",
        help="the question to open, its first letters are enough; the chat, if not given",
    )
    parser.add_argument("--user", help="who signs in; whoever is signed in on this machine, if not given")
    parser.add_argument(
        "--tenant", default=LOCAL_TENANT, help="whose questions are shown; local, if not given"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(given: argparse.Namespace) -> int:
    from choice.errors import ChoiceError, MissingExtra  # noqa: PLC0415 - only when the command runs

    try:
        return _print(given)
    except ImportError as error:
        raise UsageError(str(MissingExtra("The pages", extra="server"))) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error


def _print(given: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - the same
    import time  # noqa: PLC0415 - the same
    import urllib.parse  # noqa: PLC0415 - the same

    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - the same
    from choice.chat.principal import Principal  # noqa: PLC0415 - the same
    from choice.chat.token_signing import signed_token  # noqa: PLC0415 - the same

    settings = environment_settings()
    principal = Principal(given.user or local_user(), given.tenant, frozenset({"member", "analyst"}))
    place = f"http://{settings.host}:{settings.port}"
    token = signed_token(settings, principal, int(time.time()), _SECONDS * 6)
    page = ""
    if given.id:
        asked_id = given.id if len(given.id) >= _WHOLE else _found(place, token, given.id)
        page = f"?next=/choice/{urllib.parse.quote(asked_id, safe='')}"
    link = f"{place}/sign-in{page}#{_reply(place, '/sign-in/link', token, b'{}')['code']}"
    print(json.dumps({"link": link}) if given.json else link)
    return 0


def _found(place: str, token: str, start: str) -> str:
    """Return the id of the open question that starts so."""
    listed = _reply(place, "/api/interactions?state=open", token)["interactions"]
    fitting = [str(one["id"]) for one in listed if one["id"].startswith(start)]
    if len(fitting) != 1:
        message = (
            f"Several open questions start with {start!r}. Whole ids: choicewire inbox --ids"
            if fitting
            else f"There is no open question {start!r}. What is open: choicewire inbox"
        )
        raise UsageError(message)
    return fitting[0]


def _reply(place: str, path: str, token: str, body: bytes | None = None) -> dict[str, Any]:
    import json  # noqa: PLC0415 - only when the command runs
    import urllib.error  # noqa: PLC0415 - the same
    import urllib.request  # noqa: PLC0415 - the same

    request = urllib.request.Request(  # noqa: S310 - our own server, over HTTP
        place + path, body, {"Authorization": f"Bearer {token}"}
    )
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as reply:  # noqa: S310 - the same
            read: dict[str, Any] = json.load(reply)
    except (urllib.error.URLError, OSError) as error:
        message = f"No server answers at {place}. Start one: choicewire serve"
        raise UsageError(message) from error
    return read


COMMAND = Command(
    name="link",
    summary="a link that signs you in to the pages",
    description="Prints a link to the server of this machine; it works once, for ten minutes.",
    example="examples:\n  choicewire link\n  choicewire link 5f0c1f7c",
    add_arguments=_add_arguments,
    run=_run,
)
