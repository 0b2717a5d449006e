"""`choicewire token`: a token for development, signed with the server's secret."""

import argparse

from choice.cli.command import Command, UsageError
from choice.cli.numbers import whole_number

_DAY = 24 * 3600


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--user", required=True, help="whom the token speaks of")
    parser.add_argument("--tenant", required=True, help="the tenant the user belongs to")
    parser.add_argument(
        "--role",
        action="append",
        default=[],
        metavar="ROLE",
        help="viewer, member, agent, analyst or admin; several times for several; without it, member",
    )
    parser.add_argument(
        "--ttl", type=whole_number, default=_DAY, metavar="S", help="seconds it lasts; a day if not given"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _run(given: argparse.Namespace) -> int:
    import json  # noqa: PLC0415 - only when the command runs
    import time  # noqa: PLC0415 - the same

    from choice.errors import ChoiceError, MissingExtra  # noqa: PLC0415 - the same

    try:
        token = _signed(given, int(time.time()))
    except ImportError as error:
        raise UsageError(str(MissingExtra("Signing tokens", extra="server"))) from error
    except ChoiceError as error:
        raise UsageError(str(error)) from error
    print(json.dumps({"token": token, "expires_in": given.ttl}) if given.json else token)
    return 0


def _signed(given: argparse.Namespace, now: int) -> str:
    from choice.assembly.environment import environment_settings  # noqa: PLC0415 - only when the command runs
    from choice.chat.permissions import ROLES  # noqa: PLC0415 - the same
    from choice.chat.principal import Principal  # noqa: PLC0415 - the same
    from choice.chat.token_signing import LONGEST_LIFE, signed_token  # noqa: PLC0415 - the same

    unknown = [role for role in given.role if role not in ROLES]
    if unknown:
        rule = f"There is no role {unknown[0]!r}; there are {', '.join(ROLES)}."
        raise UsageError(rule)
    if not 1 <= given.ttl <= LONGEST_LIFE:
        rule = f"--ttl must be 1 to {LONGEST_LIFE} seconds."
        raise UsageError(rule)
    principal = Principal(given.user, given.tenant, frozenset(given.role))
    return signed_token(environment_settings(), principal, now, given.ttl)


COMMAND = Command(
    name="token",
    summary="a token for development",
    description="Prints a token that the server of this machine accepts.",
    example="examples:\n  choicewire token --user ada --tenant acme\n"
    "  choicewire token --user bot --tenant acme --role agent --ttl 3600",
    add_arguments=_add_arguments,
    run=_run,
)
