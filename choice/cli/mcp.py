"""`choicewire mcp`: the MCP server, for agents that ask."""

import argparse
import sys
from importlib.util import find_spec

from choice.cli.command import Command, UsageError
from choice.cli.numbers import seconds

CLIENTS = ("claude-code", "claude-desktop", "cursor", "vscode", "codex")
_EACH_CLIENT = ", ".join(CLIENTS[:-1]) + f" or {CLIENTS[-1]}"
_FOR_CLIENTS = (
    "choicewire mcp: MCP clients start this and write to it; there is nothing to type here.\n"
    "Set one up: choicewire mcp install --client claude-code · Stop: Ctrl-C"
)

_NO_CLIENT = (
    "there is no standard input, so no client can be heard. Let a client start this, or use --transport http."
)


def _add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action", nargs="?", choices=["install"], help="install: put the server into a client's configuration"
    )
    parser.add_argument("--client", choices=CLIENTS, metavar="CLIENT", help=f"for install: {_EACH_CLIENT}")
    parser.add_argument("--write", action="store_true", help="for install: write the change, after asking")
    parser.add_argument("--yes", action="store_true", help="for install: write it without asking")
    parser.add_argument(
        "--transport",
        choices=["stdio", "http"],
        default="stdio",
        help="stdio for one client; http as serve, and its terminal asks too",
    )
    parser.add_argument(
        "--hold",
        type=seconds,
        metavar="S",
        help="seconds after which a call is told to come back; as the client allows, if not given",
    )
    parser.add_argument("--no-page", action="store_true", help="start no server for the page")


def _run(given: argparse.Namespace) -> int:
    from choice.errors import ChoiceError, MissingExtra  # noqa: PLC0415 - only when the command runs

    if given.action == "install":
        from choice.cli.mcp_install import install  # noqa: PLC0415 - the same

        return install(given)
    if find_spec("mcp") is None:
        raise UsageError(str(MissingExtra("The MCP server", extra="mcp")))
    if given.transport == "http":
        from choice.cli import serve  # noqa: PLC0415 - the same

        return serve.COMMAND.run(argparse.Namespace(host=None, port=None, reload=False, asks_here=True))
    try:
        _serve(given)
    except ChoiceError as error:
        raise UsageError(str(error)) from error
    return 0


def _serve(given: argparse.Namespace) -> None:
    from choice.assembly.mcp_front import run_front  # noqa: PLC0415 - only when it is wanted

    if sys.stdin is None:
        raise UsageError(_NO_CLIENT)
    if sys.stdin.isatty():
        print(_FOR_CLIENTS, file=sys.stderr)
    run_front(hold=given.hold, with_page=not given.no_page)


COMMAND = Command(
    name="mcp",
    summary="the MCP server: agents ask, people answer",
    description="Serves provide_choice, ask_form and more to an MCP client. Clients start it\n"
    "themselves: put `choicewire mcp` into their configuration.",
    example="examples:\n  choicewire mcp\n  choicewire mcp --hold 50\n  choicewire mcp --transport http\n"
    "  choicewire mcp install --client claude-code",
    add_arguments=_add_arguments,
    run=_run,
)
